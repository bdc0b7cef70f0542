//! Values that traced steps read and wrote: see `FrayValues`.

use std::sync::OnceLock;

use fray_core::op::{OpKind, ThreadId};
use jni_sys::{JNIEnv, jclass, jint, jmethodID, jobject, jstring};

use crate::engine::Engine;
use crate::guard::guarded;
use crate::jni::Env;
use crate::natives::native;
use crate::session;
use crate::trace::SharedLog;

/// Result for Java: as normal, and the value is asked for. Equals `FrayCore.TRACED`.
pub const TRACED: jint = 16;

/// Whether the value of the step that the thread has just made is wanted: it is traced, and on
/// threads, where the program's stack is that of the native that asks.
#[inline(always)]
pub fn wanted(me: jint, kind: OpKind) -> bool {
    matches!(kind, OpKind::Read | OpKind::Write | OpKind::Update)
        && session::trace().is_some_and(|log| {
            let on_threads = session::try_session(|s| s.engine == Engine::Threads);
            on_threads == Some(true) && log.await_value(ThreadId(me as u32), kind == OpKind::Read)
        })
}

/// Asks Java what the thread has written in its last step, if that is still open.
#[inline(always)]
pub fn ask(env: Env, me: jint) {
    if let Some(log) = session::trace() {
        ask_java(env, me, &log);
    }
}

fn ask_java(env: Env, me: jint, log: &SharedLog) {
    let Some(step) = log.written(ThreadId(me as u32)) else {
        return;
    };
    let Some(java) = JAVA.get_or_init(|| Java::find(env)) else {
        return;
    };
    let value = env.call_static_object(java.class, java.written);
    log.set_value(step, env.string(value));
    env.drop_local_ref(value);
}

native! {
    /// The value that the thread is about to read.
    fn value(env, me: jint, value: jstring) {
        if let Some(log) = session::trace()
            && let Some(step) = log.read(ThreadId(me as u32))
        {
            log.set_value(step, env.string(value));
        }
    }
}

/// `FrayValues.written`.
struct Java {
    /// A global reference.
    class: jobject,
    written: jmethodID,
}

// SAFETY: global references and method numbers may be used by any thread.
unsafe impl Send for Java {}
// SAFETY: as above.
unsafe impl Sync for Java {}

static JAVA: OnceLock<Option<Java>> = OnceLock::new();

impl Java {
    fn find(env: Env) -> Option<Java> {
        let class = env.find_class(c"java/lang/FrayValues")?;
        let written = env.static_method_id(class, c"written", c"()Ljava/lang/String;");
        (!written.is_null()).then(|| Java {
            class: env.global_ref(class),
            written,
        })
    }
}
