//! One seed is one campaign, whichever engine runs it: the same schedules, the same behaviours, the
//! same failures, each of them confirmed on threads.
//!
//! Some subjects by default, with `FRAY_SUBJECTS=full` all of them and their twins. `FRAY_SUBJECT=name`
//! runs those whose class contains the name.

mod support;

use std::time::Duration;

use fray_testkit::jdk::FIRST_WITH_FIBERS;
use fray_testkit::subjects::Subject;
use serde_json::Value;
use support::{Outcome, Run, on_every_jdk};

/// By default one of so many subjects.
const STEP: u64 = 5;

const EXECUTIONS: u64 = 15;
const LIMIT: Duration = Duration::from_secs(180);

/// A busy machine may disturb an execution on threads, which is then noted in the summary.
const ATTEMPTS: u32 = 2;

fn full() -> bool {
    std::env::var("FRAY_SUBJECTS").is_ok_and(|value| value == "full")
}

/// Always compared: what fibers cannot do is made again on threads, in a JVM that has done it once, and
/// must come out as on threads at once.
const ALWAYS: &str = "prim.SelectorOrder";

/// Chosen by name, so that a new subject does not change which others are.
fn is_chosen(subject: &Subject) -> bool {
    if subject.has_process() {
        return false;
    }
    let sum: u64 = subject.class.bytes().map(u64::from).sum();
    full()
        || subject.class == ALWAYS
        || std::env::var("FRAY_SUBJECT").is_ok()
        || sum.is_multiple_of(STEP)
}

fn run_on(run: &Run<'_>, engine: &str, class: &str, subject: &Subject) -> Result<Outcome, String> {
    let mut options = vec![
        format!("--engine={engine}"),
        format!("--iter={EXECUTIONS}"),
        "--seed=7".to_owned(),
        "--keep-going".to_owned(),
    ];
    if subject.memory {
        options.push("--memory".to_owned());
    }
    run.fray(&options, class, LIMIT)
}

/// What must not depend on the engine.
fn essence(summary: &Value) -> Value {
    let failures = summary["failures"].as_array().cloned().unwrap_or_default();
    let failures: Vec<Value> = failures
        .iter()
        .map(|failure| {
            serde_json::json!([
                failure["signature"],
                failure["trace_hash"],
                failure["count"],
                failure["confirmed_on_threads"],
            ])
        })
        .collect();
    serde_json::json!([
        summary["iterations"],
        summary["trace_hash"],
        summary["steps_per_execution"],
        failures
    ])
}

fn compare(run: &Run<'_>, class: &str, subject: &Subject) -> Result<(), String> {
    let mut attempt = 0;
    loop {
        attempt += 1;
        let threads = run_on(run, "threads", class, subject)?;
        let expected = threads.summary()?;
        let fibers = run_on(run, "fibers", class, subject)?;
        let found = fibers.summary()?;
        if fibers.status == threads.status && essence(&expected) == essence(&found) {
            return Ok(());
        }
        let disturbed = |summary: &Value| summary["uncontrolled"] != serde_json::json!([]);
        if attempt == ATTEMPTS || !(disturbed(&expected) || disturbed(&found)) {
            let (a, b) = (essence(&expected), essence(&found));
            return Err(fibers.describe(&format!("differs: threads {a}, fibers {b}")));
        }
    }
}

#[test]
fn both_engines_make_the_same_executions() {
    on_every_jdk("engines", |run: &Run<'_>, subject: &Subject| {
        if run.feature() < FIRST_WITH_FIBERS || subject.races || !is_chosen(subject) {
            return Ok(());
        }
        compare(run, &subject.class, subject)?;
        if full() {
            compare(run, &subject.ok, subject)?;
        }
        Ok(())
    });
}
