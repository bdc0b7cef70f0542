//! No panic crosses into the JVM: it ends the process with a message.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Exit status when fray itself cannot do its job.
pub const EXIT_BROKEN: i32 = 3;

/// Runs the body of a callback or native.
pub fn guarded<R>(body: impl FnOnce() -> R) -> R {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic
                .downcast_ref::<&str>()
                .map(ToString::to_string)
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "unknown".into());
            fatal(&format!("internal error: {text}"))
        }
    }
}

/// Says something to the person, in one piece: the command writes there at the same time.
pub fn tell(message: &str) {
    let line = format!("fray: {message}\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// Says why fray cannot go on, and ends the process at once.
pub fn fatal(message: &str) -> ! {
    tell(message);
    // SAFETY: ends the process without running the JVM's exit handlers, which could wait
    // for threads that will never run again.
    unsafe { libc::_exit(EXIT_BROKEN) }
}
