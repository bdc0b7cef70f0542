//! Where a fiber is that does not come back.
//!
//! Fibers run on the conductor, which can tell nothing while one of them keeps it. Where the process
//! cannot begin anew on threads, somebody else has to look: a thread that asks the JVM for the stack of
//! the carrier. It runs no Java code but the constructor of its own `Thread`, since it might meet a lock
//! that the lost fiber holds; and nobody waits for it, so the diagnosis comes, with or without it.

use std::sync::OnceLock;

use fray_core::op::ThreadId;
use jni_sys::{JavaVM, jclass, jfieldID};

use crate::jni::{self, Env};
use crate::labels::ThreadName;
use crate::session;
use crate::trace::current_stack;

const NAME: &str = "fray witness";

/// What it takes to find the threads, looked up while all is well.
struct Witness {
    vm: *mut JavaVM,
    /// `FrayThreads.all`: the controlled threads by their numbers.
    all: (jclass, jfieldID),
    /// `FrayFibers.carrier`.
    carrier: (jclass, jfieldID),
    /// `Thread.name`.
    name: jfieldID,
}

// SAFETY: the JVM's pointer, global references and field ids are valid on every thread.
unsafe impl Send for Witness {}
// SAFETY: as above.
unsafe impl Sync for Witness {}

static WITNESS: OnceLock<Witness> = OnceLock::new();

/// Called before the first execution; there is no witness on a JDK without fibers.
pub fn prepare(env: Env) {
    let find = || {
        let field = |class, name, descriptor| {
            let class = env.find_class(class)?;
            let field = env.field_id(class, name, descriptor, true)?;
            Some((env.global_ref(class), field))
        };
        let thread = env.find_class(c"java/lang/Thread")?;
        Some(Witness {
            vm: env.vm()?,
            all: field(c"java/lang/FrayThreads", c"all", c"[Ljava/lang/Thread;")?,
            carrier: field(c"java/lang/FrayFibers", c"carrier", c"Ljava/lang/Thread;")?,
            name: env.field_id(thread, c"name", c"Ljava/lang/String;", false)?,
        })
    };
    if let Some(witness) = find() {
        let _ = WITNESS.set(witness);
    }
}

/// Has the names of all threads and the stack of the one that runs looked up; the session will know
/// them, in a moment or never.
pub fn call() {
    if let Some(witness) = WITNESS.get() {
        // Without it the diagnosis says less, that is all.
        let _ = std::thread::Builder::new()
            .name(NAME.into())
            .spawn(|| witness.look());
    }
}

impl Witness {
    fn look(&self) {
        // SAFETY: the JVM's own pointer, on a thread that it does not know.
        let attached = unsafe { jni::attached(self.vm, |env| self.threads(env)) };
        let Some(threads) = attached else { return };
        session::try_session(|session| {
            // If the fiber came back meanwhile this is another execution.
            if session.overdue.is_some() {
                session.labels.threads.extend(threads);
            }
        });
    }

    fn threads(&self, env: Env) -> Vec<ThreadName> {
        let runs = session::try_session(|session| session.execution.holder()).flatten();
        let label = |(number, java)| {
            let thread = ThreadId(number as u32);
            let frames = match runs == Some(thread) {
                true => current_stack(env, env.static_object(self.carrier)),
                false => Vec::new(),
            };
            Some(ThreadName {
                thread,
                name: env.string_field(java, self.name)?,
                blocker: None,
                owner: None,
                frames,
            })
        };
        let all = env.elements(env.static_object(self.all)).into_iter();
        let known = all.enumerate().filter(|(_, java)| !java.is_null());
        known.filter_map(label).collect()
    }
}
