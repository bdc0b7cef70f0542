//! Finds failures and recordings in the folders that a run leaves behind.

use std::path::{Path, PathBuf};

/// Files of a failure's folder.
pub const RECORDING: &str = "recording.fray";
/// See [`RECORDING`].
pub const MINIMIZED: &str = "minimized.fray";
/// See [`RECORDING`].
pub const TRACE: &str = "trace.txt";
/// See [`RECORDING`].
pub const PAGE: &str = "index.html";
/// See [`RECORDING`].
pub const FAILURE: &str = "failure.json";
/// File of a report folder.
pub const SUMMARY: &str = "summary.json";

/// Why there is nothing to replay or to show.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// Nothing there.
    #[error("there is no file or folder {}", .0.display())]
    Missing(PathBuf),
    /// A folder without failures.
    #[error("{} holds no failure", .0.display())]
    NoFailure(PathBuf),
    /// A folder with several.
    #[error("{} holds {} failures: say which, for example {}", .folder.display(), .failures.len(), .failures[0].display())]
    Several {
        /// The report folder.
        folder: PathBuf,
        /// The folders of the failures.
        failures: Vec<PathBuf>,
    },
    /// A file that should be there.
    #[error("there is no {file} in {}", .folder.display())]
    NoFile {
        /// The folder of a failure.
        folder: PathBuf,
        /// What is missing.
        file: &'static str,
    },
}

/// What a path stands for.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    /// A file: a recording, if anything.
    File(PathBuf),
    /// The folder of one failure.
    Failure(PathBuf),
    /// A report folder, with the folders of its failures in order.
    Report(PathBuf, Vec<PathBuf>),
}

impl Place {
    /// Looks at what is there.
    pub fn of(path: &Path) -> Result<Place, ReportError> {
        if path.is_file() {
            return Ok(Place::File(path.to_owned()));
        }
        if !path.is_dir() {
            return Err(ReportError::Missing(path.to_owned()));
        }
        if is_failure(path) {
            return Ok(Place::Failure(path.to_owned()));
        }
        let failures = match of_last_run(path) {
            Some(failures) => failures,
            None => all(path),
        };
        if failures.is_empty() && !path.join(SUMMARY).is_file() {
            return Err(ReportError::NoFailure(path.to_owned()));
        }
        Ok(Place::Report(path.to_owned(), failures))
    }
}

/// The failures of the run that wrote the summary; folders of earlier runs are there too.
fn of_last_run(report: &Path) -> Option<Vec<PathBuf>> {
    let text = std::fs::read(report.join(SUMMARY)).ok()?;
    let summary: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let names = summary.get("failures")?.as_array()?.iter();
    Some(
        names
            .filter_map(|failure| failure.get("folder")?.as_str())
            .map(|name| report.join(name))
            .filter(|folder| is_failure(folder))
            .collect(),
    )
}

/// Everything that looks like a failure, in order.
fn all(report: &Path) -> Vec<PathBuf> {
    let mut failures: Vec<PathBuf> = std::fs::read_dir(report)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|folder| is_failure(folder))
        .collect();
    failures.sort();
    failures
}

fn is_failure(folder: &Path) -> bool {
    [RECORDING, MINIMIZED, FAILURE]
        .iter()
        .any(|file| folder.join(file).is_file())
}

/// The recording that a path stands for: of a failure the minimised one, unless the
/// original is asked for.
pub fn recording(path: &Path, original: bool) -> Result<PathBuf, ReportError> {
    let folder = match Place::of(path)? {
        Place::File(file) => return Ok(file),
        Place::Failure(folder) => folder,
        Place::Report(folder, failures) => match failures.len() {
            0 => return Err(ReportError::NoFailure(folder)),
            1 => failures.into_iter().next().unwrap_or_default(),
            _ => return Err(ReportError::Several { folder, failures }),
        },
    };
    let files: &[&str] = if original {
        &[RECORDING]
    } else {
        &[MINIMIZED, RECORDING]
    };
    files
        .iter()
        .map(|file| folder.join(file))
        .find(|file| file.is_file())
        .ok_or(ReportError::NoFile {
            folder,
            file: RECORDING,
        })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn recordings_are_found_from_anywhere() {
        let temp = tempfile::tempdir().unwrap();
        let report = temp.path();
        assert_eq!(
            recording(&report.join("x"), false),
            Err(ReportError::Missing(report.join("x")))
        );
        assert_eq!(
            recording(report, false),
            Err(ReportError::NoFailure(report.to_owned()))
        );
        let first = report.join("001-deadlock");
        fs::create_dir(&first).unwrap();
        fs::write(first.join(RECORDING), "").unwrap();
        assert_eq!(recording(report, false), Ok(first.join(RECORDING)));
        fs::write(first.join(MINIMIZED), "").unwrap();
        assert_eq!(recording(report, false), Ok(first.join(MINIMIZED)));
        assert_eq!(recording(&first, true), Ok(first.join(RECORDING)));
        assert_eq!(
            recording(&first.join(RECORDING), false),
            Ok(first.join(RECORDING))
        );
        let second = report.join("002-race");
        fs::create_dir(&second).unwrap();
        fs::write(second.join(FAILURE), "").unwrap();
        let error = recording(report, false).unwrap_err();
        assert!(error.to_string().contains("holds 2 failures: say which"));
        // Of the last run there is only one.
        let summary = r#"{"failures": [{"folder": "001-deadlock"}]}"#;
        fs::write(report.join(SUMMARY), summary).unwrap();
        assert_eq!(recording(report, false), Ok(first.join(MINIMIZED)));
        assert_eq!(
            recording(&second, false),
            Err(ReportError::NoFile {
                folder: second,
                file: RECORDING
            })
        );
    }
}
