//! A failure, from its first showing to its report.

use super::plan::{Kind, Outcome};
use super::summary::FailureSummary;
use crate::config::StrategySpec;
use crate::failure::Failure;
use crate::minimise::Minimiser;
use crate::recording::{Header, Recording, Trailer};
use crate::rng::derive;
use crate::strategy::build::explorer;
use crate::strategy::record::{Log, Record};
use crate::strategy::replay::Replay;
use crate::strategy::{Divergence, Strategy};

/// What is to be done next for a failure.
pub(super) enum Stage {
    Confirm,
    Shrink(Box<Minimiser>),
    /// So many attempts under virtual time were made.
    Weigh(u64),
    Trace,
    /// All is done; the report is due.
    Ready,
    Reported,
}

/// Attempts to find a failure under virtual time.
const WEIGH_ATTEMPTS: u64 = 60;

/// A failure.
pub(super) struct Found {
    pub failure: Failure,
    pub signature: String,
    pub iteration: u64,
    pub seed: u64,
    /// How often it has shown.
    pub count: u64,
    /// Executions that may be spent on shrinking it.
    pub shrink: u64,
    /// Whether it is to be found out if it also shows under virtual time.
    pub weighs: bool,
    /// Whether it does; `None` if it has nothing to do with time, or nobody has looked.
    pub shows_in_virtual_time: Option<bool>,
    /// What the strategy used.
    pub parameters: String,
    pub log: Log,
    pub minimized: Option<Log>,
    pub replayed: bool,
    /// Times that it was tried to replay it.
    pub attempts: u32,
    pub divergence: Option<Divergence>,
    /// The last execution that should have been the same and was not, and how it ended.
    pub again: Option<(Log, String)>,
    pub stage: Stage,
}

/// A failure and all that was found out about it.
#[derive(Clone, Debug)]
pub struct Report {
    /// Number within the campaign, from 1.
    pub number: usize,
    /// The failure.
    pub failure: Failure,
    /// Whether it showed again, in the same way and after the same steps.
    pub replayed: bool,
    /// If it did not: where the second execution departed from the first, if it did.
    pub divergence: Option<Divergence>,
    /// The execution that showed it.
    pub recording: Recording,
    /// Preemptions in it.
    pub preemptions: u64,
    /// If it was not replayed: the execution that should have been the same.
    pub again: Option<Recording>,
    /// The smallest one that was found; `None` if it was not replayed or not shrunk.
    pub minimized: Option<Recording>,
    /// Preemptions in that.
    pub minimized_preemptions: Option<u64>,
    /// Of a failure for which time was up somewhere: whether it also showed under virtual time.
    pub shows_in_virtual_time: Option<bool>,
}

impl Report {
    /// Name of the folder: `001-deadlock`.
    pub fn folder(&self) -> String {
        folder(self.number, &self.failure)
    }
}

fn folder(number: usize, failure: &Failure) -> String {
    format!("{number:03}-{}", failure.kind.word())
}

impl Found {
    /// A failure that has shown for the first time.
    pub fn new(failure: Failure, iteration: u64, seed: u64, log: Log) -> Self {
        Found {
            signature: failure.signature(),
            failure,
            iteration,
            seed,
            count: 1,
            shrink: 0,
            weighs: false,
            shows_in_virtual_time: None,
            parameters: String::new(),
            log,
            minimized: None,
            replayed: false,
            attempts: 0,
            divergence: None,
            again: None,
            stage: Stage::Confirm,
        }
    }

    pub fn is_reported(&self) -> bool {
        matches!(self.stage, Stage::Reported)
    }

    /// The next execution for its sake.
    pub fn next(&mut self) -> Option<(Kind, Box<dyn Strategy>)> {
        if let Stage::Shrink(minimiser) = &mut self.stage {
            if let Some(candidate) = minimiser.next_candidate() {
                return Some((Kind::Shrink, candidate));
            }
            self.minimized = Some(minimiser.best().clone());
            self.stage = self.behind_shrinking();
        }
        match self.stage {
            Stage::Confirm => Some((Kind::Confirm, replay(&self.log))),
            // The same schedule if it is one, and then any.
            Stage::Weigh(0) => Some((Kind::Weigh, replay(self.smallest()))),
            Stage::Weigh(_) => Some((Kind::Weigh, explorer(StrategySpec::Pos, 0))),
            Stage::Trace => Some((Kind::Trace, replay(self.smallest()))),
            Stage::Shrink(_) | Stage::Ready | Stage::Reported => None,
        }
    }

    /// What comes when there is nothing to shrink any more.
    fn behind_shrinking(&self) -> Stage {
        match self.weighs && self.smallest().has_timeouts() {
            true => Stage::Weigh(0),
            false => Stage::Trace,
        }
    }

