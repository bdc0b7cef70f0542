//! The last steps, for the report of a livelock.

use crate::op::{Completion, OpKind, Operation, Resource, Step, ThreadId};

/// How many steps are kept: enough to show the loops of a few threads. A power of two.
const KEPT: usize = 64;

/// A ring of the last steps.
#[derive(Debug)]
pub(super) struct Recent {
    ring: Box<[Step; KEPT]>,
    pushed: usize,
}

impl Default for Recent {
    fn default() -> Self {
        let none = Step {
            thread: ThreadId::MAIN,
            operation: Operation::new(OpKind::Begin, Resource::default()),
            completion: Completion::Normal,
            class: 0,
        };
        Recent {
            ring: Box::new([none; KEPT]),
            pushed: 0,
        }
    }
}

impl Recent {
    /// Keeps the step, and says where, so that it need not be copied once more.
    #[inline(always)]
    pub fn push(&mut self, step: Step) -> &Step {
        let slot = &mut self.ring[self.pushed % KEPT];
        self.pushed += 1;
        *slot = step;
        slot
    }

    /// The steps kept, the oldest first.
    pub fn steps(&self) -> Vec<Step> {
        let kept = self.pushed.min(KEPT);
        (self.pushed - kept..self.pushed)
            .map(|number| self.ring[number % KEPT])
            .collect()
    }
}
