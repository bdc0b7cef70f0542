//! Exhaustive search, depth first, without exploring equivalent schedules twice.
//!
//! Stateless: the program is executed from the start, along the choices on a stack, and
//! freely from there on; then the last choice with something left to explore is changed.
//! What is left to explore at a choice is found by dynamic partial-order reduction (Flanagan
//! and Godefroid, POPL 2005) with source sets (Abdulla, Aronis, Jonsson and Sagonas, POPL
//! 2014): after each execution, every pair of its steps that conflict and were not ordered by
//! anything else asks for an execution in which they come the other way round (see
//! [`races`]). *Sleep sets* (Godefroid 1996) keep a thread that has been explored at a
//! choice from being explored again below its siblings, until a step comes that its own
//! depends on.
//!
//! Three things are particular to us. Leaving a monitor is no step, so there are orders
//! that we do not see: [`races`] says why nothing is lost. Of a thread that is blocked we do not
//! know what it wants, so after an execution that was cut short by a failure *all*
//! alternatives along it are explored, with sleep sets only. And a strategy cannot give up an
//! execution: one that turns out to be redundant is run to its end and not looked at.

pub mod races;

use super::straight::order;
use super::{Candidate, Choice, Divergence, End, Point, Start, Strategy};
use crate::op::Step;
use races::{Event, Race, dependent};

/// A choice on the stack.
#[derive(Debug)]
enum Frame {
    Thread(Node),
    /// A choice that is not about threads: all alternatives, one after the other.
    Other {
        taken: usize,
        of: usize,
    },
}

/// A choice of a thread.
#[derive(Debug)]
struct Node {
    candidates: Vec<Candidate>,
    taken: usize,
    /// What is to be explored, and what has been.
    wanted: Vec<bool>,
    done: Vec<bool>,
    /// Who need not be explored here, because of what was explored above.
    sleep: Vec<Candidate>,
    /// Number of the step.
    step: usize,
}

impl Node {
    fn place(&self, thread: crate::op::ThreadId) -> Option<usize> {
        self.candidates
            .iter()
            .position(|candidate| candidate.thread == thread)
    }

    /// The next one to explore.
    fn next(&self) -> Option<usize> {
        (0..self.candidates.len())
            .find(|&i| self.wanted[i] && !self.done[i] && !self.sleep.contains(&self.candidates[i]))
    }
}

/// The search.
#[derive(Debug)]
pub struct Dfs {
    reduce: bool,
    spurious_bound: u32,
    stack: Vec<Frame>,
    /// Frames followed in this execution.
    depth: usize,
    /// Steps of this execution, with the frame that chose them.
    events: Vec<Event>,
    chose: Option<usize>,
    /// First step that an earlier execution did not have.
    new_from: usize,
    /// Who sleeps now.
    sleep: Vec<Candidate>,
    /// Number of steps after which this execution was redundant.
    redundant: Option<usize>,
    spurious: u32,
    begun: bool,
}

impl Dfs {
    /// All behaviours, with at most so many spurious returns in an execution.
    pub fn new(spurious_bound: u32) -> Self {
        Dfs {
            reduce: true,
            spurious_bound,
            stack: Vec::new(),
            depth: 0,
            events: Vec::new(),
            chose: None,
            new_from: 0,
            sleep: Vec::new(),
            redundant: None,
            spurious: 0,
            begun: false,
        }
    }

    /// All schedules, equivalent ones too: what the reduced search is measured by.
    pub fn unreduced(spurious_bound: u32) -> Self {
        Dfs {
            reduce: false,
            ..Dfs::new(spurious_bound)
        }
    }

    /// Changes the last choice that has something left. `false`: there is none.
    fn advance(&mut self) -> bool {
        while let Some(frame) = self.stack.last_mut() {
            match frame {
                Frame::Other { taken, of } if *taken + 1 < *of => {
                    *taken += 1;
                    // The choice belongs to a step that has been there before.
                    self.new_from = self.events.len().min(self.last_step());
                    return true;
                }
                Frame::Thread(node) => {
                    node.done[node.taken] = true;
                    if let Some(next) = node.next() {
                        node.taken = next;
                        self.new_from = node.step;
                        return true;
                    }
                }
                Frame::Other { .. } => {}
            }
            self.stack.pop();
        }
        false
    }

    /// Number of the last step that was chosen on the stack, or 0.
    fn last_step(&self) -> usize {
        let step = |frame: &Frame| match frame {
            Frame::Thread(node) => Some(node.step),
            Frame::Other { .. } => None,
        };
        self.stack.iter().rev().find_map(step).unwrap_or(0)
    }