    /// The seed of the next execution for its sake.
    pub fn seed_of_attempt(&self) -> u64 {
        match self.stage {
            Stage::Weigh(attempt) if attempt > 0 => derive(self.seed, attempt),
            _ => self.seed,
        }
    }

    fn smallest(&self) -> &Log {
        self.minimized.as_ref().unwrap_or(&self.log)
    }

    /// What came of it. `log` may be missing for executions whose strategy was wrapped.
    pub fn finish(&mut self, kind: Kind, outcome: &Outcome, log: Option<&Log>) {
        let signature = outcome.failure.as_ref().map(Failure::signature);
        let fails_again =
            signature.as_ref() == Some(&self.signature) && outcome.divergence.is_none();
        match kind {
            Kind::Confirm => {
                let same_steps = log.is_none_or(|log| log.entries == self.log.entries);
                self.replayed = fails_again && same_steps;
                self.attempts += 1;
                self.divergence.clone_from(&outcome.divergence);
                let ended = outcome.failure.as_ref().map(super::describe);
                let ended = ended.unwrap_or_else(|| super::COMPLETED.to_owned());
                self.again = log
                    .filter(|_| !self.replayed)
                    .map(|log| (log.clone(), ended));
                self.stage = match (self.replayed, self.shrink) {
                    (false, _) if self.attempts < super::retries(outcome.outside) => Stage::Confirm,
                    (false, _) => Stage::Ready,
                    (true, 0) => self.behind_shrinking(),
                    (true, budget) => {
                        Stage::Shrink(Box::new(Minimiser::new(&self.log, &self.signature, budget)))
                    }
                };
            }
            Kind::Shrink => {
                if let (Stage::Shrink(minimiser), Some(log)) = (&mut self.stage, log)
                    && !outcome.abandoned
                {
                    minimiser.report(log, signature.as_deref());
                }
            }
            Kind::Weigh => {
                let attempts = match self.stage {
                    Stage::Weigh(attempts) => attempts + 1,
                    _ => WEIGH_ATTEMPTS,
                };
                self.stage = if fails_again || attempts >= WEIGH_ATTEMPTS {
                    self.shows_in_virtual_time = Some(fails_again);
                    Stage::Trace
                } else {
                    Stage::Weigh(attempts)
                };
            }
            _ if !fails_again && self.minimized.is_some() => {
                // It did fail when it was found; once more with the original instead.
                self.minimized = None;
            }
            _ => self.stage = Stage::Ready,
        }
    }

    /// The report, for a campaign with this header.
    pub fn report(&self, number: usize, header: &Header) -> Report {
        let ended = super::describe(&self.failure);
        let recording = |log: &Log, strategy: String, ended: &str| Recording {
            header: Header {
                strategy: strategy.trim_end().to_owned(),
                iteration: self.iteration,
                execution_seed: self.seed,
                outcome: ended.to_owned(),
                ..header.clone()
            },
            entries: log.entries.clone(),
            end: Some(Trailer {
                steps: log.steps,
                trace_hash: log.trace_hash,
            }),
        };
        let strategy = format!("{} {}", header.strategy, self.parameters);
        let minimized = self.minimized.as_ref();
        Report {
            number,
            failure: self.failure.clone(),
            replayed: self.replayed,
            divergence: self.divergence.clone(),
            recording: recording(&self.log, strategy, &ended),
            preemptions: self.log.preemptions.len() as u64,
            again: self
                .again
                .as_ref()
                .map(|(log, ended)| recording(log, format!("{} replayed", header.strategy), ended)),
            minimized: minimized
                .map(|log| recording(log, format!("{} minimized", header.strategy), &ended)),
            minimized_preemptions: minimized.map(|log| log.preemptions.len() as u64),
            shows_in_virtual_time: self.shows_in_virtual_time,
        }
    }

    pub fn summary(&self, number: usize) -> FailureSummary {
        FailureSummary {
            kind: self.failure.kind,
            message: self.failure.message.clone(),
            thread: match &*self.failure.thread_name {
                "" => self.failure.thread.to_string(),
                name => name.to_owned(),
            },
            iteration: self.iteration,
            count: self.count,
            trace_hash: format!("{:#018x}", self.log.trace_hash),
            steps: self.log.steps,
            preemptions: self.log.preemptions.len() as u64,
            minimized_preemptions: self
                .minimized
                .as_ref()
                .map(|log| log.preemptions.len() as u64),
            minimized_steps: self.minimized.as_ref().map(|log| log.steps),
            replayed: self.replayed,
            folder: folder(number, &self.failure),
            signature: self.signature.clone(),
        }
    }
}

fn replay(log: &Log) -> Box<dyn Strategy> {
    Box::new(Record::new(Replay::new(
        log.entries.as_slice().into(),
        true,
    )))
}
