//! The natives for the conductor: the thread that has one execution after another made.

use jni_sys::{JNIEnv, jboolean, jclass, jint, jlong, jobject, jobjectArray, jstring};

use crate::agent::agent;
use crate::guard::guarded;
use crate::jni::Env;
use crate::labels::{ObjectName, ThreadName};
use crate::natives::{native, object, thread};
use crate::session::{self, lock};
use crate::trace::{current_stack, fiber_stack};
use crate::{campaign, class_hook, classes, embedded, output};

native! {
    fn launches(env) -> jboolean {
        !agent().config.embedded
    }
}

native! {
    /// Begins a campaign in a JVM that belongs to a test framework; the result is what is wrong.
    fn embed(
        env,
        jdk: jstring,
        assertions: jboolean,
        fibers: jboolean,
        name: jstring,
        options: jstring,
        again: jstring,
        program: jobjectArray
    ) -> jstring {
        let text = |s| env.string(s).unwrap_or_default();
        let test = embedded::Test {
            name: text(name),
            options: text(options),
            again: text(again),
            program: env.strings(program),
        };
        match embedded::begin(text(jdk), assertions, fibers, test) {
            Ok(()) => std::ptr::null_mut(),
            Err(message) => env.new_string(&message),
        }
    }
}

native! {
    fn usesFibers(env) -> jboolean {
        campaign::uses_fibers()
    }
}

native! {
    /// What came of the campaign that `finish` ended: see `FrayTests`.
    fn verdict(env) -> jobjectArray {
        let words = campaign::verdict();
        env.new_strings(&words.each_ref().map(String::as_str))
    }
}

native! {
    fn skip(env, message: jstring) {
        campaign::skip(env.string(message).unwrap_or_default());
    }
}

native! {
    fn takeShown(env) -> jstring {
        match output::take_shown() {
            Some(bytes) => env.new_string(&String::from_utf8_lossy(&bytes)),
            None => std::ptr::null_mut(),
        }
    }
}

native! {
    fn next(env) -> jboolean {
        campaign::next()
    }
}

native! {
    fn seed(env) -> jlong {
        campaign::seed() as jlong
    }
}

native! {
    fn begin(env) -> jint {
        campaign::begin(env).to_java()
    }
}

native! {
    fn awaitEnd(env) -> jboolean {
        session::await_end()
    }
}

native! {
    fn wantsLabels(env) -> jboolean {
        campaign::wants_labels()
    }
}

native! {
    fn threadLabel(
        env,
        other: jint,
        java: jobject,
        name: jstring,
        blocker: jint,
        owner: jint,
        stack: jobjectArray
    ) {
        let label = ThreadName {
            thread: thread(other),
            name: env.string(name).unwrap_or_default(),
            blocker: (blocker != 0).then(|| object(blocker)),
            owner: (owner != 0).then(|| thread(owner)),
            frames: if stack.is_null() {
                current_stack(env, java)
            } else {
                fiber_stack(&env.strings(stack))
            },
        };
        lock().labels.threads.push(label);
    }
}

native! {
    fn objectLabel(env, id: jint, class: jstring, name: jstring, fields: jobjectArray) {
        let field = |text: String| {
            let (offset, name) = text.split_once(' ')?;
            Some((offset.parse().ok()?, name.to_owned()))
        };
        let label = ObjectName {
            object: object(id),
            class: env.string(class).unwrap_or_default(),
            name: env.string(name),
            fields: env.strings(fields).into_iter().filter_map(field).collect(),
        };
        lock().labels.objects.push(label);
    }
}

native! {
    fn tearDown(env) {
        session::tear_down();
    }
}

native! {
    fn book(env) {
        campaign::book();
    }
}

native! {
    fn wantsFibers(env) -> jboolean {
        campaign::wants_fibers(&agent().config)
    }
}

native! {
    fn describe(env, jdk: jstring, assertions: jboolean, fibers: jboolean) {
        campaign::describe(env.string(jdk).unwrap_or_default(), assertions, fibers);
    }
}

native! {
    fn warmUp(env) -> jlong {
        campaign::warm_up()
    }
}

native! {
    fn finish(env, trouble: jstring) -> jint {
        if let Some(trouble) = env.string(trouble) {
            campaign::trouble(trouble);
        }
        campaign::finish()
    }
}

native! {
    fn construct(env, constructor: jobject, first: jobject, second: jobject) -> jobject {
        env.construct(constructor, first, second)
    }
}

native! {
    fn callMain(env, class: jclass, arguments: jobjectArray) -> jboolean {
        env.call_main(class, arguments)
    }
}

native! {
    fn classesLoaded(env) -> jint {
        class_hook::classes() as jint
    }
}

native! {
    fn isLoaded(env, name: jstring) -> jboolean {
        env.string(name).is_some_and(|name| agent().instrumenter.has_seen(name.as_bytes()))
    }
}

native! {
    fn keepsClasses(env) -> jboolean {
        campaign::keeps_classes()
    }
}

native! {
    fn renewClasses(env) {
        classes::renew(classes::seed());
    }
}

native! {
    fn nextStatics(env) -> jstring {
        classes::next_statics().map_or(std::ptr::null_mut(), |text| env.new_string(&text))
    }
}

native! {
    fn wasFinal(env, class: jclass, field: jstring) -> jboolean {
        let signature = agent().jvmti.class_signature(class);
        let name = signature.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        name.zip(env.string(field)).is_some_and(|(name, field)| classes::was_final(name, &field))
    }
}

native! {
    fn wasSynchronized(env, class: jclass, method: jstring, descriptor: jstring) -> jboolean {
        let signature = agent().jvmti.class_signature(class);
        let name = signature.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        // What follows a dot is the address of a hidden class.
        let name = name.and_then(|name| name.split('.').next()).unwrap_or_default();
        let method = env.string(method).zip(env.string(descriptor));
        let method = method.as_ref().map(|(name, descriptor)| (name.as_bytes(), descriptor.as_bytes()));
        agent().instrumenter.was_synchronized(name.as_bytes(), method)
    }
}

native! {
    fn classStatus(env, class: jclass) -> jint {
        agent().jvmti.class_status(class)
    }
}

native! {
    fn initialiseAgain(env, class: jclass) -> jboolean {
        env.call_initialiser(class)
    }
}

native! {
    fn isolated(env) -> jboolean {
        campaign::isolated()
    }
}

native! {
    fn countsPlain(env) -> jboolean {
        let config = &agent().config;
        config.memory || config.races
    }
}
