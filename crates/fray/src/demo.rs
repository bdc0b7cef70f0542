//! `fray demo`: what fray does, shown on a program of thirty lines.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ArgMatches;
use fray_core::config::Config;

use crate::builtin::DEMO;
use crate::error::Error;
use crate::exit::Exit;
use crate::help::print;
use crate::jdk::Jdk;
use crate::progress::{Display, plural};
use crate::replay;
use crate::report;
use crate::run::{self, Launch, Outcome};

/// How often the program is run on plain `java`: enough to make the point in about a second.
const PLAIN_RUNS: u64 = 5;

/// Any would do; with a fixed one everybody sees the same.
const SEED: u64 = 1;

/// `fray demo`.
pub fn command(matches: &ArgMatches) -> Result<Exit, Error> {
    let jdk = Jdk::choose(matches.get_one::<PathBuf>("jdk").map(PathBuf::as_path))?;
    let folder = tempfile::Builder::new()
        .prefix("fray-demo-")
        .tempdir()
        .map_err(Error::io("make a temporary folder"))?
        .keep();
    DEMO.extract(&folder)?;

    print(&format!(
        "The program, in {}:\n\n{}\n\n",
        folder.join("Bank.java").display(),
        indent(body(DEMO.text("Bank.java")))
    ))?;

    let passed = plain_runs(&jdk, &folder)?;
    print(&format!(
        "1. On plain java: {passed} of {} passed.\n\n",
        plural(PLAIN_RUNS, "run")
    ))?;

    print(&format!(
        "2. Under fray: fray -cp {} Bank\n\n",
        folder.display()
    ))?;
    let config = Config {
        seed: Some(SEED),
        report: folder.join("fray-report"),
        ..Config::default()
    };
    let launch = Launch::on(&jdk, DEMO.command(&folder, &[]))?;
    let found = run::campaign(&launch, &config, &mut Display::none())?;
    print(&format!("{}\n\n", indent(found.text.trim_end())))?;
    let Some(failure) = found.folders(&config).pop() else {
        return Err(Error::Demo("the bug was not found"));
    };

    print(&format!(
        "3. Once more: fray replay {}\n\n",
        failure.display()
    ))?;
    let again = replay_of(&failure, &launch, &folder)?;
    // All but the last line is as above.
    let last = again.text.lines().last().unwrap_or_default();
    print(&format!("{}\n\n", indent(last)))?;
    if found.exit != Exit::Found || again.exit != Exit::Found {
        return Err(Error::Demo("the replay did not show the failure again"));
    }
    explain(&failure)?;
    Ok(Exit::Clean)
}

/// Runs the program without fray; how many runs passed.
fn plain_runs(jdk: &Jdk, folder: &Path) -> Result<u64, Error> {
    let mut passed = 0;
    for _ in 0..PLAIN_RUNS {
        let status = Command::new(jdk.java())
            .args(["-ea", "-cp"])
            .arg(folder)
            .arg(DEMO.main)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|why| Error::Spawn {
                java: jdk.java(),
                why,
            })?;
        passed += u64::from(status.success());
    }
    Ok(passed)
}

fn replay_of(failure: &Path, launch: &Launch, folder: &Path) -> Result<Outcome, Error> {
    let file = report::recording(failure, false)?;
    let mut config = replay::configuration(&replay::read(&file)?.header, &file)?;
    config.report = folder.join("fray-replay");
    run::campaign(launch, &config, &mut Display::none())
}

fn explain(failure: &Path) -> Result<(), Error> {
    let trace = failure.join(report::TRACE);
    let text =
        std::fs::read_to_string(&trace).map_err(Error::io(format!("read {}", trace.display())))?;
    print(&format!(
        "4. What happened: fray show {}\n\n{}\n\nThe same as a page for a browser: {}\n",
        failure.display(),
        indent(text.trim_end()),
        failure.join(report::PAGE).display()
    ))?;
    Ok(())
}

/// The source from the class on, without the comment above it.
fn body(source: &str) -> &str {
    source
        .find("public class")
        .map_or(source, |at| &source[at..])
}

fn indent(text: &str) -> String {
    let indented = |line: &str| match line {
        "" => "\n".to_owned(),
        line => format!("    {line}\n"),
    };
    text.lines()
        .map(indented)
        .collect::<String>()
        .trim_end()
        .to_owned()
}
