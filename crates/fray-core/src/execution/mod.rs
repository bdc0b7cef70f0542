//! One controlled execution: its threads, monitors, wait sets, permits and
//! clock; who may run, who does run, and when nobody can any more.
//!
//! # The token
//!
//! At most one controlled thread runs: the one that holds the *token*. A hook
//! calls one method of [`Execution`] as the holder, *before* the operation it
//! stands for is done. The method notes the operation as the thread's pending
//! one, looks which threads could complete theirs, lets the [`Strategy`] choose if
//! there are two or more, and returns [`Next`]. There is no scheduler thread and
//! nothing here blocks, sleeps or knows of an operating system: the caller does
//! the blocking.
//!
//! # Effects are applied at the moment of the choice
//!
//! A thread's pending operation has no effect until the thread is chosen, and
//! its whole effect then, in one piece, under the caller's mutex: the monitor has
//! its owner, the permit is consumed, the wait set is left, the clock has moved.
//! The chosen thread finds it done when it wakes up, and only asks
//! [`Execution::wake`] how the operation completed. So between two decisions
//! the model is always consistent, and "enabled" is a function of the model alone:
//!
//! | pending | enabled when | completes |
//! | --- | --- | --- |
//! | begin, plain operations, end | always | normally |
//! | enter, reacquire | the monitor is free | normally; reacquire also as interrupted |
//! | wait set | the monitor is free, and it is timed or may wake spuriously | timeout, spurious |
//! | park | there is a permit, or an interrupt | normally |
//! | park | else, if timed or it may wake spuriously | timeout, spurious |
//! | join | the other has ended or is not started, or an interrupt, or timed | normally, interrupted, timeout |
//! | sleep | its time has come, or an interrupt | normally, interrupted |
//! | input, output | it is known to be ready, or an interrupt that matters | normally, interrupted |
//! | input, output | else, if timed and somebody else can run, or the caller passes the time | timeout |
//! | external | never | by [`Execution::external_end`] |
//!
//! A monitor is released, a notification, a permit or an interrupt is sent with no
//! switch point of its own: these are effects of the running thread, which
//! nobody can tell from effects a moment later.
//!
//! # The end of a thread
//!
//! [`Execution::end`] makes the end of the thread its pending operation, a switch
//! point like any other: others may still see the thread alive. The real
//! thread has nothing left to do, so it does not wait to be chosen but goes;
//! when the end is chosen the core applies it and chooses again.
//!
//! # Nobody can run
//!
//! A spurious wake-up is never a way out: if all that could happen is
//! spurious, nobody can run. Then time passes: a thread that waits with
//! a deadline is a way out (see [`TimeMode`]); but where something outside may act first, only
//! the caller can say that the time has passed ([`Execution::pass_time`]). Else the token is free, and the
//! answer is [`Next::Idle`] if some thread is in a call outside of our control and
//! [`Next::Stuck`] if not. Both are left by whatever changes the model from
//! outside ([`Execution::unpark`], [`Execution::external_end`], ...) followed by
//! [`Execution::resolve`]. Only the caller knows whether something outside can still
//! act, so only the caller declares a deadlock; it cannot do so wrongly while
//! somebody can run.
//!
//! Virtual time passes too, at last, if somebody can always run but no thread is started or ended in very
//! many steps: threads run in circles until a deadline comes (`lull.rs`).
//!
//! # Replays
//!
//! When something from outside comes (data, an unpark by a thread that is not controlled) is not
//! for us to say. A replay that expects a step of a thread that waits for such a thing
//! waits too: the answer is [`Next::Idle`], until it has come or the caller loses
//! patience ([`Execution::lose_patience`]).
//!
//! # Cost
//!
//! The candidates of the last decision are kept; as long as nothing has changed for the
//! other threads only the caller's entry is replaced. Else a decision walks
//! the live threads (ended ones cost nothing). Monitors are found by index, not
//! by hash. Nothing is allocated per step. Measured on a 2-core virtual machine
//! (`tests/speed.rs`), with 10,000 threads ended, a million objects and a strategy that
//! keeps the thread: a switch point takes 14 ns with one thread, 17 with four, 33 with
//! a hundred; one at which all threads must be looked at, 43 ns with four.

