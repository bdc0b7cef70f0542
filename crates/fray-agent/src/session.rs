//! The execution under way, and the hand-off of the token between threads.
//!
//! All state is behind one mutex. Only the holder of the token, a thread that comes back from
//! outside, an uncontrolled thread, the conductor and the watchdog ever take it, so it is all but
//! uncontended. A switch is: decide under the mutex, wake the other's futex, wait on
//! one's own, all in native code, so that a garbage collection never waits for it.

mod fibers;
mod handoff;
mod initialising;
mod pace;
mod teardown;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fray_core::execution::{Execution, Next, ThreadInfo, ThreadState, Verdict, WaitsFor};
use fray_core::op::{ObjectId, ThreadId};
use fray_core::rng::derive;
use jni_sys::jobject;

use crate::class_waits::ClassWait;
use crate::engine::{Engine, Mode, Turn};
use crate::guard::fatal;
use crate::jni::Env;
use crate::labels::Labels;
use crate::places::Places;
use crate::slot::Slot;
use crate::threads;
use crate::trace::SharedLog;

pub use handoff::{await_turn, follow, thread_begins, thread_ends};
pub use initialising::heed_returning;
pub use teardown::{await_end, await_forgotten, next_victim_turn, tear_down};

/// Result for Java: the thread must unwind. Equals `FrayCore.KILLED`.
pub const KILLED: u32 = 4;

/// How often a thread that is being ended may run into a hook before it is given up.
const KILL_LIMIT: u32 = 10_000;

/// A thread in `Object.wait`, for notifications by threads that are not controlled.
pub struct Waiter {
    pub thread: ThreadId,
    pub object: ObjectId,
    /// A global reference to the object.
    pub monitor: jobject,
    /// How often its real monitor was left.
    pub times: i32,
}

// SAFETY: global references may be used by any thread.
unsafe impl Send for Waiter {}

/// What belongs to the engine of a thread, and not to the core.
struct Runner {
    /// Where a real thread waits for its turn.
    slot: &'static Slot,
    /// The real thread or the fiber exists.
    started: bool,
    /// The kernel's number of the real thread, 0 while unknown.
    os_thread: i32,
    /// The number of the `Thread` object, of a thread that is about to end.
    object: ObjectId,
    /// The fiber has been run.
    begun: bool,
    /// How many switch points it has made at operations that never block.
    points: u32,
    /// How many identity hashes of each kind it has drawn since the last one.
    hashes: Vec<(u64, u32)>,
}

