//! The failure itself in whole sentences: who waits for whom, where it spins, which lines race.

use std::collections::BTreeMap;

use fray_core::failure::FailureKind;
use fray_core::op::ThreadId;

use crate::derive::{Block, Obstacle};
use crate::frame::{Frame, telling};
use crate::names::clean;
use crate::view::View;

/// How many threads that are not part of the cycle are named.
const OTHERS: usize = 12;

/// How many of the last steps are looked at for the lines of a livelock.
const LOOP_STEPS: usize = 400;

/// How many lines of a livelock are named.
const LOOP_LINES: usize = 8;

/// Lines that explain the failure. The first is a sentence; lines of detail begin with two spaces.
pub fn explain(view: &View<'_>) -> Vec<String> {
    let failure = &view.report.failure;
    match failure.kind {
        FailureKind::Deadlock => deadlock(view),
        FailureKind::Livelock => livelock(view),
        FailureKind::Race => race(view),
        FailureKind::Exit => vec![format!(
            "{} ended the program: {}{}.",
            view.names.thread(failure.thread),
            view.failure_headline(),
            at(view.failing_frame().as_ref())
        )],
        FailureKind::Assertion | FailureKind::Exception => vec![format!(
            "{} failed with {}{}.",
            view.names.thread(failure.thread),
            view.failure_headline().trim_end_matches('.'),
            at(view.failing_frame().as_ref())
        )],
    }
}

fn at(frame: Option<&Frame>) -> String {
    frame.map_or_else(String::new, |frame| {
        format!(" at {}", clean(&frame.short()))
    })
}

/// The threads that a deadlock is about: those that wait for each other, else all that can
/// never go on. None for other failures.
pub fn doomed(view: &View<'_>) -> Vec<ThreadId> {
    if view.report.failure.kind != FailureKind::Deadlock {
        return Vec::new();
    }
    let blocked = blocked(view);
    match cycle(&blocked) {
        cycle if cycle.is_empty() => blocked.iter().map(|block| block.thread).collect(),
        cycle => cycle,
    }
}

/// What the threads wait for that can never go on.
fn blocked<'a>(view: &'a View<'_>) -> Vec<&'a Block> {
    let blocks = view.derived.blocks.iter();
    blocks.filter(|block| block.until.is_none()).collect()
}

impl View<'_> {
    /// A deadlock in a few words.
    pub(crate) fn deadlock_headline(&self) -> String {
        let blocked = blocked(self);
        let cycle = cycle(&blocked);
        match (cycle.len(), blocked.as_slice()) {
            (0, []) => "no thread can go on".to_owned(),
            (0, [last]) => format!("{} can never go on", self.names.thread(last.thread)),
            (0, all) => format!("none of the {} threads that are left can go on", all.len()),
            (1, _) => format!("{} waits for itself", self.names.thread(cycle[0])),
            (2..=4, _) => format!("{} wait for each other", self.thread_list(&cycle)),
            (n, _) => format!("{n} threads wait for each other"),
        }
    }
}

fn deadlock(view: &View<'_>) -> Vec<String> {
    let blocked = blocked(view);
    let cycle = cycle(&blocked);
    let mut lines = vec![format!("Deadlock: {}.", view.deadlock_headline())];
    let in_cycle = |block: &&&Block| cycle.contains(&block.thread);
    if !cycle.is_empty() {
        for thread in &cycle {
            let block = blocked.iter().find(|block| block.thread == *thread);
            lines.extend(block.map(|block| format!("  {}", sentence(view, block))));
        }
    }
    let others: Vec<&&Block> = blocked.iter().filter(|b| !in_cycle(b)).collect();
    if !others.is_empty() && !cycle.is_empty() {
        lines.push("Also blocked:".to_owned());
    }
    for block in others.iter().take(OTHERS) {
        lines.push(format!("  {}", sentence(view, block)));
    }
    if others.len() > OTHERS {
        lines.push(format!("  and {} more threads", others.len() - OTHERS));
    }
    lines
}

