//! Makes a failing schedule smaller: fewest preemptions, then fewest steps, that still fail
//! in the same way.
//!
//! A bug found at random comes with dozens of preemptions, of which one or two matter. A
//! person can follow those. [`Minimiser`] is a state machine: it says which execution to
//! try next and is told what came of it. What it tries:
//!
//! 1. **Calm**: no preemption at all, everything by itself.
//! 2. **Single**: one preemption, or one notification or spurious return that does not come
//!    by itself. Candidates come from the calm execution: after a step on something that
//!    another thread touches too, that thread runs. Most bugs need no more (Musuvathi and
//!    Qadeer, PLDI 2007), and this finds a schedule that is simpler than any that is hidden in
//!    the original one.
//! 3. **Drop**: leaves out preemptions of the best schedule, half of them, a quarter, ...
//!    one by one (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing
//!    input", TSE 2002).
//! 4. **Move**: what a thread does between two switches it does when it runs next; or where
//!    preemptions lead through a chain of threads, straight to the last. Then 3 again.
//! 5. **Settle**: leaves out other switches and special choices, so that the rest happens by
//!    itself and in fewer steps.
//!
//! A changed schedule never fits the program exactly, so candidates are followed as far as
//! possible ([`crate::strategy::guided`]) and what counts is what really happened.

mod candidates;

use std::time::{Duration, Instant};

use crate::strategy::Strategy;
use crate::strategy::fair::Fair;
use crate::strategy::guided::{Guided, Schedule, Switch};
use crate::strategy::record::{Log, Record};

use candidates::{moves, singles, specials, without};

/// Time after which no new candidate is tried, whatever the number of executions.
pub const TIME: Duration = Duration::from_secs(30);

/// What makes one schedule better than another: the smaller the better, from left to right.
type Score = (usize, u64, usize);

fn score(log: &Log, schedule: &Schedule) -> Score {
    let size = schedule.switches.len() + schedule.specials.len();
    (log.preemptions.len(), log.steps, size)
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    Calm,
    Single {
        specials: Vec<Schedule>,
        preemptions: Vec<Switch>,
    },
    Drop {
        chunk: usize,
        at: usize,
    },
    Move {
        candidates: Vec<Schedule>,
    },
    Settle {
        chunk: usize,
        at: usize,
    },
    Done,
}

/// The search for a smaller schedule.
#[derive(Debug)]
pub struct Minimiser {
    signature: String,
    best: Log,
    schedule: Schedule,
    phase: Phase,
    /// Executions left.
    left: u64,
    /// Executions of the phase `Single` left: it must leave some for the others.
    singles_left: u64,
    until: Instant,
}

impl Minimiser {
    /// Begins with a failing execution and its failure's signature. At most `executions` will
    /// be tried.
    pub fn new(log: &Log, signature: &str, executions: u64) -> Self {
        Minimiser {
            signature: signature.to_owned(),
            best: log.clone(),
            schedule: Schedule::of(log),
            phase: Phase::Calm,
            left: executions,
            singles_left: executions.div_ceil(3),
            until: Instant::now() + TIME,
        }
    }

    /// The next execution to try, fair and recording; `None` when nothing is left to try.
    pub fn next_candidate(&mut self) -> Option<Box<dyn Strategy>> {
        if self.left == 0 || Instant::now() >= self.until {
            return None;
        }
        let schedule = self.next_schedule()?;
        self.left -= 1;
        Some(Box::new(Record::new(Fair::new(Guided::new(&schedule)))))
    }

    /// What came of it: what it did, and the signature of its failure if it failed. `true`:
    /// it is better than all before.
    pub fn report(&mut self, log: &Log, signature: Option<&str>) -> bool {
        let schedule = Schedule::of(log);
        let better = signature == Some(&*self.signature)
            && score(log, &schedule) < score(&self.best, &self.schedule);
        if better {
            self.best = log.clone();
            self.schedule = schedule;
        }
        self.advance(log, better);
        better
    }

    /// The best execution so far: the original if nothing better was found.
    pub fn best(&self) -> &Log {
        &self.best
    }

    fn preemptions(&self) -> usize {
        self.best.preemptions.len()
    }

    fn next_schedule(&mut self) -> Option<Schedule> {
        loop {
            match &mut self.phase {
                Phase::Calm => return Some(Schedule::default()),
                Phase::Single {
                    specials,
                    preemptions,
                } if self.singles_left > 0 => {
                    self.singles_left -= 1;
                    let needed = self.best.preemptions.len();
                    if needed > 0
                        && let Some(candidate) = specials.pop()
                    {
                        return Some(candidate);
                    }
                    match preemptions.pop() {
                        Some(switch) if needed > 1 => {
                            return Some(Schedule {
                                switches: vec![switch],
                                specials: Vec::new(),
                            });
                        }
                        _ => self.singles_left = 0,
                    }
                }
                Phase::Single { .. } => {
                    let chunk = self.preemptions().div_ceil(2);
                    self.phase = Phase::Drop { chunk, at: 0 };
                }
                Phase::Drop { chunk, at } => {
                    let (chunk, begin) = (*chunk, *at);
                    if chunk > 0
                        && let Some(candidate) = without(&self.schedule, true, begin, chunk)
                    {
                        *at += chunk;
                        return Some(candidate);
                    }
                    self.phase = match chunk {
                        0 | 1 => Phase::Move {
                            candidates: moves(&self.schedule),
                        },
                        _ => Phase::Drop {
                            chunk: chunk / 2,
                            at: 0,
                        },
                    };
                }
                Phase::Move { candidates } => {
                    if let Some(candidate) = candidates.pop() {
                        return Some(candidate);
                    }
                    let chunk = self.schedule.switches.len().div_ceil(2).max(1);
                    self.phase = Phase::Settle { chunk, at: 0 };
                }
                Phase::Settle { chunk, at } => {
                    let (chunk, begin) = (*chunk, *at);
                    if let Some(candidate) = without(&self.schedule, false, begin, chunk) {
                        *at += chunk;
                        return Some(candidate);
                    }
                    self.phase = match chunk {
                        1 => Phase::Done,
                        _ => Phase::Settle {
                            chunk: chunk / 2,
                            at: 0,
                        },
                    };
                }
                Phase::Done => return None,
            }
        }
    }

    /// What follows from a report.
    fn advance(&mut self, log: &Log, better: bool) {
        match &mut self.phase {
            Phase::Calm => {
                self.phase = Phase::Single {
                    specials: specials(log),
                    preemptions: singles(log),
                };
            }
            // The list that `at` counts in is another one now: begin it again. A smaller
            // schedule may also be one step from an even smaller one.
            Phase::Drop { at, .. } | Phase::Settle { at, .. } if better => *at = 0,
            Phase::Move { .. } if better => self.phase = Phase::Drop { chunk: 1, at: 0 },
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
