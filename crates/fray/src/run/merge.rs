//! Makes one report out of those of several workers.

use std::fs;
use std::io::Write;
use std::path::Path;

use fray_core::campaign::Summary;
use fray_core::config::Config;

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

/// At once or not at all.
fn write(summary: &Summary, folder: &Path) -> Result<(), Error> {
    let path = folder.join(SUMMARY);
    let text = serde_json::to_string_pretty(summary).unwrap_or_default();
    let written = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
        writeln!(file, "{text}")?;
        file.persist(&path)?;
        Ok(())
    });
    written.map_err(Error::io(format!("write {}", path.display())))
}
