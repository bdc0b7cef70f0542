//! The last steps, for the report of a livelock.

use crate::op::Step;

/// How many steps are kept: enough to show the loops of a few threads. A power of two.
const KEPT: usize = 64;

/// A ring of the last steps.
#[derive(Default, Debug)]
pub(super) struct Recent {
    ring: Vec<Step>,
    pushed: usize,
}

impl Recent {
    pub fn push(&mut self, step: Step) {
        if let Some(slot) = self.ring.get_mut(self.pushed % KEPT) {
            *slot = step;
        } else {
            self.ring.push(step);
        }
        self.pushed += 1;
    }

    /// The steps kept, the oldest first.
    pub fn steps(&self) -> Vec<Step> {
        let oldest = if self.ring.len() < KEPT {
            0
        } else {
            self.pushed % KEPT
        };
        let (newer, older) = self.ring.split_at(oldest);
        [older, newer].concat()
    }
}
