//! Deterministic identity hash codes.
//!
//! HotSpot draws the hash of an object from a xorshift generator in the asking
//! thread's own data. Its state is four adjacent 32-bit words, three of which
//! have known values on a fresh thread, a little below the thread's `JNIEnv`. It is
//! found once, by looking for these values on a fresh thread.
//!
//! The JVM itself draws hashes too, when it loads classes for example, and what it loads depends on
//! earlier executions. So the natives behind `Object.hashCode` and `System.identityHashCode`,
//! which are only called for objects that have no hash yet, are ours: they set the state for this
//! one draw, as a function of the execution's seed, the thread, the number of its last switch
//! point and how many hashes (in quiet regions: of the same class) it has drawn since. Objects that our own table is the first to ask
//! for their hash get it by their number.

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

use fray_core::op::ObjectId;
use fray_core::rng::derive;
use jni_sys::{JNIEnv, jclass, jint, jobject};

use crate::agent::agent;
use crate::guard::{fatal, guarded};
use crate::jni::Env;
use crate::jvmti::Jvmti;
use crate::{class_hook, classes, session, threads};

/// Initial state: W, X (differs per thread), Y, Z.
const W: u32 = 273_326_509;
const Y: u32 = 842_502_087;
const Z: u32 = 0x8767;

/// How far below `JNIEnv` to look. Seen: 64 bytes on JDK 17, 104 on 21 and 25.
const REACH: usize = 1024;

/// Distance of the state from `JNIEnv`; 0 while unknown.
static DISTANCE: AtomicUsize = AtomicUsize::new(0);

type State = [u32; 4];

/// Looks for the state. To be called at the very start of a thread.
pub fn locate(env: Env, jvmti: Jvmti) {
    if DISTANCE.load(Ordering::Relaxed) != 0 {
        return;
    }
    let base = env.raw() as usize;
    let mut matches = (4..REACH).step_by(4).filter(|distance| {
        // SAFETY: HotSpot's Thread object begins more than REACH bytes before its JNIEnv, which lies
        // inside of it, so that these words are readable.
        let words = unsafe { *((base - distance) as *const State) };
        words[0] == W && words[2] == Y && words[3] == Z
    });
    if let (Some(distance), None) = (matches.next(), matches.next()) {
        DISTANCE.store(distance, Ordering::Relaxed);
        for class in jvmti.loaded_classes() {
            of_class(env, jvmti, class);
            env.drop_local_ref(class);
        }
    }
}

/// JVMTI event.
pub extern "system" fn class_load(jvmti: Jvmti, env: *mut JNIEnv, _thread: jobject, class: jclass) {
    // SAFETY: passed by the JVM.
    guarded(|| of_class(unsafe { Env::new(env) }, jvmti, class));
}

/// Gives a class, unless it has one, a hash that follows from its name: those of the JDK keep it for
/// as long as the JVM lives, and a replay runs in another one.
fn of_class(env: Env, jvmti: Jvmti, class: jclass) {
    let signature = jvmti.class_signature(class);
    if !is_hidden(&signature) {
        fix(env, class, &signature, seed_of(&signature));
    }
}

/// What hashes that follow from the name of this class come from. The program's own may be loaded
/// again and again, and equal hashes in all of them would fill tables of the JDK with collisions.
fn seed_of(signature: &str) -> u64 {
    match class_hook::is_application(signature.as_bytes()) {
        true => classes::seed(),
        false => 0,
    }
}

/// The signature of a hidden class contains an address behind a dot.
fn is_hidden(signature: &str) -> bool {
    signature.contains('.')
}

/// The hash of an object of a hidden class. Most are lambdas, which live as long as the class that
/// has them if they capture nothing, and so maybe longer than an execution: it follows from
/// the name of that class.
pub fn of_hidden(env: Env, object: jobject) -> Option<jint> {
    let class = env.object_class(object);
    let signature = agent().jvmti.class_signature(class);
    env.drop_local_ref(class);
    is_hidden(&signature).then(|| {
        let host = signature.split("$$").next().unwrap_or_default();
        let host = host.split('.').next().unwrap_or_default();
        fix(env, object, host, seed_of(host));
        agent().jvmti.hash_code(object)
    })
}

