//! `trace.txt`: the failure for a person with a text editor.
//!
//! Only the steps that matter, one column per thread; where there are too many threads for
//! columns, one below the other. Then the failure in words, and how to replay it.

mod columns;
mod stacked;
mod wrap;

use std::collections::BTreeSet;

use fray_core::op::ThreadId;

use crate::explain::explain;
use crate::frame::Frame;
use crate::model::FailureReport;
use crate::names::clean;
use crate::rows::{Row, rows};
use crate::view::View;
use crate::words::kind_title;

pub(crate) use wrap::{width, wrap};

/// Columns of text that are used at most.
pub const WIDTH: usize = 150;

/// More threads than this are shown below each other.
const MAX_COLUMNS: usize = 5;

/// Rows that are shown at most: beyond, the middle is left out. The HTML page has all.
const MAX_ROWS: usize = 4000;

/// The whole of `trace.txt`.
pub fn render(report: &FailureReport) -> String {
    let view = View::new(report);
    let mut text = head(&view);
    text.push('\n');
    let (rows, left_out) = shorten(rows(&view));
    let threads = involved(&rows);
    if threads.len() <= MAX_COLUMNS {
        columns::render(&view, &rows, left_out, &threads, &mut text);
    } else {
        stacked::render(&view, &rows, left_out, &mut text);
    }
    text.push('\n');
    text.push_str(&foot(&view));
    // Padding of the last column and empty cells.
    let mut clean: String = text
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    while clean.ends_with("\n\n") {
        clean.pop();
    }
    clean
}

/// The threads that have something to show, in order of number.
fn involved(rows: &[Row]) -> Vec<ThreadId> {
    let threads: BTreeSet<ThreadId> = rows
        .iter()
        .filter_map(|row| match row {
            Row::Event { thread, .. } => Some(*thread),
            Row::Folded { .. } | Row::Switch { .. } => None,
        })
        .collect();
    threads.into_iter().collect()
}

/// The first quarter and the last three, and how many were between.
fn shorten(mut rows: Vec<Row>) -> (Vec<Row>, Option<(usize, usize)>) {
    if rows.len() <= MAX_ROWS {
        return (rows, None);
    }
    let (head, gone) = (MAX_ROWS / 4, rows.len() - MAX_ROWS);
    rows.drain(head..head + gone);
    (rows, Some((head, gone)))
}

fn head(view: &View<'_>) -> String {
    let report = view.report;
    let failure = &report.failure;
    let mut text = String::new();
    let mut line = |label: &str, value: &str| {
        for (index, part) in wrap(value, WIDTH - 10).iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            if !part.is_empty() {
                text.push_str(&format!("{label:<9} {part}\n"));
            }
        }
    };
    let title = kind_title(failure.kind);
    let headline = view.failure_headline();
    let said = headline
        .get(..title.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(title));
    let headline = if said {
        headline
    } else {
        format!("{title}: {headline}")
    };
    line("failure", &headline);
    line("thread", &view.names.thread(failure.thread));
    line("target", &clean(&report.target));
    line("jdk", &clean(&report.jdk));
    line(
        "found by",
        &format!(
            "fray {}, {}, seed {}, execution {}",
            clean(&report.version),
            clean(&report.strategy),
            report.seed,
            report.execution()
        ),
    );
    let replayed = if report.replayed {
        "executed again with the same result"
    } else {
        "NOT reproduced when it was executed again"
    };
    line(
        "schedule",
        &format!(
            "{}, {} (found with {}), {replayed}",
            count(report.steps, "step"),
            count(report.minimized_preemptions, "preemption"),
            report.preemptions,
        ),
    );
    let known: Vec<String> = view
        .names
        .known_as()
        .iter()
        .map(|(name, field)| format!("{name} is {field}"))
        .collect();
    line("objects", &known.join("; "));
    if let Some(first) = report.trace.first().filter(|step| step.index > 0) {
        line(
            "note",
            &format!("the first {} steps are not shown", first.index),
        );
    }
    text
}

fn foot(view: &View<'_>) -> String {
    let report = view.report;
    let mut text = String::new();
    for line in explain(view) {
        let indent = line.len() - line.trim_start().len();
        for (index, part) in wrap(&line, WIDTH - 4).iter().enumerate() {
            let pad = if index == 0 { indent } else { indent + 4 };
            text.push_str(&format!("{:pad$}{}\n", "", part.trim_start()));
        }
    }
    if !report.failure.stack.is_empty() {
        text.push_str(&format!("\n{}\n", stack_head(view)));
        for frame in &report.failure.stack {
            text.push_str(&stack_line(frame));
        }
    }
    for (title, lines) in [
        ("Notes", &report.notes),
        ("Not controlled by fray", &report.uncontrolled),
    ] {
        if !lines.is_empty() {
            text.push_str(&format!("\n{title}\n"));
            text.extend(lines.iter().map(|line| format!("  {}\n", clean(line))));
        }
    }
    if !report.replay_command.is_empty() {
        text.push_str(&format!("\nReplay\n  {}\n", clean(&report.replay_command)));
    }
    text
}

/// The exception as Java prints it at the head of a stack trace.
fn stack_head(view: &View<'_>) -> String {
    let failure = &view.report.failure;
    let class = failure.exception_class.as_deref().unwrap_or("Stack");
    let message = failure
        .message
        .strip_prefix(class)
        .unwrap_or(&failure.message);
    match message.trim_start_matches([':', ' ']) {
        _ if failure.exception_class.is_none() => "Stack".to_owned(),
        "" => clean(class),
        message => format!("{}: {}", clean(class), clean(message)),
    }
}

fn stack_line(line: &str) -> String {
    let line = clean(line);
    match Frame::parse(&line) {
        Some(_) => format!("    at {}\n", line.trim_start_matches("at ")),
        None => format!("{line}\n"),
    }
}

/// How many columns the numbers of the steps take.
fn number_width(view: &View<'_>) -> usize {
    let last = view.report.trace.last().map_or(0, |step| step.index);
    last.to_string().len().max(5)
}

pub(crate) fn count(n: u64, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
