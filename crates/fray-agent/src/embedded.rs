//! Campaigns that tests ask for, one after another, in a JVM that belongs to a test framework.

use std::path::Path;

use fray_core::campaign::Target;
use fray_core::config::Config;
use fray_core::recording::Recording;
use fray_report::folder::FOLDER;

use crate::agent::agent;
use crate::campaign::{begin_campaign, check_assertions, read_recording, wants_fibers};
use crate::command;
use crate::events::Events;

/// What a recording calls the test that it is of.
const TEST: &str = "test";

/// What `fray` replays: of a failure's folder the smallest schedule.
const MINIMIZED: &str = "minimized.fray";

/// The main class of `fray junit`.
const SUITE: &str = "dev.fray.launch.Suite";

/// What is said of a recording of another test; `FrayTests` knows it too.
const OTHER: &str = "other test: ";

/// A test that asks for a campaign.
pub struct Test {
    /// Such as `com.acme.BankTest#transfers`.
    pub name: String,
    /// Its options, on top of the agent's.
    pub options: String,
    /// How a person runs it again, with `{recording}` in it.
    pub again: String,
    /// Main class and arguments of a program that runs it once; may be empty.
    pub program: Vec<String>,
}

/// Begins a campaign. `fibers`: this JVM has them.
pub fn begin(jdk: String, assertions: bool, fibers: bool, test: Test) -> Result<(), String> {
    let name = test.name;
    let base = &agent().config;
    let mut config = base.clone();
    config
        .set_pairs(&test.options)
        .map_err(|error| error.to_string())?;
    fixed_at_start(base, &config)?;
    check_assertions(assertions)?;
    let recording = match config.replay.take() {
        Some(path) => {
            let file = if path.is_dir() {
                path.join(MINIMIZED)
            } else {
                path
            };
            let recording = read_recording(&file)?;
            adopt(&mut config, &recording, &name, &file)?;
            config.replay = Some(file);
            Some(recording)
        }
        None => None,
    };
    config.report = config.report.join(folder_name(&name));
    config.quiet |= base.quiet;
    let target = Target {
        jdk,
        command: command_of(test.program, &name),
        notes: command::notes()
            .into_iter()
            .chain([(TEST.to_owned(), name)])
            .collect(),
    };
    // Of a folder the smallest recording is taken.
    let replay = test.again.replace("{recording}", FOLDER);
    let fibers = fibers && wants_fibers(&config);
    begin_campaign(config, target, recording, Events::none(), replay, fibers);
    Ok(())
}

/// The arguments of `java` that run the test by itself; its name if there are none.
fn command_of(program: Vec<String>, name: &str) -> Vec<String> {
    let mut arguments = command::arguments();
    match arguments.iter().position(|argument| argument == SUITE) {
        Some(main) if !program.is_empty() => {
            arguments.truncate(main);
            arguments.extend(program);
            arguments
        }
        _ => vec![name.to_owned()],
    }
}

/// Some options decide how classes are rewritten, which happens when they are loaded.
fn fixed_at_start(base: &Config, wanted: &Config) -> Result<(), String> {
    for (name, is, wants) in [
        ("memory", base.memory, wanted.memory),
        ("races", base.races, wanted.races),
        (
            "instrument-locks",
            base.instrument_locks,
            wanted.instrument_locks,
        ),
    ] {
        if wants && !is {
            return Err(format!(
                "{name} must be set when the JVM starts: give the option {name}=true to the agent, or to fray's Maven or Gradle plugin"
            ));
        }
    }
    Ok(())
}

/// Takes over the options under which a recording was made, if it is of this test.
fn adopt(
    config: &mut Config,
    recording: &Recording,
    name: &str,
    file: &Path,
) -> Result<(), String> {
    let header = &recording.header;
    let test = header.notes.iter().find(|(key, _)| key == TEST);
    match test {
        Some((_, test)) if test == name => {}
        Some((_, test)) => {
            return Err(format!(
                "{OTHER}{} is a recording of {test}",
                file.display()
            ));
        }
        None => {
            return Err(format!(
                "{} is not a recording of a test: use 'fray replay'",
                file.display()
            ));
        }
    }
    for option in ["time", "isolation", "max-steps", "spurious"] {
        if let Some((_, value)) = header.options.iter().find(|(key, _)| key == option) {
            config
                .set(option, value)
                .map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(())
}

/// The name of a test as the name of a folder.
fn folder_name(test: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    let replace = |c: char| match c {
        '#' => '.',
        c if plain(c) => c,
        _ => '_',
    };
    test.chars().map(replace).collect()
}
