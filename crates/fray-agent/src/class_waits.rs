//! Threads that wait inside of the JVM for a class which another one initialises: what can be seen of it from outside.
//!
//! Nobody tells who waits there for whom. But a thread that sleeps in the kernel, in front of an instruction that needs a
//! class which has been loaded and not been initialised, does wait for that class or one above it; and who is in which
//! static initialiser is on the stacks. `FrayClassWaits` puts the two together, on the conductor's thread, when the
//! watchdog finds that nobody can run.

use fray_core::op::{ObjectId, ThreadId};
use fray_instrument::needed_class;
use jni_sys::{JNIEnv, jclass, jint, jmethodID, jobject, jobjectArray, jstring};

use crate::agent::agent;
use crate::guard::guarded;
use crate::jni::Env;
use crate::jvmti::FrameInfo;
use crate::labels::ObjectName;
use crate::natives::{native, thread};
use crate::session::lock;

/// Frames of a stack that are looked at.
const DEPTH: usize = 1024;

/// JVMTI's status of a class that has been initialised, or could not be.
const DONE: jint = 4 | 8;

/// Natives of the JDK that initialise a class which they are told, as the beginnings of their names.
const NATIVES: &[(&str, &str)] = &[
    ("java/lang/Class", "forName0"),
    ("jdk/internal/misc/Unsafe", "ensureClassInitialized0"),
    ("jdk/internal/misc/Unsafe", "allocateInstance"),
    (
        "jdk/internal/reflect/NativeConstructorAccessorImpl",
        "newInstance0",
    ),
    (
        "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
        "newInstance0",
    ),
    ("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0"),
    (
        "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor",
        "invoke0",
    ),
];

/// Numbers of classes in reports of who waits for what: far above those that executions get to, and odd as those
/// of objects that are in no step.
const FIRST_CLASS: u32 = 0x7000_0001;

/// A thread waits for a class that another one initialises.
pub struct ClassWait {
    thread: ThreadId,
    holder: ThreadId,
    class: ObjectId,
    name: String,
}

native! {
    /// First the class that the thread, which sleeps outside of our control, waits for: `Class` itself if one that
    /// is not known, null if none. Then the classes whose static initialisers it is in.
    fn classesOf(env, me: jint, java: jobject) -> jobjectArray {
        let frames = agent().jvmti.stack_trace(java, DEPTH);
        let asleep = me != 0 && lock().is_asleep_outside(thread(me));
        let awaited = frames.first().filter(|_| asleep).and_then(|top| needed(env, *top));
        let mut classes = vec![awaited.unwrap_or(std::ptr::null_mut())];
        let initialisers = frames.iter().filter(|frame| is_initialiser(frame.method));
        classes.extend(initialisers.map(|frame| agent().jvmti.method_class(frame.method)));
        env.new_array(c"java/lang/Class", &classes, |class| *class)
    }
}

native! {
    fn allThreads(env) -> jobjectArray {
        env.new_array(c"java/lang/Thread", &agent().jvmti.threads(), |thread| *thread)
    }
}

native! {
    /// A thread waits for a class, the one with this number, that another one initialises.
    fn awaitsClass(env, me: jint, other: jint, number: jint, name: jstring) {
        let name = env.string(name).unwrap_or_default();
        lock().class_waits.push(ClassWait {
            thread: thread(me),
            holder: thread(other),
            class: ObjectId(FIRST_CLASS + 2 * number as u32),
            name,
        });
    }
}

native! {
    /// All that was asked for has been said. `deadlock`: nobody can go on.
    fn classWaitsKnown(env, deadlock: jni_sys::jboolean) {
        let mut session = lock();
        let waits = std::mem::take(&mut session.class_waits);
        if !deadlock || !session.is_asleep_behind_classes() {
            return;
        }
        let outside: Vec<_> = session.execution.externals().collect();
        let waits_of = |thread| waits.iter().filter(move |wait| wait.thread == thread);
        if outside.iter().any(|&thread| waits_of(thread).count() == 0) {
            return; // it may come back, from whatever it does
        }
        for thread in outside {
            let holders = waits_of(thread).map(|wait| (wait.holder, wait.class)).collect();
            session.execution.awaits_class(thread, holders);
        }
        for wait in waits {
            if session.labels.objects.iter().all(|label| label.object != wait.class) {
                session.labels.objects.push(ObjectName {
                    object: wait.class,
                    class: "java.lang.Class".into(),
                    name: Some(wait.name),
                    fields: Vec::new(),
                });
            }
        }
        let next = session.execution.declare_deadlock();
        session.deliver(next);
    }
}

fn is_initialiser(method: jmethodID) -> bool {
    agent().jvmti.method_name(method) == "<clinit>"
}

/// The class that must be initialised before a thread leaves this place, if that is what it waits for.
fn needed(env: Env, place: FrameInfo) -> Option<jclass> {
    let jvmti = agent().jvmti;
    let user = jvmti.method_class(place.method);
    let Some(name) = named(user, place) else {
        let user = jvmti.class_signature(user);
        let method = jvmti.method_name(place.method);
        let mut natives = NATIVES.iter();
        let found = natives.any(|(class, name)| user == format!("L{class};") && method == *name);
        return found.then(|| env.find_class(c"java/lang/Class"))?;
    };
    let signature = format!("L{};", String::from_utf8_lossy(&name));
    let mut found = None;
    for class in jvmti.classes_known_to(user) {
        if found.is_none() && jvmti.class_signature(class) == signature {
            found = Some(class);
        } else {
            env.drop_local_ref(class);
        }
    }
    found.filter(|class| jvmti.class_status(*class) & DONE == 0)
}

/// The name of the class that the instruction at this place needs.
fn named(user: jclass, place: FrameInfo) -> Option<Vec<u8>> {
    let code = agent().jvmti.bytecodes(place.method)?;
    let at = usize::try_from(place.location).ok()?;
    let (count, constants) = agent().jvmti.constant_pool(user)?;
    needed_class(code.get(at..)?, count, &constants)
}
