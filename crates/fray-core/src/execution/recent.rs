//! The last steps before the limit, for the report of a livelock.

use crate::op::Step;

/// How many steps are kept: enough to show the loops of a few threads.
const KEPT: u64 = 64;

/// The last steps that an execution may make. Those before are not kept: a livelock is reported when
/// exactly as many steps as are allowed have been made, and no step but these pays for it.
#[derive(Default, Debug)]
pub(super) struct Recent {
    steps: Vec<Step>,
}

impl Recent {
    /// Takes note of a step if it is one of the last ones: so many have been made, this one
    /// included, and so many are allowed.
    #[inline(always)]
    pub fn push(&mut self, step: &Step, made: u64, allowed: u64) {
        if made > allowed.saturating_sub(KEPT) {
            self.keep(step);
        }
    }

    #[cold]
    fn keep(&mut self, step: &Step) {
        self.steps.push(*step);
    }

    /// The steps kept, the oldest first.
    pub fn steps(&self) -> Vec<Step> {
        self.steps.clone()
    }
}