/// Has the object's hash drawn now, if it has none, as a function of a name.
pub fn fix(env: Env, object: jobject, name: &str, seed: u64) {
    if DISTANCE.load(Ordering::Relaxed) != 0 {
        with(env, state(mix(seed, name), 0), || {
            agent().jvmti.hash_code(object)
        });
    }
}

fn mix(seed: u64, name: &str) -> u64 {
    name.bytes()
        .fold(seed, |hash, byte| derive(hash, byte.into()))
}

/// Puts our natives behind the JDK's methods. To be called from a class of the boot loader: the JVM
/// warns about others.
pub fn take_over(env: Env) {
    let hash_code: extern "system" fn(*mut JNIEnv, jobject) -> jint = hash_code;
    let identity: extern "system" fn(*mut JNIEnv, jclass, jobject) -> jint = identity_hash_code;
    let done = env.register_native(
        c"java/lang/Object",
        c"hashCode",
        c"()I",
        hash_code as *mut c_void,
    ) && env.register_native(
        c"java/lang/System",
        c"identityHashCode",
        c"(Ljava/lang/Object;)I",
        identity as *mut c_void,
    );
    if !done {
        fatal("control is not engaged: the natives of identity hash codes cannot be replaced");
    }
}

extern "system" fn hash_code(env: *mut JNIEnv, object: jobject) -> jint {
    // SAFETY: passed by the JVM.
    guarded(|| draw(unsafe { Env::new(env) }, object))
}

extern "system" fn identity_hash_code(env: *mut JNIEnv, _: jclass, object: jobject) -> jint {
    if object.is_null() {
        return 0;
    }
    // SAFETY: passed by the JVM.
    guarded(|| draw(unsafe { Env::new(env) }, object))
}

/// The kind of what is drawn outside of quiet regions.
const LOUD: u64 = 0;

/// The hash of an object for a controlled thread. How much goes on in a quiet region depends on what
/// the JVM has done before, so what is drawn there is counted by class: a selector's key, which lives
/// on, gets the same hash whether or not other classes were initialised on the way.
fn draw(env: Env, object: jobject) -> jint {
    if let Some(hash) = of_hidden(env, object) {
        return hash;
    }
    let jvmti = agent().jvmti;
    let Some((me, quiet)) = threads::current(env) else {
        return jvmti.hash_code(object);
    };
    let kind = match quiet {
        false => LOUD,
        true => {
            let class = env.object_class(object);
            let signature = jvmti.class_signature(class);
            env.drop_local_ref(class);
            mix(1, &signature)
        }
    };
    let Some(index) = session::try_session(|s| s.hash_index(me, kind)) else {
        return jvmti.hash_code(object);
    };
    let (hash, drawn) = with(env, state(index.0, index.1), || jvmti.hash_code(object));
    if drawn {
        session::try_session(|s| s.count_hash(me, kind));
    }
    hash
}

/// The hash of an object for our own table, a function of the seed and the object's number if it
/// has none yet.
pub fn of_object(env: Env, object: jobject, id: ObjectId) -> jint {
    let Some(seed) = session::try_session(|s| s.seed) else {
        return agent().jvmti.hash_code(object);
    };
    // No thread has this number.
    let state = state(derive(seed, !0 << 32 | u64::from(id.0)), 0);
    with(env, state, || agent().jvmti.hash_code(object)).0
}

/// Runs `draw` with another state of the calling thread's generator. And whether it was used.
fn with<R>(env: Env, state: State, draw: impl FnOnce() -> R) -> (R, bool) {
    let old = exchange(env, state);
    let result = draw();
    let left = old.and_then(|old| exchange(env, old));
    (result, left.is_some_and(|left| left != state))
}

fn state(seed: u64, draw: u32) -> State {
    [W, derive(seed, u64::from(draw)) as u32 | 1, Y, Z]
}

fn exchange(env: Env, new: State) -> Option<State> {
    let distance = DISTANCE.load(Ordering::Relaxed);
    if distance == 0 {
        return None;
    }
    let state = (env.raw() as usize - distance) as *mut State;
    // SAFETY: `locate` found the four words there; the distance is the same for all threads,
    // and only the calling thread uses them.
    Some(unsafe { state.replace(new) })
}
