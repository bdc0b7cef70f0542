//! What a garbage collection that the program asks for sets going: a thread of the JVM puts references into their
//! queues, others run finalizers and cleaners. When they do so is up to the kernel. So the program goes on when
//! they have: otherwise whether a queue is empty would differ from one execution to the next.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jni_sys::{JNIEnv, jclass, jfieldID, jint, jmethodID};

use crate::guard::guarded;
use crate::jni::Env;
use crate::natives::native;
use crate::watchdog;

/// How long they may take. A finalizer may wait for a thread that waits here.
const PATIENCE: Duration = Duration::from_secs(1);

/// Time between two looks.
const NAP: Duration = Duration::from_micros(100);

/// How the names of threads begin that may be busy for long, and touch nothing that the program sees.
const BUSY: [&str; 3] = ["C1 Compiler", "C2 Compiler", "fray"];

/// How the JVM tells of references that are not in their queues yet.
struct Pending {
    class: jclass,
    is_listed: jmethodID,
    are_handled: jfieldID,
}

// SAFETY: global references and the numbers of methods and fields may be used by any thread.
unsafe impl Send for Pending {}
// SAFETY: as above.
unsafe impl Sync for Pending {}

impl Pending {
    fn find(env: Env) -> Option<Pending> {
        let class = env.global_ref(env.find_class(c"java/lang/ref/Reference")?);
        let is_listed = env.static_method_id(class, c"hasReferencePendingList", c"()Z");
        let are_handled = env.field_id(class, c"processPendingActive", c"Z", true)?;
        (!is_listed.is_null()).then_some(Pending {
            class,
            is_listed,
            are_handled,
        })
    }

    fn is_any(&self, env: Env) -> bool {
        // In this order: a list that is taken is being handled from then on.
        env.call_static_boolean(self.class, self.is_listed, &[])
            || env.static_boolean(self.class, self.are_handled)
    }
}

native! {
    /// Waits until the references of a garbage collection are handled.
    fn handleReferences(env, me: jint) {
        static PENDING: OnceLock<Option<Pending>> = OnceLock::new();
        let pending = PENDING.get_or_init(|| Pending::find(env));
        if me != 0 && let Some(pending) = pending {
            let start = Instant::now();
            let is_busy = |name: &str| BUSY.iter().any(|busy| name.starts_with(busy));
            while start.elapsed() < PATIENCE
                && (pending.is_any(env) || watchdog::others_run_but(is_busy))
            {
                std::thread::sleep(NAP);
            }
        }
    }
}
