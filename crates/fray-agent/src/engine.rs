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

/// How one execution is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// On threads.
    Threads,
    /// On fibers. Where a thread cannot be left the execution is given up.
    Fibers,
    /// On fibers; before each operation it is looked whether the thread can be left, and if it cannot the
    /// core is told so, and leaves it only if it must.
    Careful,
}

impl Mode {
    pub fn engine(self) -> Engine {
        match self {
            Mode::Threads => Engine::Threads,
            Mode::Fibers | Mode::Careful => Engine::Fibers,
        }
    }

    /// As `FrayExecution` knows it.
    pub fn to_java(self) -> i32 {
        self as i32
    }
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

/// Executions that may turn out to need threads, however few there were on fibers.
const PATIENCE: u64 = 3;

/// One of so many may need threads later on. What was done on fibers till then is lost, so more would
/// cost what fibers save.
const RARE: u64 = 8;

/// Of the executions in which switches may be left out, one of so many is made on threads all the same, so
/// that no schedule is out of reach.
const SHARE: u64 = 4;

/// Which engine is used for which execution.
#[derive(Debug)]
pub struct Engines {
    fibers: bool,
    careful: bool,
    /// Executions begun on fibers.
    begun: u64,
    /// Executions that had to be made on threads, and why the first one had to.
    fallen_back: u64,
    reason: Option<String>,
    /// The next execution must be made on threads.
    threads_next: bool,
    /// There were too many of them.
    given_up: bool,
    /// Switches that were left out.
    held: u64,
}

impl Engines {
    /// `fibers`: they are wanted and there.
    pub fn new(fibers: bool) -> Self {
        Engines {
            fibers,
            careful: false,
            begun: 0,
            fallen_back: 0,
            reason: None,
            threads_next: false,
            given_up: false,
            held: 0,
        }
    }

    /// How the next execution is made. Whatever is to be believed is seen on real threads. `exact`:
    /// its strategy has others in mind, or in hand, from which it must not differ, so no switch may be
    /// left out.
    pub fn choose(&mut self, kind: Kind, exact: bool) -> Mode {
        let repeated = std::mem::take(&mut self.threads_next);
        let quick = matches!(
            kind,
            Kind::Explore | Kind::Shrink | Kind::Weigh | Kind::Recheck
        );
        let exact = exact || matches!(kind, Kind::Weigh | Kind::Recheck);
        if !quick || repeated || !self.is_fibers() || (self.careful && exact) {
            return Mode::Threads;
        }
        self.begun += 1;
        match self.careful {
            true if self.begun.is_multiple_of(SHARE) => Mode::Threads,
            true => Mode::Careful,
            false => Mode::Fibers,
        }
    }

    /// The last execution cannot be made on fibers.
    pub fn fall_back(&mut self, reason: String) {
        self.threads_next = true;
        self.fallen_back += 1;
        self.reason.get_or_insert(reason);
        self.given_up |= self.fallen_back > PATIENCE.max(self.begun / RARE);
    }

    /// In the last execution a thread could not be left, and needed not be.
    pub fn be_careful(&mut self) {
        self.careful = true;
    }

    /// In the last execution so many switches were left out.
    pub fn add_held(&mut self, switches: u64) {
        self.held += switches;
    }

    pub fn is_fibers(&self) -> bool {
        self.fibers && !self.given_up
    }

    /// The engine in use.
    pub fn words(&self) -> &'static str {
        if self.is_fibers() {
            "fibers"
        } else {
            "threads"
        }
    }

    /// One line about what could not be done on fibers.
    pub fn note(&self) -> Option<String> {
        let mut parts = Vec::new();
        if let Some(reason) = &self.reason {
            let times = self.fallen_back;
            parts.push(if self.given_up {
                format!(
                    "The program was run on threads after {times} attempts on fibers: {reason}."
                )
            } else {
                format!("{times} executions were made on threads instead of fibers: {reason}.")
            });
        }
        if self.held > 0 {
            let switches = match self.held {
                1 => "1 switch was".to_owned(),
                n => format!("{n} switches were"),
            };
            parts.push(format!(
                "{switches} left out, inside of native code that fibers cannot leave (--engine threads can)."
            ));
        }
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}
