//! Deterministic identity hash codes.
//!
//! HotSpot draws the hash of an object from a xorshift generator in the asking
//! thread's own data. Its state is four adjacent 32-bit words, three of which
//! have known values on a fresh thread, a little below the thread's `JNIEnv`. It is
//! found once, by looking for these values on a fresh thread; from then on every
//! controlled thread begins with a state that is a function of the execution's
//! seed and the thread's number.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::jni::Env;

/// Initial state: W, X (differs per thread), Y, Z.
const W: u32 = 273_326_509;
const Y: u32 = 842_502_087;
const Z: u32 = 0x8767;

/// How far below `JNIEnv` to look. Seen: 64 bytes on JDK 17, 104 on 21 and 25.
const REACH: usize = 1024;

/// Distance of the state from `JNIEnv`; 0 while unknown.
static DISTANCE: AtomicUsize = AtomicUsize::new(0);

/// Whether the generator's state has been found.
pub fn known() -> bool {
    DISTANCE.load(Ordering::Relaxed) != 0
}

/// Looks for the state. To be called at the very start of a thread.
pub fn locate(env: Env) {
    if known() {
        return;
    }
    let base = env.raw() as usize;
    let mut matches = (4..REACH).step_by(4).filter(|distance| {
        // SAFETY: HotSpot's Thread object begins more than REACH bytes before its JNIEnv, which lies
        // inside of it, so that these words are readable.
        let words = unsafe { *((base - distance) as *const [u32; 4]) };
        words[0] == W && words[2] == Y && words[3] == Z
    });
    if let (Some(distance), None) = (matches.next(), matches.next()) {
        DISTANCE.store(distance, Ordering::Relaxed);
    }
}

thread_local! {
    /// A second generator, for objects that only JDK caches and our own tables look at.
    static OTHER: Cell<[u32; 4]> = const { Cell::new(FIRST_OTHER) };
}

/// The states of both generators of a thread.
#[derive(Clone, Copy, Debug)]
pub struct Hashes {
    own: [u32; 4],
    other: [u32; 4],
}

/// What [`OTHER`] begins with.
const FIRST_OTHER: [u32; 4] = [W, 1, Y, Z];

impl Default for Hashes {
    fn default() -> Self {
        Hashes {
            own: FIRST_OTHER,
            other: FIRST_OTHER,
        }
    }
}

impl Hashes {
    /// Of a controlled thread, at its beginning.
    pub fn of_thread(seed: u64, thread: u32) -> Self {
        let x = fray_core::rng::derive(seed, u64::from(thread)) as u32 | 1;
        Hashes {
            own: [W, x, Y, Z],
            other: FIRST_OTHER,
        }
    }
}

/// Sets the calling thread's generator.
pub fn seed(env: Env, seed: u64, thread: u32) {
    exchange(env, Hashes::of_thread(seed, thread).own);
}

/// Exchanges both generators of the calling thread: another fiber goes on.
pub fn exchange_all(env: Env, new: Hashes) -> Hashes {
    Hashes {
        own: exchange(env, new.own).unwrap_or(new.own),
        other: OTHER.replace(new.other),
    }
}

/// Exchanges the calling thread's generator with its second one.
pub fn swap(env: Env) {
    if let Some(old) = exchange(env, OTHER.get()) {
        OTHER.set(old);
    }
}

fn exchange(env: Env, new: [u32; 4]) -> Option<[u32; 4]> {
    let distance = DISTANCE.load(Ordering::Relaxed);
    if distance == 0 {
        return None;
    }
    let state = (env.raw() as usize - distance) as *mut [u32; 4];
    // SAFETY: `locate` found the four words there; the distance is the same for all threads,
    // and only the calling thread uses them.
    Some(unsafe { state.replace(new) })
}
