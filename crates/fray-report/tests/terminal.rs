//! The end of a run, as a person sees it.

mod support;

use std::path::Path;

use fray_report::model::FailureReport;
use fray_report::summary::Summary;
use fray_report::terminal::{self, Style};
use support::{golden, hostile, large::large, programs, summaries};

fn end(summary: &Summary, reports: &[FailureReport], style: Style) -> String {
    let told: Vec<_> = summary.failures.iter().zip(reports).collect();
    terminal::summary(summary, &told, Path::new("fray-report"), style)
}

#[test]
fn golden_ends() {
    for (name, report) in programs::all() {
        let summary = summaries::with(std::slice::from_ref(&report));
        let text = end(&summary, &[report], Style::default());
        golden::check(&format!("{name}.terminal.txt"), &text);
    }
    golden::check(
        "clean.terminal.txt",
        &end(&summaries::clean(), &[], Style::default()),
    );
    let reports: Vec<FailureReport> = programs::all().into_iter().map(|(_, r)| r).collect();
    let mut summary = summaries::with(&reports);
    summary = Summary {
        iterations: 5000,
        failures: summary.failures,
        ..summaries::clean()
    };
    summary.failures[1].count = 40;
    summary.uncontrolled = vec!["reads from java.io.FileInputStream".into()];
    golden::check(
        "many.terminal.txt",
        &end(&summary, &reports, Style::default()),
    );
}

#[test]
fn colour_only_if_asked() {
    let report = programs::lost_update();
    let summary = summaries::with(std::slice::from_ref(&report));
    let reports = [report];
    let plain = end(&summary, &reports, Style::default());
    assert!(!plain.contains('\x1b'));
    let color = Style {
        color: true,
        ..Style::default()
    };
    let painted = end(&summary, &reports, color);
    golden::check("lost-update.color.txt", &painted);
    let mut stripped = String::new();
    for (index, part) in painted.split('\x1b').enumerate() {
        let text = if index == 0 {
            part
        } else {
            part.split_once('m').expect("a code").1
        };
        stripped.push_str(text);
    }
    assert_eq!(stripped, plain);
}

#[test]
fn escape_sequences_of_the_program_do_not_reach_the_terminal() {
    let report = hostile::report();
    let summary = summaries::with(std::slice::from_ref(&report));
    let text = end(&summary, std::slice::from_ref(&report), Style::default());
    for text in [text, fray_report::text::render(&report)] {
        let bad: Vec<char> = text
            .chars()
            .filter(|c| c.is_control() && *c != '\n')
            .collect();
        assert_eq!(bad, [' '; 0]);
    }
}

#[test]
fn the_story_of_a_large_failure_stays_short() {
    let report = large(50, 10_000);
    let text = terminal::failure(&report, Path::new("r/001-assertion"), Style::default());
    assert!(text.lines().count() < 40, "{text}");
    assert!(
        text.contains("FAILS: AssertionError: stock of item 4711 is -1"),
        "{text}"
    );
    assert!(text.contains("is preempted --"), "{text}");
}

#[test]
fn one_sentence_on_how_much_was_explored() {
    let mut summary = summaries::clean();
    assert_eq!(
        terminal::explored(&summary),
        "1,000 executions showed 640 different behaviours; 21 of the last 100 were new, and the next \
         one would be new with a probability of about 18 %: more executions would show more."
    );
    summary.unseen_probability = Some(0.0004);
    assert!(terminal::explored(&summary).ends_with("with a probability below 0.1 %."));
    summary.unseen_probability = Some(0.04);
    assert!(terminal::explored(&summary).ends_with("with a probability of about 4.0 %."));
    summary.exhausted = true;
    assert!(terminal::explored(&summary).starts_with("All schedules that these options allow"));
    summary.strategy = "dfs".to_owned();
    let all = terminal::explored(&summary);
    assert!(all.starts_with("All orders of synchronisation"), "{all}");
    assert!(all.contains("plain data"), "{all}");
    summary.iterations = 0;
    assert_eq!(terminal::explored(&summary), "Nothing was executed.");
}
