//! Real libraries under the real command, on every JDK found: nothing is found in ordinary uses of
//! them, their executions repeat, and a mistake that is planted in each is found and replays in new
//! processes.
//!
//! `FRAY_LIBRARIES=full` runs each with every strategy for longer; `FRAY_LIBRARY=name` runs those whose
//! class contains the name. Without Maven Central nothing is tested, which is said.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use fray_testkit::drivers::{self, Compiled, DRIVERS, Driver};
use fray_testkit::jdk::{self, Jdk};
use fray_testkit::strategies::{DEFAULT, STRATEGIES};
use fray_testkit::{agent, place, run};

const SEED: &str = "--seed=1";

/// What makes a short-lived JVM quick.
const QUICK: [&str; 3] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"];

/// By default, and in full.
const EXECUTIONS: u32 = 5;
const EXECUTIONS_FULL: u32 = 200;

/// Executions of which each is made twice.
const CHECKED: u32 = 2;
const CHECKED_FULL: u32 = 20;

/// Every planted mistake shows within a tenth of these.
const PLANTED_EXECUTIONS: u32 = 1_000;
const REPLAYS: u32 = 1;
const REPLAYS_FULL: u32 = 5;

/// What does not end by then hangs.
const LIMIT: Duration = Duration::from_secs(300);
const LIMIT_FULL: Duration = Duration::from_secs(1800);

fn full() -> bool {
    std::env::var("FRAY_LIBRARIES").is_ok_and(|value| value == "full")
}

/// One or the other.
fn by_default<T>(few: T, many: T) -> T {
    if full() { many } else { few }
}

struct Run<'a> {
    compiled: &'a Compiled,
    jdk: &'a Jdk,
    driver: &'a Driver,
    report: PathBuf,
}

impl Run<'_> {
    fn explore(&self, options: &[&str], arguments: &[&str]) -> Output {
        let mut command = Command::new(agent::command());
        command
            .args(options)
            .args([SEED, "--no-color", "--jdk"])
            .arg(&self.jdk.home)
            .arg("--report")
            .arg(&self.report)
            .args(QUICK)
            .arg("-cp")
            .arg(self.compiled.class_path(self.driver))
            .arg(self.driver.class)
            .args(arguments);
        self.limited(&mut command)
    }

    fn replay(&self, failure: &Path) -> Output {
        let mut command = Command::new(agent::command());
        // A recording says which JDK it was made on, not where that is.
        command.env("JAVA_HOME", &self.jdk.home);
        self.limited(command.arg("replay").arg(failure))
    }

    fn limited(&self, command: &mut Command) -> Output {
        let limit = by_default(LIMIT, LIMIT_FULL);
        let folder = self.report.parent().expect("it is in a folder");
        run::limited(command.current_dir(folder), limit)
            .unwrap_or_else(|| panic!("{command:?} does not end"))
    }

    /// Whether all that was found is the mistake that the library is known to have.
    fn found_only_the_mistake(&self, output: &Output) -> bool {
        let Some(mistake) = self.driver.mistake else {
            return false;
        };
        if output.status.code() != Some(1) {
            return false;
        }
        let summary = std::fs::read_to_string(self.report.join("summary.json")).expect("readable");
        let summary: serde_json::Value = serde_json::from_str(&summary).expect("valid");
        let failures = summary["failures"].as_array().expect("a list");
        failures.iter().all(|failure| {
            let signature = failure["signature"].as_str().expect("text");
            signature.contains(mistake) && failure["replayed"] == true
        })
    }

    /// Demands an exit status.
    fn demand(&self, status: i32, output: &Output, what: &str) {
        assert_eq!(
            output.status.code(),
            Some(status),
            "{} on JDK {}, {what}:\n{}{}",
            self.driver.class,
            self.jdk.version,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// Runs `check` for every driver, on these JDKs.
fn each(name: &str, jdks: &[Jdk], check: impl Fn(&Run<'_>)) {
    let Some(compiled) = drivers::compiled() else {
        return;
    };
    let only = std::env::var("FRAY_LIBRARY").unwrap_or_default();
    for jdk in jdks {
        for driver in DRIVERS.iter().filter(|it| it.class.contains(&only)) {
            let report = place::scratch(&format!("libraries-{name}")).join("report");
            check(&Run {
                compiled,
                jdk,
                driver,
                report,
            });
        }
    }
}

#[test]
fn nothing_is_found_in_ordinary_use() {
    let executions = format!("--iter={}", by_default(EXECUTIONS, EXECUTIONS_FULL));
    each("use", &jdk::all(), |run| {
        for strategy in by_default(&[DEFAULT][..], &STRATEGIES) {
            let option = format!("--strategy={strategy}");
            let output = run.explore(&[&option, &executions, "--keep-going"], &[]);
            if !run.found_only_the_mistake(&output) {
                run.demand(0, &output, strategy);
            }
        }
    });
}

/// By default on one JDK only, so as to be quick.
#[test]
fn executions_repeat() {
    let executions = format!("--iter={}", by_default(CHECKED, CHECKED_FULL));
    let jdks = jdk::all();
    each("repeat", by_default(&jdks[..1], &jdks), |run| {
        let output = run.explore(&["--check-determinism", &executions], &[]);
        run.demand(0, &output, "each twice");
    });
}

#[test]
fn planted_mistakes_are_found_and_replay_in_a_new_process() {
    let executions = format!("--iter={PLANTED_EXECUTIONS}");
    let jdks = jdk::all();
    let newest = &jdks[jdks.len() - 1..];
    each("planted", by_default(newest, &jdks), |run| {
        let shrink = by_default("--shrink=20", "--shrink=500");
        let output = run.explore(&[&executions, shrink], &["planted"]);
        run.demand(1, &output, "planted");
        let found = run.report.read_dir().expect("there is a report");
        let folder = found.map(|entry| entry.expect("readable").path());
        let folder = folder.into_iter().find(|path| path.is_dir());
        let folder = folder.expect("a failure has a folder");
        for _ in 0..by_default(REPLAYS, REPLAYS_FULL) {
            let output = run.replay(&folder);
            run.demand(1, &output, "replayed");
        }
    });
}
