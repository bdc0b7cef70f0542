//! What the agent tells while it works: one JSON object per line.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// One line. Kinds and fields that this version does not know are passed over.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The program is about to run under control.
    Start(Start),
    /// How far the run has come.
    Progress(Progress),
    /// A failure, once it has been replayed, shrunk and written down.
    Failure(Failure),
    /// Something that the user should know.
    Note(Note),
    /// The run is over and everything is written.
    End(End),
    /// From another version.
    #[serde(other)]
    Unknown,
}

/// See [`Event::Start`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Start {
    /// Version of the agent.
    pub version: String,
    /// Version of the JDK.
    pub jdk: String,
    /// The strategy.
    pub strategy: String,
    /// The campaign's seed.
    pub seed: u64,
    /// The engine in use.
    pub engine: String,
    /// What time is.
    pub time: String,
    /// Whether executions get fresh classes.
    pub isolation: String,
    /// Where the recording of what runs is, while it runs.
    pub running: Option<PathBuf>,
}

/// See [`Event::Progress`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// Executions done.
    pub executions: u64,
    /// Since the start.
    pub seconds: f64,
    /// Distinct behaviours seen.
    pub behaviours: u64,
    /// Distinct failures seen.
    pub failures: u64,
    /// What is going on.
    pub phase: Phase,
}

/// What the agent is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Running a failing schedule again.
    Confirm,
    /// Making it smaller.
    Shrink,
    /// Running it with tracing on.
    Trace,
    /// Searching.
    #[default]
    #[serde(other)]
    Explore,
}

/// See [`Event::Failure`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Failure {
    /// Such as `deadlock`.
    pub kind: String,
    /// For a person.
    pub message: String,
    /// Name of the thread.
    pub thread: String,
    /// Number of the execution, from 0.
    pub iteration: u64,
    /// Where its report is.
    pub folder: String,
}

impl Failure {
    /// The number of the execution in words for people, who count from 1.
    pub fn execution(&self) -> u64 {
        self.iteration + 1
    }
}

/// See [`Event::Note`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Note {
    /// One sentence.
    pub text: String,
}

/// See [`Event::End`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct End {
    /// 0, 1 or 3.
    pub status: i32,
    /// What is in `summary.json`.
    pub summary: Value,
    /// The words for the terminal.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_agent_writes() {
        let line = r#"{"event":"progress","executions":5,"seconds":0.5,"behaviours":2,"failures":1,"phase":"shrink","new":1}"#;
        let Event::Progress(progress) = serde_json::from_str(line).unwrap() else {
            panic!("not progress");
        };
        assert_eq!((progress.executions, progress.phase), (5, Phase::Shrink));

        let line = r#"{"event":"end","status":1,"summary":{"iterations":7},"text":"words"}"#;
        let Event::End(end) = serde_json::from_str(line).unwrap() else {
            panic!("not an end");
        };
        assert_eq!((end.status, end.text.as_str()), (1, "words"));
        assert_eq!(end.summary["iterations"], 7);

        let unknown = serde_json::from_str(r#"{"event":"weather","text":"rain"}"#).unwrap();
        assert!(matches!(unknown, Event::Unknown));
    }
}