    fn differs(&self, expected: String, actual: String) -> Divergence {
        Divergence {
            step: self.events.len() as u64,
            expected: format!("{expected}, as in an earlier execution"),
            actual,
        }
    }

    /// Adds what the races of this execution ask for.
    fn look_back(&mut self, failed: bool) {
        let valid = self.redundant.unwrap_or(self.events.len());
        let events = &self.events[..valid];
        for race in races::races(events, self.new_from) {
            let Some(frame) = events[race.first].frame else {
                continue;
            };
            if let Frame::Thread(node) = &mut self.stack[frame] {
                want(node, &race);
            }
        }
        if failed {
            for frame in &mut self.stack {
                if let Frame::Thread(node) = frame {
                    node.wanted.fill(true);
                }
            }
        }
    }
}

/// Makes sure that one of the threads with which the reversed race can begin is explored.
fn want(node: &mut Node, race: &Race) {
    if race.pending && node.place(race.second).is_none() {
        return;
    }
    let is_covered =
        |place: &usize| node.wanted[*place] || node.sleep.contains(&node.candidates[*place]);
    // A thread that cannot run here cannot come first: then the race cannot be reversed.
    let places: Vec<usize> = race
        .initials
        .iter()
        .filter_map(|thread| node.place(*thread))
        .collect();
    if !places.iter().any(is_covered)
        && let Some(place) = places.first()
    {
        node.wanted[*place] = true;
    }
}

impl Strategy for Dfs {
    fn begin(&mut self, _: &Start) -> bool {
        self.new_from = 0;
        if self.begun && !self.advance() {
            return false;
        }
        self.begun = true;
        self.depth = 0;
        self.events.clear();
        self.chose = None;
        self.sleep.clear();
        self.redundant = None;
        self.spurious = 0;
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        let order = order(point);
        if self.redundant.is_some() {
            return Ok(order[0]);
        }
        if self.depth == self.stack.len() {
            let awake = |index: &&usize| !self.sleep.contains(&point.candidates[**index]);
            let Some(&first) = order.iter().find(awake) else {
                self.redundant = Some(self.events.len());
                return Ok(order[0]);
            };
            let n = point.candidates.len();
            let mut wanted = vec![!self.reduce; n];
            wanted[first] = true;
            self.stack.push(Frame::Thread(Node {
                candidates: point.candidates.to_vec(),
                taken: first,
                wanted,
                done: vec![false; n],
                sleep: std::mem::take(&mut self.sleep),
                step: self.events.len(),
            }));
        }
        let node = match &self.stack[self.depth] {
            Frame::Thread(node) if node.candidates == point.candidates => node,
            Frame::Thread(node) => {
                return Err(self.differs(
                    format!("{} threads that can run", node.candidates.len()),
                    format!("{}, or with other operations", point.candidates.len()),
                ));
            }
            Frame::Other { .. } => {
                return Err(self.differs("another choice".into(), "a choice of threads".into()));
            }
        };
        if self.reduce {
            self.sleep.clear();
            self.sleep.extend_from_slice(&node.sleep);
            let explored = (0..node.candidates.len()).filter(|&i| node.done[i] && i != node.taken);
            self.sleep.extend(explored.map(|i| node.candidates[i]));
        }
        self.chose = Some(self.depth);
        self.depth += 1;
        Ok(node.taken)
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        let spurious = matches!(choice, Choice::Spurious { .. });
        let of = if spurious && self.spurious >= self.spurious_bound {
            1
        } else {
            choice.alternatives()
        };
        if self.redundant.is_some() || of == 1 {
            return Ok(0);
        }
        if self.depth == self.stack.len() {
            self.stack.push(Frame::Other { taken: 0, of });
        }
        let taken = match self.stack[self.depth] {
            Frame::Other { taken, of: before } if before == of => taken,
            _ => return Err(self.differs("another choice".into(), format!("a choice of {of}"))),
        };
        self.depth += 1;
        self.spurious += u32::from(spurious && taken == 1);
        Ok(taken)
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        let frame = self.chose.take();
        if self.redundant.is_some() {
            return Ok(());
        }
        let event = Event::new(step, frame);
        // The only one that could run sleeps: what follows has been explored.
        if self
            .sleep
            .iter()
            .any(|asleep| Event::pending(asleep) == event.what)
        {
            self.redundant = Some(self.events.len());
            return Ok(());
        }
        self.sleep
            .retain(|asleep| !dependent(&Event::pending(asleep), &event.what));
        self.events.push(event);
        Ok(())
    }