mod deadlock;
mod decide;
mod effect;
mod enabled;
mod held;
mod lifecycle;
mod lull;
mod monitor;
mod outside;
mod park;
mod races;
mod recent;
mod sync;
mod thread;
mod time;
mod verdict;

#[cfg(test)]
mod tests;

use std::time::Instant;

use crate::failure::Failure;
use crate::op::{ObjectId, Operation, ThreadId};
use crate::strategy::{Candidate, Strategy};

use lull::Lull;
use monitor::Objects;
use recent::Recent;
use thread::Threads;

pub use crate::config::TimeMode;
pub use races::{Access, Race};
pub use thread::{SeenState, ThreadInfo, ThreadState};
pub use time::{CLOCK_READ_NANOS, FOREVER_NANOS};
pub use verdict::{BlockedThread, DeadlockReport, Livelock, Verdict, WaitsFor};

/// What does not change during an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecutionOptions {
    /// When timeouts may fire.
    pub time: TimeMode,
    /// Steps after which the execution counts as a livelock. `u64::MAX`: never.
    pub max_steps: u64,
    /// What the clock shows at the beginning.
    pub start_time_nanos: u64,
    /// Whether the strategy is asked for spurious wake-ups.
    pub spurious: bool,
}

/// What the caller of a hook must do now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Next {
    /// The caller's operation has been executed and it holds the token: it goes on.
    Stay,
    /// This thread's pending operation has been executed and it holds the
    /// token: wake it. The caller, if it is another controlled thread that has not
    /// ended or begun an external call, blocks until some `Next` names it.
    Switch(ThreadId),
    /// Another thread holds the token, nothing has been decided: the caller blocks
    /// until some `Next` names it. Only threads that came without the token get this.
    Wait,
    /// Nobody can run, but a thread is in an external call. The token is free.
    Idle,
    /// Nobody can run and nothing is outstanding. The token is free. It is a deadlock
    /// unless a thread that is not controlled does something.
    Stuck,
    /// The execution has ended, see [`Execution::verdict`].
    Over,
}

/// How the operation of a thread that was chosen has completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wake {
    /// The ordinary way.
    Normal,
    /// The time of a wait, park or join was up.
    TimedOut,
    /// A wait, sleep or join was interrupted. (An interrupted park is [`Wake::Normal`].)
    Interrupted,
    /// A wait or park returns for no reason.
    Spurious,
    /// The execution is over: the thread must end.
    Killed,
}

/// What happened in an execution, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Operations executed.
    pub steps: u64,
    /// Times that the strategy chose among two or more threads.
    pub choices: u64,
    /// Times that a step was made by another thread than the step before.
    pub switches: u64,
    /// Switches away from a thread that could have gone on and was not at a hint.
    pub preemptions: u64,
    /// Choices that nobody was asked for, because the thread could not be left: see
    /// [`Execution::hold`].
    pub held: u64,
}

/// The model of one controlled execution. See the [module](self).
///
/// `me` is always the calling thread. It holds the token, with one exception: a
/// thread that lost it by [`Self::force_external`] may call any method that returns
/// [`Next`] when it is back; the operation then waits for its turn.
pub struct Execution {
    options: ExecutionOptions,
    strategy: Box<dyn Strategy>,
    threads: Threads,
    objects: Objects,
    clock: u64,
    /// When the execution began, if its clock is the machine's.
    wall: Option<Instant>,
    /// How often the program has read it.
    clock_reads: u32,
    lull: Lull,
    /// Who runs. `None`: idle, stuck or over.
    token: Option<ThreadId>,
    /// Who made the last step.
    current: ThreadId,
    /// Who begins when all others but daemons have ended.
    last: Option<ThreadId>,
    counters: Counters,
    /// Who cannot be left now, and how many choices in a row it was spared.
    held: Option<ThreadId>,
    held_in_a_row: u32,
    recent: Recent,
    /// Who could run at the last decision.
    candidates: Vec<Candidate>,
    /// Whether `candidates` still holds for all threads but the one with the token.
    /// Whatever changes what another thread can do clears this, so that the common
    /// decision, at which nothing of that kind has happened, need not look at all threads.
    settled: bool,
    /// Whether the step that is being made wakes threads without saying so.
    tells: bool,
    verdict: Option<Verdict>,
    odd_is_quiet: bool,
    /// Steps that other threads may make when the main one has ended: see [`Execution::end_with_main`].
    afterwards: Option<u64>,
    /// What orders the threads, if data races are looked for.
    races: Option<Box<races::Races>>,
    /// Whether anything outside has ever mattered to a thread.
    meets_outside: bool,
    /// Whether anything may that is no thread's operation.
    expects_help: bool,
    /// Whether time may pass although something outside might act: see [`Self::pass_time`].
    hurries: bool,
    /// Whether a replay waits for what comes from outside.
    patient: bool,
}

