//! Drives the real command, with the real agent on the real JDKs.
#![allow(dead_code, missing_docs)]

pub mod fake;
pub mod java;
pub mod jdwp;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

/// A folder of its own, and commands that run in it.
pub struct Lab {
    folder: TempDir,
}

/// How a command ended.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Lab {
    pub fn new() -> Lab {
        Lab {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// A command of fray in this folder, with nothing of the tester's environment in its way.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(fray());
        command
            .args(args)
            .current_dir(self.path())
            .env_remove("JDK_JAVA_OPTIONS")
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("FRAY_JDKS")
            .env_remove("NO_COLOR");
        command
    }

    /// Runs fray with the words of a line as its arguments.
    pub fn fray(&self, line: &str) -> Ran {
        run(&mut self.command(line.split_whitespace()))
    }

    /// Kind and message of each failure in the report, which must have been replayed.
    pub fn failures(&self) -> Vec<(String, String)> {
        let text = fs::read_to_string(self.file("fray-report/summary.json")).unwrap();
        let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
        let failures = summary["failures"].as_array().unwrap();
        let text =
            |failure: &serde_json::Value, name: &str| failure[name].as_str().unwrap().to_owned();
        for failure in failures {
            assert_eq!(failure["replayed"], true, "{failures:#?}");
        }
        failures
            .iter()
            .map(|failure| (text(failure, "kind"), text(failure, "message")))
            .collect()
    }

    /// Replays what was found in a process of its own, where nothing is left of other executions, and
    /// throws the report away.
    pub fn replay_and_forget(&self, home: &Path) {
        run(self
            .command(["replay", "fray-report"])
            .env("JAVA_HOME", home))
        .exits(1);
        fs::remove_dir_all(self.file("fray-report")).unwrap();
    }
}

pub fn run(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran::of(&output)
}

impl Ran {
    pub fn of(output: &Output) -> Ran {
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Demands an exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    /// Demands that fray says exactly this sentence, and nothing else.
    #[track_caller]
    pub fn says(self, sentence: &str) -> Ran {
        let lines: Vec<&str> = self
            .err
            .lines()
            .filter(|line| line.starts_with("fray: "))
            .collect();
        assert_eq!(lines, [format!("fray: {sentence}")], "{self:#?}");
        self
    }
}

/// The command, with the agent built beside it. `cargo test` builds the command but not the agent,
/// since a `cdylib` cannot be a dependency.
pub fn fray() -> &'static Path {
    static FRAY: OnceLock<PathBuf> = OnceLock::new();
    FRAY.get_or_init(|| {
        let fray = PathBuf::from(env!("CARGO_BIN_EXE_fray"));
        let profile = fray.parent().unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", "fray-agent"]);
        cargo.arg("--target-dir").arg(profile.parent().unwrap());
        if profile.ends_with("release") {
            cargo.arg("--release");
        }
        let status = cargo
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()
            .unwrap();
        assert!(status.success(), "the agent does not build");
        fray
    })
}
