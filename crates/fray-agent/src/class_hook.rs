//! Every class passes here before the JVM parses it.

use std::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use fray_instrument::scope::{Origin, is_jdk, is_tool};
use fray_instrument::{Error, Outcome};
use jni_sys::{JNIEnv, jboolean, jclass, jint, jobject};

use crate::agent::{Agent, agent};
use crate::classes;
use crate::guard::guarded;
use crate::jni::Env;
use crate::jvmti::Jvmti;
use crate::natives::native;
use crate::{initialisers, start};

/// Application classes that have passed.
static APPLICATION_CLASSES: AtomicU64 = AtomicU64::new(0);

/// How many application classes have been rewritten or needed nothing.
pub fn application_classes() -> u64 {
    APPLICATION_CLASSES.load(Ordering::Relaxed)
}

/// Classes of any kind that have come here.
static CLASSES: AtomicU32 = AtomicU32::new(0);

/// How many classes have been loaded, or are being loaded.
pub fn classes() -> u32 {
    CLASSES.load(Ordering::Acquire)
}

/// The JVMTI callback.
#[allow(clippy::too_many_arguments, reason = "the signature is JVMTI's")]
pub extern "system" fn class_file_load_hook(
    jvmti: Jvmti,
    _env: *mut JNIEnv,
    redefined: jclass,
    loader: jobject,
    name: *const c_char,
    _domain: jobject,
    length: jint,
    data: *const u8,
    new_length: *mut jint,
    new_data: *mut *mut u8,
) {
    guarded(|| {
        // SAFETY: the JVM passes `length` readable bytes.
        let bytes = unsafe { std::slice::from_raw_parts(data, length as usize) };
        let name = if name.is_null() {
            &[][..]
        } else {
            // SAFETY: the JVM passes a zero-terminated name.
            unsafe { CStr::from_ptr(name) }.to_bytes()
        };
        let agent = agent();
        let rewritten = rewrite(agent, name, loader, bytes, !redefined.is_null());
        CLASSES.fetch_add(1, Ordering::Release); // now it has been seen
        if let Some(rewritten) = rewritten {
            let copy = jvmti.copy_bytes(&rewritten);
            if !copy.is_null() {
                // SAFETY: both point to variables of the JVM; the memory is from its allocator.
                unsafe {
                    *new_length = rewritten.len() as jint;
                    *new_data = copy;
                }
            }
        }
    });
}

fn rewrite(
    agent: &Agent,
    name: &[u8],
    loader: jobject,
    bytes: &[u8],
    redefined: bool,
) -> Option<Vec<u8>> {
    let origin = origin(name, loader);
    let of_program = origin == Origin::Application && !is_tool(name);
    let mut statics = None;
    if of_program {
        statics = match redefined {
            true => classes::redefined(name, bytes),
            false => classes::defined(name, bytes),
        };
        initialisers::learn_new(name, bytes);
    }
    let rewritten = agent
        .instrumenter
        .rewrite_renewable(bytes, origin, statics.as_ref());
    accept(agent, name, of_program, rewritten)
}

/// A hidden class, of which JVMTI does not tell: what is to be defined in its place, if anything is. `defined`: the JVM has
/// taken it as it is, so if it cannot be rewritten that is not because it is none.
fn rewrite_hidden(loader: jobject, bytes: &[u8], defined: bool) -> Option<Vec<u8>> {
    let agent = agent();
    let name = fray_instrument::class_name(bytes).unwrap_or_default();
    let origin = origin(&name, loader);
    let of_program = origin == Origin::Application && !is_tool(&name);
    if origin != Origin::Application {
        return None;
    }
    if of_program {
        classes::defined_hidden();
    }
    match agent.instrumenter.rewrite_hidden(bytes, origin) {
        Err(_) if !defined => None,
        Ok(Outcome::Unchanged) if defined => None, // and counted before
        rewritten => accept(agent, &name, of_program, rewritten),
    }
}

native! {
    fn hidden(env, loader: jobject, file: jobject, length: jint, defined: jboolean) -> jobject {
        if file.is_null() {
            return std::ptr::null_mut();
        }
        let bytes = env.bytes(file, 0, length);
        rewrite_hidden(loader, &bytes, defined).map_or(std::ptr::null_mut(), |new| env.new_bytes(&new))
    }
}

/// What the JVM gets of what became of a class.
fn accept(
    agent: &Agent,
    name: &[u8],
    of_program: bool,
    rewritten: Result<Outcome, Error>,
) -> Option<Vec<u8>> {
    match rewritten {
        Ok(Outcome::Rewritten { bytes, skipped }) => {
            for (method, reason) in skipped {
                crate::campaign::note(format!("{method} is not controlled: {reason}"));
            }
            count(of_program);
            dump(agent, name, &bytes);
            Some(bytes)
        }
        Ok(Outcome::Unchanged) => {
            count(of_program);
            None
        }
        Err(error) => {
            let name = String::from_utf8_lossy(name);
            crate::campaign::trouble(format!("class {name} cannot be controlled: {error}"));
            None
        }
    }
}

fn count(of_program: bool) {
    if of_program {
        APPLICATION_CLASSES.fetch_add(1, Ordering::Relaxed);
    }
}

/// Whether this is the signature of a class of the program.
pub fn is_application(signature: &[u8]) -> bool {
    let name = signature.strip_prefix(b"L").unwrap_or_default();
    !name.is_empty() && !is_jdk(name)
}

fn origin(name: &[u8], loader: jobject) -> Origin {
    if !loader.is_null() && !is_jdk(name) {
        Origin::Application
    } else if start::passes(name) {
        Origin::Start
    } else {
        Origin::Jdk
    }
}

/// For debugging: keeps what the JVM gets, to be looked at with `javap -v -p`.
fn dump(agent: &Agent, name: &[u8], bytes: &[u8]) {
    if let Some(folder) = &agent.config.dump_classes {
        let path = folder.join(format!("{}.class", String::from_utf8_lossy(name)));
        let written = path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&path, bytes));
        if let Err(error) = written {
            crate::campaign::note(format!("cannot write {}: {error}", path.display()));
        }
    }
}
