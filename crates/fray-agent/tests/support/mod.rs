//! Runs the command over subjects, a few at a time, and over the programs of `tests/java`.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use fray_testkit::jdk::{self, Jdk};
use fray_testkit::subjects::{self, Subject};
use fray_testkit::{agent, java, place, run, skip};
use serde_json::Value;

/// What makes a short-lived JVM quick.
const QUICK: [&str; 3] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"];

/// Where and how one subject runs.
pub struct Run<'a> {
    pub jdk: &'a Jdk,
    pub classes: &'a Path,
    pub folder: PathBuf,
}

/// What came out of it.
pub struct Outcome {
    command: String,
    /// Exit status.
    pub status: i32,
    /// What it printed.
    pub output: String,
    report: PathBuf,
    digests: String,
}

impl Run<'_> {
    /// Feature release of the JDK.
    pub fn feature(&self) -> u32 {
        self.jdk.feature()
    }

    /// A folder for this run alone: reports and whatever the program writes.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The command on a main class.
    pub fn command(&self, options: &[String], class: &str) -> Command {
        self.command_with(options, &[class])
    }

    fn command_with(&self, options: &[String], program: &[&str]) -> Command {
        let report = self.folder.join("report");
        let _ = std::fs::remove_dir_all(&report);
        let digests = self.folder.join("digests");
        let _ = std::fs::remove_file(&digests);
        let mut command = Command::new(agent::command());
        command
            .args(options)
            .args(["--no-color", "--jdk"])
            .arg(&self.jdk.home)
            .arg("--report")
            .arg(&report)
            .args(QUICK)
            .arg("-cp")
            .arg(self.classes)
            .args(program)
            .env("FRAY_DIGESTS", digests)
            .current_dir(&self.folder);
        command
    }

    /// Runs the command on a main class.
    pub fn fray(
        &self,
        options: &[String],
        class: &str,
        limit: Duration,
    ) -> Result<Outcome, String> {
        self.fray_with(options, &[class], limit)
    }

    /// The same, with arguments of the program behind its main class.
    pub fn fray_with(
        &self,
        options: &[String],
        program: &[&str],
        limit: Duration,
    ) -> Result<Outcome, String> {
        self.end(&mut self.command_with(options, program), limit)
    }

    /// Runs a recording in a new process.
    pub fn replay(&self, recording: &Path, limit: Duration) -> Result<Outcome, String> {
        let mut command = Command::new(agent::command());
        command
            .arg("replay")
            .arg(recording)
            .args(["--no-color", "--jdk"])
            .arg(&self.jdk.home)
            .arg("--report")
            .arg(self.folder.join("replay"))
            .current_dir(&self.folder);
        self.end(&mut command, limit)
    }

    /// Demands that a recording gives the same failure, so many times.
    pub fn replays(&self, recording: &Path, times: u32, limit: Duration) -> Result<(), String> {
        for time in 1..=times {
            let outcome = self.replay(recording, limit)?;
            if outcome.status != 1 || !outcome.output.contains("and the same failure.") {
                return Err(outcome.describe(&format!("replay {time} of {times}")));
            }
        }
        Ok(())
    }

    fn end(&self, command: &mut Command, limit: Duration) -> Result<Outcome, String> {
        let text = format!("{command:?}");
        let Some(output) = run::limited(command, limit) else {
            return Err(format!("did not end within {limit:?}: {text}"));
        };
        let digests = std::fs::read_to_string(self.folder.join("digests")).unwrap_or_default();
        Ok(Outcome {
            command: text,
            status: output.status.code().unwrap_or(-1),
            output: String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr),
            report: self.folder.join("report"),
            digests,
        })
    }
}

impl Outcome {
    /// What the report says.
    pub fn summary(&self) -> Result<Value, String> {
        let text = std::fs::read_to_string(self.report.join("summary.json"));
        let text = text.map_err(|error| self.describe(&format!("has no report: {error}")))?;
        serde_json::from_str(&text).map_err(|error| self.describe(&error.to_string()))
    }

    /// A line per execution, with all that must be the same in another process.
    pub fn digests(&self) -> Vec<String> {
        self.digests.lines().map(str::to_owned).collect()
    }

    /// The folders of the failures.
    pub fn failures(&self) -> Vec<PathBuf> {
        let summary = self.summary().unwrap_or_default();
        let failures = summary["failures"].as_array().cloned().unwrap_or_default();
        let folders = failures.iter().filter_map(|it| it["folder"].as_str());
        folders.map(|name| self.report.join(name)).collect()
    }

    /// A complaint with everything that helps to understand it.
    pub fn describe(&self, wrong: &str) -> String {
        let last: Vec<_> = self.output.lines().rev().take(12).collect();
        let last: Vec<_> = last.into_iter().rev().collect();
        format!(
            "{wrong} (exit status {})\n    {}\n    {}",
            self.status,
            self.command,
            last.join("\n    ")
        )
    }
}

