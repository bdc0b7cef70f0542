//! `fray doctor`: which JDKs there are, and whether fray really controls programs on them.
//!
//! Nothing is taken on trust: each answer comes from a small program that is run under control.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use fray_core::config::{Config, Engine, StrategySpec};

use crate::builtin::SELF_CHECK;
use crate::error::Error;
use crate::exit::Exit;
use crate::help::print;
use crate::jdk::{self, Jdk, JdkError};
use crate::run::{self, Launch, Record, agent};

/// Executions for a self-check. A random walk finds the order looked for in more than every tenth
/// execution, so that missing it has a probability below 1 in 30,000.
const EXECUTIONS: u64 = 100;

/// `fray doctor`.
pub fn command(matches: &ArgMatches) -> Result<Exit, Error> {
    let library = agent::locate()?;
    print(&format!(
        "fray {}, agent {}\n",
        env!("CARGO_PKG_VERSION"),
        library.display()
    ))?;
    let option = matches.get_one::<PathBuf>("jdk").map(PathBuf::as_path);
    let folder = tempfile::tempdir().map_err(Error::io("make a temporary folder"))?;
    SELF_CHECK.extract(folder.path())?;
    let mut good = 0;
    for found in jdk::all(option) {
        match found {
            Err(error) => print(&format!("\n{error}\n"))?,
            Ok(jdk) => {
                let (text, is_good) = examine(&jdk, folder.path());
                good += u32::from(is_good);
                print(&format!("\n{text}"))?
            }
        };
    }
    match good {
        0 => Err(Error::NoGoodJdk),
        _ => Ok(Exit::Clean),
    }
}

/// What there is to say about one JDK, and whether it is good.
fn examine(jdk: &Jdk, folder: &Path) -> (String, bool) {
    let mut text = format!("JDK {}", jdk.version.text);
    if let Some(vendor) = &jdk.vendor {
        text.push_str(&format!(" ({vendor})"));
    }
    text.push_str(&format!(
        " in {}, from {}\n",
        jdk.home.display(),
        jdk.origin
    ));
    if let Err(error) = jdk.check() {
        let why = match error {
            JdkError::TooOld { .. } => "too old",
            _ => "newer than this fray knows",
        };
        let (oldest, newest) = (jdk::OLDEST, jdk::NEWEST);
        text.push_str(&format!(
            "  not usable   {why}: fray works on JDK {oldest} to {newest}\n"
        ));
        return (text, false);
    }
    let check = Check { jdk, folder };
    let control = check.control(Engine::Threads);
    let mut line = |name: &str, result: &Result<String, String>| {
        let (mark, words) = match result {
            Ok(words) => ("ok", words),
            Err(words) => ("--", words),
        };
        text.push_str(&format!("  {mark} {name:<16} {words}\n"));
    };
    line("control", &control);
    if control.is_ok() {
        line("identity hashes", &check.hashes());
        line("fibers engine", &check.control(Engine::Fibers));
    }
    let is_good = control.is_ok();
    (text, is_good)
}

struct Check<'a> {
    jdk: &'a Jdk,
    folder: &'a Path,
}

impl Check<'_> {
    /// Whether a bug is found that shows only under control.
    fn control(&self, engine: Engine) -> Result<String, String> {
        let record = self.run("order", engine, 1)?;
        let in_use = record.start.map(|start| start.engine).unwrap_or_default();
        if in_use != engine.to_string() {
            return Err("not available here".to_owned());
        }
        match record.failures.first() {
            Some(failure) => {
                let words = match engine {
                    Engine::Fibers => "works, and is used unless --engine says otherwise",
                    _ => "threads are scheduled by fray",
                };
                let execution = failure.execution();
                Ok(format!(
                    "{words} (found a lost update in execution {execution})"
                ))
            }
            None => Err("threads are not under control: a known bug was not found".to_owned()),
        }
    }

    /// Identity hash codes must follow the seed and nothing else: not the engine either.
    fn hashes(&self) -> Result<String, String> {
        let hash = |engine, seed| {
            let record = self.run("hash", engine, seed)?;
            let failure = record.failures.into_iter().next();
            failure
                .map(|failure| failure.message)
                .ok_or_else(|| "not known: the self-check did not tell".to_owned())
        };
        let first = hash(Engine::Threads, 1)?;
        let (again, other) = (hash(Engine::Auto, 1)?, hash(Engine::Auto, 2)?);
        if first != again {
            return Err("not reproducible: they differ for the same seed".to_owned());
        }
        if first == other {
            return Err("not controlled: they do not follow the seed".to_owned());
        }
        Ok("reproducible, a function of the seed".to_owned())
    }

    fn run(&self, what: &str, engine: Engine, seed: u64) -> Result<Record, String> {
        let config = Config {
            engine,
            seed: Some(seed),
            iter: EXECUTIONS,
            strategy: StrategySpec::Random,
            shrink: 0,
            quiet: true,
            report: self.folder.join("report"),
            ..Config::default()
        };
        let command = SELF_CHECK.command(self.folder, &[what]);
        let mut launch = Launch::on(self.jdk, command).map_err(|error| error.to_string())?;
        launch.silent = true;
        run::tell(&launch, &config).map_err(|error| error.to_string())
    }
}