impl Execution {
    /// An execution in which the main thread runs and holds the token.
    pub fn new(options: ExecutionOptions, strategy: Box<dyn Strategy>) -> Self {
        Execution {
            options,
            strategy,
            threads: Threads::with_main(),
            objects: Objects::default(),
            clock: options.start_time_nanos,
            wall: (options.time == TimeMode::Real).then(Instant::now),
            clock_reads: 0,
            lull: Lull::new(options.time, options.start_time_nanos),
            token: Some(ThreadId::MAIN),
            current: ThreadId::MAIN,
            last: None,
            counters: Counters::default(),
            held: None,
            held_in_a_row: 0,
            recent: Recent::default(),
            candidates: Vec::new(),
            settled: false,
            tells: false,
            verdict: None,
            odd_is_quiet: false,
            afterwards: None,
            races: None,
            meets_outside: false,
            expects_help: false,
            hurries: false,
            patient: true,
        }
    }

    /// From now on objects with odd numbers all look alike from outside: see
    /// [`ObjectId::is_quiet`].
    pub fn hide_quiet_objects(&mut self) {
        self.odd_is_quiet = true;
    }

    /// The main thread is that of a test, and the test is over when it has ended. Nobody waits for the other
    /// threads then, and none of them has to end: a test framework goes on with its next test, and a
    /// pool that nobody has shut down is no mistake of this one. They get so many steps more, so that
    /// what they still do wrong shows.
    pub fn end_with_main(&mut self, steps: u64) {
        self.afterwards = Some(steps);
    }

    /// Whether only threads are left that nobody waits for.
    pub fn is_left_over(&self) -> bool {
        self.afterwards.is_some() && self.threads.is_ended(ThreadId::MAIN)
    }

    /// The strategy, to be told of the end and used again.
    pub fn into_strategy(self) -> Box<dyn Strategy> {
        self.strategy
    }

    /// The strategy.
    pub fn strategy_mut(&mut self) -> &mut dyn Strategy {
        &mut *self.strategy
    }

    /// Makes the class of an object known: a hash of its name. Objects that are
    /// not defined have class 0.
    pub fn define_object(&mut self, object: ObjectId, class_hash: u32) {
        self.objects.define(object, class_hash);
    }

    /// The class of an object, 0 if unknown.
    pub fn class_of(&self, object: ObjectId) -> u32 {
        self.objects.class_of(object)
    }

    /// A non-blocking operation is about to be done: a switch point.
    ///
    /// `quiet`: no switch point and no step, the thread just goes on.
    #[inline]
    pub fn point(&mut self, me: ThreadId, operation: Operation, quiet: bool) -> Next {
        if self.skips(me, quiet) {
            return self.stay(me);
        }
        self.hold_back_child(operation);
        self.offer(me, thread::Pending::Point, operation)
    }

    /// How the operation of this thread, which has just been chosen, completed.
    pub fn wake(&self, me: ThreadId) -> Wake {
        if self.verdict.is_some() {
            Wake::Killed
        } else {
            self.threads[me].wake
        }
    }

    /// Who holds the token.
    pub fn holder(&self) -> Option<ThreadId> {
        self.token
    }

    /// The numbers so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How the execution ended; `None` while it goes on.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Whether the execution has ended.
    pub fn is_over(&self) -> bool {
        self.verdict.is_some()
    }

    /// The program failed: the execution is over.
    pub fn fail(&mut self, failure: Failure) -> Next {
        self.conclude(Verdict::Failed(failure))
    }

    /// The program asked for the end of the JVM: the execution is over.
    pub fn exit_program(&mut self, status: i32) -> Next {
        self.conclude(Verdict::Exit(status))
    }

    /// Ends the execution. The first verdict stands.
    fn conclude(&mut self, verdict: Verdict) -> Next {
        self.verdict.get_or_insert(verdict);
        self.token = None;
        Next::Over
    }
}
