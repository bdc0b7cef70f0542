//! `fray replay`: a recorded schedule once more.

use std::ffi::OsString;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ArgMatches;
use fray_core::config::{Config, Isolation};
use fray_core::recording::{Header, Recording, note};

use crate::args::{ArgsError, CommandLine, JavaCommand};
use crate::cli;
use crate::error::Error;
use crate::exit::Exit;
use crate::jdk::{Jdk, Version};
use crate::progress::Display;
use crate::report;
use crate::run::{self, Launch, Outcome, agent};

/// Options of a recording that concern the run that made it, not the schedule.
const OF_THE_RUN: &[&str] = &[
    "replay",
    "report",
    "json",
    "junit-xml",
    "sarif",
    "quiet",
    "no-color",
    "jobs",
    "share",
    "dump-classes",
    "time-limit",
    "keep-going",
    "check-determinism",
    "embedded",
];

/// Where a replay's report goes if nothing is said: not among those of searches, whose summary it
/// would replace.
const REPORT: &str = "fray-report/replay";

/// A person with a debugger takes their time.
const DEBUG_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// `fray replay REPORT_OR_RECORDING`.
pub fn command(matches: &ArgMatches) -> Result<Exit, Error> {
    let path = matches
        .get_one::<PathBuf>("recording")
        .cloned()
        .unwrap_or_default();
    let file = report::recording(&path, matches.get_flag("original"))?;
    let header = read(&file)?.header;
    let mut config = configuration(&header, &file)?;
    cli::configure(&mut config, matches)?;
    let jdk = Jdk::choose(matches.get_one::<PathBuf>("jdk").map(PathBuf::as_path))?;
    let mut display = Display::new(&config);
    let file = absolute(file);
    if let Some(note) = go_to_folder(&header, &mut config) {
        display.note(&note);
    }
    for difference in differences(&header, &jdk) {
        display.note(&difference);
    }
    let mut args = target(&header, &file)?;
    if args.iter().any(|arg| arg == crate::junit::LAUNCH) {
        // It is on the recorded class path, and may be gone from there.
        crate::builtin::launch_jar()?;
    }
    if let Some(port) = matches.get_one::<u16>("debug") {
        config.execution_limit = DEBUG_LIMIT;
        // The classes that java has loaded are as good as fresh ones for a single execution, and
        // some debuggers set breakpoints in the first class of a name only.
        config.isolation = Isolation::None;
        args.insert(0, jdwp(*port));
        display.note(&format!(
            "attach a debugger to port {port}: the program starts then"
        ));
    }
    let mut launch = Launch::on(&jdk, JavaCommand::parse(args)?)?;
    launch.variables = variables(&header);
    run::check_places(&config)?;
    let outcome = run::campaign(&launch, &config, &mut display)?;
    outcome.print(&config);
    if matches.get_flag("trace") {
        print_trace(&outcome, &config, &file)?;
    }
    Ok(outcome.exit)
}

/// Goes to where the recorded command was given, since its paths start there; what the user says
/// here still means this folder. The result is what to tell if that is not possible.
fn go_to_folder(header: &Header, config: &mut Config) -> Option<String> {
    let (_, folder) = header.notes.iter().find(|(name, _)| name == note::FOLDER)?;
    let here = std::env::current_dir().ok();
    if here.as_deref() == Some(Path::new(folder)) {
        return None;
    }
    // Before it is another folder that they are relative to.
    let report = absolute(config.report.clone());
    let files = [&config.junit_xml, &config.sarif].map(|file| file.clone().map(absolute));
    match std::env::set_current_dir(folder) {
        Ok(()) => {
            config.report = report;
            [config.junit_xml, config.sarif] = files;
            None
        }
        Err(_) => Some(format!(
            "the recording was made in {folder}, which is not there: paths start here"
        )),
    }
}

fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

/// The variables under which the recorded command was given.
fn variables(header: &Header) -> Vec<(String, String)> {
    let variable = |(name, value): &(String, String)| {
        let name = name.strip_prefix(note::VARIABLE)?;
        Some((name.to_owned(), value.clone()))
    };
    header.notes.iter().filter_map(variable).collect()
}

