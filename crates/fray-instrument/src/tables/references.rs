//! What method references call of the methods whose calls stay and have a hook in front of them.

use super::{Hook, THREAD, thread_hook};

/// A method, and a hook that calls it, too.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// The class that has the method. A reference may name it through a subclass.
    pub class: &'static str,
    /// The method's name.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
    /// What is called instead, with the receiver as its first argument.
    pub hook: Hook,
}

const fn reference(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    hook: Hook,
) -> Reference {
    Reference {
        class,
        name,
        descriptor,
        hook,
    }
}

/// All of them: each has a row in [`CALLS`](super::CALLS), too.
#[rustfmt::skip]
pub const REFERENCES: &[Reference] = &[
    reference(THREAD, "isAlive", "()Z", thread_hook("isAlive", "(Ljava/lang/Thread;)Z")),
    reference(THREAD, "isInterrupted", "()Z", thread_hook("isInterrupted", "(Ljava/lang/Thread;)Z")),
    reference(THREAD, "interrupted", "()Z", thread_hook("interrupted", "()Z")),
    reference("java/util/concurrent/locks/LockSupport", "unpark", "(Ljava/lang/Thread;)V", thread_hook("unpark", "(Ljava/lang/Thread;)V")),
];
