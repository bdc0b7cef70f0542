//! A look behind the search: when all is explored, some executions more with choices at random.
//!
//! The reduction rests on what the steps say about which of them may depend on each other. Threads
//! that share plain data without a lock depend on each other too, and no step says so; nor does the
//! outside world say all. There a schedule matters that is equivalent to another one for all that we
//! know. A few executions that are not reduced cost next to nothing, find many such failures, and show
//! whether there are behaviours that the search has not.

use crate::rng::Rng;
use crate::strategy::{Choice, End, Point};

/// Executions. A race that fails in one of ten is missed by 3 % of such samples (0.9^32).
const EXECUTIONS: u64 = 32;

/// One in so many waits or parks returns for no reason.
const SPURIOUS: u64 = 16;

/// The state of it.
#[derive(Debug)]
pub struct Sample {
    next: u64,
    rng: Rng,
    surprises: u64,
    /// Whether there was a choice before the last step, and before the one to come.
    open: bool,
    chosen: bool,
}

impl Sample {
    /// Nothing has been drawn.
    pub fn new() -> Self {
        Sample {
            next: 0,
            rng: Rng::new(0),
            surprises: 0,
            open: false,
            chosen: false,
        }
    }

    /// The next execution, or the running one again. `false`: that was all.
    pub fn begin(&mut self) -> bool {
        // The same whatever the seed, as the search is.
        self.rng = Rng::new(self.next);
        self.next < EXECUTIONS
    }

    /// A choice of a thread.
    pub fn thread(&mut self, point: &Point<'_>) -> usize {
        self.chosen = true;
        self.rng.below(point.candidates.len() as u64) as usize
    }

    /// Another choice; `of` alternatives are allowed.
    pub fn other(&mut self, choice: &Choice<'_>, of: usize) -> usize {
        match choice {
            Choice::Spurious { .. } if of > 1 => usize::from(self.rng.below(SPURIOUS) == 0),
            _ => self.rng.below(of as u64) as usize,
        }
    }

    /// A step has been made.
    pub fn executed(&mut self) {
        self.open = std::mem::take(&mut self.chosen);
    }

    /// The execution has ended. Of one that failed the behaviour is only the first part of one: if
    /// the search has failures too it says nothing. Nor does one in which others could have gone on: the search has
    /// those in which they have.
    pub fn end(&mut self, end: &End, has_failures: bool) {
        self.next += 1;
        let surprises = match end.failed {
            true => !has_failures,
            false => end.new_behaviour && !self.open,
        };
        self.surprises += u64::from(surprises);
    }

    /// Whether it has shown what the search has not.
    pub fn is_surprised(&self) -> bool {
        self.surprises > 0
    }
}
