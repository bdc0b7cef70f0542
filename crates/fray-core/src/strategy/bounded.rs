//! Systematic search by cost: all schedules of cost 0, then 1, 2, ...
//!
//! At every choice the alternatives have an order; the first one is what happens if nothing
//! is decided, and the others cost something. What, is the difference between delay bounding
//! and iterative context bounding. Each execution is a *prefix* of an earlier one, one
//! other choice, and then only first alternatives; so every schedule is executed exactly once,
//! and the cheap ones first. Nothing is stored per alternative, only the choices of those
//! executions that still have some.
//!
//! There is no partial-order reduction here, as `dfs` has it: of two equivalent schedules the one
//! that is explored may cost more than the bound, and the behaviour would be lost.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::random::Random;
use super::straight::goes_on;
use super::straight::order;
use super::{Candidate, Choice, Divergence, End, Point, Start, Strategy};
use crate::op::Completion;
use crate::rng::mix;

/// Choices that may be remembered over all executions: 800 MB. Beyond it new ones are
/// not, and the search goes on at random when the remembered ones are used up.
const MEMORY: usize = 100_000_000;

/// What an alternative costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Each alternative one more than the one before it: delays.
    Place,
    /// One, if the current thread could have gone on: preemptions.
    Preemption,
}

/// A choice that was made.
#[derive(Clone, Copy, Debug)]
struct Made {
    /// Place of the alternative taken.
    taken: u16,
    /// How many there were.
    of: u16,
    /// How many of them cost nothing.
    free: u16,
    /// Tells choices apart: who could run, and do what.
    mark: u16,
}

impl Made {
    fn cost(&self, cost: Cost, place: u16) -> u32 {
        match cost {
            Cost::Place => u32::from(place),
            Cost::Preemption => u32::from(place >= self.free),
        }
    }
}

/// The alternatives of an execution that cost a certain amount.
#[derive(Debug)]
struct Branches {
    trail: Arc<[Made]>,
    /// Only choices from here on: those before belong to an earlier execution.
    from: usize,
    /// Next one to look at, from the last to the first.
    at: usize,
    place: u16,
    extra: u32,
}

/// Where an execution leaves an earlier one.
#[derive(Debug)]
struct Prefix {
    trail: Arc<[Made]>,
    at: usize,
    place: u16,
}

impl Branches {
    fn next(&mut self, cost: Cost) -> Option<Prefix> {
        while self.at > self.from {
            let made = self.trail[self.at - 1];
            while self.place < made.of {
                let place = self.place;
                self.place += 1;
                // In the part that is its own an execution took all first places.
                if place > 0 && made.cost(cost, place) == self.extra {
                    return Some(Prefix {
                        trail: Arc::clone(&self.trail),
                        at: self.at - 1,
                        place,
                    });
                }
            }
            self.at -= 1;
            self.place = 0;
        }
        None
    }
}

/// The search.
#[derive(Debug)]
pub struct Bounded {
    cost: Cost,
    bound: Option<u32>,
    spurious_bound: u32,
    /// What is left to do, by total cost.
    left: BTreeMap<u32, Vec<Branches>>,
    remembered: usize,
    /// Some of it had to be forgotten.
    forgot: bool,
    begun: bool,
    /// Between `begin` and `end`.
    running: bool,
    random: Option<Random>,
    prefix: Option<Prefix>,
    /// Cost of this execution.
    level: u32,
    trail: Vec<Made>,
    spurious: u32,
}

impl Bounded {
    /// Searches up to this cost, if one is given, with at most so many spurious returns in
    /// an execution.
    pub fn new(cost: Cost, bound: Option<u32>, spurious_bound: u32) -> Self {
        Bounded {
            cost,
            bound,
            spurious_bound,
            left: BTreeMap::new(),
            remembered: 0,
            forgot: false,
            begun: false,
            running: false,
            random: None,
            prefix: None,
            level: 0,
            trail: Vec::new(),
            spurious: 0,
        }
    }

    /// The next execution's prefix: the cheapest, and of these the latest found.
    fn next_prefix(&mut self) -> Option<Prefix> {
        while let Some(mut entry) = self.left.first_entry() {
            self.level = *entry.key();
            while let Some(branches) = entry.get_mut().last_mut() {
                if let Some(prefix) = branches.next(self.cost) {
                    return Some(prefix);
                }
                self.remembered -= branches.trail.len();
                entry.get_mut().pop();
            }
            entry.remove();
        }
        None
    }

