//! Several strategies share the budget.
//!
//! No strategy is best for all programs, and which one it is nobody knows before. So each
//! gets a share of the executions. Shares move towards those that still show new
//! behaviours, since the others repeat themselves; but nobody's share falls below a
//! quarter of what it was, because a behaviour that is new is not yet a bug, and some
//! strategies that show few new ones show the rare ones.

use super::delay::delay;
use super::pct::Pct;
use super::pos::Pos;
use super::random::Random;
use super::surw::{Balance, Surw};
use super::{Choice, Divergence, End, Point, Start, Strategy};
use crate::op::{Step, ThreadId};

/// The share of each strategy at first, out of [`TOTAL`]; measured on models of the SCTBench
/// patterns, where the two walks by weights found those with many threads and the
/// rest was found by everybody.
const SHARES: [(&str, u32); 9] = [
    ("pos", 5),
    ("surw", 3),
    ("surw by role", 3),
    ("pct:2", 2),
    ("pct:3", 2),
    ("pct:4", 1),
    ("pct:5", 1),
    ("random", 2),
    ("delay:2", 1),
];

/// Sum of all shares at first.
const TOTAL: u32 = 20;

/// How fast the rate of new behaviours is forgotten: about this many of a member's own
/// executions count.
const MEMORY: f64 = 20.0;

/// What is left of a share if nothing new comes any more.
const REST: f64 = 0.25;

struct Member {
    name: &'static str,
    strategy: Box<dyn Strategy>,
    share: f64,
    /// Rate of new behaviours among its last executions.
    new: f64,
    /// How much its turn is due.
    credit: f64,
}

/// The strategy.
pub struct Portfolio {
    members: Vec<Member>,
    active: usize,
    /// Between `begin` and `end`.
    running: bool,
}

impl Portfolio {
    /// The portfolio; `spurious_bound` is for those of its members that are exhaustive.
    pub fn new(spurious_bound: u32) -> Self {
        let strategy = |name| -> Box<dyn Strategy> {
            match name {
                "pos" => Box::new(Pos::new()),
                "surw" => Box::new(Surw::new(Balance::Events)),
                "surw by role" => Box::new(Surw::new(Balance::Roles)),
                "pct:2" => Box::new(Pct::new(2)),
                "pct:3" => Box::new(Pct::new(3)),
                "pct:4" => Box::new(Pct::new(4)),
                "pct:5" => Box::new(Pct::new(5)),
                "random" => Box::new(Random::new()),
                _ => Box::new(delay(Some(2), spurious_bound)),
            }
        };
        let member = |(name, share)| Member {
            name,
            strategy: strategy(name),
            share: f64::from(share) / f64::from(TOTAL),
            new: 1.0,
            credit: 0.0,
        };
        Portfolio {
            members: SHARES.into_iter().map(member).collect(),
            active: 0,
            running: false,
        }
    }

    /// Whose turn it is: everybody's credit grows by its weight, and the highest pays for its
    /// turn. Spreads the turns evenly, and needs no random numbers.
    fn turn(&mut self) -> usize {
        let weight = |member: &Member| member.share * (REST + (1.0 - REST) * member.new);
        let total: f64 = self.members.iter().map(weight).sum();
        for member in &mut self.members {
            member.credit += weight(member) / total;
        }
        let mut first = 0;
        for index in 1..self.members.len() {
            if self.members[index].credit > self.members[first].credit {
                first = index;
            }
        }
        self.members[first].credit -= 1.0;
        first
    }

    fn active(&mut self) -> &mut dyn Strategy {
        &mut *self.members[self.active].strategy
    }
}

impl Strategy for Portfolio {
    fn begin(&mut self, start: &Start) -> bool {
        while !self.members.is_empty() {
            if !self.running {
                self.active = self.turn();
            }
            if self.active().begin(start) {
                self.running = true;
                return true;
            }
            // It has explored all that it can.
            self.members.remove(self.active);
        }
        false
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        self.active().choose_thread(point)
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        self.active().choose_other(choice)
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        self.active().executed(step)
    }

    fn end(&mut self, end: &End) {
        self.running = false;
        self.active().end(end);
        let member = &mut self.members[self.active];
        let new = f64::from(u8::from(end.new_behaviour));
        member.new += (new - member.new) / MEMORY;
    }

    fn spinning(&mut self, thread: ThreadId) {
        self.active().spinning(thread);
    }

    fn unseen(&mut self, thread: ThreadId) {
        self.active().unseen(thread);
    }

    fn repeats(&self) -> bool {
        self.members[self.active].strategy.repeats()
    }

    fn depart(&mut self) -> bool {
        self.members.remove(self.active);
        self.running = false;
        !self.members.is_empty()
    }

    fn parameters(&self) -> String {
        let member = &self.members[self.active];
        format!("{} {}", member.name, member.strategy.parameters())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::strategy::fair::Fair;
    use crate::testing::{Program, programs};

    #[test]
    fn shares_are_kept() {
        let mut portfolio = Portfolio::new(1);
        let mut turns: HashMap<&str, u32> = HashMap::new();
        for _ in 0..TOTAL * 10 {
            let turn = portfolio.turn();
            *turns.entry(portfolio.members[turn].name).or_default() += 1;
        }
        for (name, share) in SHARES {
            assert!(
                turns[name].abs_diff(share * 10) <= 1,
                "{name}: {}",
                turns[name]
            );
        }
        assert_eq!(SHARES.iter().map(|(_, share)| share).sum::<u32>(), TOTAL);
    }

    #[test]
    fn shares_move_to_what_is_new() {
        let mut portfolio = Portfolio::new(1);
        let mut turns = [0; SHARES.len()];
        for iteration in 0..2000 {
            assert!(portfolio.begin(&Start {
                iteration,
                seed: iteration
            }));
            let active = portfolio.active;
            turns[active] += 1;
            portfolio.end(&End {
                steps: 0,
                failed: false,
                trace_hash: 0,
                // Only the second one shows anything new.
                new_behaviour: portfolio.members[active].name == "surw",
            });
        }
        // Its share of 3/20 becomes 3 / (3 + 17/4), but for the beginning.
        assert!((700..860).contains(&turns[1]), "{turns:?}");
    }

    fn median(program: &Program, limit: u64) -> u64 {
        let mut found: Vec<u64> = (0..5)
            .map(|seed| {
                let mut portfolio = Fair::new(Portfolio::new(1));
                let found = program.first_failure(&mut portfolio, seed, limit);
                found.expect("not found")
            })
            .collect();
        found.sort_unstable();
        found[2]
    }

    #[test]
    fn finds_what_needs_many_threads() {
        // To reach: 10,000 executions.
        let portfolio = || Fair::new(Portfolio::new(1));
        for program in [programs::reorder(100), programs::two_stage(100)] {
            let found = program.first_failure(&mut portfolio(), 1, 10_000);
            assert!(found.is_some_and(|n| n < 3_000), "{found:?}");
        }
    }

    #[test]
    fn finds_small_bugs_at_once() {
        for program in [
            programs::lost_update(),
            programs::deadlock(),
            programs::stolen_signal(),
            programs::reorder(5),
        ] {
            assert!(median(&program, 1000) < 40);
        }
        assert!(median(&programs::spurious_wake_up(), 2000) < 400);
    }
}
