//! The end of a run, in words: what was found and where, how it came about, how to see it again,
//! and how much was looked at.

mod paint;
mod story;

use std::path::Path;

use fray_core::failure::FailureKind;

use crate::explain::explain;
use crate::model::FailureReport;
use crate::names::clean;
use crate::summary::{FailureEntry, Summary};
use crate::text::{count, wrap};
use crate::view::View;
use crate::words::kind_title;

use paint::Paint;

/// How the text may look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether there may be colour.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Default for Style {
    /// Plain, for a pipe.
    fn default() -> Self {
        Style {
            color: false,
            width: 100,
        }
    }
}

/// Narrower than this nothing would be legible.
const NARROWEST: usize = 60;

/// Failures that are told at the end of a run; of the others only the headlines are.
const TOLD: usize = 3;

/// One failure: what, where, how it came about, how to replay it, where the report is.
pub fn failure(report: &FailureReport, folder: &Path, style: Style) -> String {
    let view = View::new(report);
    let paint = Paint(style.color);
    let width = style.width.max(NARROWEST);
    let mut text = String::new();
    for (index, line) in sentences(&view).iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        for (part_index, part) in wrap(line, width - indent - 2).iter().enumerate() {
            let pad = if part_index == 0 { indent } else { indent + 2 };
            let part = if index == 0 {
                paint.fail(part)
            } else {
                part.clone()
            };
            text.push_str(&format!("{:pad$}{part}\n", ""));
        }
    }
    text.push_str(&story::story(&view, paint, width));
    text.push('\n');
    let mut line = |label: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(&format!("{:<8} {value}\n", format!("{label}:")));
        }
    };
    let others = match report.count {
        0 | 1 => String::new(),
        n => format!(" and {} others", grouped(n - 1)),
    };
    line(
        "found",
        &format!("in execution {}{others}", report.execution()),
    );
    line("replay", &paint.bold(&clean(&report.replay_command)));
    line("report", &folder.join("index.html").display().to_string());
    if !report.replayed {
        line(
            "note",
            "executed again, the same schedule did not give the same failure",
        );
    }
    for note in &report.notes {
        line("note", &clean(note));
    }
    text
}

/// What and where. The first one is the headline.
fn sentences(view: &View<'_>) -> Vec<String> {
    let report = view.report;
    let title = kind_title(report.failure.kind);
    let thread = clean(&report.failing_thread_name());
    match report.failure.kind {
        FailureKind::Deadlock | FailureKind::Livelock | FailureKind::Race => explain(view),
        _ => {
            let place = view.failing_frame();
            let place = place.map_or(String::new(), |f| format!(" at {}", clean(&f.java())));
            vec![
                format!("{title}: {}", view.failure_headline()),
                format!("  in thread {thread}{place}"),
            ]
        }
    }
}

/// The whole end of a run. `reports` are those of the failures, as far as they are at hand; `dir` is
/// the report folder.
pub fn summary(
    summary: &Summary,
    reports: &[(&FailureEntry, &FailureReport)],
    dir: &Path,
    style: Style,
) -> String {
    let paint = Paint(style.color);
    let mut text = String::new();
    for (entry, report) in reports.iter().take(TOLD) {
        text.push_str(&failure(report, &dir.join(&entry.folder), style));
        text.push('\n');
    }
    let told: Vec<&str> = reports
        .iter()
        .take(TOLD)
        .map(|(entry, _)| entry.folder.as_str())
        .collect();
    let others = || {
        let entries = summary.failures.iter();
        entries.filter(|entry| !told.contains(&entry.folder.as_str()))
    };
    if others().next().is_some() {
        text.push_str(if told.is_empty() {
            "Found\n"
        } else {
            "Also found\n"
        });
        for entry in others() {
            // Of what could not be written there is none.
            let folder = match entry.folder.as_str() {
                "" => String::new(),
                name => format!(": {}", dir.join(name).display()),
            };
            text.push_str(&format!(
                "  {}: {} in thread {}, {}{folder}\n",
                paint.fail(kind_title(entry.kind)),
                clean(entry.message.lines().next().unwrap_or_default()),
                clean(&entry.thread),
                count(entry.count, "time"),
            ));
        }
        text.push('\n');
    }
    if summary.failures.is_empty() {
        text.push_str(&format!("{}\n", paint.good("No failure found.")));
    } else {
        let distinct = summary.failures.len() as u64;
        let times: u64 = summary.failures.iter().map(|entry| entry.count).sum();
        let again = if times > distinct {
            format!(" in {} of the executions", grouped(times))
        } else {
            String::new()
        };
        let found = count(distinct, "distinct failure");
        text.push_str(&format!("{}{again}.\n", paint.fail(&found)));
    }
    text.push_str(&format!("{}\n", speed(summary)));
    text.push_str(&format!("{}\n", explored(summary)));
    if !summary.uncontrolled.is_empty() {
        text.push_str(&format!(
            "{} {}\n",
            paint.warn("Not controlled by fray:"),
            clean(&summary.uncontrolled.join("; "))
        ));
    }
    text
}

