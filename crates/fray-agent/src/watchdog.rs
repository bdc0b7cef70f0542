//! Ends what would hang.
//!
//! A thread that holds the token may block where no hook is: a class that another thread is
//! initialising, native I/O, a lock of the JVM. The watchdog is a native thread that looks, a
//! hundred times a second, whether the execution makes progress. If not, and the
//! holder sleeps in the kernel, it is taken as blocked outside of our control and the token goes
//! on. It can be wrong about that only in one way, by letting two threads run for a moment when one
//! should, which costs determinism (and is noted) but not truth. If nobody can run and nobody comes
//! back, or the execution takes too long, it ends that with a diagnosis.

use std::ffi::c_void;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fray_core::execution::ThreadState;
use fray_core::op::ThreadId;
use jni_sys::JNIEnv;

use crate::agent::agent;
use crate::engine::Engine;
use crate::guard::{fatal, guarded};
use crate::jni::Env;
use crate::jvmti::Jvmti;
use crate::session::{self, Session};
use crate::{campaign, command, diagnosis, helpers, restart, witness};

const NAME: &str = "fray watchdog";

/// Time between two looks.
const TICK: Duration = Duration::from_millis(10);

/// The same while threads are in static initialisers and others may come to wait for their classes.
const SHORT_TICK: Duration = Duration::from_micros(500);

/// Looks in a row that must find the holder asleep and the execution where it was.
const PATIENCE: u32 = 4;

/// The same while other threads of the JVM run: the holder may just wait for one of them, a
/// compiler or a safepoint, which on a busy machine takes its time. And while no other thread
/// could use the token: then nothing is lost by waiting for a slow disk.
const BUSY_PATIENCE: u32 = 100;

/// How long a replay waits for what came from outside when it was recorded.
const REPLAY_GRACE: Duration = Duration::from_secs(10);

/// How long nobody must have been able to run before it is looked whether threads wait for the initialisation of classes by
/// each other. If they do not it is looked again, each time after twice as long.
const CLASS_LOOK: Duration = Duration::from_millis(50);

/// How long nobody must have been able to run before it is looked why.
const IO_LOOK: Duration = Duration::from_millis(100);

/// How long it may take to find out why an execution takes too long.
const LAST_GRACE: Duration = Duration::from_secs(10);

/// Looks in a row that must find all threads of the JVM asleep before nobody is said to help: a
/// thread that handles references may be awake and wait for a core.
const QUIET_LOOKS: u32 = 5;

/// How long threads that are awake keep us from saying so.
const LONGEST_GRACE: Duration = Duration::from_secs(10);

/// Why an execution cannot be made on fibers.
const BLOCKED: &str = "a thread blocked in a call to the system";
const TOO_LONG: &str = "an execution took too long";

/// Whether a garbage collection is under way: everybody sleeps then.
static COLLECTING: AtomicBool = AtomicBool::new(false);

/// JVMTI event.
pub extern "system" fn collection_start(_jvmti: crate::jvmti::Jvmti) {
    COLLECTING.store(true, Ordering::Relaxed);
}

/// JVMTI event.
pub extern "system" fn collection_finish(_jvmti: crate::jvmti::Jvmti) {
    COLLECTING.store(false, Ordering::Relaxed);
    helpers::collected();
}

/// Starts the watchdog with the first execution.
pub fn start(env: Env) {
    static START: Once = Once::new();
    START.call_once(|| {
        if agent().config.embedded {
            witness::prepare(env);
        }
        if command::is_debugged() {
            let thread = env.new_thread(NAME);
            let run = |thread| agent().jvmti.run_agent_thread(thread, watch_debugged);
            if thread.map(run) != Some(0) {
                fatal("cannot start the watchdog beside a debugger");
            }
            return;
        }
        let spawned = std::thread::Builder::new()
            .name(NAME.into())
            .spawn(|| guarded(|| watch(|| false)));
        if let Err(error) = spawned {
            fatal(&format!("cannot start the watchdog: {error}"));
        }
    });
}

