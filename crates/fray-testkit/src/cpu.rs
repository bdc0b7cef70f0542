//! Processor time: what a busy machine does not change much.

use std::time::{Duration, Instant};

/// Processor time that this thread has used; where the system does not tell, time since the first
/// call.
pub fn of_thread() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    // The system brings the figure up to date at its ticks, some milliseconds apart, and whenever a
    // thread gives up the processor.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|text| text.parse().ok());
    nanos.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}
