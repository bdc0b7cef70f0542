//! The natives of `java.lang.FrayCore`: here those that are operations of threads, and how all of them
//! are exported. HotSpot finds them by their names in the agent library,
//! when they are first called, with the help of Java code that is hooked itself. So
//! `FrayCore.link` calls each of them before the first execution, with 0 for all threads and
//! objects, which means: do nothing.

use fray_core::execution::{Next, Wake};
use fray_core::failure::{Failure, FailureKind};
use fray_core::op::{ObjectId, OpKind, Operation, Resource, ThreadId};
use fray_report::model::EffectKind;
use jni_sys::{JNIEnv, jboolean, jclass, jint, jlong, jobject, jobjectArray, jstring};

use crate::agent::agent;
use crate::guard::{fatal, guarded};
use crate::jni::Env;
use crate::session::{self, Locked, Session, Waiter, follow, heed_returning, lock};
use crate::{helpers, places, threads, values};

/// Exports a native of `FrayCore`. The body runs guarded, with `env` as the JNI environment.
macro_rules! native {
    ($(#[$doc:meta])* fn $name:ident($env:ident $(, $arg:ident: $type:ty)*) $(-> $result:ty)? $body:block) => {
        $(#[$doc])*
        #[unsafe(export_name = concat!("Java_java_lang_FrayCore_", stringify!($name)))]
        #[allow(non_snake_case, reason = "named by the JVM")]
        extern "system" fn $name(raw: *mut JNIEnv, _class: jclass $(, $arg: $type)*) $(-> $result)? {
            guarded(|| {
                // SAFETY: the JVM calls natives with the environment of the calling thread.
                #[allow(unused_variables)]
                let $env = unsafe { Env::new(raw) };
                $body
            })
        }
    };
}

pub(crate) use native;

/// One operation of the calling thread: asks the core, and does what it says.
pub fn perform(env: Env, me: jint, operation: impl FnOnce(&mut Locked, ThreadId) -> Next) -> jint {
    if me != 0
        && let Some(log) = session::trace()
    {
        log.leave_stack(env, ThreadId(me as u32));
    }
    perform_quietly(env, me, operation)
}

/// The same without a stack for the trace. Loading a framework in a quiet region takes
/// thousands of monitors, and next to none of them is a step.
fn perform_quietly(
    env: Env,
    me: jint,
    operation: impl FnOnce(&mut Locked, ThreadId) -> Next,
) -> jint {
    if me == 0 {
        return 0;
    }
    values::ask(env, me);
    let me = ThreadId(me as u32);
    let mut session = heed_returning(lock(), me);
    let next = if let Some(reason) = &session.abandoned {
        let reason = reason.clone();
        session.abandon(me, &reason)
    } else {
        session.look_at_io();
        operation(&mut session, me)
    };
    session.execution.release();
    if next == Next::Over {
        session.name_race(env);
    }
    follow(session, me, next)
}

/// Tells the trace, if there is one, what the holder of the token has just done.
fn tell(env: Env, effect: impl FnOnce() -> EffectKind) {
    if let Some(log) = session::trace()
        && let Some(holder) = session::try_session(|s| s.execution.holder()).flatten()
    {
        log.effect(env, holder, effect());
    }
}

/// A change by any thread, after which somebody may be able to run. Threads that are not controlled
/// may come at any time, also between two executions.
fn affect(change: impl FnOnce(&mut Session)) {
    session::try_session(|session| {
        change(session);
        if session.execution.holder().is_some() || session.execution.is_over() {
            return;
        }
        let stuck = session.stuck_since.take();
        match session.execution.resolve() {
            // It was of no use to anybody: the deadlock is as old as it was.
            Next::Stuck if stuck.is_some() => session.stuck_since = stuck,
            next => {
                if stuck.is_some() {
                    crate::helpers::helped();
                }
                session.deliver(next);
            }
        }
    });
}

pub fn timeout(nanos: jlong) -> Option<u64> {
    u64::try_from(nanos).ok()
}

pub fn object(id: jint) -> ObjectId {
    ObjectId(id as u32)
}

pub fn thread(id: jint) -> ThreadId {
    ThreadId(id as u32)
}

fn kind(number: jint) -> OpKind {
    u8::try_from(number)
        .ok()
        .and_then(OpKind::from_number)
        .unwrap_or_else(|| fatal("a hook passed an unknown operation"))
}

/// A switch point of the calling thread at an operation that never blocks.
fn switch_point(env: Env, me: jint, operation: Operation) -> jint {
    perform(env, me, |session, me| {
        session.count_point(me);
        session.execution.point(me, operation, false)
    })
}

/// Marks a plain access among the numbers of operations. Equals `FrayCore.PLAIN`.
const PLAIN: jint = 32;

/// Equals `FrayCore.UNSEEN`.
const UNSEEN: jint = 64;

native! {
    fn point0(env, me: jint, number: jint, id: jint, member: jint) -> jint {
        let resource = Resource { object: object(id), member: member as u32 };
        let operation = Operation::new(kind(number & !(PLAIN | UNSEEN)), resource);
        let result = if number & PLAIN == 0 || me == 0 || !agent().config.races {
            switch_point(env, me, operation)
        } else {
            let place = places::current(env);
            perform(env, me, |session, me| {
                session.count_point(me);
                let place = session.places.number(place);
                session.execution.access(me, operation, place)
            })
        };
        if result == 0 && number & UNSEEN == 0 && values::wanted(me, operation.kind) {
            return values::TRACED;
        }
        result
    }
}

native! {
    fn threadPoint0(env, me: jint, number: jint, other: jint) -> jint {
        switch_point(env, me, Operation::new(kind(number), Resource::thread(thread(other))))
    }
}

native! {
    fn enter0(env, me: jint, id: jint, quiet: jboolean) -> jint {
        let enter = |s: &mut Locked, me| s.execution.enter(me, object(id), quiet);
        if quiet { perform_quietly(env, me, enter) } else { perform(env, me, enter) }
    }
}

native! {
    fn exit(env, me: jint, id: jint) {
        if me != 0 {
            let mut session = lock();
            session.execution.exit(thread(me), object(id));
            if session.execution.owner(object(id)).is_none() {
                drop(session);
                tell(env, || EffectKind::Release { object: object(id) });
            }
        }
    }
}

native! {
    fn monitorInUse(env, id: jint) -> jboolean {
        id != 0 && lock().execution.is_in_use(object(id))
    }
}

native! {
    /// Waits, and leaves the real monitor on the way. It is left under the session's lock, so that
    /// a thread that is not controlled cannot notify between the one and the other.
    fn waitFor0(env, me: jint, monitor: jobject, id: jint, nanos: jlong) -> jint {
        if me == 0 {
            return 0;
        }
        perform(env, me, |s, me| {
            let next = s.execution.wait(me, object(id), timeout(nanos));
            // How often differs from JDK to JDK for a recursive lock, so it is counted.
            let mut times = 0;
            while threads::holds_lock(env, monitor) {
                env.monitor_exit(monitor);
                times += 1;
            }
            let monitor = env.global_ref(monitor);
            s.waiters.push(Waiter { thread: me, object: object(id), monitor, times });
            next
        })
    }
}

native! {
    /// The wait is over. How often the real monitor is to be taken again.
    fn waited(env, me: jint) -> jint {
        if me == 0 {
            return 0;
        }
        let waiters = &mut lock().waiters;
        let Some(at) = waiters.iter().position(|w| w.thread == thread(me)) else {
            return 0;
        };
        let waiter = waiters.remove(at);
        env.drop_global_ref(waiter.monitor);
        waiter.times
    }
}

native! {
    /// Takes the real monitor again, on the way out of a wait.
    fn monitorEnter(env, monitor: jobject) {
        if !monitor.is_null() {
            env.monitor_enter(monitor);
        }
    }
}

native! {
    fn notify(env, me: jint, id: jint, all: jboolean) {
        if me == 0 {
            return;
        }
        let mut session = lock();
        let waiting = session.waiting_for_notification(object(id));
        if all {
            session.execution.notify_all(object(id));
        } else {
            session.execution.notify(Some(thread(me)), object(id));
        }
        let left = session.waiting_for_notification(object(id));
        drop(session);
        let woken = waiting.into_iter().filter(|t| !left.contains(t)).collect();
        tell(env, || EffectKind::Notify { object: object(id), all, woken });
    }
}

native! {
    fn notifyFromOutside(env, monitor: jobject, all: jboolean) {
        if monitor.is_null() {
            return;
        }
        affect(|s| {
            let found = s.waiters.iter().find(|w| env.same(w.monitor, monitor)).map(|w| w.object);
            if let Some(object) = found {
                if all {
                    s.execution.notify_all(object);
                } else {
                    s.execution.notify(None, object);
                }
            }
        });
    }
}

native! {
    fn park0(env, me: jint, nanos: jlong, interrupted: jboolean, quiet: jboolean) -> jint {
        perform(env, me, |s, me| s.execution.park(me, timeout(nanos), interrupted, quiet))
    }
}

native! {
    fn unpark(env, other: jint) {
        if other != 0 {
            tell(env, || EffectKind::Unpark { thread: thread(other) });
            affect(|s| s.execution.unpark(thread(other)));
        }
    }
}

native! {
    fn interrupt(env, other: jint) {
        if other != 0 {
            tell(env, || EffectKind::Interrupt { thread: thread(other) });
            affect(|s| s.execution.interrupt(thread(other)));
        }
    }
}

native! {
    fn interruptSeen(env, me: jint) {
        if me != 0 && agent().config.races {
            lock().execution.interrupt_seen(thread(me));
        }
    }
}

native! {
    fn sleep0(env, me: jint, nanos: jlong) -> jint {
        let nanos = timeout(nanos).unwrap_or(0);
        if me != 0 {
            helpers::slept(nanos);
        }
        perform(env, me, |s, me| s.execution.sleep(me, nanos))
    }
}

native! {
    fn join0(env, me: jint, other: jint, nanos: jlong) -> jint {
        perform(env, me, |s, me| s.execution.join(me, thread(other), timeout(nanos)))
    }
}

native! {
    fn ended(env, other: jint) -> jboolean {
        other != 0 && lock().execution.is_ended(thread(other))
    }
}

native! {
    fn state(env, other: jint) -> jint {
        if other == 0 { 0 } else { lock().java_state(thread(other)) }
    }
}

native! {
    fn awaitForgotten(env) {
        session::await_forgotten();
    }
}

native! {
    fn spawn(env, me: jint, daemon: jboolean) -> jint {
        if me == 0 {
            return 0;
        }
        let mut session = lock();
        let child = session.execution.spawn(thread(me), daemon);
        session.execution.make(child);
        session.add_thread(child);
        child.0 as jint
    }
}

native! {
    fn spawnLast(env, me: jint) -> jint {
        if me == 0 {
            return 0;
        }
        let mut session = lock();
        let last = session.execution.spawn_last(thread(me));
        session.add_thread(last);
        last.0 as jint
    }
}

native! {
    fn announce(env, me: jint) -> jint {
        if me == 0 {
            return 0;
        }
        let mut session = lock();
        let child = session.execution.announce();
        session.add_thread(child);
        child.0 as jint
    }
}

native! {
    fn spawnAnnounced(env, other: jint, daemon: jboolean) {
        if other != 0 {
            let execution = &mut lock().execution;
            if execution.spawn_announced(thread(other), daemon) {
                execution.make(thread(other));
            }
        }
    }
}

native! {
    fn started(env, other: jint) {
        if other != 0 {
            let mut session = lock();
            session.set_started(thread(other));
            session.execution.made(thread(other));
        }
    }
}

native! {
    fn isStarted(env, other: jint) -> jboolean {
        other != 0 && lock().is_started(thread(other))
    }
}

native! {
    fn spawnFailed(env, other: jint) {
        if other != 0 {
            lock().execution.abort_spawn(thread(other));
        }
    }
}

native! {
    fn over(env) -> jboolean {
        session::try_session(|s| s.execution.is_over()).unwrap_or(true)
    }
}

native! {
    fn exiting(env, me: jint, id: jint) {
        if me != 0 {
            values::ask(env, me);
            lock().set_thread_object(thread(me), object(id));
        }
    }
}

native! {
    fn readClock(env, quiet: jboolean) -> jlong {
        let read = |s: &mut Session| {
            if quiet { s.execution.now() } else { s.execution.read_clock() }
        };
        session::try_session(read).unwrap_or(0) as jlong
    }
}

native! {
    fn defineObject(env, id: jint, class_hash: jint) {
        if id != 0 {
            lock().execution.define_object(object(id), class_hash as u32);
        }
    }
}

native! {
    fn fail(
        env,
        me: jint,
        assertion: jboolean,
        exception: jstring,
        message: jstring,
        thread_name: jstring,
        stack: jobjectArray
    ) {
        if me == 0 {
            return;
        }
        values::ask(env, me);
        let class = env.string(exception);
        let text = env.string(message);
        let failure = Failure {
            kind: if assertion { FailureKind::Assertion } else { FailureKind::Exception },
            message: text.unwrap_or_default(),
            exception_class: class,
            thread: thread(me),
            thread_name: env.string(thread_name).unwrap_or_default(),
            stack: env.strings(stack),
            places: Vec::new(),
        };
        let mut session = lock();
        let _ = session.execution.fail(failure);
        session.begin_unwinding(thread(me));
    }
}

native! {
    fn exitProgram0(env, me: jint, status: jint) -> jint {
        perform(env, me, |s, _| s.execution.exit_program(status))
    }
}

// The results that Java compares with are the core's.
const _: () = {
    assert!(Wake::Normal as u32 == 0 && Wake::TimedOut as u32 == 1);
    assert!(Wake::Interrupted as u32 == 2 && Wake::Spurious as u32 == 3);
    assert!(Wake::Killed as u32 == session::KILLED);
};
