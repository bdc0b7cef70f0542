//! Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A
//! randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010).
//!
//! Threads get random priorities above the depth d; the enabled thread of the highest
//! priority runs. At d-1 random points, drawn from the k of an execution, the thread that would
//! run next gets the priority of that point instead, which is below all initial ones. A bug that
//! needs d ordering constraints is found with probability at least 1 / (n k^(d-1)).
//!
//! Two things that the paper leaves open. k is not known in advance: it is
//! estimated from the executions before. And only points with a choice are counted: where a
//! single thread is enabled, lowering its priority has no effect before the next point with a
//! choice, so the other ones would only waste change points.

use super::random::draw_other;
use super::{Choice, Divergence, End, Point, Start, Strategy};
use crate::op::ThreadId;
use crate::rng::Rng;

/// Estimate of k for the first execution.
const FIRST_LENGTH: u64 = 64;

/// The estimate follows long executions at once and short ones slowly: by 1/16 each time.
/// Too large it makes the bound weaker, too small it leaves the end without change points.
const DECAY: u64 = 16;

/// The strategy.
#[derive(Debug)]
pub struct Pct {
    depth: u32,
    rng: Rng,
    /// Estimate of k.
    length: u64,
    /// `changes[i]` is the point at which a thread gets priority i + 1.
    changes: Vec<u64>,
    /// Points so far.
    points: u64,
    /// 0: not seen yet.
    priorities: Vec<i64>,
    /// Priority of the next thread that spins: below all others.
    lowest: i64,
}

/// Lowest initial priority; those of change points are far below.
const INITIAL: i64 = 1 << 32;

impl Pct {
    /// For bugs of this depth.
    pub fn new(depth: u32) -> Self {
        Pct {
            depth,
            rng: Rng::new(0),
            length: FIRST_LENGTH,
            changes: Vec::new(),
            points: 0,
            priorities: Vec::new(),
            lowest: -1,
        }
    }

    fn priority(&mut self, thread: ThreadId) -> &mut i64 {
        let index = thread.index();
        if index >= self.priorities.len() {
            self.priorities.resize(index + 1, 0);
        }
        if self.priorities[index] == 0 {
            // Random numbers instead of a random order: the number of threads is not known.
            // They are distinct but for one case in 2^61.
            self.priorities[index] = INITIAL + (self.rng.next_u64() >> 2) as i64;
        }
        &mut self.priorities[index]
    }

    fn highest(&mut self, point: &Point<'_>) -> usize {
        let mut best = (i64::MIN, 0);
        for (index, candidate) in point.candidates.iter().enumerate() {
            best = best.max((*self.priority(candidate.thread), index));
        }
        best.1
    }
}

impl Strategy for Pct {
    fn begin(&mut self, start: &Start) -> bool {
        self.rng = Rng::new(start.seed);
        self.points = 0;
        self.priorities.clear();
        self.lowest = -1;
        self.changes.clear();
        for _ in 1..self.depth {
            self.changes.push(self.rng.below(self.length));
        }
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        let mut chosen = self.highest(point);
        for i in 0..self.changes.len() {
            if self.changes[i] == self.points {
                *self.priority(point.candidates[chosen].thread) = i as i64 + 1;
                chosen = self.highest(point);
            }
        }
        self.points += 1;
        Ok(chosen)
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        Ok(draw_other(&mut self.rng, choice))
    }

    fn end(&mut self, _: &End) {
        self.length = self.points.max(self.length - self.length / DECAY).max(1);
    }

    fn spinning(&mut self, thread: ThreadId) {
        *self.priority(thread) = self.lowest;
        self.lowest -= 1;
    }

    fn parameters(&self) -> String {
        format!("length={} changes={:?}", self.length, self.changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Op::*;
    use crate::testing::{Program, programs};

    /// Demands the paper's bound, for a program of n threads with a bug of depth d. Five
    /// standard deviations below it are allowed, a false alarm of 3e-7 if the bound were
    /// tight; the seed is fixed.
    fn meets_bound(program: &Program, n: u64, d: u32, runs: u64) {
        let mut pct = Pct::new(d);
        let mut found = 0;
        program.explore(&mut pct, 11, runs, |run| {
            found += u64::from(run.failure.is_some());
            true
        });
        let bound = 1.0 / (n as f64 * (pct.length as f64).powi(d as i32 - 1));
        let expected = bound * runs as f64;
        assert!(expected > 30.0, "the test would show nothing: {expected}");
        assert!(
            found as f64 > expected - 5.0 * expected.sqrt(),
            "{found} instead of {expected}"
        );
    }

    #[test]
    fn depth_1_order() {
        // B before A: one constraint.
        let program = programs::started(
            vec![
                vec![Write(0, |_| 1)],
                vec![Read(0, 0), Assert(|r| r[0] == 1, "too early")],
            ],
            vec![],
        );
        meets_bound(&program, 3, 1, 2_000);
    }

    #[test]
    fn depth_2_lost_update() {
        meets_bound(&programs::lost_update(), 3, 2, 10_000);
        meets_bound(&programs::reorder(4), 5, 2, 10_000);
    }

    #[test]
    fn depth_3_two_places() {
        // B reads between A's first and second write, and again later: two overtakings.
        let program = programs::started(
            vec![
                vec![Add(0, 1, 0), Add(0, 1, 0), Add(0, 1, 0)],
                vec![
                    Read(0, 0),
                    Read(0, 1),
                    Assert(|r| r[0] != 1 || r[1] == 1, "seen twice"),
                ],
            ],
            vec![],
        );
        meets_bound(&program, 3, 3, 40_000);
    }

    #[test]
    fn a_depth_too_small_does_not_find_it() {
        // Without change points each thread runs to its end: no update is lost.
        assert_eq!(
            programs::lost_update().first_failure(&mut Pct::new(1), 1, 1000),
            None
        );
    }

    #[test]
    fn learns_the_length() {
        let mut pct = Pct::new(3);
        let program = programs::writers(4, 50, true);
        program.explore(&mut pct, 1, 20, |_| true);
        assert!((150..400).contains(&pct.length), "{}", pct.length);
    }
}
