//! What the program prints.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is kept of one execution's output; the rest is counted.
const LIMIT: usize = 16 << 20;

static KEPT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Whether output also goes where the program meant it to.
static SHOWN: AtomicBool = AtomicBool::new(false);

/// The output of the execution that is shown, in a JVM whose own output is not ours to write to.
static LATER: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// Keeps what an execution wrote, to be shown by Java code.
pub fn show_later(bytes: &[u8]) {
    *LATER.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes.to_owned());
}

/// What there is to be shown.
pub fn take_shown() -> Option<Vec<u8>> {
    LATER.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Begins an execution.
pub fn begin(shown: bool) {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).clear();
    SHOWN.store(shown, Ordering::Relaxed);
}

/// The program wrote to its standard output (1) or error (2).
pub fn write(descriptor: i32, bytes: &[u8]) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let room = LIMIT.saturating_sub(kept.len());
    kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
    if SHOWN.load(Ordering::Relaxed) {
        // A closed pipe is the reader's choice.
        let _ = match descriptor {
            2 => std::io::stderr().write_all(bytes),
            _ => std::io::stdout()
                .write_all(bytes)
                .and_then(|()| std::io::stdout().flush()),
        };
    }
}

/// What the execution has written so far.
pub fn take() -> Vec<u8> {
    std::mem::take(&mut KEPT.lock().unwrap_or_else(PoisonError::into_inner))
}
