//! Until the JVM is up: classes whose static initialisers run before there is anything to control.

use std::ffi::CString;
use std::sync::{Mutex, PoisonError};

use fray_instrument::scope::is_started;

use crate::jni::Env;

/// Those that have been loaded without the hook that would make their static initialisers quiet; `None` once the
/// JVM is up.
static LOADED: Mutex<Option<Vec<CString>>> = Mutex::new(Some(Vec::new()));

/// Whether a class of the JDK is loaded before the JVM is up.
pub fn passes(name: &[u8]) -> bool {
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(loaded) = loaded.as_mut() else {
        return false;
    };
    if is_started(name) {
        loaded.extend(CString::new(name));
    }
    true
}

/// The JVM is up. Another JDK may have loaded some of these classes without initialising them: what is left is
/// made good, so that no execution runs their static initialisers.
pub fn end(env: Env) {
    let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner).take();
    for name in loaded.into_iter().flatten() {
        env.find_class(&name); // which initialises what it finds
    }
}
