//! Makes one report out of those of several workers.

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use fray_core::campaign::Summary;
use fray_core::config::Config;
use serde::Serialize;

use super::outcome::Outcome;
use crate::error::Error;
use crate::exit::Exit;
use crate::report::SUMMARY;

/// Writes the merged summary, and removes the folders of failures that are in it already.
pub fn report(summaries: Vec<Summary>, config: &Config, exit: Exit) -> Result<Outcome, Error> {
    let folders: Vec<String> = summaries
        .iter()
        .flat_map(|summary| &summary.failures)
        .map(|failure| failure.folder.clone())
        // Of what could not be written there is none.
        .filter(|folder| !folder.is_empty())
        .collect();
    let Some(mut summary) = summaries.into_iter().reduce(Summary::merge) else {
        return Ok(Outcome {
            exit,
            ..Outcome::default()
        });
    };
    summary.failures.sort_by_key(|failure| failure.iteration);
    for folder in folders {
        let kept = |kept: &str| kept == folder;
        if !summary.failures.iter().any(|failure| kept(&failure.folder)) {
            // This run's own, and all that is in it is in the other one.
            let _ = fs::remove_dir_all(config.report.join(folder));
        }
    }
    write(&summary, &config.report)?;
    Ok(Outcome {
        exit,
        text: String::new(),
        summary: serde_json::to_value(&summary).unwrap_or_default(),
    })
}

/// Writes a summary, at once or not at all.
pub fn write(summary: &impl Serialize, folder: &Path) -> Result<(), Error> {
    let path = folder.join(SUMMARY);
    let text = serde_json::to_string_pretty(summary).unwrap_or_default();
    let mut partial = tempfile::Builder::new();
    // As any other file; temporary ones are for the user alone otherwise.
    partial.permissions(Permissions::from_mode(0o666));
    let written = partial.tempfile_in(folder).and_then(|mut file| {
        writeln!(file, "{text}")?;
        file.persist(&path)?;
        Ok(())
    });
    written.map_err(Error::io(format!("write {}", path.display())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A worker's summary with a failure whose report is in this folder.
    fn of_worker(folder: &str) -> Summary {
        let failure = json!({
            "kind": "exception", "message": "", "thread": "main", "iteration": 0, "count": 1,
            "trace_hash": "", "steps": 1, "preemptions": 0, "minimized_preemptions": null,
            "replayed": true, "folder": folder, "signature": "the same",
        });
        let summary = json!({
            "version": "", "target": "", "jdk": "", "strategy": "random", "seed": 1, "iterations": 1,
            "seconds": 1.0, "executions_per_second": 1.0, "steps_per_execution": 1.0,
            "switch_points_per_execution": 1.0, "switches_per_execution": 1.0,
            "distinct_schedules": 1, "trace_hash": "", "exhausted": false, "explored": "",
            "trouble": null, "engine_note": null, "failures": [failure], "uncontrolled": [],
        });
        serde_json::from_value(summary).unwrap()
    }

    /// One worker had no room for its report: it has no folder, and nothing is removed for its sake.
    #[test]
    fn only_what_is_told_elsewhere_is_removed() {
        let temp = tempfile::tempdir().unwrap();
        for name in ["001-exception", "002-exception", "003-exception"] {
            fs::create_dir(temp.path().join(name)).unwrap();
        }
        let config = Config {
            report: temp.path().to_owned(),
            ..Config::default()
        };
        let workers = ["", "003-exception", "002-exception"].map(of_worker);
        let outcome = report(workers.into(), &config, Exit::Found).unwrap();
        assert_eq!(outcome.summary["failures"][0]["folder"], "003-exception");
        let left = fs::read_dir(temp.path()).unwrap();
        let mut left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        // The first is of an earlier run.
        assert_eq!(left, ["001-exception", "003-exception", SUMMARY]);
    }
}
