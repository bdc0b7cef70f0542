//! Runs a program under control, and tells what came out.

pub mod agent;
pub mod event;
mod input;
mod merge;
mod outcome;
mod parallel;
mod watch;
mod worker;

use std::io;
use std::path::{Path, PathBuf};

use fray_core::config::Config;

use crate::args::{CommandLine, JavaCommand};
use crate::error::Error;
use crate::exit::Exit;
use crate::jdk::Jdk;
use crate::output::{self, Findings};
use crate::progress::Display;
use crate::replay;

use input::Input;
pub use outcome::Outcome;
pub use watch::Record;

/// Everything that is needed to start JVMs.
pub struct Launch {
    /// The `java` command.
    pub java: PathBuf,
    /// The agent library.
    pub library: PathBuf,
    /// What the user wants to run.
    pub command: JavaCommand,
    /// Whether what the JVM prints by itself is thrown away.
    pub silent: bool,
    /// Variables of the environment that it gets besides ours.
    pub variables: Vec<(String, String)>,
}

impl Launch {
    /// The launch on a JDK.
    pub fn on(jdk: &Jdk, command: JavaCommand) -> Result<Launch, Error> {
        Ok(Launch {
            // A replay may go to another folder.
            java: std::path::absolute(jdk.java()).unwrap_or_else(|_| jdk.java()),
            library: agent::locate()?,
            command,
            silent: false,
            variables: Vec::new(),
        })
    }

    fn worker(&self, config: &Config, input: Input) -> worker::Start {
        worker::Start {
            java: self.java.clone(),
            args: agent::java_args(&self.library, &of_worker(config), &self.command),
            input,
            silent: self.silent,
            variables: self.variables.clone(),
        }
    }
}

/// What concerns the whole run, and not the search, is not a worker's business. The program's
/// own output shows once, and not where only JSON may be.
fn of_worker(config: &Config) -> Config {
    Config {
        quiet: config.quiet || config.json || config.share.index > 0,
        jobs: 1,
        json: false,
        junit_xml: None,
        sarif: None,
        ..config.clone()
    }
}

/// `fray [options] [java options] Main args`.
pub fn command(line: CommandLine) -> Result<Exit, Error> {
    let config = match &line.config.replay {
        Some(recording) => replay::of_program(recording, &line)?,
        None => line.config,
    };
    let jdk = Jdk::choose(line.jdk.as_deref())?;
    let launch = Launch::on(&jdk, line.java)?;
    check_places(&config)?;
    let mut display = Display::new(&config);
    let outcome = campaign(&launch, &config, &mut display)?;
    outcome.print(&config);
    Ok(outcome.exit)
}

/// One campaign, from the first execution to the report and all other files.
pub fn campaign(launch: &Launch, config: &Config, display: &mut Display) -> Result<Outcome, Error> {
    let mut outcome = if config.jobs > 1 && config.replay.is_none() {
        parallel::campaign(launch, config, display)?
    } else {
        let (record, interrupted) = one(launch, config, display)?;
        outcome::of(record, interrupted, launch)?
    };
    if let Some(findings) = Findings::read(&outcome.summary, &config.report) {
        let style = output::style(config);
        outcome.text = match config.replay {
            Some(_) => findings.replay_words(style),
            None => findings.words(style),
        };
        if let Some(note) = outcome.summary["engine_note"].as_str() {
            outcome.text = format!("{}\n{note}", outcome.text.trim_end());
        }
        let files = findings.write_files(config, &launch.command.program.name());
        // Whoever cannot have the files shall have the words.
        files.inspect_err(|_| outcome.print(config))?;
    }
    Ok(outcome)
}

/// One campaign, and all that its only worker told.
pub fn tell(launch: &Launch, config: &Config) -> Result<Record, Error> {
    let (record, _) = one(launch, config, &mut Display::none())?;
    outcome::check(&record, launch)?;
    Ok(record)
}

fn one(launch: &Launch, config: &Config, display: &mut Display) -> Result<(Record, bool), Error> {
    let plan = watch::Plan {
        starts: vec![launch.worker(config, Input::Ours)],
        stop_at_failure: false,
    };
    let watched = watch::watch(plan, display);
    display.finish();
    let mut watched = watched?;
    Ok((watched.records.remove(0), watched.interrupted))
}

/// Whether all that is to be written can be: better to know before than after the run. Leaves nothing behind.
pub fn check_places(config: &Config) -> Result<(), Error> {
    check_folder(&config.report).map_err(|why| Error::ReportFolder {
        folder: config.report.clone(),
        why,
    })?;
    for file in [&config.junit_xml, &config.sarif].into_iter().flatten() {
        let folder = match file.is_dir() {
            true => Err(io::ErrorKind::IsADirectory.into()),
            // Pipes and terminals are written to.
            false if file.exists() && !file.is_file() => Ok(()),
            false => check_folder(file.parent().unwrap_or(file)),
        };
        folder.map_err(|why| Error::File {
            file: file.clone(),
            why,
        })?;
    }
    Ok(())
}

/// Whether a folder can be written, or made.
fn check_folder(folder: &Path) -> io::Result<()> {
    // The nearest folder that is there decides.
    let mut there = folder;
    while !there.exists() {
        there = match there.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
    }
    tempfile::tempfile_in(there).map(drop)
}
