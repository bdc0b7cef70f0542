//! Known bugs shrink to the preemptions that they need.

use super::*;
use crate::strategy::build::explorer;
use crate::strategy::replay::Replay;
use crate::strategy::{End, Start};
use crate::testing::{Program, programs};

/// A failing execution.
fn find(program: &Program, spec: &str, seed: u64) -> (Log, &'static str) {
    let mut strategy = explorer(spec.parse().unwrap(), 1);
    for iteration in 0..5_000 {
        strategy.begin(&Start {
            iteration,
            seed: crate::rng::derive(seed, iteration),
        });
        let run = program.run(&mut *strategy);
        if let Some(failure) = run.failure {
            return (strategy.log().unwrap().clone(), failure);
        }
        strategy.end(&End {
            steps: run.steps,
            failed: false,
            trace_hash: run.trace_hash,
            new_behaviour: true,
        });
    }
    panic!("{spec} does not find it");
}

/// The best execution, and how many were tried.
fn minimise(program: &Program, log: &Log, failure: &str, budget: u64) -> (Log, u64) {
    let mut minimiser = Minimiser::new(log, failure, budget);
    let mut tried = 0;
    while let Some(mut candidate) = minimiser.next_candidate() {
        tried += 1;
        candidate.begin(&Start {
            iteration: 0,
            seed: 0,
        });
        let run = program.run(&mut *candidate);
        minimiser.report(candidate.log().unwrap(), run.failure);
    }
    (minimiser.best().clone(), tried)
}

#[test]
fn bugs_shrink_to_the_preemptions_that_they_need() {
    for (name, program, spec, needed) in [
        ("lost update", programs::lost_update(), "random", 1),
        ("deadlock", programs::deadlock(), "random", 1),
        ("reorder 5", programs::reorder(5), "pos", 1),
        ("reorder 20", programs::reorder(20), "surw", 1),
        ("two stage 4", programs::two_stage(4), "random", 1),
        ("two stage 20", programs::two_stage(20), "surw", 1),
        ("stolen signal", programs::stolen_signal(), "random", 0),
        ("spurious", programs::spurious_wake_up(), "random", 0),
    ] {
        for seed in 0..5 {
            let (log, failure) = find(&program, spec, seed);
            let (best, tried) = minimise(&program, &log, failure, 500);
            assert_eq!(best.preemptions.len(), needed, "{name}, seed {seed}");
            assert!(best.steps <= log.steps, "{name}, seed {seed}");
            assert!(tried <= 500);
            // What came out fails in the same way, step by step.
            let mut replay = Replay::new(best.entries.as_slice().into(), true);
            replay.begin(&Start {
                iteration: 0,
                seed: 0,
            });
            let again = program.run(&mut replay);
            assert_eq!(
                (again.failure, again.diverged),
                (Some(failure), None),
                "{name}"
            );
        }
    }
}

#[test]
fn two_preemptions_where_two_are_needed() {
    use crate::testing::Op::*;
    // A must be interrupted after its first write, and B after its first read.
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
    for seed in 0..10 {
        let (log, failure) = find(&program, "random", seed);
        let (best, _) = minimise(&program, &log, failure, 500);
        assert_eq!(best.preemptions.len(), 2, "seed {seed}");
    }
}

#[test]
fn the_budget_is_kept_and_the_original_is_never_worsened() {
    let program = programs::reorder(10);
    let (log, failure) = find(&program, "surw", 1);
    for budget in [0, 1, 2, 5, 20] {
        let (best, tried) = minimise(&program, &log, failure, budget);
        assert!(tried <= budget);
        assert!(best.preemptions.len() <= log.preemptions.len());
    }
    assert_eq!(minimise(&program, &log, failure, 0).0, log);
}

#[test]
fn another_failure_is_not_the_same() {
    let program = programs::lost_update();
    let (log, _) = find(&program, "random", 1);
    // Nothing fails with this signature: the original stays.
    assert_eq!(minimise(&program, &log, "something else", 100).0, log);
}
