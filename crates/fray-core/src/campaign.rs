//! A campaign: which execution comes next, and what came of it.
//!
//! ```text
//! explore ── no failure, or one that is known ──► explore ...      until a limit, or all is explored
//!    │  └─── --check-determinism ──► recheck ──► explore
//!    └─ new failure ──► confirm ──► shrink ... ──► weigh ... ──► trace ──► report ──► stop, or explore with --keep-going
//! replay ──► report
//! ```
//!
//! * **Confirm** runs the failing schedule again and checks every step. Only if it fails in
//!   the same way, after the same steps, is the failure *replayed*. One that is not is reported
//!   as such, and neither shrunk nor traced.
//! * **Shrink** looks for a smaller schedule with the same failure.
//! * **Weigh** looks whether a failure for which time was up somewhere also shows under virtual
//!   time, where nothing is up too early. One that does not may need a clock that no machine has.
//! * **Trace** runs the smallest one once more, for people to read.
//!
//! Executions for the sake of a failure have the iteration and the seed of the execution that
//! showed it, because what the program sees as random (identity hash codes, `Random()`)
//! comes from that seed.
//!
//! The campaign begins and ends strategies itself. The caller runs the program with the
//! plan's strategy and gives it back:
//!
//! ```text
//! while let Some(plan) = campaign.next() {
//!     let (strategy, outcome) = run(plan);
//!     if let Some(report) = campaign.finish(strategy, outcome) { write(report) }
//! }
//! ```

mod finish;
mod found;
mod plan;
mod summary;

#[cfg(test)]
mod tests;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;
use std::time::Instant;

use crate::config::{Config, Share, TimeMode};
use crate::coverage::Coverage;
use crate::failure::Failure;
use crate::recording::{Header, Recording};
use crate::rng::derive;
use crate::strategy::build::{build, explorer};
use crate::strategy::fair::Fair;
use crate::strategy::journal::{Journal, Sink};
use crate::strategy::record::{Log, Record};
use crate::strategy::replay::Replay;
use crate::strategy::{Start, Strategy};

use found::Found;
pub use found::Report;
pub use plan::{Kind, Outcome, Plan, Target};
pub use summary::{FailureSummary, Summary};

/// What an execution of the campaign is, while it runs.
#[derive(Clone, Copy, Debug)]
struct Running {
    kind: Kind,
    iteration: u64,
    seed: u64,
}

/// Numbers of the exploring executions.
#[derive(Clone, Copy, Default, Debug)]
struct Totals {
    executions: u64,
    steps: u64,
    switch_points: u64,
    switches: u64,
    trace_hash: u64,
}

/// The state machine.
pub struct Campaign {
    config: Config,
    target: Target,
    seed: u64,
    started: Instant,
    /// `None` while it is lent out with a plan.
    explorer: Option<Box<dyn Strategy>>,
    coverage: Coverage,
    totals: Totals,
    running: Option<Running>,
    found: Vec<Found>,
    /// Log of the last exploring execution, to be checked for determinism.
    recheck: Option<(Running, Log)>,
    replay: Option<Recording>,
    exhausted: bool,
    stopped: bool,
    trouble: Option<String>,
    uncontrolled: Vec<String>,
    /// An exploring execution that must be done again.
    retry: Option<(Running, Box<dyn Strategy>)>,
    /// How often the running one has been done again.
    retries: u32,
    /// What the hash codes of the program's classes come from, since the last exploring execution.
    class_seed: u64,
    /// Whether the next execution uses the classes of the last one.
    classes_kept: bool,
}

/// Times that an execution is done again because it departed from an earlier one that a
/// systematic search, or the proof of a failure, must repeat. Something outside of control
/// (a watchdog, a slow disk) may come between once; twice in a row it is the program.
const RETRIES: u32 = 2;

/// The same for executions in which something outside took part.
const OUTSIDE_RETRIES: u32 = 30;

fn retries(outside: bool) -> u32 {
    if outside { OUTSIDE_RETRIES } else { RETRIES }
}

/// Stands for the iteration in the seed of executions that must begin like one another.
const REPEATED: u64 = u64::MAX;

impl Campaign {
    /// A search with this configuration. Without a seed a fresh one is drawn.
    pub fn new(config: Config, target: Target) -> Self {
        let seed = config.seed.unwrap_or_else(fresh_seed);
        Campaign {
            explorer: Some(explorer(config.strategy, config.spurious_bound)),
            config,
            target,
            seed,
            started: Instant::now(),
            coverage: Coverage::default(),
            totals: Totals::default(),
            running: None,
            found: Vec::new(),
            recheck: None,
            replay: None,
            exhausted: false,
            stopped: false,
            trouble: None,
            uncontrolled: Vec::new(),
            retry: None,
            retries: 0,
            class_seed: 0,
            classes_kept: false,
        }
    }

    /// Writes the recording of the exploring execution that is running there, so that
    /// there is one even if the process is killed. To be called before the first execution.
    pub fn journal_to(&mut self, sink: Box<dyn Sink>) {
        let journal = Journal::new(sink);
        let strategy = Fair::new(build(self.config.strategy, self.config.spurious_bound));
        self.explorer = Some(Box::new(Record::new(strategy).with_journal(journal)));
    }

    /// One execution: this recording's.
    pub fn replay(config: Config, target: Target, recording: Recording) -> Self {
        let mut campaign = Campaign::new(config, target);
        campaign.seed = recording.header.campaign_seed;
        campaign.class_seed = recording.header.class_seed;
        campaign.replay = Some(recording);
        campaign
    }

    /// The seed of which the whole campaign is a function.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Behaviours seen.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Exploring executions so far.
    pub fn iterations(&self) -> u64 {
        self.totals.executions
    }