    /// Takes the place that the prefix has for this choice, or the first.
    fn take(&mut self, of: usize, free: usize, mark: u16) -> Result<u16, Divergence> {
        let at = self.trail.len();
        let of = of.min(usize::from(u16::MAX)) as u16;
        let taken = match &self.prefix {
            Some(prefix) if at < prefix.at => prefix.trail[at].taken,
            Some(prefix) if at == prefix.at => prefix.place,
            _ => 0,
        };
        let expected = self.prefix.as_ref().filter(|prefix| at <= prefix.at);
        if let Some(expected) = expected.map(|prefix| prefix.trail[at])
            && (expected.of, expected.mark) != (of, mark)
        {
            return Err(Divergence {
                step: at as u64,
                expected: format!("a choice among {}, as in an earlier execution", expected.of),
                actual: format!("one among {of}, or with other operations"),
            });
        }
        let free = free.min(usize::from(u16::MAX)) as u16;
        self.trail.push(Made {
            taken,
            of,
            free,
            mark,
        });
        Ok(taken)
    }

    fn remember(&mut self) {
        let from = self.prefix.take().map_or(0, |prefix| prefix.at + 1);
        let trail: Arc<[Made]> = self.trail.as_slice().into();
        let own = trail.get(from..).unwrap_or_default();
        let dearest = own
            .iter()
            .map(|made| made.cost(self.cost, made.of.saturating_sub(1)))
            .max()
            .unwrap_or(0);
        for extra in 0..=dearest {
            let level = self.level + extra;
            if self.bound.is_some_and(|bound| level > bound) {
                break;
            }
            if self.remembered + trail.len() > MEMORY {
                self.forgot = true;
                break;
            }
            self.remembered += trail.len();
            self.left.entry(level).or_default().push(Branches {
                trail: Arc::clone(&trail),
                from,
                at: trail.len(),
                place: 0,
                extra,
            });
        }
    }
}

fn mark(candidates: &[Candidate]) -> u16 {
    let what = |c: &Candidate| u64::from(c.thread.0) << 8 | c.operation.kind as u64;
    candidates.iter().fold(1, |hash, c| mix(hash ^ what(c))) as u16
}

impl Strategy for Bounded {
    fn begin(&mut self, start: &Start) -> bool {
        self.trail.clear();
        self.spurious = 0;
        if self.running {
            if let Some(random) = &mut self.random {
                return random.begin(start);
            }
            return true;
        }
        self.running = true;
        if self.begun {
            self.prefix = self.next_prefix();
            if self.prefix.is_none() {
                if !self.forgot {
                    return false;
                }
                return self.random.get_or_insert_default().begin(start);
            }
        }
        self.begun = true;
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        if let Some(random) = &mut self.random {
            return random.choose_thread(point);
        }
        let order = order(point);
        let first = &point.candidates[order[0]];
        let free = if first.thread == point.current && goes_on(first) {
            1
        } else {
            // A timeout that comes while others could run costs as much as a preemption.
            let same = |c: &&Candidate| {
                (c.completion == Completion::Normal) == (first.completion == Completion::Normal)
            };
            point.candidates.iter().filter(same).count()
        };
        let place = self.take(order.len(), free, mark(point.candidates))?;
        Ok(order[usize::from(place)])
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        if let Some(random) = &mut self.random {
            return random.choose_other(choice);
        }
        let (of, free) = match choice {
            Choice::NotifyTarget { waiters, .. } => (waiters.len(), waiters.len()),
            Choice::Spurious { .. } if self.spurious < self.spurious_bound => (2, 1),
            Choice::Spurious { .. } => (1, 1),
        };
        let place = self.take(of, free, 0)?;
        if matches!(choice, Choice::Spurious { .. }) {
            self.spurious += u32::from(place);
        }
        Ok(usize::from(place))
    }

    fn end(&mut self, _: &End) {
        self.running = false;
        if self.random.is_none() {
            self.remember();
        }
    }

    fn repeats(&self) -> bool {
        self.random.is_none()
    }

    fn parameters(&self) -> String {
        format!("cost={}", self.level)
    }
}
