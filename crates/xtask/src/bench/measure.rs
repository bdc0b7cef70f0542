//! Runs commands and takes their processor time: what a busy machine changes least.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};
use fray_testkit::jdk::Jdk;
use fray_testkit::{java, place, subjects};

/// What a run took, in seconds.
#[derive(Clone, Copy)]
pub struct Taken {
    /// Processor time of the command and all that it started.
    pub processor: f64,
    /// Time on the clock.
    pub clock: f64,
}

/// What all measurements use.
pub struct Bench {
    /// The JDK that programs run on.
    pub jdk: Jdk,
    /// The command, built with optimisation.
    pub fray: PathBuf,
    /// The compiled subjects.
    pub subjects: PathBuf,
    /// The compiled programs of the benchmark itself.
    pub programs: PathBuf,
    report: PathBuf,
}

impl Bench {
    /// Builds all that is needed.
    pub fn new(jdk: Jdk) -> Result<Self> {
        crate::test::cargo(&["build", "--release", "-p", "fray", "-p", "fray-agent"])?;
        let programs = place::scratch("bench");
        let source = |name: &str| place::repository().join("crates/xtask/java").join(name);
        let sources = ["Hello.java", "Loop.java", "Steps.java"].map(source);
        java::compile(17, &programs, &programs, &sources);
        Ok(Bench {
            jdk,
            fray: place::target().join("release").join("fray"),
            subjects: subjects::classes(),
            report: place::scratch("bench-report"),
            programs,
        })
    }

    /// `java` with these arguments.
    pub fn java<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Result<Taken> {
        let mut command = timed(self.jdk.home.join("bin").join("java"));
        take(command.args(arguments), &[0])
    }

    /// `fray` with these arguments, on the same JDK.
    pub fn fray<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Result<Taken> {
        let mut command = timed(&self.fray);
        command.arg("--jdk").arg(&self.jdk.home);
        command.args(["--quiet", "--seed=1", "--report"]);
        take(command.arg(&self.report).args(arguments), &[0, 1])
    }

    /// A number in the summary that the last run of `fray` left.
    pub fn summary(&self, name: &str) -> Result<f64> {
        let text = std::fs::read_to_string(self.report.join("summary.json"))?;
        let summary: serde_json::Value = serde_json::from_str(&text)?;
        summary[name].as_f64().context(name.to_owned())
    }
}

/// The command under a shell that takes its time.
pub fn timed(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("bash");
    let script = "TIMEFORMAT='%U %S %R'; { time \"$@\" >/dev/null 2>&3; } 3>&2";
    command.args(["-c", script, "bash"]).arg(program);
    command
}

/// Runs it; it must end with one of these codes.
pub fn take(command: &mut Command, expected: &[i32]) -> Result<Taken> {
    let output = command.output().context("no shell")?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output
        .status
        .code()
        .is_some_and(|code| expected.contains(&code))
    {
        bail!("{command:?}: {}\n{text}", output.status);
    }
    let last = text.lines().last().unwrap_or_default();
    let times: Vec<f64> = last
        .split(' ')
        .filter_map(|word| word.parse().ok())
        .collect();
    match times[..] {
        [user, system, clock] => Ok(Taken {
            processor: user + system,
            clock,
        }),
        _ => bail!("{command:?}: no times in: {text}"),
    }
}

/// The middle one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
