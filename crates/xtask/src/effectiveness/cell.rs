//! One run of the command: a subject or its twin, a strategy and a seed.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use fray_testkit::jdk::Jdk;
use fray_testkit::run;
use fray_testkit::strategies::DEFAULT;
use fray_testkit::subjects::Subject;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::SCT;

/// Executions at most: of the patterns of SCTBench with the default strategy, and elsewhere.
pub const EXECUTIONS_SCT: u64 = 10_000;
pub const EXECUTIONS: u64 = 1_000;

/// Executions of each twin with each strategy.
pub const TWIN_EXECUTIONS: u64 = 2_000;

/// More than any subject needs that does not livelock.
const LIVELOCK_STEPS: u64 = 20_000;

/// A run that takes longer ends with what it has.
pub const TIME_LIMIT: &str = "120s";

/// Far beyond that: something hangs.
const LIMIT: Duration = Duration::from_secs(600);

/// What makes a short-lived JVM quick.
const QUICK: [&str; 3] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"];

/// What to run.
#[derive(Debug)]
pub struct Cell {
    class: String,
    strategy: String,
    seed: u64,
    executions: u64,
    memory: bool,
    /// What must be found, if anything may be.
    bug: Option<String>,
    /// The oldest JDK that it runs on.
    pub min_jdk: u32,
}

impl Cell {
    /// The program with the bug.
    pub fn bug(subject: &Subject, strategy: &str, seed: u64) -> Cell {
        let long = subject.set == SCT && strategy == DEFAULT;
        Cell {
            class: subject.class.clone(),
            strategy: strategy.to_owned(),
            seed,
            executions: if long { EXECUTIONS_SCT } else { EXECUTIONS },
            memory: subject.memory,
            bug: Some(subject.bug.clone()),
            min_jdk: subject.min_jdk,
        }
    }

    /// Its twin, in which nothing may be found.
    pub fn twin(subject: &Subject, strategy: &str) -> Cell {
        Cell {
            class: subject.ok.clone(),
            executions: TWIN_EXECUTIONS,
            bug: None,
            ..Cell::bug(subject, strategy, 1)
        }
    }

    /// Runs it.
    pub fn run(&self, fray: &Path, jdk: &Jdk, classes: &Path, folder: &Path) -> Result<Outcome> {
        let report = folder.join("report");
        let _ = fs::remove_dir_all(&report);
        let mut command = Command::new(fray);
        command
            .arg(format!("--strategy={}", self.strategy))
            .arg(format!("--seed={}", self.seed))
            .arg(format!("--iter={}", self.executions))
            .args([
                "--shrink=0",
                "--time-limit",
                TIME_LIMIT,
                "--no-color",
                "--jdk",
            ])
            .arg(&jdk.home)
            .arg("--report")
            .arg(&report);
        if self.memory {
            command.arg("--memory");
        }
        if self.bug.as_deref() == Some("livelock") {
            command.arg(format!("--max-steps={LIVELOCK_STEPS}"));
        }
        command.args(QUICK).arg("-cp").arg(classes).arg(&self.class);
        let output = run::limited(command.current_dir(folder), LIMIT)
            .with_context(|| format!("does not end: {command:?}"))?;
        let status = output.status.code().unwrap_or(-1);
        let summary = fs::read_to_string(report.join("summary.json")).unwrap_or_default();
        let summary: Value = serde_json::from_str(&summary).unwrap_or_default();
        let failure = &summary["failures"][0];
        match (status, &self.bug) {
            (0, _) => {}
            (1, Some(bug)) => ensure!(is(bug, failure), "{command:?}: not {bug}: {failure}"),
            (1, None) => bail!("a correct program was reported: {command:?}: {failure}"),
            _ => {
                let errors = String::from_utf8_lossy(&output.stderr);
                bail!("{command:?}: exit status {status}\n{errors}")
            }
        }
        Ok(Outcome {
            class: self.class.clone(),
            strategy: self.strategy.clone(),
            seed: self.seed,
            found: failure["iteration"].as_u64().map(|iteration| iteration + 1),
            executions: summary["iterations"].as_u64().unwrap_or(0),
            exhausted: summary["exhausted"].as_bool().unwrap_or(false),
        })
    }
}

/// Whether a failure is the bug that the list of subjects names, and replays.
fn is(bug: &str, failure: &Value) -> bool {
    let text = |name: &str| failure[name].as_str().unwrap_or_default();
    let right = match bug.split_once(':') {
        Some((kind, exception)) => text("kind") == kind && text("signature").contains(exception),
        None => text("kind") == bug,
    };
    right && failure["replayed"] == Value::Bool(true)
}

/// What came of a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Outcome {
    /// The main class.
    pub class: String,
    /// The strategy.
    pub strategy: String,
    /// The seed.
    pub seed: u64,
    /// The execution that showed the bug, from 1.
    pub found: Option<u64>,
    /// Executions made.
    pub executions: u64,
    /// Whether the strategy had nothing left to explore.
    pub exhausted: bool,
}

impl Outcome {
    /// Those of a file, which need not be there.
    pub fn read_all(path: &Path) -> Result<Vec<Outcome>> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let outcomes = text.lines().map(|line| Ok(serde_json::from_str(line)?));
        outcomes.collect()
    }

    /// As a line of that file.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("it is plain data") + "\n"
    }

    /// Whether it is what this cell asks for.
    pub fn is_of(&self, cell: &Cell) -> bool {
        self.class == cell.class && self.strategy == cell.strategy && self.seed == cell.seed
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}: ", self.class, self.strategy, self.seed)?;
        match self.found {
            Some(execution) => write!(f, "found in execution {execution}"),
            None => write!(f, "nothing in {} executions", self.executions),
        }
    }
}