/// Whether the failure in a report is the bug that the table names, and replays.
#[allow(dead_code, reason = "not every test program needs it")]
pub fn expected(bug: &str, summary: &Value) -> Result<(), String> {
    let failure = &summary["failures"][0];
    let text = |name: &str| failure[name].as_str().unwrap_or_default();
    let right = match bug.split_once(':') {
        Some((kind, exception)) => text("kind") == kind && text("signature").contains(exception),
        None => text("kind") == bug,
    };
    if !right {
        return Err(format!("expected {bug}, found {failure}"));
    }
    if failure["replayed"] != Value::Bool(true) {
        return Err(format!("the failure does not replay: {failure}"));
    }
    Ok(())
}

/// Runs `check` on every JDK, with the compiled programs of `tests/java` on the class path.
pub fn programs(name: &str, check: impl Fn(&Run<'_>) -> Result<(), String>) {
    for jdk in &jdk::all() {
        let run = Run {
            jdk,
            classes: own_classes(),
            folder: place::scratch(&format!("{name}-{}", jdk.version)),
        };
        if let Err(error) = check(&run) {
            panic!("on JDK {}: {error}", jdk.version);
        }
    }
}

/// The programs of `tests/java`, compiled once per test program.
fn own_classes() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = place::scratch(&format!("programs-{}", std::process::id()));
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
        let sources = sources.read_dir().expect("part of the repository");
        let sources = sources.map(|it| it.expect("readable").path());
        let sources: Vec<_> = sources.filter(|path| path.is_file()).collect();
        java::compile(17, &folder, &folder, &sources);
        folder
    })
}

/// The compiled programs of a folder of `tests/java`.
pub fn program(name: &str) -> PathBuf {
    program_for(17, name)
}

/// The same for a release: of programs that need a newer JDK.
pub fn program_for(release: u32, name: &str) -> PathBuf {
    let sources = place::repository()
        .join("crates/fray-agent/tests/java")
        .join(name);
    let sources: Vec<_> = sources
        .read_dir()
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    static COMPILED: Mutex<Vec<(String, PathBuf)>> = Mutex::new(Vec::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(|e| e.into_inner());
    if let Some((_, folder)) = compiled.iter().find(|(known, _)| known == name) {
        return folder.clone();
    }
    let folder = place::scratch(&format!("programs-{name}-{}", std::process::id()));
    java::compile(release, &folder, &folder, &sources);
    compiled.push((name.to_owned(), folder.clone()));
    folder
}

/// Runs `check` for every subject on every JDK that can run it and demands that all are well.
pub fn on_every_jdk(name: &str, check: impl Fn(&Run<'_>, &Subject) -> Result<(), String> + Sync) {
    let classes = subjects::classes();
    let only = std::env::var("FRAY_SUBJECT").unwrap_or_default();
    let (jdks, subjects) = (jdk::all(), subjects::all());
    let pairs = jdks
        .iter()
        .flat_map(|jdk| subjects.iter().map(move |it| (jdk, it)));
    let compiled = |subject: &Subject| {
        let file = subject.class.replace('.', "/") + ".class";
        classes.join(file).exists()
    };
    let wanted = pairs.filter(|(jdk, it)| jdk.feature() >= it.min_jdk && it.class.contains(&only));
    let (work, left): (Vec<_>, Vec<_>) = wanted.partition(|(_, it)| compiled(it));
    if let Some((_, subject)) = left.first() {
        let count = left.len();
        let class = &subject.class;
        skip::aloud(&format!(
            "{count} subjects ({class} and others), which no compiler here knows"
        ));
    }
    assert!(!work.is_empty(), "no subject is called {only}");
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let start = Instant::now();
    thread::scope(|scope| {
        for worker in 0..workers() {
            let (next, wrong, work, check, classes) = (&next, &wrong, &work, &check, &classes);
            scope.spawn(move || {
                let folder = place::scratch(&format!("subjects-{name}-{worker}"));
                while let Some((jdk, subject)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (jdk, folder) = (*jdk, folder.clone());
                    let run = Run {
                        jdk,
                        classes,
                        folder,
                    };
                    if let Err(error) = check(&run, subject) {
                        let line = format!("{} on JDK {}: {error}", subject.class, jdk.version);
                        eprintln!("{line}");
                        wrong.lock().unwrap().push(line);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    println!(
        "{name}: {} of {} as expected, in {} s",
        work.len() - wrong.len(),
        work.len(),
        start.elapsed().as_secs()
    );
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Several tests run at the same time: together they keep all cores busy.
fn workers() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    (cores / 2).max(1)
}
