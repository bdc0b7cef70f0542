//! The campaign: one execution after another, and the report at the end.

use std::sync::{Mutex, PoisonError};

use fray_core::config::Isolation;
use fray_core::execution::{Execution, ExecutionOptions, TimeMode, Verdict};
use fray_core::rng::derive;
use fray_core::strategy::random::Random;
use fray_core::strategy::{Start, Strategy};

use crate::agent::agent;
use crate::slot::Slot;
use crate::{outcome, output as program_output, session};

static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Something that the report should mention.
pub fn note(text: String) {
    NOTES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(text);
}

/// A class that could not be rewritten: the program is not fully under control.
pub fn unreadable(text: String) {
    note(text);
}

struct State {
    iteration: u64,
    failures: u64,
    steps: u64,
    seed: u64,
    conductor: &'static Slot,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn with<R>(body: impl FnOnce(&mut State) -> R) -> R {
    let mut guard = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let state = guard.get_or_insert_with(|| State {
        iteration: 0,
        failures: 0,
        steps: 0,
        seed: agent().config.seed.unwrap_or(1),
        conductor: Slot::leak(),
    });
    body(state)
}

pub fn isolated() -> bool {
    agent().config.isolation == Isolation::Classes
}

pub fn next() -> bool {
    with(|s| s.iteration < agent().config.iter && (s.failures == 0 || agent().config.keep_going))
}

pub fn seed() -> u64 {
    with(|s| derive(s.seed, s.iteration))
}

/// Why an execution that takes too long does not end.
pub fn diagnosis(session: &session::Session) -> String {
    let mut text = format!(
        "an execution did not end within {:?} (after {} steps)",
        agent().config.execution_limit,
        session.execution.counters().steps
    );
    for info in session.execution.threads() {
        text.push_str(&format!(
            "\n  {}: {:?} {:?}",
            info.thread, info.state, info.operation
        ));
    }
    text
}

pub fn begin() {
    crate::watchdog::start();
    with(|s| {
        let seed = derive(s.seed, s.iteration);
        let mut strategy: Box<dyn Strategy> = Box::new(Random::default());
        strategy.begin(&Start {
            iteration: s.iteration,
            seed,
        });
        let options = ExecutionOptions {
            time: TimeMode::Relaxed,
            max_steps: agent().config.max_steps,
            start_time_nanos: 1_000_000_000,
            spurious: agent().config.spurious,
        };
        program_output::begin(s.iteration == 0);
        session::begin(Execution::new(options, strategy), seed, None, s.conductor);
    });
}

pub fn wants_labels() -> bool {
    let session = session::lock();
    session.trace.is_some()
        || matches!(
            session.execution.verdict(),
            Some(Verdict::Deadlock(_) | Verdict::Livelock(_))
        )
}

pub fn describe(_jdk: String) {}

pub fn book() {
    let session = session::finish();
    with(|s| {
        s.iteration += 1;
        s.steps += session.execution.counters().steps;
        if let Some(verdict) = session.execution.verdict()
            && let Some(failure) = outcome::failure(verdict, &session.labels)
        {
            s.failures += 1;
            eprintln!(
                "iteration {}: {failure:#?} {:?}",
                s.iteration, session.zombies
            );
        }
    });
}

pub fn finish() -> i32 {
    with(|s| {
        eprintln!(
            "{} executions, {} failures, {} steps",
            s.iteration, s.failures, s.steps
        );
        i32::from(s.failures > 0)
    })
}