/// One execution.
pub struct Session {
    pub execution: Execution,
    pub seed: u64,
    pub begun: Instant,
    /// How long it may take.
    pub limit: Duration,
    /// Since when it has taken longer.
    pub overdue: Option<Instant>,
    pub waiters: Vec<Waiter>,
    /// Threads that wait for descriptors.
    pub io: Vec<crate::io::Wait>,
    /// The threads that are in static initialisers of the program, once for each.
    initialising: Vec<initialising::Initialising>,
    /// Whether threads may be on their way back from waiting for a class.
    heeds_returning: bool,
    /// The conductor is to find out which classes threads wait for, after this many steps.
    wants_look: Option<u64>,
    /// What it has found out so far.
    pub class_waits: Vec<ClassWait>,
    /// Since when only a thread that is not controlled could help.
    pub stuck_since: Option<Instant>,
    pub engine: Engine,
    /// On fibers: whether a thread that cannot be left goes on where leaving it is only a choice.
    careful: bool,
    runners: Vec<Runner>,
    conductor: &'static Slot,
    /// On fibers: whose turn it is next.
    turn: Turn,
    /// On fibers: the kernel's number of the carrier.
    carrier: i32,
    /// Why this execution cannot be made on fibers, if it cannot.
    pub abandoned: Option<String>,
    /// It could be if it were made with more care: see [`Mode::Careful`](crate::engine::Mode).
    pub wants_care: bool,
    /// Threads in their last callback, until the program may see that they have ended, and where
    /// the real ones wait for that.
    ending: Vec<(ThreadId, Option<&'static Slot>)>,
    /// The thread that is being ended, and how often it has been told so.
    unwinding: Option<(ThreadId, u32)>,
    /// The threads as they were when the execution was over, before they were ended.
    pub threads_at_end: Vec<ThreadInfo>,
    /// Where plain accesses are, if data races are looked for.
    pub places: Places,
    /// Names, once the execution is over.
    pub labels: Labels,
    /// The steps, if they are traced.
    pub trace: Option<SharedLog>,
    /// Threads that could not be ended.
    pub zombies: Vec<ThreadId>,
}

/// Whether steps are traced: looked at by every hook, so it is not in the session.
static TRACING: AtomicBool = AtomicBool::new(false);

/// The log of the execution under way, if it is traced and not over.
#[inline(always)]
pub fn trace() -> Option<SharedLog> {
    if TRACING.load(Ordering::Relaxed) {
        traced()
    } else {
        None
    }
}

#[cold]
fn traced() -> Option<SharedLog> {
    try_session(|s| s.trace.clone().filter(|_| !s.execution.is_over())).flatten()
}

static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// Slots of all threads there ever were; they are used again in the next execution.
static SLOTS: Mutex<Vec<&'static Slot>> = Mutex::new(Vec::new());

/// The session, under its lock.
pub struct Locked(MutexGuard<'static, Option<Session>>);

impl std::ops::Deref for Locked {
    type Target = Session;
    fn deref(&self) -> &Session {
        self.0
            .as_ref()
            .unwrap_or_else(|| fatal("a hook ran outside of an execution"))
    }
}

impl std::ops::DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut Session {
        self.0
            .as_mut()
            .unwrap_or_else(|| fatal("a hook ran outside of an execution"))
    }
}

/// The session under way.
pub fn lock() -> Locked {
    Locked(SESSION.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The session under way, if any.
pub fn try_session<R>(body: impl FnOnce(&mut Session) -> R) -> Option<R> {
    SESSION
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .as_mut()
        .map(body)
}

/// Begins a session: its main thread holds the token.
pub fn begin(
    mode: Mode,
    execution: Execution,
    seed: u64,
    limit: Duration,
    trace: Option<SharedLog>,
    conductor: &'static Slot,
) {
    TRACING.store(trace.is_some(), Ordering::Relaxed);
    let mut session = Session {
        execution,
        seed,
        begun: Instant::now(),
        limit,
        overdue: None,
        waiters: Vec::new(),
        io: Vec::new(),
        initialising: Vec::new(),
        heeds_returning: false,
        wants_look: None,
        class_waits: Vec::new(),
        stuck_since: None,
        engine: mode.engine(),
        careful: mode == Mode::Careful,
        runners: Vec::new(),
        conductor,
        turn: Turn::CONDUCTOR,
        carrier: threads::os_thread(),
        abandoned: None,
        wants_care: false,
        ending: Vec::new(),
        unwinding: None,
        threads_at_end: Vec::new(),
        places: Places::default(),
        labels: Labels::default(),
        trace,
        zombies: Vec::new(),
    };
    crate::helpers::execution_begins();
    conductor.clear();
    session.add_thread(ThreadId::MAIN);
    session.set_started(ThreadId::MAIN);
    session.grant(ThreadId::MAIN);
    *SESSION.lock().unwrap_or_else(PoisonError::into_inner) = Some(session);
}

/// Ends the session and gives back its parts.
pub fn finish() -> Session {
    let session = SESSION
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    let session = session.unwrap_or_else(|| fatal("no execution to end"));
    crate::ports::release();
    teardown::remember_threads(&session);
    if !session.zombies.is_empty() {
        // Their slots must never be granted to others.
        SLOTS.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
    session
}

impl Session {
    /// Makes room for a new thread.
    pub fn add_thread(&mut self, thread: ThreadId) {
        let mut pool = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
        while self.runners.len() <= thread.index() {
            let index = self.runners.len();
            if index == pool.len() {
                pool.push(Slot::leak());
            }
            let slot = pool[index];
            slot.clear();
            self.runners.push(Runner {
                slot,
                started: false,
                os_thread: 0,
                object: ObjectId::NONE,
                begun: false,
                points: 0,
                hashes: Vec::new(),
            });
        }
    }

    pub fn slot(&self, thread: ThreadId) -> &'static Slot {
        self.runners[thread.index()].slot
    }

    pub fn set_started(&mut self, thread: ThreadId) {
        self.runners[thread.index()].started = true;
    }

    /// If the execution ended with a data race: finds its lines, while their classes are there.
    pub fn name_race(&mut self, env: Env) {
        if let Some(Verdict::Race(race)) = self.execution.verdict()
            && self.labels.racing.is_empty()
        {
            let places = [race.first.place, race.second.place];
            self.labels.racing = places.map(|place| self.places.frame(env, place)).into();
        }
    }

    /// The thread comes to a switch point.
    pub fn count_point(&mut self, thread: ThreadId) {
        let runner = &mut self.runners[thread.index()];
        runner.points += 1;
        runner.hashes.clear();
    }

    /// The thread has drawn an identity hash.
    pub fn count_hash(&mut self, thread: ThreadId, kind: u64) {
        let hashes = &mut self.runners[thread.index()].hashes;
        match hashes.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, count)) => *count += 1,
            None => hashes.push((kind, 1)),
        }
    }

