//! Delay bounding (Emmi, Qadeer and Rakamaric, "Delay-bounded scheduling", POPL 2011).
//!
//! A deterministic scheduler runs each thread until it blocks and then the next one, round and
//! round. A *delay* skips the thread that would run. All schedules with no delay (there
//! is one), then with 1, 2, ...

use super::bounded::{Bounded, Cost};

/// Schedules with at most this many delays; as many as there is time for if not given.
pub fn delay(bound: Option<u32>, spurious_bound: u32) -> Bounded {
    Bounded::new(Cost::Place, bound, spurious_bound)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::testing::Op::*;
    use crate::testing::{Program, programs};

    fn count(program: &Program, bound: u32) -> u64 {
        let mut schedules = HashSet::new();
        let mut strategy = delay(Some(bound), 0);
        let n = program.explore(&mut strategy, 0, 100_000, |run| {
            assert!(schedules.insert(run.schedule.clone()), "twice");
            true
        });
        assert!(n < 100_000);
        n
    }

    #[test]
    fn one_schedule_without_delays() {
        assert_eq!(count(&programs::reorder(5), 0), 1);
        assert_eq!(count(&programs::deadlock(), 0), 1);
    }

    #[test]
    fn as_many_schedules_as_ways_to_spend_the_delays() {
        // Main starts a thread that does nothing and then ends itself. The choices: main's end
        // or the other's beginning; then its end, if main has not ended. A delay at the
        // first, and one at the second: 1, 2, 3 schedules.
        let program = Program {
            threads: vec![vec![Start(1)], vec![]],
        };
        assert_eq!(
            [0, 1, 2, 3].map(|bound| count(&program, bound)),
            [1, 2, 3, 3]
        );
    }

    #[test]
    fn finds_a_lost_update_with_one_delay() {
        let found = programs::lost_update().first_failure(&mut delay(None, 1), 0, 1000);
        assert!(found.is_some_and(|n| n < 30), "{found:?}");
    }
}
