//! Threads that cannot be left for a while.
//!
//! An engine may be unable to leave a thread where it stands: there is a native frame on the stack of a
//! continuation. If the thread is able to go on, leaving it would only have been a choice. That choice is
//! not offered, so that a recording of the execution is one of a schedule that every engine can make.

use super::Execution;
use crate::op::{Completion, ThreadId};

/// Choices in a row that a thread is spared at most. One that waits in a loop for another thread
/// must be left at some time.
const LONGEST: u32 = 1000;

impl Execution {
    /// Until [`Self::release`], this thread goes on whenever it can.
    pub fn hold(&mut self, thread: ThreadId) {
        self.held = Some(thread);
    }

    /// Whoever was held can be left again.
    pub fn release(&mut self) {
        self.held = None;
    }

    /// Whether the last decision, if it left this thread, was only a choice.
    pub fn could_have_gone_on(&self, thread: ThreadId) -> bool {
        self.way_on(thread).is_some()
    }

    /// Where it is among the candidates. A hint (a yield, a turn of a loop that waits) or a timeout is
    /// no way on: others are meant to run then.
    fn way_on(&self, thread: ThreadId) -> Option<usize> {
        self.candidates.iter().position(|candidate| {
            candidate.thread == thread
                && candidate.completion == Completion::Normal
                && !candidate.operation.is_hint()
        })
    }

    /// Which candidate goes on because it cannot be left.
    #[cold]
    pub(super) fn held_candidate(&mut self) -> Option<usize> {
        if self.held_in_a_row >= LONGEST {
            return None;
        }
        let found = self.way_on(self.held?)?;
        self.held_in_a_row += 1;
        self.counters.held += 1;
        Some(found)
    }
}