    /// What the thread's next identity hash of a kind is a function of.
    pub fn hash_index(&self, thread: ThreadId, kind: u64) -> (u64, u32) {
        let runner = &self.runners[thread.index()];
        let point = u64::from(thread.0) << 32 | u64::from(runner.points);
        let drawn = runner.hashes.iter().find(|(k, _)| *k == kind);
        let count = drawn.map_or(0, |(_, count)| *count);
        (derive(self.seed, point) ^ kind, count)
    }

    pub fn is_started(&self, thread: ThreadId) -> bool {
        self.runners[thread.index()].started
    }

    /// Threads in the object's wait set. Only looked at when steps are traced.
    pub fn waiting_for_notification(&self, object: ObjectId) -> Vec<ThreadId> {
        if self.trace.is_none() {
            return Vec::new();
        }
        let waits = |info: &ThreadInfo| {
            matches!(&info.state,
                ThreadState::Blocked(WaitsFor::Notification { object: on }) if *on == object)
        };
        let infos = self.execution.threads().into_iter();
        infos.filter(waits).map(|info| info.thread).collect()
    }

    /// Whether the thread was in a call outside of our control when the execution was over, and has not come back.
    fn is_outside(&self, thread: ThreadId) -> bool {
        self.threads_at_end.iter().any(|info| {
            let outside = matches!(
                info.state,
                ThreadState::Blocked(WaitsFor::External | WaitsFor::ClassInit { .. })
            );
            info.thread == thread && outside && !self.slot(thread).is_awaited()
        })
    }

    /// Whether the thread must take back a monitor that another one has.
    fn waits_for_other(&self, thread: ThreadId) -> bool {
        let waiter = self.waiters.iter().find(|w| w.thread == thread);
        let owner = waiter.and_then(|w| self.execution.owner(w.object));
        owner.is_some_and(|(owner, _)| owner != thread)
    }

    /// Whether the real thread sleeps in the kernel.
    pub fn sleeps_in_kernel(&self, thread: ThreadId) -> bool {
        crate::watchdog::sleeps_in_kernel(self.os_thread(thread))
    }

    /// The kernel's number of the real thread, 0 while unknown.
    fn os_thread(&self, thread: ThreadId) -> i32 {
        match self.engine {
            Engine::Threads => self.runners[thread.index()].os_thread,
            Engine::Fibers => self.carrier,
        }
    }

