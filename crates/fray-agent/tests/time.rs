//! What time is to a program: relaxed, virtual and real.

mod support;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use support::{Outcome, Run, program, programs};

const LIMIT: Duration = Duration::from_secs(120);

fn run(run: &Run<'_>, mode: &str, executions: u32, class: &str) -> Result<Outcome, String> {
    let options = [
        format!("--time={mode}"),
        format!("--iter={executions}"),
        "--seed=1".to_owned(),
        "--strategy=random".to_owned(),
    ];
    let folder = program("time");
    let run = Run {
        classes: &folder,
        folder: run.folder().into(),
        ..*run
    };
    run.fray(&options, class, LIMIT)
}

fn status(outcome: Outcome, expected: i32, wrong: &str) -> Result<Outcome, String> {
    match outcome.status == expected {
        true => Ok(outcome),
        false => Err(outcome.describe(wrong)),
    }
}

#[test]
fn a_timeout_that_no_machine_would_have_is_told_from_one_that_it_would() {
    programs("weighed", |it| {
        let early = status(run(it, "relaxed", 200, "Early")?, 1, "found nothing")?;
        if !early.output.contains("was not seen under --time virtual") {
            return Err(early.describe("takes an early timeout for an ordinary one"));
        }
        let late = status(run(it, "relaxed", 200, "Late")?, 1, "found nothing")?;
        if !late.output.contains("shows under --time virtual too") {
            return Err(late.describe("takes an ordinary timeout for an early one"));
        }
        Ok(())
    });
}

#[test]
fn virtual_time_is_never_early() {
    programs("virtual", |it| {
        status(run(it, "virtual", 200, "Early")?, 0, "gave up too early")?;
        status(run(it, "virtual", 200, "Late")?, 1, "found nothing")?;
        status(run(it, "virtual", 200, "Clocks")?, 0, "has wrong clocks")?;
        Ok(())
    });
}

#[test]
fn virtual_time_passes_beside_threads_that_run_in_circles() {
    programs("circles", |it| {
        status(
            run(it, "virtual", 10, "Circles")?,
            0,
            "does not let time pass",
        )?;
        let overdue = status(run(it, "virtual", 3, "Overdue")?, 1, "never gives up")?;
        if !overdue.output.contains("AssertionError: gave up") {
            return Err(overdue.describe("does not give up"));
        }
        it.replays(&overdue.failures()[0], 1, LIMIT)
    });
}

#[test]
fn real_time_passes() {
    programs("real", |it| {
        let start = Instant::now();
        let clocks = status(run(it, "real", 3, "Clocks")?, 0, "has wrong clocks")?;
        if start.elapsed() < Duration::from_millis(3 * 300) {
            return Err(clocks.describe("did not sleep"));
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let year = 1970 + now.as_secs() / (365 * 24 * 3600);
        if !clocks.output.contains(&format!("year {year}")) {
            return Err(clocks.describe("shows another time than the machine"));
        }
        // It fails because time really was up, and that can be repeated.
        let late = status(run(it, "real", 3, "Late")?, 1, "found nothing")?;
        let failures = late.failures();
        it.replays(&failures[0], 1, LIMIT)
    });
}
