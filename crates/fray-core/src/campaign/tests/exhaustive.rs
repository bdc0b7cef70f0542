//! Campaigns that come to the end of all that there is.

use super::*;

#[test]
fn exhaustive_strategies_say_when_all_is_explored() {
    let course = course(
        "strategy=dfs,iter=100000,spurious=false",
        &programs::writers(2, 2, true),
    );
    assert_eq!(course.campaign.exit_code(), 0);
    let summary = course.campaign.summary();
    assert!(summary.exhausted);
    assert!(summary.iterations < 150);
    let sentence = format!(
        "All orders of synchronisation were explored, in {} executions.",
        summary.iterations
    );
    assert_eq!(summary.explored, sentence);
}

/// What no step tells of is not in the search. It is met afterwards, and then nothing is claimed.
#[test]
fn an_exhaustive_strategy_looks_behind_itself() {
    use crate::testing::Op::*;
    let racy = |rest| {
        let threads = vec![
            vec![Put(0, |_| 1), Write(5, |_| 1), Put(0, |_| 2)],
            vec![Write(6, |_| 1), Get(0, 0), Write(7, |_| 1), rest],
        ];
        programs::started(threads, vec![])
    };
    let settings = "strategy=dfs,iter=1000,spurious=false";
    let failing = racy(Assert(|r| r[0] != 1, "between"));
    let found = course(settings, &failing).campaign;
    assert_eq!(found.exit_code(), 1);
    assert!(!found.summary().exhausted);
    // The same without a failure, and what the search alone says.
    let clean = course(settings, &racy(Get(0, 1))).campaign;
    assert!(clean.summary().exhausted);
    let mut search = crate::strategy::dfs::Dfs::new(0);
    let mut failures = 0;
    failing.explore(&mut search, 1, 1000, |run| {
        failures += u64::from(run.failure.is_some());
        true
    });
    assert_eq!(failures, 0);
    // A limit that comes after the search and before the end of that does not take back what is known.
    let searched = search_length(&racy(Get(0, 1)));
    let limit = format!("strategy=dfs,iter={},spurious=false", searched + 1);
    assert!(
        course(&limit, &racy(Get(0, 1)))
            .campaign
            .summary()
            .exhausted
    );
    let limit = format!("strategy=dfs,iter={},spurious=false", searched - 1);
    assert!(
        !course(&limit, &racy(Get(0, 1)))
            .campaign
            .summary()
            .exhausted
    );
}

/// Executions of the search alone.
fn search_length(program: &Program) -> u64 {
    program.explore(&mut crate::strategy::dfs::Dfs::new(0), 1, 1000, |_| true)
}
