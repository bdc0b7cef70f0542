//! What a call of a method of a JDK lock means for who owns it.

use crate::frame::Frame;
use crate::model::TraceStep;

/// What a method of a lock does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockCall {
    /// Returns with the lock taken.
    Acquire,
    /// Takes the lock if it can.
    Try,
    /// Gives the lock up.
    Release,
    /// Gives the lock up, waits for a signal, and takes it again.
    Await,
    /// Something else: a query, or something that has no owner (a semaphore, a latch).
    Other,
}

/// The meaning of a method of a class of `java.util.concurrent`, and whether several threads can have the
/// lock by it.
pub fn lock_call(frame: &Frame) -> (LockCall, bool) {
    let Some(class) = frame.class.strip_prefix("java.util.concurrent.locks.") else {
        return (LockCall::Other, false);
    };
    if class.ends_with("$ConditionObject") && frame.method.starts_with("await") {
        return (LockCall::Await, false);
    }
    let shared = class.ends_with("$ReadLock") || class.ends_with("$ReadLockView");
    let call = match (class, frame.method.as_str()) {
        (_, "lock" | "lockInterruptibly") => LockCall::Acquire,
        (_, "tryLock") => LockCall::Try,
        (_, "unlock") => LockCall::Release,
        ("StampedLock", "writeLock" | "writeLockInterruptibly") => LockCall::Acquire,
        ("StampedLock", "tryWriteLock") => LockCall::Try,
        ("StampedLock", "unlockWrite") => LockCall::Release,
        ("StampedLock", "readLock" | "readLockInterruptibly") => return (LockCall::Acquire, true),
        ("StampedLock", "tryReadLock") => return (LockCall::Try, true),
        ("StampedLock", "unlockRead") => return (LockCall::Release, true),
        _ => LockCall::Other,
    };
    (call, shared)
}

/// Whether the step is a call of a method of a condition; its object is the condition's lock.
pub(crate) fn is_condition(step: &TraceStep) -> bool {
    let condition = |frame: &Frame| frame.class.ends_with("$ConditionObject");
    step.frames.first().is_some_and(condition)
}

/// Whether the thread, whose stack this is, is still inside of the call that began in this frame.
pub(super) fn inside(call: &Frame, frames: &[Frame]) -> bool {
    frames
        .iter()
        .any(|frame| frame.class == call.class && frame.method == call.method)
}
