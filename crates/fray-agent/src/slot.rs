//! One slot per controlled thread: the futex on which it waits for its turn.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Nothing granted.
const EMPTY: u32 = 0;

/// Nothing granted, and the thread sleeps or is about to. Who grants needs to ask the kernel for nothing
/// otherwise: the thread was preempted on its way here, often enough by the very thread that it woke.
const WAITING: u32 = u32::MAX;

/// Where a thread waits. Slots are used again in later executions and never freed, so that
/// a late wake-up can never touch memory that is gone.
pub struct Slot {
    word: AtomicU32,
}

impl Slot {
    /// A slot that lives for ever.
    pub fn leak() -> &'static Slot {
        Box::leak(Box::new(Slot {
            word: AtomicU32::new(EMPTY),
        }))
    }

    /// Forgets what was granted and not taken.
    pub fn clear(&self) {
        self.word.store(EMPTY, Ordering::Relaxed);
    }

    /// Whether a thread waits for a grant.
    pub fn is_awaited(&self) -> bool {
        self.word.load(Ordering::Acquire) == WAITING
    }

    /// Lets the waiting thread go on with this result.
    pub fn grant(&self, result: u32) {
        if self.word.swap(result + 1, Ordering::AcqRel) == WAITING {
            futex_wake(&self.word);
        }
    }

    /// Waits for a grant.
    pub fn take(&self) -> u32 {
        loop {
            if let Some(granted) = self.try_take() {
                return granted;
            }
            futex_wait(&self.word, None);
        }
    }

    /// What was granted; if nothing was, the thread is about to sleep.
    fn try_take(&self) -> Option<u32> {
        let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
        match self.word.compare_exchange(EMPTY, WAITING, success, failure) {
            Ok(_) | Err(WAITING) => None,
            // Not what was seen just now: it may have been granted anew, to end the thread.
            Err(_) => Some(self.word.swap(EMPTY, Ordering::AcqRel) - 1),
        }
    }

    /// Waits for a grant, at most so long.
    pub fn take_within(&self, limit: Duration) -> Option<u32> {
        let end = std::time::Instant::now() + limit;
        loop {
            if let Some(granted) = self.try_take() {
                return Some(granted);
            }
            let left = end.saturating_duration_since(std::time::Instant::now());
            if left.is_zero() {
                return None;
            }
            futex_wait(&self.word, Some(left));
        }
    }

    /// Never returns: for threads that cannot be ended.
    pub fn rest(&self) -> ! {
        loop {
            self.take();
        }
    }
}

fn futex_wait(word: &AtomicU32, limit: Option<Duration>) {
    let time = limit.map(|d| libc::timespec {
        tv_sec: d.as_secs() as libc::time_t,
        tv_nsec: d.subsec_nanos().into(),
    });
    let time_pointer = time.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: the word outlives the call; the kernel only reads it, and sleeps only while it is WAITING.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG,
            WAITING,
            time_pointer,
        );
    }
}

fn futex_wake(word: &AtomicU32) {
    // SAFETY: only the address is used.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG,
            1,
        );
    }
}