/// Reads a recording.
pub fn read(file: &Path) -> Result<Recording, Error> {
    let unreadable = |why: String| Error::Recording {
        file: file.to_owned(),
        why,
    };
    let input = File::open(file).map_err(|error| unreadable(error.to_string()))?;
    Recording::read(BufReader::new(input)).map_err(|error| unreadable(error.to_string()))
}

/// The configuration under which the recording was made.
pub fn configuration(header: &Header, file: &Path) -> Result<Config, Error> {
    let mut config = Config::default();
    for (name, value) in &header.options {
        if !OF_THE_RUN.contains(&name.as_str()) {
            config.set(name, value).map_err(|error| Error::Recording {
                file: file.to_owned(),
                why: format!("{error} (it was made by fray {})", header.tool),
            })?;
        }
    }
    config.report = PathBuf::from(REPORT);
    config.replay = Some(file.canonicalize().unwrap_or_else(|_| file.to_owned()));
    Ok(config)
}

/// `fray --replay FILE [java options] Main args`: the configuration of the recording, with what the
/// user gave on top, if the recording is of this program.
pub fn of_program(path: &Path, line: &CommandLine) -> Result<Config, Error> {
    let file = report::recording(path, false)?;
    let header = read(&file)?.header;
    let recorded = JavaCommand::parse(target(&header, &file)?)?;
    if !recorded.is_same_program(&line.java) {
        return Err(Error::OtherProgram {
            file,
            recorded: recorded.words(),
            given: line.java.words(),
        });
    }
    let mut config = configuration(&header, &file)?;
    for (name, value) in line.given.iter().filter(|(name, _)| *name != "replay") {
        config.set(name, value).map_err(ArgsError::from)?;
    }
    Ok(config)
}

/// The `java` command line of the recording, without an agent of ours.
fn target(header: &Header, file: &Path) -> Result<Vec<OsString>, Error> {
    let ours = |arg: &&String| arg.starts_with("-agentpath:") && arg.contains(agent::LIBRARY);
    let args: Vec<OsString> = header
        .target
        .iter()
        .filter(|arg| !ours(arg))
        .map(OsString::from)
        .collect();
    if args.is_empty() {
        return Err(Error::Recording {
            file: file.to_owned(),
            why: "it does not name its program; use 'fray --replay FILE [java options] Main'"
                .into(),
        });
    }
    Ok(args)
}

fn jdwp(port: u16) -> OsString {
    format!("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address={port}").into()
}

/// What is not as it was when the recording was made.
fn differences(header: &Header, jdk: &Jdk) -> Vec<String> {
    let mut found = Vec::new();
    let mine = env!("CARGO_PKG_VERSION");
    if header.tool != mine {
        found.push(format!(
            "the recording was made by fray {}, this is fray {mine}: steps may differ",
            header.tool
        ));
    }
    let then = header.jdk.split_whitespace().next().unwrap_or_default();
    if Version::parse(then).is_some_and(|then| then.feature != jdk.version.feature) {
        found.push(format!(
            "the recording was made on JDK {then}, this is JDK {}: steps may differ",
            jdk.version.text
        ));
    }
    found
}

/// The trace of the failure that the replay showed; if it wrote none, the one beside the recording.
fn print_trace(outcome: &Outcome, config: &Config, file: &Path) -> Result<(), Error> {
    let beside = file.parent().unwrap_or(Path::new("."));
    let folder = outcome.folders(config).pop();
    let trace = [folder.as_deref().unwrap_or(beside), beside]
        .map(|folder| folder.join(report::TRACE))
        .into_iter()
        .find(|trace| trace.is_file());
    if let Some(trace) = trace {
        let text = std::fs::read_to_string(&trace)
            .map_err(Error::io(format!("read {}", trace.display())))?;
        crate::help::print(&text)?;
    }
    Ok(())
}
