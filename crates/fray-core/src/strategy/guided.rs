//! Follows a schedule as far as it can.

use std::collections::HashMap;

use super::record::Log;
use super::straight::straight_on;
use super::{Choice, Divergence, Point, Start, Strategy};
use crate::op::{Completion, Step, ThreadId};
use crate::recording::{ChoiceKind, Entry};

/// Where one thread gives way to another: after the thread's own step of this number. Or
/// where it goes on although it would give way by itself: `to` is then the thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Who runs.
    pub thread: ThreadId,
    /// How many steps it has made.
    pub after: u64,
    /// Who runs next.
    pub to: ThreadId,
    /// Whether the thread could have gone on.
    pub preemption: bool,
}

/// A choice that is not about threads and not what happens by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Special {
    /// Who runs.
    pub thread: ThreadId,
    /// How many steps it has made.
    pub after: u64,
    /// What the choice is about.
    pub kind: ChoiceKind,
    /// How many choices of this kind the thread has met since that step.
    pub nth: u32,
    /// Which alternative.
    pub taken: u32,
}

/// A schedule in terms that survive small changes: places are given by a thread's own steps
/// and not by numbers in the whole. What it does not say happens by itself: a thread
/// runs until it cannot go on, and then the next one by number (see
/// [`straight_on`]).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Schedule {
    /// Where threads give way to others.
    pub switches: Vec<Switch>,
    /// Other choices.
    pub specials: Vec<Special>,
}

impl Schedule {
    /// The schedule of an execution. Following it gives the same execution again.
    pub fn of(log: &Log) -> Schedule {
        let mut schedule = Schedule::default();
        let mut place = Place::default();
        let mut preemptions = log.preemptions.iter().peekable();
        let steps = log.entries.iter().filter_map(|entry| match entry {
            Entry::Step(step) => Some(step),
            Entry::Choice(_) => None,
        });
        for (number, step) in steps.enumerate() {
            let preemption = preemptions.next_if_eq(&&(number as u64)).is_some();
            let insists = step.operation.is_hint() || step.completion != Completion::Normal;
            if step.thread != place.thread || insists {
                schedule.switches.push(Switch {
                    thread: place.thread,
                    after: place.after(),
                    to: step.thread,
                    preemption,
                });
            }
            place.step(step.thread);
        }
        let special = |(special, _): (Special, u32)| (special.taken != 0).then_some(special);
        schedule.specials = choices(log).filter_map(special).collect();
        schedule
    }
}

/// All choices of an execution that are not about threads, with their numbers of alternatives.
pub fn choices(log: &Log) -> impl Iterator<Item = (Special, u32)> + '_ {
    let mut place = Place::default();
    log.entries.iter().filter_map(move |entry| match entry {
        Entry::Step(step) => {
            place.step(step.thread);
            None
        }
        Entry::Choice(made) => {
            let special = Special {
                thread: place.thread,
                after: place.after(),
                kind: made.kind,
                nth: place.choice(made.kind),
                taken: made.taken,
            };
            Some((special, made.of))
        }
    })
}

/// Where an execution is, in terms of its threads' own steps.
#[derive(Debug)]
struct Place {
    thread: ThreadId,
    made: Vec<u64>,
    /// Choices since the last step: notifications and spurious returns.
    choices: [u32; 2],
}

impl Default for Place {
    fn default() -> Self {
        Place {
            thread: ThreadId::MAIN,
            made: vec![0],
            choices: [0; 2],
        }
    }
}

impl Place {
    fn after(&self) -> u64 {
        self.made[self.thread.index()]
    }

    fn step(&mut self, thread: ThreadId) {
        let index = thread.index();
        if index >= self.made.len() {
            self.made.resize(index + 1, 0);
        }
        self.made[index] += 1;
        self.thread = thread;
        self.choices = [0; 2];
    }

    fn choice(&mut self, kind: ChoiceKind) -> u32 {
        let count = &mut self.choices[usize::from(kind == ChoiceKind::Spurious)];
        *count += 1;
        *count - 1
    }
}

/// The strategy: deterministic, and never at a loss. A switch to a thread that cannot run is
/// left out.
#[derive(Debug)]
pub struct Guided {
    switches: HashMap<(ThreadId, u64), ThreadId>,
    specials: HashMap<(ThreadId, u64, bool, u32), u32>,
    place: Place,
}

impl Guided {
    /// Follows this schedule.
    pub fn new(schedule: &Schedule) -> Self {
        let switch = |switch: &Switch| ((switch.thread, switch.after), switch.to);
        let special = |s: &Special| {
            let spurious = s.kind == ChoiceKind::Spurious;
            ((s.thread, s.after, spurious, s.nth), s.taken)
        };
        Guided {
            switches: schedule.switches.iter().map(switch).collect(),
            specials: schedule.specials.iter().map(special).collect(),
            place: Place::default(),
        }
    }
}

impl Strategy for Guided {
    fn begin(&mut self, _: &Start) -> bool {
        self.place = Place::default();
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        let here = (self.place.thread, self.place.after());
        let wanted = self.switches.get(&here);
        let found = point
            .candidates
            .iter()
            .position(|c| Some(&c.thread) == wanted);
        Ok(found.unwrap_or_else(|| straight_on(point)))
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        let kind = ChoiceKind::of(choice);
        let nth = self.place.choice(kind);
        let spurious = kind == ChoiceKind::Spurious;
        let here = (self.place.thread, self.place.after(), spurious, nth);
        let taken = self.specials.get(&here).map_or(0, |taken| *taken as usize);
        Ok(taken.min(choice.alternatives() - 1))
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        self.place.step(step.thread);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::build::explorer;
    use crate::strategy::fair::Fair;
    use crate::testing::programs;

    #[test]
    fn a_schedule_followed_is_the_execution_again() {
        for program in [
            programs::reorder(5),
            programs::two_stage(4),
            programs::stolen_signal(),
            programs::spurious_wake_up(),
            programs::spin(2, 10, true),
            programs::spin(2, 10, false),
            programs::deadlock(),
        ] {
            for spec in ["random", "pos", "pct:3"] {
                let mut strategy = explorer(spec.parse().unwrap(), 1);
                for seed in 0..20 {
                    strategy.begin(&Start { iteration: 0, seed });
                    let run = program.run(&mut *strategy);
                    let schedule = Schedule::of(strategy.log().unwrap());
                    let mut guided = Fair::new(Guided::new(&schedule));
                    guided.begin(&Start {
                        iteration: 0,
                        seed: 0,
                    });
                    assert_eq!(program.run(&mut guided), run);
                }
            }
        }
    }

    #[test]
    fn nonsense_is_followed_as_far_as_it_goes() {
        let schedule = Schedule {
            switches: (0..50)
                .map(|i| Switch {
                    thread: ThreadId(i % 7 + 1),
                    after: u64::from(i % 5),
                    to: ThreadId(i % 3 + 1),
                    preemption: true,
                })
                .collect(),
            specials: vec![],
        };
        let mut guided = Guided::new(&schedule);
        guided.begin(&Start {
            iteration: 0,
            seed: 0,
        });
        let run = programs::reorder(4).run(&mut guided);
        assert_eq!(run.diverged, None);
    }
}