/// The watchdog beside a debugger. While that holds threads nothing is concluded from their not
/// getting on, however long a person thinks: the schedule must hold. This thread asks the JVM, so it
/// is one of the JVM's own, of the kind that debuggers neither see nor hold.
extern "system" fn watch_debugged(jvmti: Jvmti, env: *mut JNIEnv, _: *mut c_void) {
    // SAFETY: passed by the JVM.
    let env = unsafe { Env::new(env) };
    let holds = || {
        let mut held = false;
        for thread in jvmti.threads() {
            held |= jvmti.is_suspended(thread);
            env.drop_local_ref(thread);
        }
        held
    };
    guarded(|| watch(holds));
}

/// What was seen at the last look.
struct Look {
    /// Changes with every step and every execution.
    position: (u64, u64, Option<ThreadId>),
    since: Instant,
    /// When threads were last kept from running.
    held: Instant,
    /// Looks in a row that found the holder asleep, or everybody if there is no holder.
    asleep: u32,
    /// Until the next look.
    tick: Duration,
    /// After how long it is looked which classes threads wait for.
    class_look: Duration,
}

/// `holds`: whether somebody else keeps threads from running.
fn watch(holds: impl Fn() -> bool) {
    let mut last = Look {
        position: (0, 0, None),
        since: Instant::now(),
        held: Instant::now(),
        asleep: 0,
        tick: TICK,
        class_look: CLASS_LOOK,
    };
    loop {
        std::thread::sleep(last.tick);
        last.tick = TICK;
        if COLLECTING.load(Ordering::Relaxed) {
            last.asleep = 0;
            continue;
        }
        if holds() {
            // What was seen before says nothing.
            last.held = Instant::now();
            last.since = last.held;
            last.asleep = 0;
            continue;
        }
        session::try_session(|session| look(session, &mut last));
    }
}

fn look(session: &mut Session, last: &mut Look) {
    if session.execution.is_over() {
        return;
    }
    let holder = session.execution.holder();
    if holder.is_some_and(|holder| session.is_likely_behind_class(holder)) {
        last.tick = SHORT_TICK;
    }
    let position = (session.seed, session.execution.counters().steps, holder);
    if position != last.position {
        last.position = position;
        last.since = Instant::now();
        last.asleep = 0;
        last.class_look = CLASS_LOOK;
        return;
    }
    if session.begun.elapsed() > session.limit {
        overdue(session);
        return;
    }
    match holder {
        Some(thread) if session.sleeps_in_kernel(thread) => {
            last.asleep += 1;
            // It may wait in the middle of writing for somebody to read what has been written.
            session.look_at_io();
            // A thread that comes to a breakpoint sleeps a little before it is held.
            let behind_class = session.is_likely_behind_class(thread);
            let of_use = behind_class || somebody_could_run(session);
            let busy = command::is_debugged() || others_run() || !of_use;
            let patience = if session.engine == Engine::Fibers || busy {
                last.tick = TICK;
                BUSY_PATIENCE
            } else {
                PATIENCE
            };
            if last.asleep >= patience {
                last.asleep = 0;
                if session.engine == Engine::Fibers {
                    // Nobody else can run meanwhile. When it is back the execution is over; if it does
                    // not come back there is no way on in this process. One that belongs to a test
                    // framework cannot begin anew: it ends when the execution has taken too long.
                    if session.abandoned.is_some() && !agent().config.embedded {
                        restart::on_threads(BLOCKED, campaign::seed_of_campaign());
                    }
                    session.must_be_on_threads(BLOCKED);
                    return;
                }
                campaign::note(format!("{thread} blocked outside of fray's control"));
                let next = session.execution.force_external(thread);
                session.deliver(next);
            }
        }
        Some(_) => last.asleep = 0,
        None => {
            if let Some(since) = session.stuck_since {
                last.asleep = if others_run() { 0 } else { last.asleep + 1 };
                let waited = since.max(last.held).elapsed();
                let asleep = last.asleep >= QUIET_LOOKS;
                if (asleep || waited > LONGEST_GRACE)
                    && helpers::grace().is_some_and(|grace| waited > grace)
                {
                    session.stuck_since = None;
                    helpers::waited(asleep);
                    session.declare_deadlock();
                    return;
                }
            }
            if session
                .pace()
                .is_some_and(|pace| last.since.elapsed() >= pace)
            {
                let next = session.execution.pass_time();
                session.deliver(next);
                return;
            }
            if last.since.elapsed() > REPLAY_GRACE && session.execution.lose_patience() {
                let next = session.execution.resolve();
                session.deliver(next);
                return;
            }
            if last.since.elapsed() > last.class_look && session.could_be_behind_classes() {
                last.class_look = 2 * last.since.elapsed();
                session.look_at_classes();
                return;
            }
            if last.since.elapsed() > IO_LOOK && io_deadlock(session, last) {
                let next = session.execution.declare_deadlock();
                session.deliver(next);
            }
        }
    }
}

