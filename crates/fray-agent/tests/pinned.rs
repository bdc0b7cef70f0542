//! Fibers that cannot be left: inside of a call-back from native code, in a static initialiser, in front
//! of a socket. The bug is found all the same, its correct twin is clean, and one line says what
//! was done. And fibers that do not come back: the run ends, and it is said where they are.

mod support;

use std::time::Duration;

use fray_testkit::{jdk, place};
use support::{Outcome, Run, program_for};

const LIMIT: Duration = Duration::from_secs(120);

/// The mistakes show within a tenth of these.
const EXECUTIONS: u64 = 200;

/// A program, what is wrong with it, and how the line begins that says why fibers were not enough.
struct Case {
    class: &'static str,
    bug: &'static str,
    /// Of the mistake, of the twin: a part of the line. Empty: there may be none, since the mistake shows so
    /// soon.
    note: [&'static str; 2],
}

const LEFT_OUT: &str = "left out, inside of native code";
const WAITED: &str = "a thread had to wait inside of native code or a static initialiser";
const INPUT: &str = "a thread had to wait for input or output";

fn run_on(
    run: &Run<'_>,
    options: &[&str],
    class: &str,
    argument: Option<&str>,
) -> Result<Outcome, String> {
    let executions = format!("--iter={EXECUTIONS}");
    let fixed = [
        "--engine=fibers",
        "--seed=1",
        "--shrink=5",
        executions.as_str(),
        "--enable-native-access=ALL-UNNAMED",
        // Reflection calls back from native code of the JVM.
        "-Djdk.reflect.useNativeAccessorOnly=true",
    ];
    let options: Vec<_> = options
        .iter()
        .chain(&fixed)
        .map(|&o| o.to_owned())
        .collect();
    let program: Vec<_> = [class].into_iter().chain(argument).collect();
    run.fray_with(&options, &program, LIMIT)
}

fn note(outcome: &Outcome) -> Result<String, String> {
    let summary = outcome.summary()?;
    let note = summary["engine_note"].as_str().unwrap_or_default();
    if !note.is_empty() && !outcome.output.lines().any(|line| line == note) {
        return Err(outcome.describe("the line about the engine is not shown"));
    }
    Ok(note.to_owned())
}

fn check(run: &Run<'_>, case: &Case) -> Result<(), String> {
    let outcome = run_on(run, &[], case.class, None)?;
    let summary = outcome.summary()?;
    support::expected(case.bug, &summary).map_err(|error| outcome.describe(&error))?;
    if outcome.status != 1 || summary["failures"][0]["confirmed_on_threads"] != true {
        return Err(outcome.describe("not confirmed"));
    }
    if !note(&outcome)?.contains(case.note[0]) {
        return Err(outcome.describe(&format!("does not say: {}", case.note[0])));
    }
    run.replays(&outcome.failures()[0].join("recording.fray"), 1, LIMIT)?;

    let twin = run_on(run, &[], case.class, Some("right"))?;
    if twin.status != 0 || twin.summary()?["iterations"] != EXECUTIONS {
        return Err(twin.describe("the twin is not clean"));
    }
    if !note(&twin)?.contains(case.note[1]) {
        return Err(twin.describe(&format!("does not say: {}", case.note[1])));
    }
    Ok(())
}

fn each(name: &str, body: impl Fn(&Run<'_>) -> Result<(), String>) {
    for jdk in jdk::with_fibers() {
        let run = Run {
            jdk: &jdk,
            classes: &program_for(jdk::FIRST_WITH_FIBERS, "pinned"),
            folder: place::scratch(&format!("pinned-{name}-{}", jdk.version)),
        };
        body(&run).unwrap_or_else(|error| panic!("on JDK {}: {error}", jdk.version));
    }
}

#[test]
fn a_switch_that_is_only_a_choice_is_left_out_in_native_code() {
    for (class, bug) in [("Upcall", "assertion"), ("Reflected", "assertion")] {
        let note = [LEFT_OUT; 2];
        each(class, |run| check(run, &Case { class, bug, note }));
    }
}

#[test]
fn whoever_must_wait_in_native_code_waits_on_threads() {
    for (class, bug, note) in [
        ("UpcallLock", "deadlock", ["", LEFT_OUT]),
        ("UpcallSpin", "assertion", [WAITED; 2]),
    ] {
        each(class, |run| check(run, &Case { class, bug, note }));
    }
}

#[test]
fn static_initialisers_wait_on_threads() {
    let (class, bug, note) = ("Initialiser", "deadlock", [WAITED; 2]);
    each(class, |run| check(run, &Case { class, bug, note }));
}

#[test]
fn sockets_are_waited_for_on_threads() {
    let (class, bug, note) = ("Sockets", "assertion", [INPUT; 2]);
    each(class, |run| check(run, &Case { class, bug, note }));
}

/// Nothing may be left out where all schedules are to be seen.
#[test]
fn exhaustive_searches_see_all_schedules() {
    each("dfs", |run| {
        for class in ["Upcall", "Reflected", "UpcallLock"] {
            let all = |engine: &str| -> Result<u64, String> {
                let engine = format!("--engine={engine}");
                let outcome = run_on(run, &["--strategy=dfs", &engine], class, Some("right"))?;
                let summary = outcome.summary()?;
                match summary["exhausted"].as_bool() {
                    Some(true) => Ok(summary["distinct_schedules"].as_u64().unwrap_or(0)),
                    _ => Err(outcome.describe("not all was seen")),
                }
            };
            let (threads, fibers) = (all("threads")?, all("fibers")?);
            if threads != fibers || threads < 2 {
                return Err(format!("{class}: {threads} on threads, {fibers} on fibers"));
            }
        }
        Ok(())
    });
}

/// Runs `Gone`, on fibers, with a limit for each execution.
fn gone(run: &Run<'_>, how: &str, limit: &str) -> Result<Outcome, String> {
    let options = [
        "--engine=fibers",
        "--seed=1",
        "--iter=2",
        "--enable-native-access=ALL-UNNAMED",
        &format!("--execution-limit={limit}"),
    ]
    .map(str::to_owned);
    run.fray_with(&options, &["Gone", how], LIMIT)
}

/// Nothing can be known of a fiber that keeps the carrier: the process begins anew on threads, and there
/// the execution ends with the places of all threads.
#[test]
fn a_fiber_that_does_not_come_back_is_diagnosed_on_threads() {
    for (how, limit, reason, state) in [
        ("loop", "2s", "an execution took too long", ") runs"),
        (
            // It takes some seconds to be sure that the thread sleeps, twice.
            "pause",
            "10s",
            "a thread blocked in a call to the system",
            "waits for something outside of fray's control",
        ),
    ] {
        each(&format!("gone-{how}"), |run| {
            let outcome = gone(run, how, limit)?;
            let lines = [
                format!("fray: {reason}; starting again on threads"),
                format!(
                    "fray: an execution did not end within {limit} (after 2 steps); its threads:"
                ),
                "  main at Gone.main(Gone.java:20) waits for the end of lost".to_owned(),
            ];
            let printed: Vec<&str> = outcome.output.lines().collect();
            for line in &lines {
                if !printed.contains(&line.as_str()) {
                    return Err(outcome.describe(&format!("does not say: {line}")));
                }
            }
            let place = format!("  lost at Gone.{how}(Gone.java:");
            let is_place = |line: &&str| line.starts_with(&place) && line.ends_with(state);
            if !printed.iter().any(is_place) {
                return Err(outcome.describe("does not say where the fiber is"));
            }
            if outcome.status != 3 || outcome.output.contains("is not available here") {
                return Err(outcome.describe("ends in another way"));
            }
            let stacks = run.folder().join("report/running.txt");
            let stacks = std::fs::read_to_string(stacks).map_err(|error| error.to_string())?;
            match stacks.contains(&format!("\n    at Gone.{how}(Gone.java:")) {
                true => Ok(()),
                false => Err(outcome.describe(&format!("not all stacks: {stacks}"))),
            }
        });
    }
}

/// An execution in which a fiber slept for a while is made again on threads, and the run goes on.
#[test]
fn a_fiber_that_sleeps_in_the_kernel_is_awaited() {
    each("gone-nap", |run| {
        let outcome = gone(run, "nap", "60s")?;
        let expected = "2 executions were made on threads instead of fibers: a thread blocked in a call to the system.";
        if outcome.status != 0 || note(&outcome)? != expected {
            return Err(outcome.describe("ends in another way"));
        }
        Ok(())
    });
}
