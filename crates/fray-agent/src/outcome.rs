//! What an execution showed, in words.

use fray_core::execution::{Access, BlockedThread, DeadlockReport, Race, Verdict, WaitsFor};
use fray_core::failure::{Failure, FailureKind};
use fray_core::op::ThreadId;

use crate::agent::agent;
use crate::labels::{Labels, java_line};

/// The failure that a verdict stands for; `None` if the execution was fine, or not as recorded.
pub fn failure(verdict: &Verdict, labels: &Labels) -> Option<Failure> {
    match verdict {
        Verdict::Completed | Verdict::Exit(0) | Verdict::Diverged(_) => None,
        Verdict::Failed(failure) => Some(failure.clone()),
        Verdict::Exit(status) => Some(Failure::new(
            FailureKind::Exit,
            ThreadId::MAIN,
            format!("the program ended with status {status}"),
        )),
        Verdict::Deadlock(report) => Some(deadlock(report, labels)),
        Verdict::Race(race) => Some(data_race(race, labels)),
        Verdict::Livelock(livelock) => {
            let mut threads: Vec<ThreadId> = livelock.recent.iter().map(|s| s.thread).collect();
            threads.sort_unstable();
            threads.dedup();
            let message = format!("the program did not end within {} steps", livelock.steps);
            let first = threads.first().copied().unwrap_or(ThreadId::MAIN);
            let mut failure = Failure::new(FailureKind::Livelock, first, message);
            failure.places = threads.iter().filter_map(|&t| labels.place(t)).collect();
            Some(failure)
        }
    }
}

/// Whether nobody can run because a test is over and has left threads behind that wait for something to do,
/// as those of a pool do which nobody has shut down. Threads that wait for each other's locks never will
/// do anything again: that is a mistake of the test, or of what it tests, all the same.
pub fn is_left_over(report: &DeadlockReport, labels: &Labels) -> bool {
    let threads = &report.threads;
    let lasts = threads.iter().any(|t| t.thread == ThreadId::MAIN);
    let in_cycle = |start: &BlockedThread| {
        let mut at = start.thread;
        threads.iter().any(|_| {
            let next = threads.iter().find(|t| t.thread == at);
            match next.and_then(|blocked| awaited(blocked, labels)) {
                Some(next) => {
                    at = next;
                    at == start.thread
                }
                None => false,
            }
        })
    };
    agent().config.embedded && !lasts && report.cycle.is_none() && !threads.iter().any(in_cycle)
}

/// Who has the lock that a thread waits for, or must end.
fn awaited(blocked: &BlockedThread, labels: &Labels) -> Option<ThreadId> {
    match blocked.waits {
        WaitsFor::Monitor { owner, .. } => owner,
        WaitsFor::Permit => labels.thread(blocked.thread)?.owner,
        WaitsFor::Join { target } => Some(target),
        _ => None,
    }
}

fn deadlock(report: &DeadlockReport, labels: &Labels) -> Failure {
    let concerned: Vec<_> = match &report.cycle {
        Some(cycle) => report
            .threads
            .iter()
            .filter(|t| cycle.contains(&t.thread))
            .collect(),
        None => report.threads.iter().collect(),
    };
    let first = concerned
        .first()
        .map_or(ThreadId::MAIN, |blocked| blocked.thread);
    let sentences: Vec<String> = concerned
        .iter()
        .map(|blocked| {
            let name = labels.thread_name(blocked.thread);
            format!("{name} {}", waits(blocked.thread, &blocked.waits, labels))
        })
        .collect();
    let mut failure = Failure::new(FailureKind::Deadlock, first, sentences.join("; "));
    failure.thread_name = labels.thread_name(first);
    failure.places = concerned
        .iter()
        .map(|blocked| {
            let place = labels.place(blocked.thread).unwrap_or_default();
            format!(
                "{} at {place}",
                resource(blocked.thread, &blocked.waits, labels)
            )
        })
        .collect();
    failure
}

/// "Counter.value is written by Thread-0 and read by Thread-1, with nothing that orders the two".
fn data_race(race: &Race, labels: &Labels) -> Failure {
    let accesses = [race.first, race.second];
    let word = |access: Access| if access.writes { "written" } else { "read" };
    let by = |access: Access| {
        let name = labels.thread_name(access.thread);
        format!("{} by {name}", word(access))
    };
    let message = format!(
        "{} is {}, with nothing that orders the two",
        labels.variable_name(race.resource),
        accesses.map(by).join(" and ")
    );
    let mut failure = Failure::new(FailureKind::Race, race.second.thread, message);
    failure.thread_name = labels.thread_name(race.second.thread);
    let lines = accesses.iter().zip(&labels.racing);
    failure.places = lines
        .map(|(&access, frame)| format!("{} at {}", word(access), java_line(frame)))
        .collect();
    failure
}

/// "waits for the monitor of Account, held by Thread-1".
pub fn waits(thread: ThreadId, waits: &WaitsFor, labels: &Labels) -> String {
    let held = |owner: Option<ThreadId>| {
        owner.map_or(String::new(), |t| {
            format!(", held by {}", labels.thread_name(t))
        })
    };
    let what = resource(thread, waits, labels);
    match waits {
        WaitsFor::Monitor { owner, .. } => format!("waits for the {what}{}", held(*owner)),
        WaitsFor::Permit => {
            format!(
                "is parked for {what}{}",
                held(labels.thread(thread).and_then(|t| t.owner))
            )
        }
        _ => format!("waits for {what}"),
    }
}

/// What a thread waits for.
fn resource(thread: ThreadId, waits: &WaitsFor, labels: &Labels) -> String {
    match waits {
        WaitsFor::Monitor { object, .. } => format!("monitor of {}", labels.object_name(*object)),
        WaitsFor::Notification { object } => {
            format!("a notification on {}", labels.object_name(*object))
        }
        WaitsFor::Permit => match labels.thread(thread).and_then(|t| t.blocker) {
            Some(blocker) => labels.object_name(blocker),
            None => "a permit".into(),
        },
        WaitsFor::Join { target } => format!("the end of {}", labels.thread_name(*target)),
        WaitsFor::Sleep => "nothing, it sleeps for ever".into(),
        WaitsFor::Io => {
            let waits = labels.io.iter().find(|(waits, _)| *waits == thread);
            waits.map_or_else(|| "input or output".into(), |(_, what)| what.clone())
        }
        WaitsFor::External => "something outside of fray's control".into(),
        WaitsFor::ClassInit { holders } => {
            let classes: Vec<_> = holders
                .iter()
                .map(|(t, class)| {
                    format!(
                        "{} by {}",
                        labels.object_name(*class),
                        labels.thread_name(*t)
                    )
                })
                .collect();
            format!("the initialisation of {}", classes.join(", "))
        }
        WaitsFor::Turn => "its turn".into(),
    }
}
