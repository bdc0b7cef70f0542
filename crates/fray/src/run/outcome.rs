//! How a run ended, in words and as an exit code.

use std::io::{self, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use fray_core::config::Config;
use serde_json::{Value, json};

use super::event::Failure;
use super::watch::Record;
use super::{Launch, merge};
use crate::error::Error;
use crate::exit::Exit;
use crate::progress::plural;

/// With this status the agent ends the JVM once it has said why on standard error.
const AGENT_GAVE_UP: i32 = Exit::Broken as i32;

/// The end of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// By what was found.
    pub exit: Exit,
    /// What is in `summary.json`.
    pub summary: Value,
    /// For a person.
    pub text: String,
}

impl Outcome {
    /// The folders of the failures, of those that have one.
    pub fn folders(&self, config: &Config) -> Vec<PathBuf> {
        let failures = self.summary["failures"].as_array();
        failures
            .into_iter()
            .flatten()
            .filter_map(|failure| failure["folder"].as_str())
            .filter(|folder| !folder.is_empty())
            .map(|folder| config.report.join(folder))
            .collect()
    }

    /// Tells the user what came out. If fray could not do its job, the agent has said why on
    /// standard error.
    pub fn print(&self, config: &Config) {
        let text = self.text.trim_end();
        let written = match self.exit {
            _ if config.json => writeln!(io::stdout(), "{}", self.summary),
            Exit::Clean if config.quiet => Ok(()),
            _ if text.is_empty() => Ok(()),
            _ => writeln!(io::stdout(), "{text}"),
        };
        // Nobody listens any more: the exit code still tells.
        drop(written);
    }
}

/// Looks at how one worker ended.
pub fn of(record: Record, interrupted: bool, launch: &Launch) -> Result<Outcome, Error> {
    if interrupted && record.end.is_none() {
        return Ok(so_far(&record));
    }
    check(&record, launch)?;
    let mut end = record.end.unwrap_or_default();
    if name_folders(&mut end.summary, &record.failures) {
        let report = record.failures.iter().map(|found| Path::new(&found.folder));
        if let Some(report) = report.filter_map(Path::parent).next() {
            merge::write(&end.summary, report)?;
        }
    }
    Ok(Outcome {
        exit: Exit::of_agent(end.status),
        summary: end.summary,
        text: end.text,
    })
}

/// Puts the names of the folders that were really written into a summary: another run, or
/// another worker, may have had the first numbers. Whether any was not right.
fn name_folders(summary: &mut Value, written: &[Failure]) -> bool {
    let Some(failures) = summary.get_mut("failures").and_then(Value::as_array_mut) else {
        return false;
    };
    let mut changed = false;
    for failure in failures {
        let same = |other: &&Failure| {
            failure["kind"] == other.kind.as_str() && failure["iteration"] == other.iteration
        };
        let folder = written
            .iter()
            .find(same)
            .map(|found| Path::new(&found.folder));
        if let Some(name) = folder.and_then(Path::file_name) {
            let name = name.to_string_lossy();
            changed |= failure["folder"] != name.as_ref();
            failure["folder"] = name.into();
        }
    }
    changed
}

/// Whether the worker came to its end. What is on standard error above our sentence is the
/// JVM's own message, or the agent's.
pub fn check(record: &Record, launch: &Launch) -> Result<(), Error> {
    if record.end.is_some() {
        return Ok(());
    }
    let left = running(record);
    let program = launch.command.program.name();
    let status = record.status.unwrap_or_default();
    match (&record.start, status.code()) {
        (_, Some(AGENT_GAVE_UP)) => Err(Error::AlreadySaid),
        (None, Some(0)) => Err(Error::NotEngaged { program }),
        (None, Some(_)) => Err(Error::NotStarted { program }),
        _ => Err(Error::JvmDied {
            how: how(status),
            executions: record.progress.executions,
            recordings: left.into_iter().collect(),
        }),
    }
}

/// The recording that a worker left which did not come to its end, for people to read.
fn running(record: &Record) -> Option<PathBuf> {
    let path = record.start.as_ref()?.running.clone()?;
    // It replays as it is, too.
    let _ = fray_core::recording::make_readable(&path);
    path.is_file().then_some(path)
}

/// Ctrl-C, and the agent could not say its last words.
fn so_far(record: &Record) -> Outcome {
    let found = record.failures.len().max(record.progress.failures as usize);
    let mut text = format!(
        "Stopped after {}: {} so far.",
        plural(record.progress.executions, "execution"),
        plural(found as u64, "failure")
    );
    for failure in &record.failures {
        text.push_str(&format!("\n  {}: {}", failure.kind, failure.folder));
    }
    Outcome {
        exit: if found > 0 { Exit::Found } else { Exit::Clean },
        summary: json!({
            "iterations": record.progress.executions,
            "seconds": record.progress.seconds,
            "interrupted": true,
        }),
        text,
    }
}

fn how(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => {
            let name = signal_hook::low_level::signal_name(signal).unwrap_or("unknown");
            format!("was ended by signal {signal} ({name})")
        }
        (None, Some(code)) => format!("exited with status {code}"),
        (None, None) => "disappeared".to_owned(),
    }
}
