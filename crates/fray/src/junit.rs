//! `fray junit`: tests that know nothing of fray, run under control.
//!
//! One JVM runs them all, one campaign per test method. The agent stays idle in it until the launcher
//! (`java/junit`, package `dev.fray.launch`) asks for a campaign; that finds and calls the JUnit of
//! the user's own class path.

mod class_path;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitStatus};

use fray_core::config::{Config, StrategySpec};

use crate::args::{ArgsError, CommandLine, JavaCommand};
use crate::error::Error;
use crate::exit::Exit;
use crate::jdk::Jdk;
use crate::report::SUMMARY;
use crate::run::{agent, check_report_folder};
use crate::{builtin, cli, report};

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
    check_report_folder(&config.report)?;
    let summary = config.report.join(SUMMARY);
    let mut program: Vec<OsString> = vec![SUITE.into(), "--summary".into(), summary.clone().into()];
    if config.quiet || config.json {
        program.push("--quiet".into());
    }
    if let Some(xml) = config.junit_xml.take() {
        program.extend(["--junit-xml".into(), xml.into()]);
    }
    program.extend(tags);
    let json = std::mem::take(&mut config.json);
    let java = java_command(&line.java, program)?;
    let args = agent::java_args(&agent::locate()?, &config, &java);
    let _ = std::fs::remove_file(&summary);
    let status = Command::new(jdk.java())
        .args(args)
        .status()
        .map_err(|why| Error::Spawn {
            java: jdk.java(),
            why,
        })?;
    if json && let Ok(text) = std::fs::read_to_string(&summary) {
        crate::help::print(&text)?;
    }
    exit(status, &summary)
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
    if config.jobs > 1 {
        return Err(Error::Cli(
            "fray junit runs one test after another, without --jobs".into(),
        ));
    }
    if config.sarif.is_some() {
        return Err(Error::Cli(
            "fray junit writes --junit-xml and --json, but no --sarif".into(),
        ));
    }
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
