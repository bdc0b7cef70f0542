//! Random walk: one of the enabled threads, uniformly.

use super::{Choice, Divergence, Point, Start, Strategy};
use crate::rng::Rng;

/// A wait or park returns for no reason once in so many times, with random strategies.
/// Rare enough that it does not hide other behaviours, often enough that a program
/// that waits without a loop fails within some dozens of executions.
pub const SPURIOUS_ONE_IN: u64 = 50;

/// The random walk.
#[derive(Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A random walk.
    pub fn new() -> Self {
        Random { rng: Rng::new(0) }
    }
}

impl Default for Random {
    fn default() -> Self {
        Random::new()
    }
}

impl Strategy for Random {
    fn begin(&mut self, start: &Start) -> bool {
        self.rng = Rng::new(start.seed);
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        Ok(self.rng.index(point.candidates.len()))
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        Ok(draw_other(&mut self.rng, choice))
    }
}

/// How random strategies make choices that are not about threads: notify targets
/// uniformly, spurious returns rarely.
pub fn draw_other(rng: &mut Rng, choice: &Choice<'_>) -> usize {
    match choice {
        Choice::NotifyTarget { waiters, .. } => rng.index(waiters.len()),
        Choice::Spurious { .. } => usize::from(rng.one_in(SPURIOUS_ONE_IN)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::testing::programs;

    /// The probability of a schedule is the product of 1 / candidates over its points, which
    /// a walk over the same schedule counts for itself.
    struct Counting<'a> {
        inner: Random,
        probability: &'a mut f64,
    }

    impl Strategy for Counting<'_> {
        fn begin(&mut self, start: &Start) -> bool {
            *self.probability = 1.0;
            self.inner.begin(start)
        }

        fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
            *self.probability /= point.candidates.len() as f64;
            self.inner.choose_thread(point)
        }

        fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
            self.inner.choose_other(choice)
        }
    }

    #[test]
    fn every_schedule_has_its_probability() {
        const N: u64 = 40_000;
        let program = programs::writers(2, 1, true);
        let mut seen: HashMap<Vec<u32>, (u64, f64)> = HashMap::new();
        let mut walk = Random::new();
        for iteration in 0..N {
            let mut probability = 0.0;
            let mut counting = Counting {
                inner: walk,
                probability: &mut probability,
            };
            counting.begin(&Start {
                iteration,
                seed: crate::rng::derive(1, iteration),
            });
            let run = program.run(&mut counting);
            walk = counting.inner;
            seen.entry(run.schedule).or_insert((0, probability)).0 += 1;
        }
        let total: f64 = seen.values().map(|(_, p)| p).sum();
        assert!((total - 1.0).abs() < 1e-9, "a schedule was never seen");
        // For each schedule: that it is never seen, or is more than six standard deviations off (2e-9).
        // Together below 1e-6 for a random seed; the seed is fixed, so once passed it passes.
        let never = |p: f64| (1.0 - p).powi(N as i32);
        let alarm: f64 = seen.values().map(|&(_, p)| never(p) + 2e-9).sum();
        assert!(alarm < 1e-6, "{alarm}");
        for (schedule, (count, probability)) in seen {
            let expected = probability * N as f64;
            let deviation = (expected * (1.0 - probability)).sqrt();
            assert!(
                (count as f64 - expected).abs() < 6.0 * deviation,
                "{schedule:?}: {count} instead of {expected}"
            );
        }
    }

    #[test]
    fn spurious_wake_ups_come_now_and_then() {
        // Once in 50 waits, and half of the schedules wait: found in 2000 executions with
        // probability 1 - 0.99^2000, that is but for 2e-9.
        let found = programs::spurious_wake_up().first_failure(&mut Random::new(), 3, 2000);
        assert!(found.is_some_and(|n| n > 5), "{found:?}");
    }
}
