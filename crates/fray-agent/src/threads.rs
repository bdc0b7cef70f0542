//! The first and the last thing that every real thread does.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use fray_core::op::ThreadId;
use jni_sys::{JNIEnv, jobject, jvalue};

use crate::guard::{fatal, guarded};
use crate::jni::Env;
use crate::jvmti::Jvmti;
use crate::{hashes, helpers, session};

/// Field of `java.lang.Thread` with the number of a controlled thread.
static ID_FIELD: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// Field of `java.lang.Thread` that counts the quiet regions that the thread is in.
static QUIET_FIELD: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// `java.lang.Thread`, and its methods `currentThread` and `holdsLock`.
static THREAD_CLASS: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static CURRENT_THREAD: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static HOLDS_LOCK: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// `java.lang.FrayKill`, which ends threads.
static KILL_CLASS: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// The thread that runs fibers in a test framework's JVM. Equals `FrayTests.CARRIER`.
const CARRIER: &str = "fray carrier";

/// Looks the added fields up, once.
pub fn find_fields(env: Env) {
    let class = env.find_class(c"java/lang/Thread");
    if let Some(class) = class {
        let method = env.static_method_id(class, c"currentThread", c"()Ljava/lang/Thread;");
        CURRENT_THREAD.store(method.cast(), Ordering::Release);
        let method = env.static_method_id(class, c"holdsLock", c"(Ljava/lang/Object;)Z");
        HOLDS_LOCK.store(method.cast(), Ordering::Release);
        THREAD_CLASS.store(env.global_ref(class).cast(), Ordering::Release);
    }
    if let Some(class) = env.find_class(c"java/lang/FrayKill") {
        KILL_CLASS.store(env.global_ref(class).cast(), Ordering::Release);
    }
    for (name, cell) in [(c"fray$id", &ID_FIELD), (c"fray$quiet", &QUIET_FIELD)] {
        match class.and_then(|class| env.field_id(class, name, c"I", false)) {
            Some(field) => cell.store(field.cast(), Ordering::Release),
            None => fatal("control is not engaged: java.lang.Thread was not rewritten"),
        }
    }
}

/// The number of a thread, `None` if it is not controlled.
fn id(env: Env, thread: jobject) -> Option<ThreadId> {
    let field = ID_FIELD.load(Ordering::Acquire);
    if thread.is_null() || field.is_null() {
        return None;
    }
    match env.int_field(thread, field.cast()) {
        0 => None,
        id => Some(ThreadId(id as u32)),
    }
}

/// The calling thread if it is controlled, and whether it is in a quiet region.
pub fn current(env: Env) -> Option<(ThreadId, bool)> {
    let class = THREAD_CLASS.load(Ordering::Acquire);
    let method = CURRENT_THREAD.load(Ordering::Acquire);
    if class.is_null() || method.is_null() {
        return None;
    }
    // Not JVMTI's answer, which for a fiber is the thread that it runs on.
    let thread = env.call_static_object(class.cast(), method.cast());
    let me = id(env, thread);
    let quiet = QUIET_FIELD.load(Ordering::Acquire);
    let result = me.map(|me| (me, env.int_field(thread, quiet.cast()) != 0));
    env.drop_local_ref(thread);
    result
}

thread_local! {
    /// See [`os_thread`].
    // SAFETY: always succeeds.
    static OS_THREAD: i32 = unsafe { libc::gettid() };
}

/// The kernel's number of the calling thread. It is asked for once.
pub fn os_thread() -> i32 {
    OS_THREAD.with(|number| *number)
}

/// Whether the calling thread has the object's real monitor.
pub fn holds_lock(env: Env, object: jobject) -> bool {
    let class = THREAD_CLASS.load(Ordering::Acquire);
    let method = HOLDS_LOCK.load(Ordering::Acquire);
    env.call_static_boolean(class.cast(), method.cast(), &[jvalue { l: object }])
}

/// On the new thread, before its `run`.
pub extern "system" fn thread_start(jvmti: Jvmti, env: *mut JNIEnv, thread: jobject) {
    guarded(|| {
        // SAFETY: passed by the JVM.
        let env = unsafe { Env::new(env) };
        hashes::locate(env, jvmti);
        if let Some(me) = id(env, thread) {
            keep_on_one_core();
            if session::thread_begins(me) == session::KILLED {
                // Nothing of its `run` is part of the execution: the JVM does not call it if an error is pending.
                env.throw_new(KILL_CLASS.load(Ordering::Acquire).cast());
            }
        } else if env.thread_name(thread).is_some_and(|name| name == CARRIER) {
            // As many processors as a controlled thread sees. It is not one that may help.
            keep_on_one_core();
        } else {
            allow_all_cores();
            helpers::began(env, thread);
        }
    });
}

/// On the dying thread, after its `run`.
pub extern "system" fn thread_end(_jvmti: Jvmti, env: *mut JNIEnv, thread: jobject) {
    guarded(|| {
        // SAFETY: passed by the JVM.
        let env = unsafe { Env::new(env) };
        if let Some(me) = id(env, thread) {
            session::thread_ends(me);
        } else {
            helpers::ended();
        }
    });
}

/// The cores that the JVM may use.
static ALL_CORES: OnceLock<libc::cpu_set_t> = OnceLock::new();

fn cores() -> libc::cpu_set_t {
    // SAFETY: the set is initialised by zeroing, and written by the kernel if it succeeds.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set);
        set
    }
}

/// A thread that is not controlled, but started by one that is, inherits its core.
fn allow_all_cores() {
    if let Some(set) = ALL_CORES.get() {
        // SAFETY: 0 means the calling thread. If the call fails the thread stays where it is.
        unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), set) };
    }
}

/// A hand-off between two cores costs several times one within a core, and two controlled threads
/// never run at once. The core is the one that the process happens to be on, so that several of them
/// share the machine. The conductor, and so the carrier of fibers, keeps to it too: what the program
/// is told of the number of processors must not depend on who asks first.
pub fn keep_on_one_core() {
    static CORE: OnceLock<usize> = OnceLock::new();
    ALL_CORES.get_or_init(cores);
    // SAFETY: always succeeds, or gives a number that no core has.
    let core = *CORE.get_or_init(|| unsafe { libc::sched_getcpu() } as usize);
    if core >= libc::CPU_SETSIZE as usize {
        return;
    }
    // SAFETY: the set is initialised by zeroing and CPU_SET; 0 means the calling thread. If the
    // call fails the thread just runs anywhere.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set);
    }
}

/// The size of the calling thread's stack, in bytes; 0 if it is not known.
pub fn stack_size() -> usize {
    let mut size = 0;
    // SAFETY: the attributes are ours, filled by the first call and given back by the last.
    unsafe {
        let mut attributes = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) == 0 {
            libc::pthread_attr_getstacksize(&attributes, &mut size);
            libc::pthread_attr_destroy(&mut attributes);
        }
    }
    size
}
