//! Start-up: options, capabilities, events.

use std::ffi::c_void;
use std::sync::OnceLock;

use fray_core::config::Config;
use fray_instrument::{Instrumenter, Options};
use jni_sys::{JNIEnv, JavaVM, jobject};

use crate::guard::{fatal, guarded};
use crate::jni::Env;
use crate::jvmti::{
    Callbacks, Capability, ClassCallback, ClassHookCallback, Event, GcCallback, Jvmti,
    ThreadCallback, VmInitCallback, VmStartCallback,
};
use crate::{class_hook, hashes, restart, runtime, start, threads, watchdog};

/// What is fixed from start-up on.
pub struct Agent {
    pub jvmti: Jvmti,
    pub config: Config,
    pub instrumenter: Instrumenter,
}

static AGENT: OnceLock<Agent> = OnceLock::new();

/// The agent, once it is loaded.
pub fn agent() -> &'static Agent {
    AGENT
        .get()
        .unwrap_or_else(|| fatal("the agent was called before it was loaded"))
}

/// Gets everything ready before the JVM loads its first class.
///
/// # Safety
/// `vm` is the pointer that the JVM passed to the agent.
pub unsafe fn start(vm: *mut JavaVM, options: &str) -> Result<(), String> {
    let mut config = Config::from_pairs(options).map_err(|error| error.to_string())?;
    if config.embedded {
        config = Config::for_junit();
        config
            .set_pairs(options)
            .map_err(|error| error.to_string())?;
    }
    restart::adapt(&mut config);
    // SAFETY: passed on.
    let jvmti = unsafe { Jvmti::of(vm) }
        .map_err(|status| format!("this JVM has no JVMTI 9 interface (status {status})"))?;
    let mut wanted = vec![
        Capability::AllClassHookEvents,
        Capability::EarlyVmStart,
        Capability::EarlyClassHookEvents,
        Capability::Bytecodes,
        Capability::ConstantPool,
        Capability::LineNumbers,
        Capability::SourceFileName,
        Capability::GarbageCollectionEvents,
    ];
    if jvmti.has_capability(Capability::VirtualThreads) {
        wanted.push(Capability::VirtualThreads);
    }
    let status = jvmti.add_capabilities(&wanted);
    if status != 0 {
        return Err(format!(
            "this JVM does not let fray see every class (JVMTI status {status})"
        ));
    }
    let instrumenter = Instrumenter::new(Options {
        memory: config.memory || config.races,
        // What a lock orders is seen from the inside.
        instrument_locks: config.instrument_locks || config.races,
    });
    if AGENT
        .set(Agent {
            jvmti,
            config,
            instrumenter,
        })
        .is_err()
    {
        return Err("the agent was loaded twice".into());
    }
    let mut callbacks = Callbacks::new();
    callbacks.set(Event::VmStart, vm_start as VmStartCallback as *const c_void);
    callbacks.set(Event::VmInit, vm_init as VmInitCallback as *const c_void);
    callbacks.set(
        Event::ThreadStart,
        threads::thread_start as ThreadCallback as *const c_void,
    );
    callbacks.set(
        Event::ThreadEnd,
        threads::thread_end as ThreadCallback as *const c_void,
    );
    callbacks.set(
        Event::VirtualThreadStart,
        threads::thread_start as ThreadCallback as *const c_void,
    );
    callbacks.set(
        Event::VirtualThreadEnd,
        threads::thread_end as ThreadCallback as *const c_void,
    );
    callbacks.set(
        Event::ClassFileLoadHook,
        class_hook::class_file_load_hook as ClassHookCallback as *const c_void,
    );
    callbacks.set(
        Event::ClassLoad,
        hashes::class_load as ClassCallback as *const c_void,
    );
    callbacks.set(
        Event::GarbageCollectionStart,
        watchdog::collection_start as GcCallback as *const c_void,
    );
    callbacks.set(
        Event::GarbageCollectionFinish,
        watchdog::collection_finish as GcCallback as *const c_void,
    );
    check(jvmti.set_callbacks(&callbacks))?;
    for event in [Event::VmStart, Event::VmInit, Event::ClassFileLoadHook] {
        check(jvmti.enable(event))?;
    }
    Ok(())
}

fn check(status: i32) -> Result<(), String> {
    if status == 0 {
        Ok(())
    } else {
        Err(format!("a JVMTI call failed with status {status}"))
    }
}

/// The boot loader works, no Java code has run yet.
extern "system" fn vm_start(_jvmti: Jvmti, env: *mut JNIEnv) {
    guarded(|| {
        // SAFETY: passed by the JVM.
        let env = unsafe { Env::new(env) };
        runtime::define_early(env);
    });
}

/// The JVM is up; the program has not started.
extern "system" fn vm_init(jvmti: Jvmti, env: *mut JNIEnv, _thread: jobject) {
    guarded(|| {
        // SAFETY: passed by the JVM.
        let env = unsafe { Env::new(env) };
        start::end(env);
        runtime::define_rest(env);
        threads::find_fields(env);
        let mut events = vec![
            Event::ThreadStart,
            Event::ThreadEnd,
            Event::ClassLoad,
            Event::GarbageCollectionStart,
            Event::GarbageCollectionFinish,
        ];
        if jvmti.has_capability(Capability::VirtualThreads) {
            events.extend([Event::VirtualThreadStart, Event::VirtualThreadEnd]);
        }
        for event in events {
            if let Err(message) = check(jvmti.enable(event)) {
                fatal(&message);
            }
        }
    });
}
