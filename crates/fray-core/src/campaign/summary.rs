//! What a campaign has to say: `summary.json`, the exit code, one sentence.

use serde::{Deserialize, Serialize};

use super::Campaign;
use crate::config::StrategySpec;
use crate::failure::FailureKind;

/// The numbers of a campaign.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Version of fray.
    pub version: String,
    /// What was run.
    pub target: String,
    /// Version and vendor of the JDK.
    pub jdk: String,
    /// The strategy.
    pub strategy: String,
    /// Seed of the campaign.
    pub seed: u64,
    /// Exploring executions.
    pub iterations: u64,
    /// How long it took.
    pub seconds: f64,
    /// Exploring executions per second, all others included in the time.
    pub executions_per_second: f64,
    /// Steps per exploring execution.
    pub steps_per_execution: f64,
    /// Points with a choice per exploring execution.
    pub switch_points_per_execution: f64,
    /// Changes from one thread to another per exploring execution.
    #[serde(default)]
    pub switches_per_execution: f64,
    /// Different behaviours: schedules that differ only in the order of independent operations
    /// count once.
    pub distinct_schedules: u64,
    /// Hash of the traces of all exploring executions, in their order: equal seeds give equal ones.
    #[serde(default)]
    pub trace_hash: String,
    /// Whether the strategy has explored all that it could.
    #[serde(default)]
    pub exhausted: bool,
    /// One sentence on how much was explored.
    #[serde(default)]
    pub explored: String,
    /// Why fray could not do its job, if it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// What could not be done on fibers, if anything, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_note: Option<String>,
    /// Different failures.
    pub failures: Vec<FailureSummary>,
    /// What was met that fray does not control.
    pub uncontrolled: Vec<String>,
}

/// A failure in the summary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FailureSummary {
    /// What kind.
    pub kind: FailureKind,
    /// For a person.
    pub message: String,
    /// Name of the thread in which it showed.
    pub thread: String,
    /// Execution that showed it first.
    pub iteration: u64,
    /// How often it showed.
    pub count: u64,
    /// Hash of the behaviour, as in the recording.
    pub trace_hash: String,
    /// Steps of that execution.
    pub steps: u64,
    /// Preemptions in it.
    pub preemptions: u64,
    /// Preemptions in the smallest execution that fails in the same way.
    pub minimized_preemptions: Option<u64>,
    /// Steps of that one.
    #[serde(default)]
    pub minimized_steps: Option<u64>,
    /// Whether it showed again, in the same way and after the same steps.
    pub replayed: bool,
    /// Folder within the report; empty if nothing of it could be written.
    pub folder: String,
    /// By which equal failures are recognised.
    #[serde(default)]
    pub signature: String,
}

impl Summary {
    /// The summary of several workers of one campaign: executions are added, the time is that
    /// of the slowest, and equal failures become one. `distinct_schedules` is an upper bound,
    /// since workers may have seen the same.
    pub fn merge(mut self, other: Summary) -> Summary {
        let weighted = |a: f64, b: f64| {
            let n = (self.iterations + other.iterations).max(1) as f64;
            (a * self.iterations as f64 + b * other.iterations as f64) / n
        };
        self.steps_per_execution = weighted(self.steps_per_execution, other.steps_per_execution);
        self.switch_points_per_execution = weighted(
            self.switch_points_per_execution,
            other.switch_points_per_execution,
        );
        self.switches_per_execution =
            weighted(self.switches_per_execution, other.switches_per_execution);
        self.iterations += other.iterations;
        self.seconds = self.seconds.max(other.seconds);
        self.executions_per_second = self.iterations as f64 / self.seconds.max(1e-9);
        self.distinct_schedules += other.distinct_schedules;
        self.trace_hash = format!("{} {}", self.trace_hash, other.trace_hash);
        self.exhausted &= other.exhausted;
        self.trouble = self.trouble.or(other.trouble);
        self.engine_note = self.engine_note.or(other.engine_note);
        for failure in other.failures {
            match self
                .failures
                .iter_mut()
                .find(|known| known.signature == failure.signature)
            {
                Some(known) => {
                    known.count += failure.count;
                    if known.folder.is_empty() {
                        known.folder = failure.folder;
                    }
                }
                None => self.failures.push(failure),
            }
        }
        for what in other.uncontrolled {
            if !self.uncontrolled.contains(&what) {
                self.uncontrolled.push(what);
            }
        }
        self
    }
}

impl Campaign {
    /// Why fray could not do its job, if it could not.
    pub fn trouble(&self) -> Option<String> {
        let unreplayed = || {
            let found = self
                .found
                .iter()
                .find(|found| found.is_reported() && !found.replayed)?;
            let why = match &found.divergence {
                Some(divergence) => divergence.to_string(),
                None => "the same steps did not lead to it again".to_owned(),
            };
            Some(format!("a failure could not be replayed: {why}"))
        };
        self.trouble.clone().or_else(unreplayed)
    }

    /// 0: nothing found; 1: a failure was found and replayed; 3: fray could not do its job.
    pub fn exit_code(&self) -> i32 {
        if self.trouble.is_some() {
            3
        } else if self.found.iter().any(|found| found.replayed) {
            1
        } else if self.found.is_empty() {
            0
        } else {
            3
        }
    }

    /// One sentence on how much was explored.
    pub fn explored_sentence(&self) -> String {
        let n = self.totals.executions;
        let all = match self.config.strategy {
            _ if !self.exhausted => return self.coverage.sentence(),
            StrategySpec::Delay { bound: Some(bound) } => {
                format!("All schedules with at most {bound} delays")
            }
            StrategySpec::Icb { bound: Some(bound) } => {
                format!("All schedules with at most {bound} preemptions")
            }
            // Equivalent ones count as one: see `strategy::dfs`.
            _ => "All orders of synchronisation".to_owned(),
        };
        let spurious = match (self.config.spurious, self.config.spurious_bound) {
            (false, _) => String::new(),
            (true, bound) => format!(" and at most {bound} spurious wake-ups each"),
        };
        format!("{all}{spurious} were explored, in {n} executions.")
    }

    /// The numbers so far.
    pub fn summary(&self) -> Summary {
        let seconds = self.started.elapsed().as_secs_f64();
        let per_execution = |total: u64| match self.totals.executions {
            0 => 0.0,
            n => total as f64 / n as f64,
        };
        Summary {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            target: self.target.command.join(" "),
            jdk: self.target.jdk.clone(),
            strategy: self.config.strategy.to_string(),
            seed: self.seed,
            iterations: self.totals.executions,
            seconds,
            executions_per_second: self.totals.executions as f64 / seconds.max(1e-9),
            steps_per_execution: per_execution(self.totals.steps),
            switch_points_per_execution: per_execution(self.totals.switch_points),
            switches_per_execution: per_execution(self.totals.switches),
            distinct_schedules: self.coverage.distinct(),
            trace_hash: format!("{:#018x}", self.totals.trace_hash),
            exhausted: self.exhausted,
            explored: self.explored_sentence(),
            trouble: self.trouble(),
            engine_note: None,
            failures: self
                .found
                .iter()
                .enumerate()
                .map(|(i, found)| found.summary(i + 1))
                .collect(),
            uncontrolled: self.uncontrolled.clone(),
        }
    }
}
