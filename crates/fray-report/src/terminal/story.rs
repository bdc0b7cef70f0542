//! The shortest explanation of an interleaving: the few steps around each switch that matters.

use fray_core::op::ThreadId;

use super::Paint;
use crate::explain::doomed;
use crate::names::clean;
use crate::rows::{EventKind, Row, rows};
use crate::text::{count, width, wrap};
use crate::view::View;

/// Rows that are told at most. The last ones, since they lead to the failure.
const LONGEST: usize = 18;

/// Thread names are cut beyond this.
const WIDEST_NAME: usize = 22;

/// The story, with a heading. Empty if there is nothing to tell.
pub(super) fn story(view: &View<'_>, paint: Paint, limit: usize) -> String {
    let rows = rows(view);
    let kept = kept(&rows, &doomed(view));
    if kept.iter().filter(|kept| **kept).count() < 2 {
        return String::new();
    }
    let mut picked: Vec<usize> = (0..rows.len()).filter(|&row| kept[row]).collect();
    let dropped = picked.len().saturating_sub(LONGEST);
    picked.drain(..dropped);
    let names = picked.iter().filter_map(|&row| match &rows[row] {
        Row::Event { thread, .. } => Some(width(&view.names.thread(*thread))),
        _ => None,
    });
    let name_width = names.max().unwrap_or(0).min(WIDEST_NAME);
    let teller = Teller {
        view,
        paint,
        name_width,
        limit,
    };
    let mut text = format!(
        "\nHow it came about ({}, {}; all of it is in trace.txt)\n",
        count(view.report.steps, "step"),
        count(view.report.minimized_preemptions, "preemption"),
    );
    let mut last = if dropped > 0 {
        None
    } else {
        picked.first().copied()
    };
    for &row in &picked {
        let gap = last.is_none_or(|last| row > last + 1) && hides(&rows, last, row);
        if gap {
            text.push_str(&format!("  {}\n", paint.dim("...")));
        }
        text.push_str(&teller.row(&rows[row]));
        last = Some(row);
    }
    text
}

/// Whether events are left out between these rows.
fn hides(rows: &[Row], last: Option<usize>, row: usize) -> bool {
    let from = last.map_or(0, |last| last + 1);
    let event = |row: &Row| matches!(row, Row::Event { .. });
    rows[from..row].iter().any(event)
}

/// Which rows are told.
fn kept(rows: &[Row], doomed: &[ThreadId]) -> Vec<bool> {
    let mut kept = vec![false; rows.len()];
    let preempts = |row: &Row| matches!(row, Row::Switch { switch, .. } if switch.preemption);
    let any_preemption = rows.iter().any(preempts);
    for (at, row) in rows.iter().enumerate() {
        match row {
            Row::Switch { switch, .. } if preempts(row) => {
                kept[at] = true;
                keep(&mut kept, rows, before(rows, at, Some(switch.from)).take(1));
                keep(&mut kept, rows, after(rows, at, Some(switch.to)).take(2));
                keep(&mut kept, rows, after(rows, at, Some(switch.from)).take(1));
            }
            // Without a preemption the order of the threads alone did it.
            Row::Switch { .. } if !any_preemption => {
                keep(&mut kept, rows, before(rows, at, None).take(1));
                keep(&mut kept, rows, after(rows, at, None).take(1));
            }
            Row::Event { kind, thread, .. } => match kind {
                EventKind::Failure => {
                    kept[at] = true;
                    keep(&mut kept, rows, before(rows, at, Some(*thread)).take(1));
                }
                EventKind::Blocked => {
                    kept[at] |= doomed.contains(thread) && !continues(rows, at, *thread);
                }
                EventKind::Lost => kept[at] = true,
                _ => {}
            },
            _ => {}
        }
    }
    kept
}

/// Whether the thread does anything after this row.
fn continues(rows: &[Row], at: usize, thread: ThreadId) -> bool {
    after(rows, at, Some(thread)).next().is_some()
}

fn keep(kept: &mut [bool], rows: &[Row], indices: impl Iterator<Item = usize>) {
    for index in indices {
        kept[index] = matches!(rows[index], Row::Event { .. });
    }
}

fn is_event_of(row: &Row, of: Option<ThreadId>) -> bool {
    matches!(row, Row::Event { thread, .. } if of.is_none_or(|of| of == *thread))
}

fn before(rows: &[Row], at: usize, of: Option<ThreadId>) -> impl Iterator<Item = usize> {
    (0..at).rev().filter(move |&i| is_event_of(&rows[i], of))
}

fn after(rows: &[Row], at: usize, of: Option<ThreadId>) -> impl Iterator<Item = usize> {
    (at + 1..rows.len()).filter(move |&i| is_event_of(&rows[i], of))
}

struct Teller<'a> {
    view: &'a View<'a>,
    paint: Paint,
    name_width: usize,
    limit: usize,
}

impl Teller<'_> {
    fn row(&self, row: &Row) -> String {
        match row {
            Row::Switch { switch, .. } => {
                let words = format!("-- {} is preempted --", self.view.names.thread(switch.from));
                format!(
                    "  {:w$}  {}\n",
                    "",
                    self.paint.warn(&words),
                    w = self.name_width
                )
            }
            Row::Event {
                thread,
                words,
                place,
                kind,
                ..
            } => {
                let name = self.view.names.thread(*thread);
                let name: String = name.chars().take(self.name_width).collect();
                let pad = self.name_width.saturating_sub(width(&name));
                let room = self.limit - self.name_width - 4;
                let place = place.as_ref();
                let place = place.map_or(String::new(), |p| format!("at {}", clean(&p.short())));
                let painted = |part: &str| match kind {
                    EventKind::Failure => self.paint.fail(part),
                    _ => part.to_owned(),
                };
                let mut text = format!("  {}{:pad$}  ", self.paint.thread(&name), "");
                let indent = self.name_width + 6;
                if width(words) + 1 + width(&place) <= room {
                    text.push_str(&painted(words));
                    if !place.is_empty() {
                        text.push_str(&format!(" {}", self.paint.dim(&place)));
                    }
                    return text + "\n";
                }
                for (index, part) in wrap(words, room - 2).iter().enumerate() {
                    if index > 0 {
                        text.push_str(&format!("\n{:indent$}", ""));
                    }
                    text.push_str(&painted(part));
                }
                if !place.is_empty() {
                    text.push_str(&format!("\n{:indent$}{}", "", self.paint.dim(&place)));
                }
                text.push('\n');
                text
            }
            Row::Folded { .. } => String::new(),
        }
    }
}