/// How fast it was.
fn speed(summary: &Summary) -> String {
    let rate = summary.executions_per_second;
    let rate = if rate >= 10.0 {
        grouped(rate.round() as u64)
    } else {
        format!("{rate:.1}")
    };
    format!(
        "{} in {}, {rate} executions/s, {:.0} steps each, {:.0} of them with a choice ({}, seed {}).",
        executions(summary.iterations),
        seconds(summary.seconds),
        summary.steps_per_execution,
        summary.switch_points_per_execution,
        clean(&summary.strategy),
        summary.seed,
    )
}

/// One sentence on how much was explored, from the numbers of the summary.
pub fn explored(summary: &Summary) -> String {
    let (n, distinct) = (summary.iterations, summary.distinct_schedules);
    if n == 0 {
        return "Nothing was executed.".to_owned();
    }
    let behaviours = if distinct == 1 {
        "1 behaviour".to_owned()
    } else {
        format!("{} different behaviours", grouped(distinct))
    };
    if summary.exhausted {
        return if summary.strategy.starts_with("dfs") {
            format!(
                "All orders of synchronisation that these options allow were executed, and some at random after \
                 them: {} with {behaviours}. Only plain data that threads share without a lock could do more.",
                executions(n)
            )
        } else {
            format!(
                "All schedules that these options allow were executed: {} with {behaviours}.",
                executions(n)
            )
        };
    }
    let mut sentence = format!("{} showed {behaviours}", executions(n));
    if summary.last > 0 {
        let were = if summary.new_in_last == 1 {
            "was"
        } else {
            "were"
        };
        sentence.push_str(&format!(
            "; {} of the last {} {were} new",
            grouped(summary.new_in_last),
            grouped(summary.last)
        ));
    }
    match summary.unseen_probability.map(|p| p * 100.0) {
        None => sentence.push('.'),
        Some(percent) if percent < 0.1 => {
            sentence.push_str(", and the next one would be new with a probability below 0.1 %.")
        }
        Some(percent) if percent < 10.0 => sentence.push_str(&format!(
            ", and the next one would be new with a probability of about {percent:.1} %."
        )),
        Some(percent) => sentence.push_str(&format!(
            ", and the next one would be new with a probability of about {percent:.0} %: more \
             executions would show more."
        )),
    }
    sentence
}

fn executions(n: u64) -> String {
    let word = if n == 1 { "execution" } else { "executions" };
    format!("{} {word}", grouped(n))
}

fn seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 120.0 => format!("{} min {:.0} s", (s / 60.0) as u64, s % 60.0),
        s if s >= 10.0 => format!("{s:.0} s"),
        s => format!("{s:.1} s"),
    }
}

/// `73,000`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(73_000), "73,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(seconds(0.25), "0.2 s");
        assert_eq!(seconds(61.0), "61 s");
        assert_eq!(seconds(125.0), "2 min 5 s");
    }
}
