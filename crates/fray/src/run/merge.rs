//! Makes one summary out of those of several workers.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use fray_core::config::Config;
use fray_report::summary::{FailureEntry, Summary};
use fray_report::{folder, json};

use super::outcome::Outcome;
use crate::error::Error;
use crate::exit::Exit;
use crate::progress::{count, plural};
use crate::report::FAILURE;

/// Writes the merged summary.
pub fn report(summaries: Vec<Summary>, config: &Config, exit: Exit) -> Result<Outcome, Error> {
    let Some(summary) = merge(summaries, &config.report) else {
        return Ok(Outcome {
            exit,
            summary: serde_json::json!({}),
            text: String::new(),
        });
    };
    folder::write_summary(&config.report, &summary).map_err(|error| Error::Io {
        what: format!("write {}", error.path.display()),
        why: error.error,
    })?;
    Ok(Outcome {
        exit,
        text: words(&summary, config),
        summary: serde_json::to_value(&summary).unwrap_or_default(),
    })
}

/// All workers' summaries as one; `None` if there are none. Folders of failures that another
/// worker found too are removed.
fn merge(summaries: Vec<Summary>, report: &Path) -> Option<Summary> {
    let mut all = summaries.into_iter();
    let mut total = all.next()?;
    // Averages are by execution.
    let sums = |s: &Summary| {
        let n = s.iterations as f64;
        (s.steps_per_execution * n, s.switch_points_per_execution * n)
    };
    let (mut steps, mut points) = sums(&total);
    for next in all {
        let (more_steps, more_points) = sums(&next);
        steps += more_steps;
        points += more_points;
        total.iterations += next.iterations;
        total.seconds = total.seconds.max(next.seconds);
        // Two workers may have seen the same behaviour: the larger number is certain.
        total.distinct_schedules = total.distinct_schedules.max(next.distinct_schedules);
        total.last += next.last;
        total.new_in_last += next.new_in_last;
        total.unseen_probability = match (total.unseen_probability, next.unseen_probability) {
            (Some(one), Some(other)) => Some(one.max(other)),
            _ => None,
        };
        total.exhausted &= next.exhausted;
        total.failures.extend(next.failures);
        total.uncontrolled.extend(next.uncontrolled);
    }
    let n = (total.iterations as f64).max(1.0);
    total.steps_per_execution = steps / n;
    total.switch_points_per_execution = points / n;
    total.executions_per_second = total.iterations as f64 / total.seconds.max(1e-9);
    total.failures = distinct(total.failures, report);
    total.uncontrolled.sort();
    total.uncontrolled.dedup();
    Some(total)
}

/// The failures without repetitions, the first execution's first.
fn distinct(mut failures: Vec<FailureEntry>, report: &Path) -> Vec<FailureEntry> {
    failures.sort_by_key(|failure| failure.iteration);
    let mut index: HashMap<String, usize> = HashMap::new();
    let mut distinct: Vec<FailureEntry> = Vec::new();
    for failure in failures {
        let folder = report.join(&failure.folder);
        let signature = signature(&failure, &folder);
        match index.get(&signature) {
            Some(&at) => {
                distinct[at].count += failure.count;
                // This run's own, and all that is in it is in the other one.
                let _ = fs::remove_dir_all(folder);
            }
            None => {
                index.insert(signature, distinct.len());
                distinct.push(failure);
            }
        }
    }
    distinct
}

/// By what equal failures are recognised: as the agent does, if its report can be read.
fn signature(failure: &FailureEntry, folder: &Path) -> String {
    fs::read_to_string(folder.join(FAILURE))
        .ok()
        .and_then(|text| json::read_failure(&text).ok())
        .map(|report| report.failure.signature())
        .unwrap_or_else(|| format!("{:?} {} {}", failure.kind, failure.message, failure.thread))
}

fn words(summary: &Summary, config: &Config) -> String {
    let mut text = format!(
        "{} in {}",
        plural(summary.failures.len() as u64, "failure"),
        plural(summary.iterations, "execution"),
    );
    for failure in &summary.failures {
        let folder = config.report.join(&failure.folder);
        text.push_str(&format!(
            "\n{}: {}\n  fray replay {}",
            failure.kind.word(),
            failure.message,
            folder.display()
        ));
    }
    text.push_str(&format!(
        "\n{} executions per second with {} workers; seed {}",
        count(summary.executions_per_second as u64),
        config.jobs,
        summary.seed
    ));
    text
}

#[cfg(test)]
mod tests {
    use fray_core::failure::FailureKind;

    use super::*;

    fn summary(iterations: u64, failures: &[(u64, &str)]) -> Summary {
        let entry = |&(iteration, message): &(u64, &str)| FailureEntry {
            kind: FailureKind::Assertion,
            message: message.to_owned(),
            thread: "main".to_owned(),
            iteration,
            count: 1,
            trace_hash: 0,
            steps: 10,
            preemptions: 2,
            minimized_preemptions: 1,
            replayed: true,
            folder: format!("{iteration:03}-assertion"),
        };
        Summary {
            version: "0.1.0".to_owned(),
            target: "Main".to_owned(),
            jdk: "17".to_owned(),
            strategy: "pos".to_owned(),
            seed: 7,
            iterations,
            seconds: 2.0,
            executions_per_second: iterations as f64 / 2.0,
            steps_per_execution: iterations as f64,
            switch_points_per_execution: 1.0,
            distinct_schedules: iterations / 2,
            last: 0,
            new_in_last: 0,
            unseen_probability: Some(0.1),
            exhausted: false,
            failures: failures.iter().map(entry).collect(),
            uncontrolled: vec!["files".to_owned()],
        }
    }

    #[test]
    fn equal_failures_are_counted_and_different_ones_kept() {
        let report = tempfile::tempdir().unwrap();
        for folder in ["003-assertion", "005-assertion", "008-assertion"] {
            fs::create_dir(report.path().join(folder)).unwrap();
        }
        let workers = vec![
            summary(100, &[(5, "lost"), (8, "late")]),
            summary(300, &[(3, "lost")]),
        ];
        let merged = merge(workers, report.path()).unwrap();
        let found: Vec<(u64, u64)> = merged
            .failures
            .iter()
            .map(|f| (f.iteration, f.count))
            .collect();
        assert_eq!(found, [(3, 2), (8, 1)]);
        assert!(!report.path().join("005-assertion").exists());
        assert!(report.path().join("003-assertion").exists());
        assert_eq!(merged.iterations, 400);
        assert_eq!(merged.executions_per_second, 200.0);
        assert_eq!(merged.steps_per_execution, 250.0);
        assert_eq!(merged.distinct_schedules, 150);
        assert_eq!(merged.uncontrolled, ["files"]);
        assert!(merge(Vec::new(), report.path()).is_none());
    }
}
