//! Classes of the program that initialise each other or take locks meanwhile: where a thread is stopped inside of a
//! static initialiser. Asked about a class when it is initialised, so that the answer is the same in every execution;
//! what is not loaded yet by then, the runtime reads. And what static initialisers tell of themselves.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fray_instrument::{Answer, Circles, Initialises, initialises};
use jni_sys::{JNIEnv, jboolean, jclass, jint, jobject, jstring};

use crate::agent::agent;
use crate::campaign;
use crate::guard::guarded;
use crate::jni::Env;
use crate::natives::{native, thread};
use crate::session::lock;

static KNOWN: Mutex<Option<Circles>> = Mutex::new(None);

fn known() -> MutexGuard<'static, Option<Circles>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes note of a class; without bytes there is no such class.
fn learn(name: &[u8], bytes: Option<&[u8]>) {
    let nothing = Initialises {
        class: name.to_vec(),
        ..Initialises::default()
    };
    let found = bytes.and_then(|bytes| initialises(bytes).ok());
    let found = found.filter(|found| found.class == name);
    known()
        .get_or_insert_default()
        .learn(found.unwrap_or(nothing));
}

/// A class is being defined.
pub fn learn_new(name: &[u8], bytes: &[u8]) {
    let is_known = known().as_ref().is_some_and(|known| known.knows(name));
    if !is_known {
        learn(name, Some(bytes));
    }
}

native! {
    fn initialiser(env, class: jclass) -> jstring {
        let signature = agent().jvmti.class_signature(class);
        let name = signature.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let answer = known().get_or_insert_default().ask(name.unwrap_or_default().as_bytes());
        match answer {
            // Only executions that begin with new classes have the same steps as the first one had.
            Answer::Entangled if !campaign::isolated() => std::ptr::null_mut(),
            Answer::Alone => std::ptr::null_mut(),
            Answer::Entangled => env.new_string(""),
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

native! {
    fn classInit(env, me: jint) -> jint {
        if me == 0 { 0 } else { lock().class_init(thread(me)) as jint }
    }
}

native! {
    fn opensInitialisers(env, me: jint, regions: jint) -> jboolean {
        // Only executions that begin with new classes have the same steps as the first one had.
        me != 0 && campaign::isolated() && lock().opens_initialisers(thread(me), regions as usize)
    }
}

native! {
    fn classInitialised(env, me: jint) -> jboolean {
        me != 0 && lock().class_initialised(thread(me))
    }
}
