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
