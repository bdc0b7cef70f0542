//! The real command over all programs in `subjects`, on every JDK found: every bug is found and is
//! the bug that it should be, and nothing is found in the correct twins.
//!
//! `FRAY_SUBJECTS=full` runs the twins much longer, under every strategy, and with `--races`. `FRAY_SUBJECT=name` runs
//! the subjects whose class contains the name.

mod support;

use std::time::Duration;

use fray_testkit::strategies::{DEFAULT, STRATEGIES};
use fray_testkit::subjects::Subject;
use support::{Run, expected, on_every_jdk};

/// A seed fixes the whole campaign, so that these tests give the same result every time on one JDK.
/// When schedules change, because the tool or the JDK did, each common bug is missed with a
/// probability far below one in a million: the hardest of them shows once in about 150
/// executions, and (1 - 1/150)^3000 is 2e-9.
const SEED: u64 = 1;
const EXECUTIONS: u64 = 3_000;

/// For bugs that need many threads in one order. (The portfolio finds them too, later.)
const RARE_STRATEGY: &str = "surw";

/// More than any of them needs when it does not livelock. The default would do, but the many
/// executions that shorten the schedule would take minutes.
const LIVELOCK_STEPS: u64 = 20_000;

/// That a thread waits inside the JVM is noticed after some milliseconds only.
const CLASS_INITIALISATION: &str = "class initialisation";

/// Executions of each twin by default, and of each strategy with `FRAY_SUBJECTS=full`.
const TWIN_EXECUTIONS: u64 = 40;
const TWIN_EXECUTIONS_FULL: u64 = 2_000;

/// Far more than any takes on a busy machine: what does not end by then hangs.
const LIMIT: Duration = Duration::from_secs(180);
const LIMIT_FULL: Duration = Duration::from_secs(1800);

fn full() -> bool {
    std::env::var("FRAY_SUBJECTS").is_ok_and(|value| value == "full")
}

fn limit() -> Duration {
    if full() { LIMIT_FULL } else { LIMIT }
}

/// The option without which the bug does not show. Its twin must be clean with it, too.
fn tracking(subject: &Subject) -> Option<String> {
    match (subject.races, subject.memory) {
        (true, _) => Some("--races".to_owned()),
        (_, true) => Some("--memory".to_owned()),
        _ => None,
    }
}

#[test]
fn every_bug_is_found() {
    on_every_jdk("bugs", |run: &Run<'_>, subject: &Subject| {
        let strategy = if subject.rare {
            RARE_STRATEGY
        } else {
            "portfolio"
        };
        let mut options = vec![
            format!("--strategy={strategy}"),
            format!("--iter={EXECUTIONS}"),
            format!("--seed={SEED}"),
        ];
        options.extend(tracking(subject));
        if subject.bug == "livelock" {
            options.push(format!("--max-steps={LIVELOCK_STEPS}"));
        }
        let outcome = run.fray(&options, &subject.class, limit())?;
        if outcome.status != 1 {
            return Err(outcome.describe("found nothing"));
        }
        let summary = outcome.summary()?;
        expected(&subject.bug, &summary).map_err(|wrong| outcome.describe(&wrong))?;
        // Threads that wait inside the JVM for classes of each other cannot be ended.
        if subject.primitive != CLASS_INITIALISATION
            && summary["uncontrolled"]
                .to_string()
                .contains("could not be ended")
        {
            return Err(outcome.describe("leaves threads"));
        }
        Ok(())
    });
}

/// Bugs in the order of what is no step, or between threads of which one is a daemon or shares plain data:
/// for the reduced search alone there is nothing to find in some of them.
const UNSEEN: &[&str] = &[
    "prim.AsyncHandlers",
    "prim.ClassInitEscape",
    "prim.ClassInitOwner",
    "prim.ThreadGroupCount",
    "jacontebe.JdkSynchronizedMap",
];

#[test]
fn exhaustive_search_claims_nothing_while_a_bug_is_left() {
    on_every_jdk("exhaustive", |run: &Run<'_>, subject: &Subject| {
        if !UNSEEN.contains(&subject.class.as_str()) {
            return Ok(());
        }
        let options = ["--strategy=dfs".to_owned(), format!("--seed={SEED}")];
        let outcome = run.fray(&options, &subject.class, limit())?;
        if outcome.status != 1 {
            return Err(outcome.describe("found nothing"));
        }
        let summary = outcome.summary()?;
        expected(&subject.bug, &summary).map_err(|wrong| outcome.describe(&wrong))?;
        if summary["exhausted"] != false {
            return Err(outcome.describe("claims to have seen all"));
        }
        Ok(())
    });
}

#[test]
fn every_twin_stays_clean() {
    on_every_jdk("twins", |run: &Run<'_>, subject: &Subject| {
        let (executions, strategies) = if full() {
            (TWIN_EXECUTIONS_FULL, &STRATEGIES[..])
        } else {
            (TWIN_EXECUTIONS, &[DEFAULT][..])
        };
        let mut ways: Vec<_> = strategies
            .iter()
            .map(|strategy| (*strategy, tracking(subject)))
            .collect();
        if full() && !subject.races {
            // No twin has a data race, whatever its bug is about.
            ways.push((DEFAULT, Some("--races".to_owned())));
        }
        for (strategy, tracking) in ways {
            let mut options = vec![
                format!("--strategy={strategy}"),
                format!("--iter={executions}"),
                format!("--seed={SEED}"),
            ];
            options.extend(tracking);
            let outcome = run.fray(&options, &subject.ok, limit())?;
            if outcome.status != 0 {
                return Err(outcome.describe("is not clean"));
            }
        }
        Ok(())
    });
}