    pub fn set_thread_object(&mut self, thread: ThreadId, object: ObjectId) {
        self.runners[thread.index()].object = object;
    }

    pub fn thread_object(&self, thread: ThreadId) -> ObjectId {
        self.runners[thread.index()].object
    }

    /// What `Thread.getState` says: 0 runnable, 1 blocked, 2 waiting, 3 waiting with a limit.
    pub fn java_state(&self, thread: ThreadId) -> i32 {
        self.execution.seen_state(thread) as i32
    }

    /// The thread that ends the execution unwinds first.
    pub fn begin_unwinding(&mut self, thread: ThreadId) {
        if self.unwinding.is_none() {
            self.unwinding = Some((thread, 0));
        }
    }

    /// Whether the thread is the one that unwinds, or must begin to.
    fn must_unwind(&mut self, me: ThreadId) -> bool {
        let count = match self.unwinding {
            None => 1,
            Some((thread, count)) if thread == me => count + 1,
            // It has not come back from outside, and may have to wait there for what this one has.
            Some((thread, 0)) if self.is_outside(thread) => 1,
            Some(_) => return false,
        };
        self.unwinding = Some((me, count));
        count < KILL_LIMIT
    }

    /// Wakes whoever a decision made by an outsider names.
    pub fn deliver(&mut self, next: Next) {
        self.release_ended();
        match next {
            Next::Switch(thread) => self.grant(thread),
            Next::Stuck => self.stuck(),
            Next::Over if self.unwinding.is_none() => self.wake_conductor(),
            Next::Idle => match self.idle() {
                Next::Idle => {}
                next => self.deliver(next),
            },
            Next::Over | Next::Stay | Next::Wait => {}
        }
    }

    fn grant(&mut self, thread: ThreadId) {
        let result = self.execution.wake(thread) as u32;
        match self.engine {
            Engine::Threads => self.slot(thread).grant(result),
            Engine::Fibers => {
                self.runners[thread.index()].begun = true;
                self.turn = Turn::of(thread, result);
            }
        }
    }

    /// The execution has taken too long: the conductor finds out where its threads are.
    pub fn be_overdue(&mut self) {
        self.overdue = Some(Instant::now());
        self.wake_conductor();
    }

    /// The execution is over, or a thread that had to unwind cannot.
    fn wake_conductor(&mut self) {
        match self.engine {
            Engine::Threads => self.conductor.grant(0),
            Engine::Fibers => self.turn = Turn::CONDUCTOR,
        }
    }

    /// Nobody can run, nothing is outstanding: a deadlock, unless somebody else may help.
    fn stuck(&mut self) {
        let certain = self.execution.is_certainly_stuck() || self.execution.is_left_over();
        if !certain && crate::helpers::may_help() {
            self.execution.expect_help();
            if self.engine == Engine::Threads {
                self.stuck_since = Some(Instant::now());
                return;
            }
            self.must_be_on_threads("a thread that is not controlled may have to help");
        }
        self.declare_deadlock();
    }

    /// Nobody has helped.
    pub fn declare_deadlock(&mut self) {
        if self.execution.declare_deadlock() == Next::Over && self.unwinding.is_none() {
            self.wake_conductor();
        }
    }

    /// Lets real threads go whose end the program may see now.
    #[inline(always)]
    fn release_ended(&mut self) {
        if !self.ending.is_empty() {
            self.release_some();
        }
    }

    fn release_some(&mut self) {
        let over = self.execution.is_over();
        let (gone, left): (Vec<_>, Vec<_>) = std::mem::take(&mut self.ending)
            .into_iter()
            .partition(|(thread, _)| over || self.execution.is_ended(*thread));
        self.ending = left;
        for (thread, slot) in gone {
            if over {
                // Its end was still to come: it comes now, whatever the schedule.
                let _ = self.execution.end(thread, ObjectId::NONE);
            }
            if let Some(slot) = slot {
                slot.grant(0);
            }
        }
    }
}
