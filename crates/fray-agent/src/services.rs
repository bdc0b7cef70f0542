//! The natives that have nothing to do with the schedule: what the runtime classes cannot do or know
//! themselves.

use jni_sys::{JNIEnv, jboolean, jclass, jint, jobject, jobjectArray, jstring};

use crate::agent::agent;
use crate::guard::{fatal, guarded};
use crate::jni::Env;
use crate::natives::{native, object};
use crate::{campaign, hashes, output as program_output};

native! {
    fn takeOverHashes(env) {
        hashes::take_over(env);
    }
}

/// In place of an object's number: it is of a hidden class. Equals `FrayObjects.HIDDEN`.
const HIDDEN: jint = -1;

native! {
    fn hash(env, subject: jobject, id: jint) -> jint {
        match id {
            0 => 0,
            HIDDEN => hashes::of_hidden(env, subject).unwrap_or(0),
            _ => hashes::of_object(env, subject, object(id)),
        }
    }
}

native! {
    fn uncontrolled(env, what: jstring) {
        if let Some(what) = env.string(what) {
            campaign::note(what);
        }
    }
}

native! {
    fn fixHash(env, object: jobject, name: jstring) {
        if let Some(name) = env.string(name) {
            hashes::fix(env, object, &name, 0);
        }
    }
}

native! {
    fn site(env, number: jint) -> jobjectArray {
        match agent().instrumenter.sites().get(number as u32) {
            Some(site) => env.new_strings(&[
                &site.class,
                &site.field,
                &site.descriptor,
                if site.plain_counts { "1" } else { "0" },
            ]),
            None => std::ptr::null_mut(),
        }
    }
}

native! {
    fn field(env, start: jclass, name: jstring, descriptor: jstring, is_static: jboolean) -> jobject {
        if start.is_null() {
            return std::ptr::null_mut();
        }
        let c_string = |s| env.string(s).and_then(|text| std::ffi::CString::new(text).ok());
        let (Some(name), Some(descriptor)) = (c_string(name), c_string(descriptor)) else {
            return std::ptr::null_mut();
        };
        match env.field_id(start, &name, &descriptor, is_static) {
            Some(id) => env.reflected_field(start, id, is_static),
            None => std::ptr::null_mut(),
        }
    }
}

native! {
    fn broken(env, message: jstring) {
        fatal(&env.string(message).unwrap_or_default())
    }
}

native! {
    fn output(env, descriptor: jint, bytes: jobject, offset: jint, length: jint) {
        if descriptor != 0 {
            program_output::write(descriptor, &env.bytes(bytes, offset, length));
        }
    }
}
