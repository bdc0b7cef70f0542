//! What no tool that uses real threads can go below on this machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, Thread};
use std::time::Instant;

const HAND_OFFS: u32 = 100_000;
const STARTS: u32 = 5_000;

/// Prints microseconds per hand-off of a token between two threads by a futex, and per start and
/// join of a native thread. To be run on one core, as fray keeps its threads.
pub fn print() {
    println!("{:.2} {:.2}", hand_off(), start_and_join());
}

fn hand_off() -> f64 {
    let token = Arc::new(AtomicU32::new(0));
    let (shared, first) = (Arc::clone(&token), thread::current());
    let second = thread::spawn(move || pass(&shared, 1, &first));
    let begun = Instant::now();
    pass(&token, 0, second.thread());
    second.join().expect("it does not panic");
    begun.elapsed().as_secs_f64() * 1e6 / f64::from(HAND_OFFS)
}

/// Takes every second number and gives the next one to the other thread.
fn pass(token: &AtomicU32, mine: u32, other: &Thread) {
    loop {
        let value = token.load(Ordering::Acquire);
        if value >= HAND_OFFS {
            other.unpark();
            return;
        }
        if value % 2 == mine {
            token.store(value + 1, Ordering::Release);
            other.unpark();
        } else {
            thread::park();
        }
    }
}

fn start_and_join() -> f64 {
    let begun = Instant::now();
    for _ in 0..STARTS {
        thread::spawn(|| {}).join().expect("it does not panic");
    }
    begun.elapsed().as_secs_f64() * 1e6 / f64::from(STARTS)
}