/// `worker-1 at Bank.transfer:32 waits for Account#2, held by worker-2 since Bank.transfer:31.`
fn sentence(view: &View<'_>, block: &Block) -> String {
    let who = view.names.thread(block.thread);
    let place = telling(view.last_frames(block.thread));
    let daemon = match view.report.threads.iter().find(|t| t.id == block.thread) {
        Some(label) if label.daemon => " (daemon)",
        _ => "",
    };
    let end = view.report.trace.len();
    let what = match block.obstacle {
        Obstacle::Monitor(object) | Obstacle::Lock(object) => {
            let mut what = format!("waits for {}", view.names.object(object));
            if let Some(owner) = block.owner {
                what.push_str(&format!(", held by {}", view.names.thread(owner)));
                let hold = view
                    .derived
                    .held_at(owner, end)
                    .find(|hold| hold.object == object);
                if let Some(frame) = hold.and_then(|h| h.since).and_then(|p| view.place(p)) {
                    what.push_str(&format!(" since {}", clean(&frame.short())));
                }
            }
            what
        }
        Obstacle::Notification(object) => format!(
            "waits on {}, which nobody will notify",
            view.names.object(object)
        ),
        Obstacle::Condition(lock) => format!(
            "waits on a condition of {}, which nobody will signal",
            view.names.object(lock)
        ),
        Obstacle::Permit => match view.jdk_call(view.block_frames(block)) {
            Some(call) => format!("is parked in {call}, and nobody will unpark it"),
            None => "is parked, and nobody will unpark it".to_owned(),
        },
        Obstacle::Join(thread) => format!("waits for the end of {}", view.names.thread(thread)),
        Obstacle::Sleep => "sleeps for ever".to_owned(),
        Obstacle::Io => {
            "waits for input or output that only other threads of the program could give".to_owned()
        }
        Obstacle::External => "is in a call outside of fray's control".to_owned(),
        Obstacle::ClassInit(_) => view.block_words(block),
    };
    format!("{who}{daemon}{} {what}.", at(place))
}

/// Threads each of which waits for the next, and the last for the first. Unlike the core this
/// knows who owns the locks that are built on park.
fn cycle(blocked: &[&Block]) -> Vec<ThreadId> {
    let next: BTreeMap<ThreadId, ThreadId> = blocked
        .iter()
        .filter_map(|block| Some((block.thread, block.owner?)))
        .collect();
    for &start in next.keys() {
        let mut walk = vec![start];
        while let Some(&following) = walk.last().and_then(|last| next.get(last)) {
            if following == start {
                return walk;
            }
            if walk.contains(&following) {
                break;
            }
            walk.push(following);
        }
    }
    Vec::new()
}

fn livelock(view: &View<'_>) -> Vec<String> {
    let report = view.report;
    let steps = report.livelock.as_ref().map_or(report.steps, |l| l.steps);
    let tail = &report.trace[report.trace.len().saturating_sub(LOOP_STEPS)..];
    let mut counts: BTreeMap<(ThreadId, String), usize> = BTreeMap::new();
    for step in tail {
        if let Some(frame) = telling(&step.frames) {
            *counts
                .entry((step.thread, clean(&frame.short())))
                .or_default() += 1;
        }
    }
    let mut lines: Vec<_> = counts.into_iter().collect();
    lines.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    lines.truncate(LOOP_LINES);
    let mut text = vec![format!(
        "Livelock: the program did not end within {steps} steps."
    )];
    if !lines.is_empty() {
        text.push(format!("Its last {} steps were at:", tail.len()));
    }
    text.extend(lines.into_iter().map(|((thread, place), count)| {
        let times = if count == 1 {
            "once"
        } else {
            &format!("{count} times")
        };
        format!("  {} at {place}, {times}", view.names.thread(thread))
    }));
    text
}

fn race(view: &View<'_>) -> Vec<String> {
    let failure = &view.report.failure;
    let mut lines = vec![format!("Data race: {}", clean(&failure.message))];
    lines.extend(failure.places.iter().map(|p| format!("  {}", clean(p))));
    lines
}
