//! One thread below the other, for more threads than there is room for columns.

use fray_core::op::ThreadId;

use super::{WIDTH, number_width, wrap};
use crate::names::clean;
use crate::rows::{EventKind, Row};
use crate::view::View;

/// Spaces by which each thread is moved to the right of the one before.
const INDENT: usize = 2;

/// Thread numbers after which the indentation begins anew.
const STAIRS: u32 = 12;

pub(super) fn render(
    view: &View<'_>,
    rows: &[Row],
    left_out: Option<(usize, usize)>,
    text: &mut String,
) {
    let mut current = None;
    let number_width = number_width(view);
    for (index, row) in rows.iter().enumerate() {
        if let Some((at, gone)) = left_out
            && at == index
        {
            text.push_str(&format!(
                "{}   {gone} rows are left out here\n",
                "~".repeat(number_width)
            ));
        }
        match row {
            Row::Switch { switch, .. } => {
                let mark = if switch.preemption { "*" } else { "-" }.repeat(number_width);
                let words = view.switch_words(switch);
                text.push_str(&format!("{mark}   {}{words}\n", indent(switch.to)));
                current = Some(switch.to);
            }
            Row::Folded { thread, count } => {
                let steps = super::count(*count as u64, "step");
                let pad = " ".repeat(number_width + 3);
                let pad = pad + &indent(*thread);
                text.push_str(&format!("{pad}  ({steps} of its own)\n"));
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
                // Who it is goes without saying below a switch.
                let who = if current == Some(*thread) {
                    "  ".to_owned()
                } else {
                    format!("{} ", view.names.thread(*thread))
                };
                let place = place.as_ref();
                let place = place.map_or(String::new(), |p| format!(" at {}", clean(&p.short())));
                let pad = indent(*thread);
                let lines = wrap(
                    &format!("{words}{place}"),
                    WIDTH - number_width - 3 - pad.len() - who.len(),
                );
                for (row, line) in lines.iter().enumerate() {
                    let number = if row == 0 { number.as_str() } else { "" };
                    let who = if row == 0 { who.as_str() } else { "    " };
                    text.push_str(&format!("{number:>number_width$}   {pad}{who}{line}\n"));
                }
            }
        }
    }
}

fn indent(thread: ThreadId) -> String {
    " ".repeat(INDENT * (thread.0.saturating_sub(1) % STAIRS) as usize)
}
