//! From a name to a strategy.

use super::Strategy;
use super::delay::delay;
use super::dfs::Dfs;
use super::fair::Fair;
use super::icb::icb;
use super::pct::Pct;
use super::portfolio::Portfolio;
use super::pos::Pos;
use super::random::Random;
use super::record::Record;
use super::surw::{Balance, Surw};
use crate::config::StrategySpec;

/// The bare strategy that is meant.
pub fn build(spec: StrategySpec, spurious_bound: u32) -> Box<dyn Strategy> {
    match spec {
        StrategySpec::Random => Box::new(Random::new()),
        StrategySpec::Pct { depth } => Box::new(Pct::new(depth)),
        StrategySpec::Pos => Box::new(Pos::new()),
        StrategySpec::Surw => Box::new(Surw::new(Balance::Events)),
        StrategySpec::Dfs => Box::new(Dfs::new(spurious_bound).sampled()),
        StrategySpec::Delay { bound } => Box::new(delay(bound, spurious_bound)),
        StrategySpec::Icb { bound } => Box::new(icb(bound, spurious_bound)),
        StrategySpec::Portfolio => Box::new(Portfolio::new(spurious_bound)),
    }
}

/// The strategy as a campaign uses it: fair, and recording what it does.
pub fn explorer(spec: StrategySpec, spurious_bound: u32) -> Box<dyn Strategy> {
    Box::new(Record::new(Fair::new(build(spec, spurious_bound))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::replay::Replay;
    use crate::strategy::{End, Start};
    use crate::testing::{Program, Run, programs};

    const SPECS: [&str; 10] = [
        "random",
        "pct:1",
        "pct:3",
        "pos",
        "surw",
        "dfs",
        "delay",
        "icb",
        "icb:1",
        "portfolio",
    ];

    fn all_programs() -> Vec<Program> {
        vec![
            programs::lost_update(),
            programs::deadlock(),
            programs::reorder(4),
            programs::two_stage(3),
            programs::spin(2, 5, true),
            programs::spin(1, 5, false),
            programs::stolen_signal(),
            programs::spurious_wake_up(),
        ]
    }

    fn runs(program: &Program, spec: &str, seed: u64, n: u64) -> Vec<Run> {
        let mut strategy = explorer(spec.parse().unwrap(), 1);
        let mut runs = Vec::new();
        program.explore(&mut *strategy, seed, n, |run| {
            runs.push(run.clone());
            true
        });
        runs
    }

    #[test]
    fn a_campaign_is_a_function_of_its_seed() {
        for program in all_programs() {
            for spec in SPECS {
                assert_eq!(
                    runs(&program, spec, 1, 30),
                    runs(&program, spec, 1, 30),
                    "{spec}"
                );
            }
        }
        let program = programs::reorder(4);
        for spec in ["random", "pct:3", "pos", "surw", "portfolio"] {
            assert_ne!(
                runs(&program, spec, 1, 30),
                runs(&program, spec, 2, 30),
                "{spec}"
            );
        }
    }

    #[test]
    fn nobody_starves_with_any_strategy() {
        for spec in SPECS {
            for (spinners, yields) in [(1, true), (3, true), (1, false), (2, false)] {
                for run in runs(&programs::spin(spinners, 10, yields), spec, 1, 100) {
                    assert_eq!(run.failure, None, "{spec}");
                }
            }
        }
    }

    #[test]
    fn what_any_strategy_does_can_be_replayed() {
        for program in all_programs() {
            for spec in SPECS {
                let mut strategy = explorer(spec.parse().unwrap(), 1);
                for iteration in 0..20 {
                    if !strategy.begin(&Start {
                        iteration,
                        seed: iteration,
                    }) {
                        break;
                    }
                    let run = program.run(&mut *strategy);
                    let log = strategy.log().unwrap();
                    let mut replay = Replay::new(log.entries.as_slice().into(), true);
                    replay.begin(&Start {
                        iteration: 0,
                        seed: 0,
                    });
                    assert_eq!(program.run(&mut replay), run, "{spec}");
                    assert_eq!(replay.left_over(), Ok(()));
                    strategy.end(&End {
                        steps: run.steps,
                        failed: run.failure.is_some(),
                        trace_hash: run.trace_hash,
                        new_behaviour: true,
                    });
                }
            }
        }
    }

    #[test]
    fn correct_programs_do_not_fail() {
        use crate::testing::Op::*;
        let add = vec![Add(0, 1, 0)];
        let program = programs::started(
            vec![add.clone(), add],
            vec![Read(0, 0), Assert(|r| r[0] == 2, "lost update")],
        );
        for spec in SPECS {
            for run in runs(&program, spec, 1, 500) {
                assert_eq!(run.failure, None, "{spec}");
            }
        }
    }

    /// Prints, for programs and strategies, the first failing execution: median of five seeds,
    /// and how many seeds found it at all.
    #[test]
    fn measure_executions_to_the_first_failure() {
        // A measurement: FRAY_MEASURE=1 cargo test --release measure_ -- --nocapture
        if std::env::var_os("FRAY_MEASURE").is_none() {
            return;
        }
        const LIMIT: u64 = 10_000;
        let all = [
            ("lost update", programs::lost_update()),
            ("deadlock", programs::deadlock()),
            ("stolen signal", programs::stolen_signal()),
            ("spurious wake-up", programs::spurious_wake_up()),
            ("Reorder3", programs::reorder(3)),
            ("Reorder10", programs::reorder(10)),
            ("Reorder20", programs::reorder(20)),
            ("Reorder50", programs::reorder(50)),
            ("Reorder100", programs::reorder(100)),
            ("Reorder20, noise", programs::noisy_reorder(20)),
            ("TwoStage", programs::two_stage(2)),
            ("TwoStage20", programs::two_stage(20)),
            ("TwoStage50", programs::two_stage(50)),
            ("TwoStage100", programs::two_stage(100)),
            ("WorkStealQueue", programs::work_steal_queue()),
        ];
        let specs = [
            "random",
            "pct:3",
            "pos",
            "surw",
            "delay",
            "icb",
            "portfolio",
        ];
        println!(
            "{:18}{}",
            "",
            specs.map(|spec| format!("{spec:>12}")).concat()
        );
        for (name, program) in all {
            print!("{name:18}");
            for spec in specs {
                let mut found: Vec<u64> = (1..=5)
                    .filter_map(|seed| {
                        let mut strategy = explorer(spec.parse().unwrap(), 1);
                        program.first_failure(&mut *strategy, seed, LIMIT)
                    })
                    .collect();
                found.sort_unstable();
                let text = match found.len() {
                    5 => found[2].to_string(),
                    0 => "-".to_owned(),
                    n => format!("{}/{n}", found[n / 2]),
                };
                print!("{text:>12}");
            }
            println!();
        }
    }
}
