//! The two ways in which controlled threads run.
//!
//! The core decides who goes on; an engine switches. On *threads* every controlled thread is a real
//! one, and a switch is: wake the other's futex, wait on one's own. On *fibers* all of them are
//! continuations on one real thread. A native cannot leave a continuation, because its own frame is
//! in the way; so it returns whose turn it is, and `FrayFibers` switches.

use fray_core::campaign::Kind;
use fray_core::op::ThreadId;

/// How controlled threads run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// As threads of the JVM.
    Threads,
    /// As continuations on one of them.
    Fibers,
}

/// Low bits of a turn: the result. As `FrayFibers.RESULT_BITS`.
const RESULT_BITS: u32 = 3;

/// Whose turn it is on fibers, and how the operation of that thread completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn(u32);

impl Turn {
    /// No thread: whoever conducts the executions goes on.
    pub const CONDUCTOR: Turn = Turn(0);

    pub fn of(thread: ThreadId, result: u32) -> Self {
        Turn(thread.0 << RESULT_BITS | result)
    }

    /// For Java, between two runs of fibers.
    pub fn to_java(self) -> i32 {
        self.0 as i32
    }

    /// For Java, as the result of an operation after which the calling fiber must be left.
    pub fn to_switch(self) -> i32 {
        !self.to_java()
    }
}

/// Executions that may turn out to need threads before no more are tried on fibers.
const PATIENCE: u32 = 3;

/// Which engine is used for which execution.
#[derive(Debug)]
pub struct Engines {
    fibers: bool,
    /// Executions that had to be made on threads, and why the first one had to.
    fallen_back: Option<(u32, String)>,
    /// The next execution must be made on threads.
    threads_next: bool,
}

impl Engines {
    /// `fibers`: they are wanted and there.
    pub fn new(fibers: bool) -> Self {
        Engines {
            fibers,
            fallen_back: None,
            threads_next: false,
        }
    }

    /// The engine for the next execution. Whatever is to be believed is seen on real threads.
    pub fn choose(&mut self, kind: Kind) -> Engine {
        let repeated = std::mem::take(&mut self.threads_next);
        let quick = matches!(
            kind,
            Kind::Explore | Kind::Shrink | Kind::Weigh | Kind::Recheck
        );
        if quick && !repeated && self.is_fibers() {
            Engine::Fibers
        } else {
            Engine::Threads
        }
    }

    /// The last execution cannot be made on fibers.
    pub fn fall_back(&mut self, reason: String) {
        self.threads_next = true;
        self.fallen_back.get_or_insert((0, reason)).0 += 1;
    }

    fn is_fibers(&self) -> bool {
        let times = self.fallen_back.as_ref().map_or(0, |(times, _)| *times);
        self.fibers && times < PATIENCE
    }

    /// The engine in use.
    pub fn words(&self) -> &'static str {
        if self.is_fibers() {
            "fibers"
        } else {
            "threads"
        }
    }

    /// One line about executions that had to be made on threads.
    pub fn note(&self) -> Option<String> {
        let (times, reason) = self.fallen_back.as_ref()?;
        Some(if self.is_fibers() {
            format!("{times} executions were made on threads instead of fibers: {reason}.")
        } else {
            format!("The program was run on threads after {times} attempts on fibers: {reason}.")
        })
    }
}
