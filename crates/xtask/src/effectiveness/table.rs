//! `docs/effectiveness.md`.

use std::fmt::Write;

use fray_testkit::strategies::STRATEGIES;
use fray_testkit::subjects::Subject;

use super::cell::{EXECUTIONS, EXECUTIONS_SCT, Outcome, TIME_LIMIT, TWIN_EXECUTIONS};
use super::{SCT, SEEDS};

/// The sets of subjects and what they are.
const SETS: [(&str, &str); 3] = [
    (SCT, "Patterns of SCTBench"),
    ("prim", "One or more for each primitive of the JDK"),
    ("jacontebe", "Bugs of real libraries (JaConTeBe), in small"),
];

/// The whole document.
pub fn document(subjects: &[Subject], outcomes: &[Outcome]) -> String {
    let mut text = head();
    text.push_str(&totals(subjects, outcomes));
    for (set, title) in SETS {
        let rows = subjects.iter().filter(|subject| subject.set == set);
        let _ = write!(text, "\n## {title}\n\n{}", header("subject"));
        for subject in rows {
            let name = subject.class.rsplit('.').next().unwrap_or_default();
            let _ = write!(text, "| {name} ");
            for strategy in STRATEGIES {
                let _ = write!(text, "| {} ", cell(&subject.class, strategy, outcomes));
            }
            text.push_str("|\n");
        }
    }
    text
}

fn head() -> String {
    format!(
        "# Effectiveness\n\n\
         How many executions each strategy needs to find the bugs of [`subjects`](../subjects/README.md). \
         Made by `cargo xtask effectiveness`, which goes on where it\nstopped; every run is the real command on a \
         real JVM.\n\n\
         * A number is the first failing execution, the median of {SEEDS} seeds. `3/5: 812` means that three of five \
         seeds found it, and the\n  median of these. `none` means that no seed did, `all` that the strategy explored \
         all schedules within its bound without it; an empty cell\n  has not been measured. `dfs`, `delay:2` and \
         `icb:2` do the same whatever the seed, so they have one.\n\
         * At most {EXECUTIONS_SCT} executions for the patterns of SCTBench with `portfolio`, the default, and \
         {EXECUTIONS} elsewhere; at most {TIME_LIMIT}.\n\
         * Every failure was the bug that the subject is there for, and was replayed.\n\
         * Each subject has a correct twin: {TWIN_EXECUTIONS} executions with each strategy. A single report in one \
         of them ends\n  the command with an error.\n\n"
    )
}

fn header(first: &str) -> String {
    let names = STRATEGIES
        .map(|strategy| format!("`{strategy}`"))
        .join(" | ");
    let dashes = " --: |".repeat(STRATEGIES.len());
    format!("| {first} | {names} |\n| --- |{dashes}\n")
}

/// How many were found, and how many twins were clean.
fn totals(subjects: &[Subject], outcomes: &[Outcome]) -> String {
    let mut text = format!("## All together\n\n{}", header(""));
    let mut row = |title: &str, of: &dyn Fn(&str) -> (usize, usize)| {
        let _ = write!(text, "| {title} ");
        for strategy in STRATEGIES {
            let _ = match of(strategy) {
                (_, 0) => write!(text, "| "),
                (good, all) => write!(text, "| {good} of {all} "),
            };
        }
        text.push_str("|\n");
    };
    for (set, title) in SETS {
        row(&format!("{title}: found"), &|strategy| {
            let all = subjects.iter().filter(|subject| subject.set == set);
            let runs = all.map(|subject| of(&subject.class, strategy, outcomes));
            let measured: Vec<_> = runs.filter(|runs| !runs.is_empty()).collect();
            let found = |runs: &&Vec<&Outcome>| runs.iter().any(|run| run.found.is_some());
            (measured.iter().filter(found).count(), measured.len())
        });
    }
    row("twins: clean", &|strategy| {
        let all = subjects
            .iter()
            .map(|subject| of(&subject.ok, strategy, outcomes));
        let measured: Vec<_> = all.filter(|runs| !runs.is_empty()).collect();
        let clean = |runs: &&Vec<&Outcome>| runs.iter().all(|run| run.found.is_none());
        (measured.iter().filter(clean).count(), measured.len())
    });
    text
}

fn of<'o>(class: &str, strategy: &str, outcomes: &'o [Outcome]) -> Vec<&'o Outcome> {
    let is_it = |outcome: &&Outcome| outcome.class == class && outcome.strategy == strategy;
    outcomes.iter().filter(is_it).collect()
}

fn cell(class: &str, strategy: &str, outcomes: &[Outcome]) -> String {
    let runs = of(class, strategy, outcomes);
    let mut found: Vec<u64> = runs.iter().filter_map(|run| run.found).collect();
    found.sort_unstable();
    let median = found.get(found.len().saturating_sub(1) / 2);
    match (median, runs.len()) {
        (None, 0) => String::new(),
        (None, _) if runs.iter().all(|run| run.exhausted) => "all".to_owned(),
        (None, _) => "none".to_owned(),
        (Some(median), all) if found.len() == all => median.to_string(),
        (Some(median), all) => format!("{}/{all}: {median}", found.len()),
    }
}
