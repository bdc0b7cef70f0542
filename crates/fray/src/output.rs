//! What a run leaves for people and machines besides the report folder: words on the terminal,
//! JUnit XML, SARIF.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use fray_core::config::Config;
use fray_report::folder::replace;
use fray_report::junit::{self, Case, Suite};
use fray_report::model::FailureReport;
use fray_report::sources::Finder;
use fray_report::summary::{FailureEntry, Summary};
use fray_report::terminal::{self, Style};
use fray_report::{json, sarif};
use serde_json::Value;

use crate::error::Error;
use crate::report::FAILURE;

/// What a run found, as far as it can be read.
pub struct Findings {
    summary: Summary,
    reports: Vec<(FailureEntry, FailureReport)>,
    folder: PathBuf,
}

impl Findings {
    /// Reads the reports of the failures in a summary; `None` if the summary is of another form.
    pub fn read(summary: &Value, folder: &Path) -> Option<Findings> {
        let mut summary = summary.clone();
        for failure in summary["failures"].as_array_mut()? {
            // One that was not made smaller has as many as at first.
            if failure["minimized_preemptions"].is_null() {
                failure["minimized_preemptions"] = failure["preemptions"].clone();
            }
        }
        let summary: Summary = serde_json::from_value(summary).ok()?;
        let report = |entry: &FailureEntry| {
            let text = std::fs::read_to_string(folder.join(&entry.folder).join(FAILURE)).ok()?;
            Some((entry.clone(), json::read_failure(&text).ok()?))
        };
        Some(Findings {
            reports: summary.failures.iter().filter_map(report).collect(),
            folder: folder.to_owned(),
            summary,
        })
    }

    /// The end of a search, in words.
    pub fn words(&self, style: Style) -> String {
        let reports: Vec<_> = self
            .reports
            .iter()
            .map(|(entry, report)| (entry, report))
            .collect();
        terminal::summary(&self.summary, &reports, &self.folder, style)
    }

    /// The end of a replay, in words.
    pub fn replay_words(&self, style: Style) -> String {
        let mut text = String::new();
        for (entry, report) in &self.reports {
            text.push_str(&terminal::failure(
                report,
                &self.folder.join(&entry.folder),
                style,
            ));
            text.push('\n');
        }
        let failed = self.summary.failures.first();
        text.push_str(&match failed {
            Some(entry) if entry.replayed => format!(
                "Replayed: all {} steps as recorded, and the same failure.\n",
                entry.steps
            ),
            Some(_) => "Replayed, with another result than recorded.\n".to_owned(),
            None => "Replayed: no failure.\n".to_owned(),
        });
        text
    }

    /// Writes the files that the configuration asks for. `program` is what was run.
    pub fn write_files(&self, config: &Config, program: &str) -> Result<(), Error> {
        let reports: Vec<&FailureReport> = self.reports.iter().map(|(_, report)| report).collect();
        if let Some(path) = &config.junit_xml {
            let mut suite = Suite::new("fray", &self.summary);
            suite.cases.push(Case {
                class: program.to_owned(),
                name: "fray".to_owned(),
                seconds: self.summary.seconds,
                outcome: junit::Outcome::of(&reports),
                output: self.program_output(),
            });
            write(path, &junit::render(&[suite]))?;
        }
        if let Some(path) = &config.sarif {
            write_sarif(path, &self.summary.version, &reports)?;
        }
        Ok(())
    }

    /// What the program printed in the first failing execution.
    fn program_output(&self) -> String {
        let folder = self.reports.first().map(|(entry, _)| &entry.folder);
        folder
            .and_then(|folder| std::fs::read(self.folder.join(folder).join("output.log")).ok())
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
    }
}

/// Failures as tools for code review read them, with paths from the current folder on.
pub fn write_sarif(path: &Path, version: &str, reports: &[&FailureReport]) -> Result<(), Error> {
    let here = std::env::current_dir().unwrap_or_default();
    let finder = Finder::around(&here);
    let text = sarif::render(version, reports, &|frame| finder.path(frame, &here));
    write(path, &text)
}

/// How words may look on standard output.
pub fn style(config: &Config) -> Style {
    let terminal = std::io::stdout().is_terminal();
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let plain = Style::default();
    let width = rustix::termios::tcgetwinsize(std::io::stdout())
        .map_or(plain.width, |size| usize::from(size.ws_col));
    Style {
        color: terminal && !config.no_color && !no_color,
        width,
    }
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| replace(path, text.as_bytes()));
    written.map_err(Error::io(format!("write {}", path.display())))
}
