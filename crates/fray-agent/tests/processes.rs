//! The same seed gives the same executions in another process, and a recording replays every time: over
//! the subjects, and over a program that asks for everything that is random in a JVM.
//!
//! By default a sample of the subjects, another one on each JDK. `FRAY_DETERMINISM=full` takes them
//! all, with 50 executions each and 20 replays. `FRAY_SUBJECT=name` takes those whose class contains the name.

mod support;

use std::time::Duration;

use fray_testkit::subjects::Subject;
use support::{Run, on_every_jdk, programs};

/// Executions compared per subject, each with a seed of its own.
const EXECUTIONS: u64 = 50;
const EXECUTIONS_SAMPLED: u64 = 15;

/// One of so many subjects is in the sample.
const SAMPLE: usize = 12;

/// Replays of one recording, each in a new process.
const REPLAYS: u32 = 20;
const REPLAYS_SAMPLED: u32 = 3;

/// More than any of them needs when it does not livelock.
const LIVELOCK_STEPS: u64 = 20_000;

const SEED: u64 = 5;

/// Far more than any takes on a busy machine: what does not end by then hangs.
const LIMIT: Duration = Duration::from_secs(300);

fn full() -> bool {
    std::env::var("FRAY_DETERMINISM").is_ok_and(|value| value == "full")
}

/// Whether a subject is to be looked at on this JDK.
fn chosen(run: &Run<'_>, subject: &Subject) -> bool {
    if subject.has_process() {
        return false;
    }
    let number: usize = subject.class.bytes().map(usize::from).sum();
    full() || (number + run.feature() as usize).is_multiple_of(SAMPLE)
}

fn options(subject: Option<&Subject>) -> Vec<String> {
    let executions = if full() {
        EXECUTIONS
    } else {
        EXECUTIONS_SAMPLED
    };
    let mut options = vec![
        format!("--iter={executions}"),
        format!("--seed={SEED}"),
        "--keep-going".to_owned(),
        "--shrink=20".to_owned(),
    ];
    if subject.is_some_and(|subject| subject.bug == "livelock") {
        options.push(format!("--max-steps={LIVELOCK_STEPS}"));
    }
    if subject.is_some_and(|subject| subject.memory) {
        options.push("--memory".to_owned());
    }
    options
}

/// Runs a program twice, compares every execution, and replays what was found in a third process.
fn same_twice(run: &Run<'_>, options: &[String], class: &str) -> Result<(), String> {
    let first = run.fray(options, class, LIMIT)?;
    let expected = first.digests();
    let second = run.fray(options, class, LIMIT)?;
    if expected.is_empty() || !(0..=1).contains(&second.status) {
        return Err(second.describe("does not run"));
    }
    for (one, other) in expected.iter().zip(&second.digests()) {
        if one != other {
            return Err(second.describe(&format!("'{one}' became '{other}'")));
        }
    }
    if second.digests().len() != expected.len() {
        return Err(second.describe("makes more or fewer executions than before"));
    }
    for failure in second.failures() {
        run.replays(&failure, 1, LIMIT)?;
    }
    Ok(())
}

#[test]
fn the_same_in_another_process() {
    on_every_jdk("determinism", |run: &Run<'_>, subject: &Subject| {
        if !chosen(run, subject) {
            return Ok(());
        }
        same_twice(run, &options(Some(subject)), &subject.class)
    });
}

#[test]
fn everything_that_is_random() {
    programs("chance", |run| {
        same_twice(run, &options(None), "Chance")?;
        let outcome = run.fray(&options(None), "Chance", LIMIT)?;
        let [recording] = &outcome.failures()[..] else {
            return Err(outcome.describe("should find one failure"));
        };
        let replays = if full() { REPLAYS } else { REPLAYS_SAMPLED };
        run.replays(recording, replays, LIMIT)
    });
}
