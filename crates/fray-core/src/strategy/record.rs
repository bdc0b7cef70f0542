//! Keeps what an execution did.

use super::journal::Journal;
use super::straight::is_preemption;
use super::{Choice, Divergence, Point, Start, Strategy};
use crate::coverage::TraceHash;
use crate::op::{Completion, OpKind, Step, ThreadId};
use crate::recording::{ChoiceKind, Entry, RecordedChoice, RecordedStep};

/// What an execution did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Log {
    /// Steps and other choices, in order: the body of a recording.
    pub entries: Vec<Entry>,
    /// Number of steps.
    pub steps: u64,
    /// Points at which there were two or more candidates.
    pub switch_points: u64,
    /// Steps that another thread made than the one before.
    pub switches: u64,
    /// Numbers of the steps before which a thread was preempted.
    pub preemptions: Vec<u64>,
    /// Hash of the behaviour.
    pub trace_hash: u64,
}

impl Log {
    /// Whether time was up somewhere: a sleep ended, or something was given up.
    pub fn has_timeouts(&self) -> bool {
        self.entries.iter().any(|entry| {
            matches!(entry, Entry::Step(step)
                if step.completion == Completion::Timeout || step.operation.kind == OpKind::Sleep)
        })
    }
}

/// Wraps a strategy and records the execution that it leads. Outermost of the wrappers,
/// so that it sees what the program could do and not what others left of it.
#[derive(Debug)]
pub struct Record<S> {
    inner: S,
    log: Log,
    hash: TraceHash,
    journal: Option<Journal>,
    /// How many entries are part of the hash already, who made the last of them, and the classes of
    /// the steps behind them.
    hashed: usize,
    last: ThreadId,
    classes: Vec<u32>,
}

/// Steps are hashed so many at a time. Each needs a chain of multiplications, which the processor can only
/// do at the same time as that of other steps if nothing lies between them.
const BATCH: usize = 64;

impl<S: Strategy> Record<S> {
    /// Records what this strategy leads to.
    pub fn new(inner: S) -> Self {
        Record {
            inner,
            log: Log::default(),
            hash: TraceHash::default(),
            journal: None,
            hashed: 0,
            last: ThreadId::MAIN,
            classes: Vec::with_capacity(BATCH),
        }
    }

    /// Writes everything to this journal as well.
    pub fn with_journal(mut self, journal: Journal) -> Self {
        self.journal = Some(journal);
        self
    }

    fn add(&mut self, entry: Entry) {
        if let Some(journal) = &mut self.journal {
            journal.entry(&entry);
        }
        self.log.entries.push(entry);
    }

    /// Brings up to date what is made of many steps at a time.
    fn catch_up(&mut self) {
        let mut classes = self.classes.drain(..);
        for entry in &self.log.entries[self.hashed..] {
            if let Entry::Step(step) = entry
                && let Some(class) = classes.next()
            {
                self.log.switches += u64::from(step.thread != self.last);
                self.last = step.thread;
                self.hash.executed(&Step {
                    thread: step.thread,
                    operation: step.operation,
                    completion: step.completion,
                    class,
                });
            }
        }
        drop(classes);
        self.hashed = self.log.entries.len();
        self.log.trace_hash = self.hash.value();
    }

    /// The wrapped strategy.
    pub fn inner(&self) -> &S {
        &self.inner
    }
}

impl<S: Strategy> Strategy for Record<S> {
    fn begin(&mut self, start: &Start) -> bool {
        // Cleared, not replaced: most logs are thrown away, their memory need not be.
        self.log.entries.clear();
        self.log.preemptions.clear();
        self.log.steps = 0;
        self.log.switch_points = 0;
        self.log.switches = 0;
        self.hash.clear();
        self.hashed = 0;
        self.last = ThreadId::MAIN;
        self.classes.clear();
        self.inner.begin(start)
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        let chosen = self.inner.choose_thread(point)?;
        self.log.switch_points += 1;
        if is_preemption(point, chosen) {
            self.log.preemptions.push(self.log.steps);
        }
        Ok(chosen)
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        let taken = self.inner.choose_other(choice)?;
        self.add(Entry::Choice(RecordedChoice {
            kind: ChoiceKind::of(choice),
            taken: taken as u32,
            of: choice.alternatives() as u32,
        }));
        Ok(taken)
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        self.add(Entry::Step(RecordedStep::from(step)));
        self.log.steps += 1;
        self.classes.push(step.class);
        if self.classes.len() == BATCH {
            self.catch_up();
        }
        self.inner.executed(step)
    }

    crate::pass_on!(self => self.inner);

    fn log(&mut self) -> Option<&Log> {
        self.catch_up();
        Some(&self.log)
    }

    fn journal(&mut self) -> Option<&mut Journal> {
        self.journal.as_mut()
    }
}
