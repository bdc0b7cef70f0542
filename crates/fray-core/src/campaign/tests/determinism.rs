//! Programs that are not the same every time.

use super::*;

#[test]
fn check_determinism_runs_everything_twice() {
    let pairs = "strategy=random,seed=1,iter=10,check-determinism";
    let good = course(pairs, &programs::writers(3, 2, true));
    let pair = [Kind::Explore, Kind::Recheck];
    assert_eq!(good.kinds, pair.repeat(10));
    assert_eq!(good.campaign.exit_code(), 0);

    let mut runs = 0;
    let bad = drive(Campaign::new(config(pairs), Target::default()), |_| {
        runs += 1;
        programs::writers(if runs < 8 { 3 } else { 2 }, 2, true)
    });
    assert_eq!(bad.kinds.len(), 8);
    assert_eq!(bad.campaign.exit_code(), 3);
    let trouble = bad.campaign.trouble().unwrap();
    assert!(
        trouble.contains("not deterministic: the execution departs"),
        "{trouble}"
    );
}

/// Of a portfolio's members only those are left out that repeat what earlier executions did.
#[test]
fn a_portfolio_goes_on_with_a_program_that_is_not_deterministic() {
    let run = |pairs: &str| {
        let mut runs = 0;
        drive(Campaign::new(config(pairs), Target::default()), |_| {
            runs += 1;
            programs::writers(2 + runs % 5 / 2, 2, true)
        })
    };
    let course = run("strategy=portfolio,seed=1,iter=200");
    assert_eq!(course.campaign.iterations(), 200);
    assert_eq!(course.campaign.exit_code(), 0);
    let summary = course.campaign.summary();
    let left_out = |note: &String| note.contains("strategies that repeat executions are left out");
    assert!(summary.uncontrolled.iter().any(left_out));
    assert_eq!(
        run("strategy=delay:2,seed=1,iter=200").campaign.exit_code(),
        3
    );
}
