//! Threads that are not controlled and may help those that are: started before the program was, by
//! another agent for example, or by the JDK for its own ends; the thread that handles references; the
//! threads that wait for processes; those that handle signals.
//!
//! When nobody can run, that is a deadlock only if none of these will act. Nobody can know, so they
//! are given time, but only where there are any: most programs have none, and a deadlock is one at once.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use jni_sys::{JNIEnv, jboolean, jclass, jint, jobject};

use crate::guard::guarded;
use crate::jni::Env;
use crate::natives::{native, thread};
use crate::{session, watchdog};

/// How long helpers are given, if none of them is awake.
const GRACE: Duration = Duration::from_secs(2);

/// The same once they have been seen to do nothing in that time, and never anything else.
const SHORT_GRACE: Duration = Duration::from_millis(50);

/// Threads that were started by others and have not ended.
static STARTED: AtomicU32 = AtomicU32::new(0);
/// Those that the program has just started: what they do may be waited for before they have begun.
static STARTING: AtomicU32 = AtomicU32::new(0);
/// Whether the program handles signals, or has done so: anybody may send one, and the thread that the JVM calls the
/// handler on is there only then.
static SIGNALS: AtomicBool = AtomicBool::new(false);
/// Whether any has ever helped.
static HELPED: AtomicBool = AtomicBool::new(false);
/// Whether they have been waited for in vain.
static WAITED: AtomicBool = AtomicBool::new(false);
/// Garbage collections: after one, references are handled.
static COLLECTIONS: AtomicU64 = AtomicU64::new(0);
/// Their number when the execution began.
static COLLECTIONS_BEFORE: AtomicU64 = AtomicU64::new(0);
/// Their number when all threads of the JVM were last seen asleep for a while: the references of these are handled.
static COLLECTIONS_SETTLED: AtomicU64 = AtomicU64::new(0);
/// When the last one ended.
static COLLECTED_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// How long the references of a garbage collection may take to be handled: the next execution may begin meanwhile.
const HANDLING: Duration = Duration::from_secs(1);

/// The thread of the JDK that is there in every JVM and runs cleaners of the JDK itself.
const COMMON_CLEANER: &str = "Common-Cleaner";

/// How the names of threads begin that wait for the ends of processes.
const REAPER: &str = "process reaper";
/// Whether there ever was one: a program that has no processes is not asked for them.
static REAPERS: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Whether this thread is among those started.
    static COUNTED: Cell<bool> = const { Cell::new(false) };
}

/// On a new thread that is not controlled.
pub fn began(env: Env, thread: jobject) {
    let name = env.thread_name(thread).unwrap_or_default();
    if name.starts_with(REAPER) {
        REAPERS.store(true, Ordering::Relaxed);
    }
    if name != COMMON_CLEANER {
        STARTED.fetch_add(1, Ordering::Relaxed);
        count_down(&STARTING);
        COUNTED.set(true);
    }
}

/// On such a thread at its end.
pub fn ended() {
    if COUNTED.replace(false) {
        count_down(&STARTED);
    }
}

fn count_down(counter: &AtomicU32) {
    let one_less = |count: u32| Some(count.saturating_sub(1));
    let _ = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
}

native! {
    /// The program starts one.
    fn startsHelper(env, me: jint) {
        if me != 0 {
            STARTING.fetch_add(1, Ordering::Relaxed);
        }
    }
}

native! {
    /// The program is about to be started, and so many threads are there that others have started.
    /// Whoever began before is one of these, or belongs to the JVM or to fray.
    fn outsiders(env, count: jint) {
        STARTED.store(count.max(0) as u32, Ordering::Relaxed);
    }
}

native! {
    /// The program starts a process, or handles signals.
    fn expectHelp(env, by_signals: jboolean) {
        if by_signals {
            SIGNALS.store(true, Ordering::Relaxed);
        } else {
            session::try_session(|s| s.execution.expect_help());
        }
    }
}

