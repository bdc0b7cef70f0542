//! Circles of classes of the program that initialise each other: where a thread is stopped inside of a static
//! initialiser. Asked about a class when it is initialised, so that the answer is the same in every execution;
//! what is not loaded yet by then, the runtime reads.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use fray_instrument::{Initialises, initialises};
use jni_sys::{JNIEnv, jclass, jint, jobject, jstring};

use crate::agent::agent;
use crate::guard::guarded;
use crate::jni::Env;
use crate::natives::native;

/// A circle through more classes than these is not looked for.
const MOST: usize = 64;

/// What is known of the classes that anybody asked about, by their internal names.
static KNOWN: Mutex<Option<HashMap<Vec<u8>, Initialises>>> = Mutex::new(None);

/// What is known about a class.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    /// It initialises no class that initialises it.
    Alone,
    /// It does.
    InCircle,
    /// This class has to be looked at first.
    Unknown(Vec<u8>),
}

fn known() -> MutexGuard<'static, Option<HashMap<Vec<u8>, Initialises>>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes note of a class; without bytes there is no such class.
fn learn(name: &[u8], bytes: Option<&[u8]>) {
    let nothing = Initialises {
        class: name.to_vec(),
        others: Default::default(),
        initialiser: false,
    };
    let found = bytes.and_then(|bytes| initialises(bytes).ok());
    let mut known = known();
    let known = known.get_or_insert_default();
    known.insert(name.to_vec(), found.unwrap_or(nothing));
}

/// A class is being defined.
pub fn learn_new(name: &[u8], bytes: &[u8]) {
    let is_known = known()
        .as_ref()
        .is_some_and(|known| known.contains_key(name));
    if !is_known {
        learn(name, Some(bytes));
    }
}

/// Whether a class is in a circle.
fn ask(class: &[u8]) -> Answer {
    let known = known();
    let look_up = |name: &[u8]| known.as_ref().and_then(|known| known.get(name));
    let Some(start) = look_up(class) else {
        return Answer::Unknown(class.to_vec());
    };
    let nested = |name: &[u8]| is_nameless_in(name, class);
    let mut seen = HashSet::new();
    let mut left: Vec<&[u8]> = start.others.iter().map(Vec::as_slice).collect();
    left.retain(|name| !nested(name));
    while let Some(name) = left.pop() {
        if name == class {
            return Answer::InCircle;
        }
        if !seen.insert(name) || seen.len() > MOST {
            continue;
        }
        match look_up(name) {
            // That a thread initialises a class without a static initialiser of its own is not known, so that who
            // waits for it is not known to wait for a class: such circles are left alone.
            Some(found) if found.initialiser => {
                left.extend(found.others.iter().map(Vec::as_slice));
            }
            Some(_) => {}
            None => return Answer::Unknown(name.to_vec()),
        }
    }
    Answer::Alone
}

/// Nobody but the class itself uses the classes without names in it, such as the bodies of enum constants.
fn is_nameless_in(name: &[u8], class: &[u8]) -> bool {
    name.strip_prefix(class)
        .and_then(|rest| rest.strip_prefix(b"$"))
        .is_some_and(|rest| !rest.is_empty() && rest.iter().all(u8::is_ascii_digit))
}

native! {
    fn initialiser(env, class: jclass) -> jstring {
        let signature = agent().jvmti.class_signature(class);
        let name = signature.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        match ask(name.unwrap_or_default().as_bytes()) {
            Answer::Alone => std::ptr::null_mut(),
            Answer::InCircle => env.new_string(""),
            Answer::Unknown(name) => env.new_string(&String::from_utf8_lossy(&name)),
        }
    }
}

native! {
    fn learnInitialiser(env, name: jstring, file: jobject, length: jint) {
        let name = env.string(name).unwrap_or_default();
        let bytes = (!file.is_null()).then(|| env.bytes(file, 0, length));
        learn(name.as_bytes(), bytes.as_deref());
    }
}
