//! Virtual time while threads run in circles.
//!
//! Virtual time stands still while somebody can run, but a thread that waits in a loop for another one, which
//! waits for time to pass, can always run. On a machine its steps take time. Here the first ones take none, so
//! that no deadline comes while somebody is at work; but after many with no thread started or ended and
//! no time passed otherwise, time goes on from one deadline to the next, and the faster the longer this lasts.
//! So deadlines that are near come soon, those with which programs only guard themselves
//! against hanging come late, and all of them before it is a livelock.
//!
//! Whether threads block or wake each other is no sign that they get anywhere: those that look in turn
//! into something behind a lock do so all the time. What they do is not looked at either. A function of the steps
//! alone is the same in a replay and costs one comparison for each.

use super::Execution;
use crate::config::TimeMode;

/// Steps of a lull that take no time. Few tests make as many between two starts, ends or pauses.
pub(super) const STILL: u64 = 10_000;

/// What they may take together doubles with so many, from a microsecond at the beginning of the lull:
/// ten milliseconds after 28,000 steps, ten seconds after 48,000 and ten years after 98,000.
const DOUBLING: u64 = 2_000;
const FIRST_NANOS: u64 = 1_000;
const DOUBLINGS: u64 = 50;

/// Time goes on at most once in so many steps, so that whoever has come to its deadline does something first.
/// A prime number, lest it be always at the same place of a loop.
const PAUSE: u64 = 101;

/// The steps since a thread was started or ended, or nobody could run.
#[derive(Debug)]
pub(super) struct Lull {
    /// The steps and the clock when it began.
    since: u64,
    clock: u64,
    /// The number of steps after which time may go on.
    pub due: u64,
}

impl Lull {
    /// From the beginning of an execution.
    pub fn new(time: TimeMode, clock: u64) -> Self {
        let due = match time {
            TimeMode::Virtual => STILL,
            TimeMode::Relaxed | TimeMode::Real => u64::MAX,
        };
        Lull {
            since: 0,
            clock,
            due,
        }
    }
}

impl Execution {
    /// Threads get somewhere: what lull there was is over.
    pub(super) fn stir(&mut self) {
        if self.options.time == TimeMode::Virtual {
            self.lull = Lull {
                since: self.counters.steps,
                clock: self.clock,
                due: self.counters.steps.saturating_add(STILL),
            };
        }
    }

    /// The lull has lasted: the clock moves on to the next deadline, if that is near enough for the steps made and
    /// nobody is left who could go on because of an earlier one.
    #[cold]
    pub(super) fn lapse(&mut self) {
        let steps = self.counters.steps;
        self.lull.due = steps.saturating_add(PAUSE);
        let doublings = (steps.saturating_sub(self.lull.since) / DOUBLING).min(DOUBLINGS);
        let until = self.lull.clock.saturating_add(FIRST_NANOS << doublings);
        let is_up = |deadline: u64| deadline <= self.clock;
        if self.is_watched() || self.earliest_deadline().is_some_and(is_up) {
            return;
        }
        // Those whose monitors are taken count: whoever runs in circles may be taking them.
        let ahead = self.deadlines().map(|(deadline, _)| deadline);
        let next = ahead.filter(|&deadline| !is_up(deadline)).min();
        self.reach(next.filter(|&deadline| deadline <= until));
    }
}
