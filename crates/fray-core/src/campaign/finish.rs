//! What follows from an execution.

use super::found::{Found, Report, Stage};
use super::plan::{Kind, Outcome};
use super::{COMPLETED, Campaign, Running, retries};
use crate::config::TimeMode;
use crate::failure::FailureKind;
use crate::rng::derive;
use crate::strategy::record::Log;
use crate::strategy::{End, Strategy};

impl Campaign {
    /// Takes back the strategy of the last plan and what came of it. A report is due when all
    /// that is to be done for a failure has been done.
    ///
    /// # Panics
    /// If no execution is running.
    pub fn finish(
        &mut self,
        mut strategy: Box<dyn Strategy>,
        outcome: Outcome,
    ) -> Option<Box<Report>> {
        let running = self.running.take().expect("nothing is running");
        let mut outcome = outcome;
        if outcome.divergence.is_none() && !outcome.abandoned {
            outcome.divergence = strategy.left_over().err();
        }
        match running.kind {
            Kind::Explore
                if outcome.divergence.is_some() && self.retries < retries(outcome.outside) =>
            {
                self.retries += 1;
                self.uncontrolled(
                    "an execution was not the same as an earlier one, and done again",
                );
                self.retry = Some((running, strategy));
                None
            }
            Kind::Explore if outcome.divergence.is_some() && strategy.depart() => {
                self.retries = 0;
                self.uncontrolled(
                    "the program is not deterministic: strategies that repeat executions are left out",
                );
                self.retry = Some((running, strategy));
                None
            }
            Kind::Explore => {
                self.retries = 0;
                self.explored(running, strategy, outcome);
                None
            }
            Kind::Recheck => {
                self.rechecked(&outcome, strategy.log());
                None
            }
            Kind::Replay => self.replayed(running, strategy.log(), outcome),
            Kind::Confirm | Kind::Shrink | Kind::Weigh | Kind::Trace => {
                let found = self.found.last_mut()?;
                found.finish(running.kind, &outcome, strategy.log());
                if found.replayed && found.attempts > 1 {
                    self.uncontrolled("a failure did not replay at the first attempt");
                }
                self.report_if_ready()
            }
        }
    }

    fn explored(&mut self, running: Running, mut strategy: Box<dyn Strategy>, outcome: Outcome) {
        let parameters = strategy.parameters();
        let empty = Log::default();
        let log = strategy.log().unwrap_or(&empty);
        self.totals.executions += 1;
        self.totals.steps += log.steps;
        self.totals.switch_points += log.switch_points;
        self.totals.switches += log.switches;
        self.totals.trace_hash = derive(self.totals.trace_hash, log.trace_hash);
        let end = End {
            steps: log.steps,
            failed: outcome.failure.is_some(),
            trace_hash: log.trace_hash,
            new_behaviour: self.coverage.add(log.trace_hash),
        };
        if self.config.check_determinism && !outcome.abandoned {
            self.recheck = Some((running, log.clone()));
        }
        if let Some(divergence) = outcome.divergence {
            // A systematic strategy follows an earlier execution and finds another program.
            self.trouble = Some(format!("the program is not deterministic: {divergence}"));
        }
        if let Some(failure) = outcome.failure {
            let signature = failure.signature();
            match self
                .found
                .iter_mut()
                .find(|found| found.signature == signature)
            {
                Some(known) => known.count += 1,
                None => {
                    let mut found =
                        Found::new(failure, running.iteration, running.seed, log.clone());
                    found.parameters = parameters;
                    // A smaller schedule for a livelock would be as long, and each attempt takes
                    // as many steps as are allowed.
                    let livelock = found.failure.kind == FailureKind::Livelock;
                    found.shrink = if livelock { 0 } else { self.config.shrink };
                    found.weighs = found.shrink > 0 && self.config.time == TimeMode::Relaxed;
                    self.found.push(found);
                }
            }
        }
        if let Some(journal) = strategy.journal() {
            journal.end(end.trace_hash);
        }
        strategy.end(&end);
        self.explorer = Some(strategy);
    }

    fn rechecked(&mut self, outcome: &Outcome, log: Option<&Log>) {
        let Some((_, first)) = self.recheck.take() else {
            return;
        };
        let difference = match &outcome.divergence {
            Some(divergence) => Some(divergence.to_string()),
            None if log.is_some_and(|log| log.trace_hash != first.trace_hash) => {
                Some("the same steps led to another behaviour".to_owned())
            }
            None => None,
        };
        if let Some(difference) = difference {
            self.trouble = Some(format!("the program is not deterministic: {difference}"));
        }
    }

    fn replayed(
        &mut self,
        running: Running,
        log: Option<&Log>,
        outcome: Outcome,
    ) -> Option<Box<Report>> {
        self.stopped = true;
        self.totals.executions = 1;
        if let Some(log) = log {
            self.totals.steps = log.steps;
            self.totals.switch_points = log.switch_points;
            self.totals.switches = log.switches;
            self.coverage.add(log.trace_hash);
        }
        if let Some(divergence) = outcome.divergence {
            self.trouble = Some(divergence.to_string());
            return None;
        }
        let expected = self
            .replay
            .as_ref()
            .map_or("", |recording| &recording.header.outcome);
        match outcome.failure {
            None if expected.is_empty() || expected == COMPLETED => None,
            None => {
                self.trouble = Some(format!("all recorded steps were made, but not: {expected}"));
                None
            }
            Some(failure) => {
                let log = log.cloned().unwrap_or_default();
                let mut found = Found::new(failure, running.iteration, running.seed, log);
                found.replayed = true;
                found.stage = Stage::Ready;
                self.found.push(found);
                self.report_if_ready()
            }
        }
    }

    fn report_if_ready(&mut self) -> Option<Box<Report>> {
        if !matches!(self.found.last()?.stage, Stage::Ready) {
            return None;
        }
        let number = self.found.len();
        let header = self.header();
        let found = self.found.last_mut()?;
        found.stage = Stage::Reported;
        self.stopped |= !self.config.keep_going;
        Some(Box::new(found.report(number, &header)))
    }
}