    /// The program's classes are there for the next execution as they are, or they are not. Those of
    /// one with another class seed than the next plan's must not be used all the same.
    pub fn keep_classes(&mut self, kept: bool) {
        self.classes_kept = kept;
    }

    /// Takes note of something that fray does not control, for the summary.
    pub fn uncontrolled(&mut self, what: &str) {
        if !self.uncontrolled.iter().any(|known| known == what) {
            self.uncontrolled.push(what.to_owned());
        }
    }

    /// The next execution; `None`: the campaign is over. Its strategy has been told to begin.
    ///
    /// # Panics
    /// If the execution before has not been finished.
    #[expect(
        clippy::should_implement_trait,
        reason = "plans must be finished in between"
    )]
    pub fn next(&mut self) -> Option<Plan> {
        assert!(
            self.running.is_none(),
            "the last execution has not been finished"
        );
        if self.trouble.is_some() {
            return None;
        }
        if let Some(recording) = &self.replay {
            return match self.stopped {
                true => None,
                false => {
                    let running = Running {
                        kind: Kind::Replay,
                        iteration: recording.header.iteration,
                        seed: recording.header.execution_seed,
                    };
                    let strategy = Box::new(Record::new(Replay::of(recording)));
                    self.start(running, strategy)
                }
            };
        }
        if let Some((running, strategy)) = self.retry.take() {
            return self.start(running, strategy);
        }
        if let Some((running, log)) = &self.recheck {
            let running = Running {
                kind: Kind::Recheck,
                ..*running
            };
            let strategy = Box::new(Record::new(Replay::new(
                log.entries.as_slice().into(),
                true,
            )));
            return self.start(running, strategy);
        }
        if let Some(found) = self.found.last_mut()
            && let Some((kind, strategy)) = found.next()
        {
            let running = Running {
                kind,
                iteration: found.iteration,
                seed: found.seed_of_attempt(),
            };
            return self.start(running, strategy);
        }
        self.explore()
    }

    /// The plan that is running once more, from the start: for executions that could not be
    /// completed for a reason that has nothing to do with the program.
    ///
    /// # Panics
    /// If no execution is running.
    pub fn again(&mut self, strategy: Box<dyn Strategy>) -> Option<Plan> {
        let running = self.running.take().expect("nothing is running");
        self.start(running, strategy)
    }

    fn explore(&mut self) -> Option<Plan> {
        let late = |limit| self.started.elapsed() >= limit;
        let share = self.config.share;
        let iteration = u64::from(share.index) + self.totals.executions * u64::from(share.of);
        if self.stopped || iteration >= self.config.iter || self.config.time_limit.is_some_and(late)
        {
            let searched = |it: &dyn Strategy| it.has_searched() && it.is_complete();
            self.exhausted |= self.explorer.as_deref().is_some_and(searched);
            return None;
        }
        let running = Running {
            kind: Kind::Explore,
            iteration,
            seed: derive(self.seed, iteration),
        };
        let strategy = self.explorer.take()?;
        self.start(running, strategy)
    }

    fn start(&mut self, mut running: Running, mut strategy: Box<dyn Strategy>) -> Option<Plan> {
        let start = Start {
            iteration: running.iteration,
            seed: running.seed,
        };
        if !strategy.begin(&start) {
            self.exhausted = strategy.is_complete();
            return None;
        }
        if running.kind == Kind::Explore {
            let repeated = derive(self.seed, REPEATED);
            if strategy.repeats() {
                running.seed = repeated;
            }
            if !self.classes_kept {
                // Classes that are kept from the first execution on may be used by one that repeats.
                let first = self.totals.executions == 0;
                self.class_seed = if first { repeated } else { running.seed };
            }
        }
        if running.kind == Kind::Explore {
            let parameters = strategy.parameters();
            if let Some(journal) = strategy.journal() {
                let class_seed = self.class_seed;
                let of_execution = |header: &mut Header| {
                    header.iteration = running.iteration;
                    header.execution_seed = running.seed;
                    header.class_seed = class_seed;
                };
                journal.begin(|| self.header(), of_execution, &parameters);
            }
        }
        self.running = Some(running);
        Some(Plan {
            kind: running.kind,
            iteration: running.iteration,
            seed: running.seed,
            class_seed: self.class_seed,
            time: match (running.kind, self.config.time) {
                (Kind::Weigh, _) => TimeMode::Virtual,
                // What was up when it was recorded is up when it is repeated.
                (Kind::Explore, time) => time,
                (_, TimeMode::Real) => TimeMode::Relaxed,
                (_, time) => time,
            },
            trace: running.kind.may_be_explained() || self.config.check_determinism,
            strategy,
        })
    }

    /// The header of this campaign's recordings, without what belongs to one execution.
    fn header(&self) -> Header {
        let pairs = self.config.pairs();
        Header {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            jdk: self.target.jdk.clone(),
            target: self.target.command.clone(),
            options: pairs
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            strategy: self.config.strategy.to_string(),
            campaign_seed: self.seed,
            class_seed: self.class_seed,
            notes: self.target.notes.clone(),
            ..Header::default()
        }
    }
}

/// Where a campaign's journal is kept: in the folder of its reports.
pub fn journal_path(config: &Config) -> PathBuf {
    config.report.join(match config.share {
        Share { of: 1, .. } => "running.fray".to_owned(),
        Share { index, .. } => format!("running-{index}.fray"),
    })
}

/// What a recording says of an execution without failure.
pub const COMPLETED: &str = "completed";

/// What a recording says of a failure.
fn describe(failure: &Failure) -> String {
    format!("{}: {}", failure.kind.word(), failure.message)
}

/// A seed that nobody has had before, from the standard library's source of randomness.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
