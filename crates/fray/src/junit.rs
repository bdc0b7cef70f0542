//! `fray junit`: tests that know nothing of fray, run under control.
//!
//! One JVM, or with `--jobs` several, run them, one campaign per test method. The agent stays idle in it until the launcher
//! (`java/junit`, package `dev.fray.launch`) asks for a campaign; that finds and calls the JUnit of
//! the user's own class path.

mod class_path;
mod shares;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitStatus};

use fray_core::config::{Config, StrategySpec};
use fray_report::model::FailureReport;

use crate::args::{ArgsError, CommandLine, JavaCommand};
use crate::error::Error;
use crate::exit::Exit;
use crate::jdk::Jdk;
use crate::run::{agent, check_places};
use crate::{builtin, cli, output, report};
use shares::{Shares, Test};

/// The launcher's main class for many tests.
const SUITE: &str = "dev.fray.launch.Suite";

/// Its main class for one execution of one test, which recordings name.
pub const LAUNCH: &str = "dev.fray.launch.Launch";

/// Stands for all tests in the folders of the class path.
const ALL: &str = "*";

/// Options of this command alone.
pub const TAGS: [&str; 2] = ["--tag", "--exclude-tag"];

/// `fray junit [options] [java options] -cp CLASSPATH [TestClass[#method] | package]...`.
pub fn command(args: Vec<OsString>) -> Result<Exit, Error> {
    let (mut args, tags) = take_tags(args)?;
    let line = match CommandLine::parse(args.clone(), &cli::names()) {
        Err(ArgsError::NothingToRun) => {
            args.push(ALL.into());
            CommandLine::parse(args, &[])
        }
        parsed => parsed,
    }?;
    let mut config = configuration(&line)?;
    let jdk = Jdk::choose(line.jdk.as_deref())?;
    check_places(&config)?;
    let shares = Shares::new(&config);
    let quiet = config.quiet || config.json;
    let json = std::mem::take(&mut config.json);
    let sarif = config.sarif.take();
    (config.junit_xml, config.jobs) = (None, 1);
    let mut started = Vec::new();
    for share in shares.all() {
        let mut program: Vec<OsString> = vec![SUITE.into()];
        program.extend(share.arguments());
        if quiet {
            program.push("--quiet".into());
        }
        program.extend(tags.iter().cloned());
        let java = java_command(&line.java, program)?;
        let args = agent::java_args(&agent::locate()?, &config, &java);
        let _ = std::fs::remove_file(&share.summary);
        let process = Command::new(jdk.java()).args(args).spawn();
        started.push((
            share,
            process.map_err(|why| Error::Spawn {
                java: jdk.java(),
                why,
            })?,
        ));
    }
    let mut ends = Vec::new();
    for (share, mut process) in started {
        let status = process.wait().map_err(Error::io("wait for java"))?;
        ends.push(exit(status, &share.summary));
    }
    let exit = shares::together(ends)?;
    if exit == Exit::Usage {
        return Ok(exit);
    }
    let tests = shares.merge(quiet)?;
    if json && let Ok(text) = std::fs::read_to_string(&shares.summary) {
        crate::help::print(&text)?;
    }
    if let Some(path) = sarif {
        let reports: Vec<FailureReport> = tests.iter().filter_map(Test::report).collect();
        let reports: Vec<&FailureReport> = reports.iter().collect();
        output::write_sarif(&path, env!("CARGO_PKG_VERSION"), &reports)?;
    }
    Ok(exit)
}

/// A JVM that ends otherwise than its launcher wants to could not do its job.
fn exit(status: ExitStatus, summary: &Path) -> Result<Exit, Error> {
    let exit = status.code().map_or(Exit::Broken, Exit::of_agent);
    match exit {
        Exit::Clean | Exit::Found if !summary.is_file() => {
            Err(Error::JUnitEnded(status.to_string()))
        }
        _ if status.code().is_none() => Err(Error::JUnitEnded(status.to_string())),
        exit => Ok(exit),
    }
}

fn configuration(line: &CommandLine) -> Result<Config, Error> {
    let mut config = line.config.clone();
    if !line.given.iter().any(|(name, _)| *name == "strategy") {
        config.strategy = StrategySpec::Pos;
    }
    if let Some(recording) = &config.replay {
        let file = report::recording(recording, false)?;
        config.replay = Some(file.canonicalize().unwrap_or(file));
    }
    config.embedded = true;
    Ok(config)
}

/// Takes out the options that are the launcher's.
fn take_tags(args: Vec<OsString>) -> Result<(Vec<OsString>, Vec<OsString>), Error> {
    let mut left = Vec::new();
    let mut tags = Vec::new();
    let mut args = VecDeque::from(args);
    while let Some(arg) = args.pop_front() {
        let text = arg.to_string_lossy().into_owned();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(OsString::from(value))),
            None => (text, None),
        };
        if TAGS.contains(&name.as_str()) {
            let value = value.or_else(|| args.pop_front());
            let Some(value) = value else {
                return Err(Error::Cli(format!("option '{name}' needs a value: a tag")));
            };
            tags.extend([name.into(), value]);
        } else {
            left.push(arg);
        }
    }
    Ok((left, tags))
}

/// The user's `java` options with our launcher on the class path, then the launcher's own arguments
/// and what the user selects.
fn java_command(given: &JavaCommand, program: Vec<OsString>) -> Result<JavaCommand, Error> {
    let options = given.args.len() - given.program_args.len() - 1;
    let mut args = given.args[..options].to_vec();
    class_path::extend(&mut args, &builtin::launch_jar()?)?;
    args.push("-Dfray.build=command".into());
    let selected = std::iter::once(OsString::from(given.program.name()))
        .chain(given.program_args.iter().cloned());
    let mut command = JavaCommand::parse({
        let mut all = args;
        all.extend(program);
        all.extend(selected);
        all
    })?;
    command.sets_assertions = given.sets_assertions;
    Ok(command)
}
