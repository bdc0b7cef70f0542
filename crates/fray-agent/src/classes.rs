//! The program's classes: whether the next execution must have new ones.
//!
//! A class that cannot remember anything ([`fray_instrument::forgets`]) is as good as new after an
//! execution. If all classes that were loaded for it are such, the next one uses them again, with
//! their loader.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Whether a class that may remember something was loaded since the last [`renew`].
static REMEMBER: AtomicBool = AtomicBool::new(true);

/// What the identity hash codes of the program's classes come from.
static SEED: AtomicU64 = AtomicU64::new(0);

/// A class of the program is being defined.
pub fn defined(bytes: &[u8]) {
    if !REMEMBER.load(Ordering::Relaxed) && !fray_instrument::forgets(bytes).unwrap_or(false) {
        REMEMBER.store(true, Ordering::Relaxed);
    }
}

/// Whether the classes that are there have nothing to remember.
pub fn forget() -> bool {
    !REMEMBER.load(Ordering::Relaxed)
}

/// New classes are going to be loaded.
pub fn renew(seed: u64) {
    SEED.store(seed, Ordering::Relaxed);
    REMEMBER.store(false, Ordering::Relaxed);
}

/// The seed of the classes that are there.
pub fn seed() -> u64 {
    SEED.load(Ordering::Relaxed)
}