/// An execution has taken too long. The conductor tells where its threads are, if it can. On fibers it
/// cannot, since they run on it: the execution is made again on threads, in a new process if the fiber
/// does not come back. A process that cannot begin anew has a witness tell what can be known.
fn overdue(session: &mut Session) {
    let fibers = session.engine == Engine::Fibers;
    match session.overdue {
        None => {
            if fibers {
                session.must_be_on_threads(TOO_LONG);
                witness::call();
            }
            session.be_overdue();
        }
        Some(since) if since.elapsed() < LAST_GRACE => {}
        _ if fibers && !agent().config.embedded => {
            restart::on_threads(TOO_LONG, campaign::seed_of_campaign());
        }
        _ => diagnosis::end(session),
    }
}

/// Whether everybody is blocked, and those that wait for input or output could get it from each
/// other only.
fn io_deadlock(session: &Session, last: &Look) -> bool {
    let (Some(patience), Some(grace)) = (session.io_patience(), helpers::grace()) else {
        return false;
    };
    last.since.elapsed() > patience + grace
}

/// Whether a thread other than the holder of the token is able to go on.
fn somebody_could_run(session: &Session) -> bool {
    let infos = session.execution.threads();
    infos.iter().any(|info| info.state == ThreadState::Enabled)
}

/// Whether any thread of the process but this one runs or wants to.
pub fn others_run() -> bool {
    others_run_but(|_| false)
}

/// The same without those whose names are such.
pub fn others_run_but(is_other: impl Fn(&str) -> bool) -> bool {
    let own = crate::threads::os_thread();
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else {
        return false;
    };
    tasks
        .flatten()
        .filter_map(|task| task.file_name().to_str()?.parse().ok())
        .filter(|thread| *thread != own)
        .filter_map(kernel_thread)
        .any(|(name, state)| state == 'R' && !is_other(&name))
}

/// Whether this thread of our process sleeps in the kernel, and not just for a disk.
pub fn sleeps_in_kernel(os_thread: i32) -> bool {
    kernel_state(os_thread) == Some('S')
}

/// Whether a thread of our process is there.
pub fn is_there(os_thread: i32) -> bool {
    kernel_state(os_thread).is_some()
}

fn kernel_state(os_thread: i32) -> Option<char> {
    kernel_thread(os_thread).map(|(_, state)| state)
}

/// Name, cut off by the kernel, and state.
fn kernel_thread(os_thread: i32) -> Option<(String, char)> {
    let stat = std::fs::read_to_string(format!("/proc/self/task/{os_thread}/stat")).ok()?;
    // The state follows the name, which is in parentheses and may contain anything.
    let (name, state) = stat.rsplit_once(')')?;
    let name = name.split_once('(')?.1.to_owned();
    Some((name, state.trim_start().chars().next()?))
}
