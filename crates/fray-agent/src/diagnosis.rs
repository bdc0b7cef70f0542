//! Why an execution does not end: what its threads are doing, and where.

use fray_core::execution::{BlockedThread, WaitsFor};

use crate::engine::Engine;
use crate::guard::{fatal, tell};
use crate::labels::{Labels, java_line};
use crate::session::Session;
use crate::{journal, outcome};

/// Ending of the file beside the recording of what runs that has all of the threads' stacks.
pub const EXTENSION: &str = "txt";

/// Says why and ends the process. The names and places of the threads are told if they are known by
/// now.
pub fn end(session: &Session) -> ! {
    let text = words(session);
    write(session, &text);
    fatal(&text)
}

fn words(session: &Session) -> String {
    let steps = session.execution.counters().steps;
    let limit = session.limit;
    let mut text =
        format!("an execution did not end within {limit:?} (after {steps} steps); its threads:");
    for thread in &session.execution.live_threads() {
        text.push_str("\n  ");
        let runs = session.execution.holder() == Some(thread.thread);
        text.push_str(&line(thread, runs, &session.labels));
    }
    if session.io.iter().any(|wait| wait.may_be_answered()) {
        text.push_str("\nit may wait for another process, so this is not reported as a deadlock");
    }
    if let Some(journal) = journal::path() {
        let stacks = journal.with_extension(EXTENSION);
        let which = match session.engine {
            Engine::Threads => "all stacks",
            Engine::Fibers => "the stack of the thread that ran",
        };
        text.push_str(&format!(
            "\nits schedule so far is in {}, {which} in {}",
            journal.display(),
            stacks.display()
        ));
    }
    if session.engine == Engine::Fibers {
        text.push_str("\nwith --engine threads it is told where each thread is");
    }
    text
}

/// "reader at Main.read(Main.java:7) waits for data from a socket; it holds the monitor of Account".
fn line(blocked: &BlockedThread, runs: bool, labels: &Labels) -> String {
    let thread = blocked.thread;
    let name = labels.thread_name(thread);
    let place = labels.place(thread);
    let place = place.map_or(String::new(), |place| format!(" at {place}"));
    let daemon = if blocked.daemon { " (daemon)" } else { "" };
    let does = match &blocked.waits {
        WaitsFor::Turn if runs => "runs".into(),
        WaitsFor::Turn => "could run".into(),
        waits => outcome::waits(thread, waits, labels),
    };
    let held: Vec<_> = blocked
        .holds
        .iter()
        .map(|&object| labels.object_name(object))
        .collect();
    let holds = match held.is_empty() {
        true => String::new(),
        false => format!("; it holds the monitor of {}", held.join(", ")),
    };
    format!("{name}{daemon}{place} {does}{holds}")
}

/// Writes the same with all stacks into a file beside the recording, if that is kept.
fn write(session: &Session, text: &str) {
    let mut text = format!("{text}\n");
    for thread in &session.labels.threads {
        text.push_str(&format!("\n{}\n", thread.name));
        for frame in &thread.frames {
            text.push_str(&format!("    at {}\n", java_line(frame)));
        }
    }
    let Some(file) = journal::path().map(|path| path.with_extension(EXTENSION)) else {
        return;
    };
    if let Err(error) = std::fs::write(&file, &text) {
        tell(&format!("cannot write {}: {error}", file.display()));
    }
}
