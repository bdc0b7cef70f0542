//! A column per thread.

use fray_core::op::ThreadId;

use super::{WIDTH, number_width, width, wrap};
use crate::names::clean;
use crate::rows::{EventKind, Row};
use crate::view::View;

/// Columns are not made wider than this: long lines are hard to follow.
const WIDEST: usize = 56;

pub(super) fn render(
    view: &View<'_>,
    rows: &[Row],
    left_out: Option<(usize, usize)>,
    threads: &[ThreadId],
    text: &mut String,
) {
    let count = threads.len().max(1);
    let number = number_width(view);
    let column = ((WIDTH - number - 3) / count).saturating_sub(3).min(WIDEST);
    let table = Table {
        view,
        threads,
        column,
        number,
    };
    table.rule('=', text);
    table.line("step", &table.heads(), text);
    table.rule('=', text);
    for (index, row) in rows.iter().enumerate() {
        if let Some((at, gone)) = left_out
            && at == index
        {
            table.note(&format!("{gone} rows are left out here"), '~', text);
        }
        table.row(row, text);
    }
    table.rule('=', text);
}

struct Table<'a> {
    view: &'a View<'a>,
    threads: &'a [ThreadId],
    column: usize,
    number: usize,
}

impl Table<'_> {
    fn heads(&self) -> Vec<Vec<String>> {
        self.threads
            .iter()
            .map(|&thread| wrap(&self.view.names.thread(thread), self.column))
            .collect()
    }

    fn row(&self, row: &Row, text: &mut String) {
        match row {
            Row::Switch { switch, .. } => {
                let fill = if switch.preemption { '*' } else { '-' };
                self.note(&self.view.switch_words(switch), fill, text);
            }
            Row::Folded { thread, count } => {
                let steps = super::count(*count as u64, "step");
                self.cell(*thread, "", vec![format!("  ({steps} of its own)")], text);
            }
            Row::Event {
                thread,
                index,
                words,
                place,
                kind,
            } => {
                let number = match (index, kind) {
                    (Some(index), _) => index.to_string(),
                    (None, EventKind::Failure) => "!!".to_owned(),
                    (None, EventKind::Blocked) => "||".to_owned(),
                    (None, _) => String::new(),
                };
                self.cell(*thread, &number, self.event(words, place), text);
            }
        }
    }

    /// Words, and below them, or beside if there is room, the place.
    fn event(&self, words: &str, place: &Option<crate::frame::Frame>) -> Vec<String> {
        let Some(place) = place else {
            return wrap(words, self.column);
        };
        let place = clean(&place.short());
        let one = format!("{words} at {place}");
        if width(&one) <= self.column {
            return vec![one];
        }
        let mut lines = wrap(words, self.column);
        let indent = self.column.saturating_sub(2);
        let at = wrap(&format!("at {place}"), indent);
        lines.extend(at.into_iter().map(|line| format!("  {line}")));
        lines
    }

    fn cell(&self, thread: ThreadId, number: &str, lines: Vec<String>, text: &mut String) {
        let cells: Vec<Vec<String>> = self
            .threads
            .iter()
            .map(|&other| {
                if other == thread {
                    lines.clone()
                } else {
                    Vec::new()
                }
            })
            .collect();
        // Threads with nothing but folded steps have no column.
        if self.threads.contains(&thread) {
            self.line(number, &cells, text);
        }
    }

    fn line(&self, number: &str, cells: &[Vec<String>], text: &mut String) {
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..height {
            let number = if row == 0 { number } else { "" };
            text.push_str(&format!("{number:>w$} |", w = self.number));
            for cell in cells {
                let part = cell.get(row).map_or("", String::as_str);
                let pad = self.column.saturating_sub(width(part));
                text.push_str(&format!(" {part}{:pad$} |", ""));
            }
            text.push('\n');
        }
    }

    fn total(&self) -> usize {
        self.number + 2 + self.threads.len() * (self.column + 3)
    }

    fn rule(&self, fill: char, text: &mut String) {
        text.extend(std::iter::repeat_n(fill, self.total()));
        text.push('\n');
    }

    /// A line across all columns.
    fn note(&self, words: &str, fill: char, text: &mut String) {
        let mark: String = std::iter::repeat_n(fill, self.number).collect();
        let line = format!("{mark} | {words} ");
        let rest = self.total().saturating_sub(width(&line)).max(3);
        text.push_str(&line);
        text.extend(std::iter::repeat_n(fill, rest));
        text.push('\n');
    }
}
