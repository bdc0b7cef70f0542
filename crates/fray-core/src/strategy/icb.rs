//! Iterative context bounding (Musuvathi and Qadeer, "Iterative context bounding for
//! systematic testing of multithreaded programs", PLDI 2007).
//!
//! All schedules without preemption, then with 1, 2, ... A switch where the thread cannot go
//! on is no preemption and costs nothing, whoever comes next.

use super::bounded::{Bounded, Cost};

/// Schedules with at most this many preemptions; as many as there is time for if not given.
pub fn icb(bound: Option<u32>, spurious_bound: u32) -> Bounded {
    Bounded::new(Cost::Preemption, bound, spurious_bound)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::strategy::Strategy;
    use crate::strategy::record::Record;
    use crate::testing::Op::*;
    use crate::testing::{Program, programs};

    /// Number of schedules; each must be new, and have as many preemptions as it costs.
    fn count(program: &Program, bound: Option<u32>) -> u64 {
        let mut schedules = HashSet::new();
        let mut strategy = Record::new(icb(bound, 0));
        let n = program.explore(&mut strategy, 0, 200_000, |run| {
            assert!(schedules.insert(run.schedule.clone()), "twice");
            true
        });
        assert!(n < 200_000);
        n
    }

    /// Two threads of k steps each and a main thread that waits for both: `k` includes begin
    /// and end.
    fn pair(k: usize) -> Program {
        programs::writers(2, k - 2, false)
    }

    #[test]
    fn exact_numbers() {
        // Main makes start, start, join, join, end. With no preemption main goes on to its
        // first join, and then either thread may run first: two schedules, but where the
        // first ends main could join it: main or the second thread. If the second one ran
        // first, main still waits for the first. So 3.
        assert_eq!(count(&pair(2), Some(0)), 3);
        assert_eq!(count(&pair(5), Some(0)), 3);
        // All of them: counted by a plain search through all choices.
        assert_eq!(count(&pair(3), None), everything(&pair(3)));
        assert_eq!(
            count(&programs::lost_update(), None),
            everything(&programs::lost_update())
        );
    }

    fn everything(program: &Program) -> u64 {
        let mut dfs = crate::strategy::dfs::Dfs::unreduced(0);
        program.explore(&mut dfs, 0, 1_000_000, |_| true)
    }

    #[test]
    fn preemptions_come_one_by_one() {
        let mut strategy = Record::new(icb(Some(2), 0));
        let mut last = 0;
        let mut per_bound = [0u64; 3];
        let program = pair(4);
        for iteration in 0.. {
            if !strategy.begin(&crate::strategy::Start { iteration, seed: 0 }) {
                break;
            }
            let run = program.run(&mut strategy);
            let preemptions = strategy.log().unwrap().preemptions.len();
            assert!(preemptions >= last, "{preemptions} after {last}");
            last = preemptions;
            per_bound[preemptions] += 1;
            strategy.end(&crate::strategy::End {
                steps: run.steps,
                failed: false,
                trace_hash: run.trace_hash,
                new_behaviour: true,
            });
        }
        assert_eq!(per_bound[0], 3);
        assert!(
            per_bound[1] > 3 && per_bound[2] > per_bound[1],
            "{per_bound:?}"
        );
    }

    #[test]
    fn finds_bugs_at_their_number_of_preemptions() {
        for (program, preemptions) in [
            (programs::lost_update(), 1),
            (programs::deadlock(), 1),
            (programs::reorder(3), 1),
            (programs::stolen_signal(), 0),
        ] {
            let found = program.first_failure(&mut icb(Some(preemptions), 0), 0, 100_000);
            assert!(found.is_some());
            if preemptions > 0 {
                let fewer = icb(Some(preemptions - 1), 0);
                assert_eq!(program.first_failure(&mut { fewer }, 0, 100_000), None);
            }
        }
    }

    #[test]
    fn spurious_returns_are_explored_up_to_their_bound() {
        let program = programs::spurious_wake_up();
        assert_eq!(program.first_failure(&mut icb(None, 0), 0, 100_000), None);
        assert!(
            program
                .first_failure(&mut icb(None, 1), 0, 100_000)
                .is_some()
        );
    }

    #[test]
    fn timeouts_cost_like_preemptions() {
        // Without cost there would be no end of schedules in which it times out again.
        let program = programs::started(
            vec![
                vec![
                    Enter(0),
                    Read(0, 0),
                    If(|r| r[0] == 1, 5),
                    TimedWait(0),
                    If(|_| true, 1),
                    Exit(0),
                ],
                vec![Enter(0), Write(0, |_| 1), Notify(0), Exit(0)],
            ],
            vec![],
        );
        assert!(count(&program, Some(0)) < 10);
        assert!(count(&program, Some(1)) < 100);
    }
}
