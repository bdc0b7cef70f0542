//! JUnit XML, as build servers read it: one test case per test or target, not one per execution.

use crate::explain::explain;
use crate::model::FailureReport;
use crate::rows::{Row, rows};
use crate::summary::Summary;
use crate::text::count;
use crate::view::View;

/// A file's worth of test cases.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Suite {
    /// Its name.
    pub name: String,
    /// Facts about the run.
    pub properties: Vec<(String, String)>,
    /// The test cases.
    pub cases: Vec<Case>,
}

/// A test or target.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The class, with its package.
    pub class: String,
    /// The method, or what the target is called.
    pub name: String,
    /// How long all its executions took.
    pub seconds: f64,
    /// What came out.
    pub outcome: Outcome,
    /// What the program printed, in the execution that failed.
    pub output: String,
}

/// What came out of a test case.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// Nothing was found.
    Passed,
    /// Something was found.
    Failed {
        /// Class of the exception, or the kind of failure.
        kind: String,
        /// In one line.
        message: String,
        /// In many.
        text: String,
    },
    /// Fray could not do its job.
    Error {
        /// Why.
        message: String,
    },
    /// It was not run.
    Skipped {
        /// Why.
        message: String,
    },
}

/// Rows of the trace that the text of a failure has at most. The report has all.
const TRACE_ROWS: usize = 200;

impl Outcome {
    /// The outcome of a test case that found these failures; the first one counts.
    pub fn of(reports: &[&FailureReport]) -> Outcome {
        let Some(first) = reports.first() else {
            return Outcome::Passed;
        };
        let view = View::new(first);
        let mut text = String::new();
        for report in reports {
            text.push_str(&describe(report));
            text.push('\n');
        }
        let class = first.failure.exception_class.clone();
        Outcome::Failed {
            kind: class.unwrap_or_else(|| first.failure.kind.word().to_owned()),
            message: view.failure_headline(),
            text,
        }
    }
}

impl Suite {
    /// A suite that tells of this run, with no test cases yet.
    pub fn new(name: impl Into<String>, summary: &Summary) -> Self {
        let property = |name: &str, value: String| (format!("fray.{name}"), value);
        Suite {
            name: name.into(),
            properties: vec![
                property("version", summary.version.clone()),
                property("jdk", summary.jdk.clone()),
                property("strategy", summary.strategy.clone()),
                property("seed", summary.seed.to_string()),
                property("iterations", summary.iterations.to_string()),
                property("distinct_schedules", summary.distinct_schedules.to_string()),
            ],
            cases: Vec::new(),
        }
    }
}

fn describe(report: &FailureReport) -> String {
    let view = View::new(report);
    let mut text = explain(&view).join("\n");
    text.push('\n');
    for frame in &report.failure.stack {
        text.push_str(&format!("\tat {}\n", frame.trim_start_matches("at ")));
    }
    text.push_str(&format!(
        "\nThe interleaving ({}):\n",
        count(report.minimized_preemptions, "preemption")
    ));
    let rows = rows(&view);
    let from = rows.len().saturating_sub(TRACE_ROWS);
    if from > 0 {
        text.push_str("  ...\n");
    }
    for row in &rows[from..] {
        match row {
            Row::Switch { switch, .. } if switch.preemption => {
                text.push_str(&format!("  -- {} --\n", view.switch_words(switch)));
            }
            Row::Event {
                thread,
                words,
                place,
                ..
            } => {
                let place = place
                    .as_ref()
                    .map_or(String::new(), |p| format!(" at {}", p.short()));
                text.push_str(&format!(
                    "  {}: {words}{place}\n",
                    view.names.thread(*thread)
                ));
            }
            _ => {}
        }
    }
    text.push_str(&format!("\nReplay: {}\n", report.replay_command));
    text
}

/// The XML.
pub fn render(suites: &[Suite]) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let all = || suites.iter().flat_map(|suite| &suite.cases);
    xml.push_str(&format!(
        "<testsuites {}>\n",
        totals(&all().collect::<Vec<_>>())
    ));
    for suite in suites {
        let cases: Vec<&Case> = suite.cases.iter().collect();
        let name = escape(&suite.name);
        xml.push_str(&format!(
            "  <testsuite name=\"{name}\" {}>\n",
            totals(&cases)
        ));
        if !suite.properties.is_empty() {
            xml.push_str("    <properties>\n");
            for (name, value) in &suite.properties {
                let (name, value) = (escape(name), escape(value));
                xml.push_str(&format!(
                    "      <property name=\"{name}\" value=\"{value}\"/>\n"
                ));
            }
            xml.push_str("    </properties>\n");
        }
        cases.iter().for_each(|case| xml.push_str(&test_case(case)));
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn totals(cases: &[&Case]) -> String {
    let number = |wanted: fn(&Outcome) -> bool| cases.iter().filter(|c| wanted(&c.outcome)).count();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\"",
        cases.len(),
        number(|outcome| matches!(outcome, Outcome::Failed { .. })),
        number(|outcome| matches!(outcome, Outcome::Error { .. })),
        number(|outcome| matches!(outcome, Outcome::Skipped { .. })),
        cases.iter().map(|case| case.seconds).sum::<f64>(),
    )
}

fn test_case(case: &Case) -> String {
    let mut xml = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\">\n",
        escape(&case.class),
        escape(&case.name),
        case.seconds
    );
    match &case.outcome {
        Outcome::Passed => {}
        Outcome::Failed {
            kind,
            message,
            text,
        } => xml.push_str(&format!(
            "      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
            escape(kind),
            escape(message),
            escape_text(text)
        )),
        Outcome::Error { message } => {
            xml.push_str(&format!("      <error message=\"{}\"/>\n", escape(message)));
        }
        Outcome::Skipped { message } => {
            xml.push_str(&format!(
                "      <skipped message=\"{}\"/>\n",
                escape(message)
            ));
        }
    }
    if !case.output.is_empty() {
        let output = escape_text(&case.output);
        xml.push_str(&format!("      <system-out>{output}</system-out>\n"));
    }
    xml.push_str("    </testcase>\n");
    xml
}

/// Text as the value of an attribute: line ends must be escaped or they become spaces.
fn escape(text: &str) -> String {
    escape_text(text)
        .replace('\n', "&#10;")
        .replace('\t', "&#9;")
}

/// Text in an element. Characters that XML cannot have at all, escaped or not, are replaced.
fn escape_text(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '&' => xml.push_str("&amp;"),
            '"' => xml.push_str("&quot;"),
            '\r' => xml.push_str("&#13;"),
            '\n' | '\t' => xml.push(c),
            '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            c if c < ' ' => xml.push('\u{fffd}'),
            c => xml.push(c),
        }
    }
    xml
}