    fn end(&mut self, end: &End) {
        if self.reduce {
            self.look_back(end.failed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::strategy::fair::Fair;
    use crate::testing::Op::*;
    use crate::testing::{Program, programs};

    const MANY: u64 = 300_000;

    struct Found {
        executions: u64,
        behaviours: HashSet<u64>,
        failures: HashSet<&'static str>,
    }

    fn search(program: &Program, mut dfs: impl Strategy) -> Found {
        let (mut behaviours, mut failures) = (HashSet::new(), HashSet::new());
        let executions = program.explore(&mut dfs, 0, MANY, |run| {
            match run.failure {
                // Where a failure cuts an execution, others may have come further or not.
                Some(failure) => failures.insert(failure),
                None => behaviours.insert(run.trace_hash),
            };
            true
        });
        assert!(executions < MANY, "no end");
        Found {
            executions,
            behaviours,
            failures,
        }
    }

    /// The reduced search finds the same behaviours as the full one; returns the number of
    /// schedules, of behaviours and of executions that the reduced one needs.
    fn compare(program: &Program) -> (u64, usize, u64) {
        let all = search(program, Dfs::unreduced(1));
        let reduced = search(program, Dfs::new(1));
        assert_eq!(all.behaviours, reduced.behaviours);
        assert_eq!(all.failures, reduced.failures);
        (all.executions, all.behaviours.len(), reduced.executions)
    }

    #[test]
    fn all_interleavings() {
        // Two threads of 3 steps (begin, write, end) and a main thread that has started both
        // and ends without waiting: 1 step. 7! / (3! 3! 1!) = 140 orders after the starts,
        // and those in which the first thread runs before the second start.
        let program = Program {
            threads: vec![
                vec![Start(1), Start(2)],
                vec![Write(0, |_| 1)],
                vec![Write(1, |_| 1)],
            ],
        };
        // Before the second start the first thread makes 0 to 3 steps. The rest: main's end, 3
        // steps of the second, 3 - i of the first: 140 + 60 + 20 + 4 = (7-i)!/(3!(3-i)!).
        let expected = 140 + 60 + 20 + 4;
        assert_eq!(search(&program, Dfs::unreduced(0)).executions, expected);
        // Nothing conflicts: one behaviour, one execution.
        assert_eq!(search(&program, Dfs::new(0)).executions, 1);
    }

    /// Main starts these threads and does not wait for them.
    fn loose(threads: Vec<Vec<crate::testing::Op>>) -> Program {
        let mut all = vec![(1..=threads.len()).map(Start).collect()];
        all.extend(threads);
        Program { threads: all }
    }

    #[test]
    fn one_execution_per_behaviour() {
        // n threads write once to the same variable: n! orders.
        for (n, orders) in [(2, 2), (3, 6), (4, 24), (5, 120)] {
            let found = search(&loose(vec![vec![Write(0, |_| 1)]; n]), Dfs::new(0));
            assert_eq!(
                (found.behaviours.len() as u64, found.executions),
                (orders, orders)
            );
        }
        // Two threads that write twice each: 4! / (2! 2!) = 6. Three: 6! / (2! 2! 2!) = 90.
        for (n, orders) in [(2, 6), (3, 90)] {
            let found = search(&loose(vec![vec![Write(0, |_| 1); 2]; n]), Dfs::new(0));
            assert_eq!(
                (found.behaviours.len() as u64, found.executions),
                (orders, orders)
            );
        }
        // To different ones, or only reading: nothing to order.
        let found = search(&programs::writers(4, 3, false), Dfs::new(0));
        assert_eq!(found.behaviours.len(), 1);
        let found = search(&loose(vec![vec![Read(0, 0); 3]; 4]), Dfs::new(0));
        assert_eq!(found.executions, 1);
        // One writer and two readers, all once: each reader before or after it, 4.
        let found = search(
            &loose(vec![
                vec![Write(0, |_| 1)],
                vec![Read(0, 0)],
                vec![Read(0, 0)],
            ]),
            Dfs::new(0),
        );
        assert_eq!((found.behaviours.len(), found.executions), (4, 4));
        // Three critical sections: 3! orders of the lock.
        let section = vec![Enter(0), Write(0, |_| 1), Exit(0)];
        let found = search(&loose(vec![section; 3]), Dfs::new(0));
        // and some executions in which the writes seemed to be a race of their own.
        assert_eq!((found.behaviours.len(), found.executions), (6, 9));
    }

    #[test]
    fn finds_the_same_as_the_full_search() {
        let programs = [
            ("lost update", programs::lost_update()),
            ("deadlock", programs::deadlock()),
            ("spurious", programs::spurious_wake_up()),
            ("reorder", programs::reorder(2)),
            ("two stage", programs::two_stage(2)),
        ];
        // Schedules; behaviours of those that do not fail; executions needed for these and
        // for the failing ones. The rest of the latter turned out to be redundant.
        let expected = [
            (251, 2, 12),
            (161, 2, 7),
            (204, 2, 13),
            (384, 3, 9),
            (188, 2, 7),
        ];
        for ((name, program), expected) in programs.into_iter().zip(expected) {
            assert_eq!(compare(&program), expected, "{name}");
        }
    }

    type Action = (u8, usize, usize);

    /// A thread made of random actions on two variables and two monitors.
    fn thread(actions: &[Action]) -> Vec<crate::testing::Op> {
        let mut ops = vec![];
        for &(kind, a, b) in actions {
            match kind {
                0 => ops.push(Read(a, 0)),
                1 => ops.push(Write(a, |_| 1)),
                2 => ops.push(Add(a, 1, 1)),
                3 => ops.extend([Enter(a), Write(b, |r| r[0] + 1), Exit(a)]),
                4 => ops.extend([Enter(a), TimedWait(a), Read(b, 0), Exit(a)]),
                5 => ops.extend([Enter(a), Wait(a), Exit(a)]),
                6 => ops.extend([Enter(a), Read(b, 0), Notify(a), Exit(a)]),
                7 if a != b => ops.extend([Enter(a), Enter(b), Exit(b), Exit(a)]),
                _ => ops.push(Assert(|r| r[0] == 0 || r[1] == 0, "seen both")),
            }
        }
        ops
    }

    proptest::proptest! {
        // A full search for each: few, and small. 2000 larger ones have been compared by hand.
        #![proptest_config(proptest::test_runner::Config::with_cases(40))]
        #[test]
        fn loses_nothing(
            threads in proptest::collection::vec(
                proptest::collection::vec((0u8..9, 0usize..2, 0usize..2), 1..4), 2..4),
            join in proptest::bool::ANY,
        ) {
            let threads: Vec<_> = threads.iter().map(|actions| thread(actions)).collect();
            let program = if join { programs::started(threads, vec![]) } else { loose(threads) };
            let total = program.explore(&mut Dfs::unreduced(0), 0, 800, |_| true);
            // Larger ones would take too long to compare.
            if total < 800 {
                let all = search(&program, Dfs::unreduced(0));
                let reduced = search(&program, Dfs::new(0));
                proptest::prop_assert_eq!(all.behaviours, reduced.behaviours);
                proptest::prop_assert_eq!(all.failures, reduced.failures);
                proptest::prop_assert!(reduced.executions <= all.executions);
            }
        }
    }

    #[test]
    fn parked_threads_and_permits() {
        let program = Program {
            threads: vec![
                vec![Start(1), Write(0, |_| 1), Unpark(1), Join(1)],
                vec![Park, Read(0, 0), Assert(|r| r[0] == 1, "too early")],
            ],
        };
        compare(&program);
        assert!(search(&program, Dfs::new(0)).failures.is_empty());
        assert!(search(&program, Dfs::new(1)).failures.contains("too early"));
    }

    #[test]
    fn timeouts_are_explored() {
        let program = programs::started(
            vec![
                vec![
                    Enter(0),
                    TimedWait(0),
                    Exit(0),
                    Assert(|r| r[0] == 0, "timed out"),
                ],
                vec![Enter(0), Notify(0), Exit(0)],
            ],
            vec![],
        );
        compare(&program);
        assert!(search(&program, Dfs::new(0)).failures.contains("timed out"));
    }

    #[test]
    fn notify_targets_are_explored() {
        // The second waiter is only notified if the choice is explored.
        let wait = |message| vec![Enter(0), Wait(0), Exit(0), Assert(|_| false, message)];
        let program = programs::started(
            vec![
                wait("first"),
                wait("second"),
                vec![Enter(0), Notify(0), Exit(0)],
            ],
            vec![],
        );
        let failures = search(&program, Dfs::new(0)).failures;
        assert!(failures.contains("first") && failures.contains("second"));
        assert!(failures.contains("deadlock"));
    }

    #[test]
    fn ends_on_programs_that_spin() {
        for yields in [true, false] {
            let found = search(&programs::spin(1, 1, yields), Fair::new(Dfs::new(0)));
            assert!(found.failures.is_empty());
        }
    }
}