native! {
    /// Whether somebody has unparked the calling thread.
    fn hasPermit(env, me: jint) -> jboolean {
        session::try_session(|s| s.execution.has_permit(thread(me))).unwrap_or(true)
    }
}

/// A garbage collection has ended.
pub fn collected() {
    COLLECTIONS.fetch_add(1, Ordering::Relaxed);
    *COLLECTED_AT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
}

/// Whether references are handled, as far as is known. On real threads there is a collection every few dozen
/// executions, so that without the first look every deadlock would be waited for.
fn handles_references() -> bool {
    if COLLECTIONS.load(Ordering::Relaxed) == COLLECTIONS_SETTLED.load(Ordering::Relaxed) {
        return false;
    }
    let at = *COLLECTED_AT.lock().unwrap_or_else(PoisonError::into_inner);
    at.is_some_and(|at| at.elapsed() < HANDLING)
        || COLLECTIONS.load(Ordering::Relaxed) != COLLECTIONS_BEFORE.load(Ordering::Relaxed)
}

/// An execution begins.
pub fn execution_begins() {
    COLLECTIONS_BEFORE.store(COLLECTIONS.load(Ordering::Relaxed), Ordering::Relaxed);
}

/// Somebody has helped when nobody could run.
pub fn helped() {
    HELPED.store(true, Ordering::Relaxed);
}

/// Nobody has helped in time. `asleep`: all threads of the JVM slept meanwhile.
pub fn waited(asleep: bool) {
    WAITED.store(true, Ordering::Relaxed);
    let at = *COLLECTED_AT.lock().unwrap_or_else(PoisonError::into_inner);
    // A collection may come and go between two looks.
    if asleep && at.is_none_or(|at| at.elapsed() > SHORT_GRACE) {
        COLLECTIONS_SETTLED.store(COLLECTIONS.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// Whether nobody being able to run may be more than it seems.
pub fn may_help() -> bool {
    grace() != Some(Duration::ZERO)
}

/// How long to wait for help. `None`: as long as it takes.
pub fn grace() -> Option<Duration> {
    if has_children() {
        return None;
    }
    let helpers = [&STARTED, &STARTING]
        .iter()
        .any(|count| count.load(Ordering::Relaxed) > 0)
        || SIGNALS.load(Ordering::Relaxed);
    let untried = helpers && !WAITED.load(Ordering::Relaxed);
    Some(if untried || HELPED.load(Ordering::Relaxed) {
        GRACE
    } else if helpers || handles_references() {
        SHORT_GRACE
    } else {
        Duration::ZERO
    })
}

/// How long a sleep really takes, at most: a loop that looks every now and then whether a process has ended gives
/// it time.
const NAP: Duration = Duration::from_millis(5);

/// A thread has slept so long, which takes no time unless there are processes to wait for.
pub fn slept(nanos: u64) {
    if REAPERS.load(Ordering::Relaxed) && has_children() {
        std::thread::sleep(NAP.min(Duration::from_nanos(nanos)));
    }
}

/// When there were last known to be any, or others that may be about to tell of their ends.
static CHILDREN_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// How long all others must have been asleep before it is sure that the program has been told of the end of a process.
const TELLING: Duration = Duration::from_millis(50);

/// Whether processes that the program has started may act, or their ends are still to be told.
pub fn processes_may_act() -> bool {
    let mut at = CHILDREN_AT.lock().unwrap_or_else(PoisonError::into_inner);
    let recently = |at: &Option<Instant>| at.is_some_and(|at| at.elapsed() < TELLING);
    if has_children() || (recently(&at) && watchdog::others_run()) {
        *at = Some(Instant::now());
    }
    recently(&at)
}

/// Whether processes that this one has started are there still. Their end will be told by a thread of
/// the JDK.
fn has_children() -> bool {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else {
        return false;
    };
    tasks.flatten().any(|task| {
        std::fs::read_to_string(task.path().join("children")).is_ok_and(|list| !list.is_empty())
    })
}
