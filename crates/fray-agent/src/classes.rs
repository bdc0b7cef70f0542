//! The program's classes: whether the next execution must have new ones.
//!
//! A class that keeps nothing ([`fray_instrument::keeps`]) is as good as new after an execution, and one that keeps
//! static fields can be made so. If all classes that were loaded for it are such, the next one uses them
//! again, with their loader.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use fray_core::config::Isolation;
use fray_instrument::{Keeps, StaticField, Statics};

use crate::agent::agent;

/// Whether a class that may keep anything was loaded since the last [`renew`].
static REMEMBER: AtomicBool = AtomicBool::new(true);

/// What the identity hash codes of the program's classes come from.
static SEED: AtomicU64 = AtomicU64::new(0);

/// Classes with static fields, loaded since the last [`renew`], that [`next_statics`] has not told yet.
static STATICS: Mutex<Vec<Statics>> = Mutex::new(Vec::new());

/// All classes whose static fields are or were to be put back, by their internal names: final ones have lost their `final`.
static KNOWN: Mutex<Option<HashMap<Vec<u8>, Statics>>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A class of the program is being defined. Says whether its static fields will be put back.
pub fn defined(name: &[u8], bytes: &[u8]) -> Option<Statics> {
    if REMEMBER.load(Ordering::Relaxed) {
        // One of this name may have been another time.
        if let Some(known) = lock(&KNOWN).as_mut() {
            known.remove(name);
        }
        return None;
    }
    match fray_instrument::keeps(bytes).unwrap_or(Keeps::Anything) {
        Keeps::Nothing => None,
        Keeps::Statics(statics) if puts_back() => {
            let mut known = lock(&KNOWN);
            let known = known.get_or_insert_default();
            known.insert(statics.class.clone(), statics.clone());
            lock(&STATICS).push(statics.clone());
            Some(statics)
        }
        _ => {
            REMEMBER.store(true, Ordering::Relaxed);
            None
        }
    }
}

/// A hidden class of the program is being defined, beside another one. Whoever looks for the method by its name does not
/// name it in a way that shows what the classes keep.
pub fn defined_hidden() {
    REMEMBER.store(true, Ordering::Relaxed);
}

/// Whether static fields are put back at all. Where plain accesses count, so does that a field is final.
fn puts_back() -> bool {
    let config = &agent().config;
    config.isolation == Isolation::Classes && !config.memory && !config.races
}

/// A class of the program gets other code. The JVM demands that its fields be as final as they are.
pub fn redefined(name: &[u8], bytes: &[u8]) -> Option<Statics> {
    let known = lock(&KNOWN)
        .as_ref()
        .and_then(|known| known.get(name).cloned());
    let as_before = match fray_instrument::keeps(bytes) {
        Ok(Keeps::Nothing) => known.is_none(),
        Ok(Keeps::Statics(statics)) => known.as_ref() == Some(&statics),
        _ => false,
    };
    if !as_before {
        REMEMBER.store(true, Ordering::Relaxed);
    }
    known
}

/// Whether this static field of the program was final.
pub fn was_final(class: &str, field: &str) -> bool {
    let is_it = |known: &StaticField| known.is_final && known.name == field.as_bytes();
    let known = lock(&KNOWN);
    let statics = known.as_ref().and_then(|known| known.get(class.as_bytes()));
    statics.is_some_and(|statics| statics.fields.iter().any(is_it))
}

/// Another class whose static fields are to be put back: its name, whether it has a static initialiser ("1" or "0"), and
/// the names and descriptors of the fields, separated by what none of these can contain.
pub fn next_statics() -> Option<String> {
    let statics = lock(&STATICS).pop()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut words = vec![
        text(&statics.class),
        u8::from(statics.initialiser).to_string(),
    ];
    for field in &statics.fields {
        words.extend([text(&field.name), text(&field.descriptor)]);
    }
    Some(words.join("."))
}

/// Whether the classes that are there have nothing to remember, or only what can be put back.
pub fn forget() -> bool {
    !REMEMBER.load(Ordering::Relaxed)
}

/// New classes are going to be loaded.
pub fn renew(seed: u64) {
    SEED.store(seed, Ordering::Relaxed);
    REMEMBER.store(false, Ordering::Relaxed);
    lock(&STATICS).clear();
}

/// The seed of the classes that are there.
pub fn seed() -> u64 {
    SEED.load(Ordering::Relaxed)
}
