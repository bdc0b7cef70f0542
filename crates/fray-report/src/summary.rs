//! The outcome of a whole run: what `summary.json` holds.

use fray_core::failure::FailureKind;
use serde::{Deserialize, Serialize};

use crate::model::FailureReport;

/// What a run did and found. The names of the fields are the names in `summary.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Version of fray.
    pub version: String,
    /// The command as the user typed it.
    pub target: String,
    /// Version and vendor of the JDK.
    pub jdk: String,
    /// The strategy with its parameters.
    pub strategy: String,
    /// Seed of the campaign.
    pub seed: u64,
    /// Executions made.
    pub iterations: u64,
    /// Wall-clock time of the executions.
    pub seconds: f64,
    /// [`Self::iterations`] by [`Self::seconds`].
    pub executions_per_second: f64,
    /// Steps of an execution, on average.
    pub steps_per_execution: f64,
    /// Steps at which more than one thread could run, per execution, on average.
    pub switch_points_per_execution: f64,
    /// Behaviours that differ in more than the order of independent steps.
    pub distinct_schedules: u64,
    /// How many of the last executions were looked at for [`Self::new_in_last`].
    #[serde(default)]
    pub last: u64,
    /// How many of the [`Self::last`] executions showed a behaviour not seen before.
    #[serde(default)]
    pub new_in_last: u64,
    /// Estimated probability that one more execution shows a new behaviour; `None` if there
    /// were too few executions to tell.
    #[serde(default)]
    pub unseen_probability: Option<f64>,
    /// Whether every schedule there is was executed.
    #[serde(default)]
    pub exhausted: bool,
    /// The distinct failures, in the order in which they were found.
    pub failures: Vec<FailureEntry>,
    /// What the program did that fray does not control, each a few words.
    pub uncontrolled: Vec<String>,
}

/// One distinct failure in a [`Summary`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FailureEntry {
    /// What kind.
    pub kind: FailureKind,
    /// For a person.
    pub message: String,
    /// Name of the thread in which it showed.
    pub thread: String,
    /// The execution that found it, from 0.
    pub iteration: u64,
    /// How many executions showed it.
    pub count: u64,
    /// Hash of the behaviour.
    #[serde(with = "crate::hex")]
    pub trace_hash: u64,
    /// Steps of the execution.
    pub steps: u64,
    /// Preemptions of the execution that found it.
    pub preemptions: u64,
    /// Preemptions after minimisation.
    pub minimized_preemptions: u64,
    /// Whether the recorded schedule, executed again, gave the same failure.
    pub replayed: bool,
    /// Name of its folder within the report folder; empty if nothing of it could be written.
    pub folder: String,
}

impl FailureEntry {
    /// The entry for a failure whose report is in this folder.
    pub fn new(report: &FailureReport, folder: impl Into<String>) -> Self {
        FailureEntry {
            kind: report.failure.kind,
            message: report.failure.message.clone(),
            thread: report.failing_thread_name(),
            iteration: report.iteration,
            count: report.count,
            trace_hash: report.trace_hash,
            steps: report.steps,
            preemptions: report.preemptions,
            minimized_preemptions: report.minimized_preemptions,
            replayed: report.replayed,
            folder: folder.into(),
        }
    }
}

impl FailureReport {
    /// The name of the thread in which the failure showed.
    pub fn failing_thread_name(&self) -> String {
        let thread = self.failure.thread;
        if !self.failure.thread_name.is_empty() {
            return self.failure.thread_name.clone();
        }
        let label = self.threads.iter().find(|label| label.id == thread);
        label.map_or_else(|| thread.to_string(), |label| label.name.clone())
    }
}
