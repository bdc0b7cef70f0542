//! The lines that a failure is about.

use std::collections::HashSet;

use fray_core::failure::FailureKind;

use crate::explain::doomed;
use crate::frame::{Frame, telling};
use crate::names::clean;
use crate::view::View;

/// Related lines that are named at most.
const RELATED: usize = 40;

/// A line, and what happens there.
pub(super) struct Line {
    pub frame: Frame,
    pub words: String,
}

impl Line {
    pub fn at(frame: Frame, words: &str) -> Self {
        Line {
            frame,
            words: clean(words),
        }
    }
}

/// Where the failure showed, and the other lines that take part.
pub(super) fn lines(view: &View<'_>) -> (Option<Line>, Vec<Line>) {
    let mut lines: Vec<Line> = Vec::new();
    match view.report.failure.kind {
        FailureKind::Deadlock => deadlock(view, &mut lines),
        FailureKind::Race | FailureKind::Livelock => {
            let places = &view.report.failure.places;
            let parsed = places.iter().filter_map(|p| Some((Frame::parse(p)?, p)));
            lines.extend(parsed.map(|(frame, place)| {
                let words = place.split(" at ").next().unwrap_or(place);
                Line::at(frame, words)
            }));
        }
        _ => {}
    }
    if let Some(frame) = view.failing_frame()
        && lines.is_empty()
    {
        lines.push(Line::at(frame, &view.failure_headline()));
    }
    if lines.is_empty()
        && let Some(position) = view.report.trace.len().checked_sub(1)
        && let Some(frame) = view.place(position)
    {
        lines.push(Line::at(frame.clone(), &view.step_words(position)));
    }
    preemptions(view, &mut lines);
    let mut seen = HashSet::new();
    lines.retain(|line| seen.insert((line.frame.clone(), line.words.clone())));
    let mut lines = lines.into_iter();
    let first = lines.next();
    (first, lines.take(RELATED).collect())
}

/// Where the threads wait, and where they took what the others want.
fn deadlock(view: &View<'_>, lines: &mut Vec<Line>) {
    let end = view.report.trace.len();
    for thread in doomed(view) {
        let name = view.names.thread(thread);
        if let (Some(block), Some(frame)) = (
            view.derived.waiting_at(thread, end),
            telling(view.last_frames(thread)),
        ) {
            let words = format!("{name} {}", view.block_words(block));
            lines.push(Line::at(frame.clone(), &words));
        }
        for hold in view.derived.held_at(thread, end) {
            if let Some(frame) = hold.since.and_then(|since| view.place(since)) {
                let words = format!("{name} took {} here", view.names.object(hold.object));
                lines.push(Line::at(frame.clone(), &words));
            }
        }
    }
}

/// Where threads were stopped that could have gone on.
fn preemptions(view: &View<'_>, lines: &mut Vec<Line>) {
    for (position, switch) in view.derived.switches.iter().enumerate() {
        let Some(switch) = switch.filter(|switch| switch.preemption) else {
            continue;
        };
        // The step before was its last one.
        if let Some(frame) = view.place(position - 1) {
            let words = format!(
                "after this {} was preempted",
                view.names.thread(switch.from)
            );
            lines.push(Line::at(frame.clone(), &words));
        }
    }
}
