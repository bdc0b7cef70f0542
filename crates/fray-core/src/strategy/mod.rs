//! Search strategies: who runs next.

pub mod bounded;
pub mod build;
pub mod check;
pub mod delay;
pub mod dfs;
pub mod fair;
pub mod guided;
pub mod icb;
pub mod journal;
pub mod pct;
pub mod portfolio;
pub mod pos;
pub mod random;
pub mod record;
pub mod replay;
pub mod straight;
pub mod surw;

use crate::op::{Completion, ObjectId, Operation, Step, ThreadId};
use journal::Journal;
use record::Log;

/// In the implementation of a wrapper: what it passes on to the strategy inside, unchanged. One list for all of them,
/// since whatever one forgets has no effect within it.
#[macro_export]
macro_rules! pass_on {
    ($this:ident => $inner:expr) => {
        fn end(&mut $this, end: &$crate::strategy::End) {
            $inner.end(end);
        }

        fn spinning(&mut $this, thread: $crate::op::ThreadId) {
            $inner.spinning(thread);
        }

        fn unseen(&mut $this, thread: $crate::op::ThreadId) {
            $inner.unseen(thread);
        }

        fn awaited(&$this) -> Option<$crate::op::ThreadId> {
            $inner.awaited()
        }

        fn left_over(&$this) -> Result<(), $crate::strategy::Divergence> {
            $inner.left_over()
        }

        fn has_searched(&$this) -> bool {
            $inner.has_searched()
        }

        fn is_complete(&$this) -> bool {
            $inner.is_complete()
        }

        fn repeats(&$this) -> bool {
            $inner.repeats()
        }

        fn depart(&mut $this) -> bool {
            $inner.depart()
        }

        fn parameters(&$this) -> String {
            $inner.parameters()
        }
    };
}

/// What a strategy is told when an execution begins.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Number of the execution within the campaign, from 0.
    pub iteration: u64,
    /// Seed of this execution; all randomness of the strategy comes from it.
    pub seed: u64,
}

/// A thread that could run now, and what it would do first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The thread.
    pub thread: ThreadId,
    /// Its pending operation.
    pub operation: Operation,
    /// How that would complete.
    pub completion: Completion,
    /// Class of the object concerned, as in [`Step::class`].
    pub class: u32,
}

/// A point at which one of several threads must be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// Steps executed so far in this execution.
    pub step: u64,
    /// The thread that ran last, whether or not it can go on.
    pub current: ThreadId,
    /// At least two, in order of thread number.
    pub candidates: &'a [Candidate],
}

/// A choice that is not about which thread runs.
#[derive(Clone, Copy, Debug)]
pub enum Choice<'a> {
    /// Who of these waiters gets the notification on this object.
    NotifyTarget {
        /// The object notified.
        object: ObjectId,
        /// At least two, in the order in which they began to wait.
        waiters: &'a [ThreadId],
    },
    /// Whether this wait or park may return for no reason: 0 no, 1 yes.
    Spurious {
        /// The thread that is about to block.
        thread: ThreadId,
        /// Its operation.
        operation: Operation,
    },
}

impl Choice<'_> {
    /// How many alternatives there are.
    pub fn alternatives(&self) -> usize {
        match self {
            Choice::NotifyTarget { waiters, .. } => waiters.len(),
            Choice::Spurious { .. } => 2,
        }
    }
}

/// How an execution ended, as far as strategies care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Steps executed.
    pub steps: u64,
    /// Whether a failure showed.
    pub failed: bool,
    /// Hash of the order of conflicting operations (see `coverage`).
    pub trace_hash: u64,
    /// Whether no earlier execution of the campaign had this hash.
    pub new_behaviour: bool,
}

/// Why a strategy cannot go on: the execution departs from a recorded one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the execution departs from the recording at step {step}: expected {expected}, got {actual}"
)]
pub struct Divergence {
    /// First step that differs.
    pub step: u64,
    /// What the recording has there.
    pub expected: String,
    /// What the program did.
    pub actual: String,
}

/// Decides which thread runs.
///
/// Contract. `begin` is called before each execution, then any number of
/// `choose_thread`, `choose_other` and `executed`, then `end`. `choose_thread`
/// is called only if there are at least two candidates and returns an index into
/// them; the choice is then executed and reported through `executed`, as is every
/// step for which there was no choice. `choose_other` returns a number below
/// `choice.alternatives()`. `begin` without an `end` before it means that the execution could
/// not be completed and is done again, from the same start: the strategy makes the same choices
/// again and learns nothing from the attempt. A strategy draws all its randomness from
/// `Start::seed` and what it learned from the executions before, and knows
/// nothing of the JVM. Whatever must happen for every strategy (recording,
/// checking a replay, fairness, counting) wraps a strategy and is one itself.
pub trait Strategy: Send {
    /// Gets ready for an execution. `false`: everything has been explored.
    fn begin(&mut self, start: &Start) -> bool;

    /// Chooses one of at least two candidates.
    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence>;

    /// Makes a choice that is not about threads.
    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence>;

    /// Told of every executed step, in order.
    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        let _ = step;
        Ok(())
    }

    /// Told once at the end of the execution.
    fn end(&mut self, end: &End) {
        let _ = end;
    }

    /// Told that a thread runs in circles while others could run: see [`fair`]. Strategies
    /// that would choose it again and again should now prefer others.
    fn spinning(&mut self, thread: ThreadId) {
        let _ = thread;
    }

    /// Told that the thread that made the last step has done something, before its next one, whose
    /// order with what other threads do may matter and of which no step tells: it has initialised a class.
    fn unseen(&mut self, thread: ThreadId) {
        let _ = thread;
    }

    /// The thread that must make the next step, and not by a timeout. Only a replay knows one.
    fn awaited(&self) -> Option<ThreadId> {
        None
    }

    /// Before `end`: whether all that should have happened has. Only a replay expects
    /// anything.
    fn left_over(&self) -> Result<(), Divergence> {
        Ok(())
    }

    /// Whether everything has been explored, although there are executions to come.
    fn has_searched(&self) -> bool {
        false
    }

    /// After `begin` has said that nothing is left, or after [`Self::has_searched`]: whether that is
    /// all, or some had to be left out.
    fn is_complete(&self) -> bool {
        true
    }

    /// After `begin`: whether this execution must begin like earlier ones, so that all that is
    /// random in the program must be the same in them.
    fn repeats(&self) -> bool {
        false
    }

    /// In place of `end`: an execution could not be repeated however often it was tried, because the program is
    /// not deterministic. Whether there is anything left to go on with, that repeats none.
    fn depart(&mut self) -> bool {
        false
    }

    /// What this execution uses beyond the seed, for people who read a recording.
    fn parameters(&self) -> String {
        String::new()
    }

    /// What the execution did, if a wrapper has kept it.
    fn log(&mut self) -> Option<&Log> {
        None
    }

    /// Where a wrapper writes down what the execution does, if one does.
    fn journal(&mut self) -> Option<&mut Journal> {
        None
    }
}

impl<S: Strategy + ?Sized> Strategy for Box<S> {
    fn begin(&mut self, start: &Start) -> bool {
        (**self).begin(start)
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        (**self).choose_thread(point)
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        (**self).choose_other(choice)
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        (**self).executed(step)
    }

    crate::pass_on!(self => **self);

    fn log(&mut self) -> Option<&Log> {
        (**self).log()
    }

    fn journal(&mut self) -> Option<&mut Journal> {
        (**self).journal()
    }
}
