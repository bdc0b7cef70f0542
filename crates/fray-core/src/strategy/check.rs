//! Compares an execution with a recorded one, step by step.

use std::sync::Arc;

use super::{Choice, Divergence};
use crate::op::{Completion, Step, ThreadId};
use crate::recording::{ChoiceKind, Entry, RecordedChoice, RecordedStep};

/// A recorded execution and how far it has been followed.
#[derive(Clone, Debug)]
pub struct Expected {
    entries: Arc<[Entry]>,
    /// Whether the recording goes to the end of the execution; otherwise it was cut and
    /// anything may follow.
    complete: bool,
    /// Next entry.
    next: usize,
    /// Steps followed.
    step: u64,
}

impl Expected {
    /// Expects these entries.
    pub fn new(entries: Arc<[Entry]>, complete: bool) -> Self {
        Expected {
            entries,
            complete,
            next: 0,
            step: 0,
        }
    }

    /// Starts again.
    pub fn rewind(&mut self) {
        self.next = 0;
        self.step = 0;
    }

    /// The next step, whether or not other choices come before it. `None`: a cut
    /// recording is at its end.
    pub fn next_step(&self) -> Result<Option<&RecordedStep>, Divergence> {
        let step = self.entries[self.next..]
            .iter()
            .find_map(|entry| match entry {
                Entry::Step(step) => Some(step),
                Entry::Choice(_) => None,
            });
        if step.is_none() && self.complete {
            return Err(self.differs("the end".into(), "another step".into()));
        }
        Ok(step)
    }

    /// Who makes the next step, unless a choice or a timeout comes before it.
    pub fn awaited(&self) -> Option<ThreadId> {
        match self.entries.get(self.next)? {
            Entry::Step(step) => (step.completion == Completion::Normal).then_some(step.thread),
            Entry::Choice(_) => None,
        }
    }

    /// A choice has to be made: the recorded one. `None`: a cut recording is at its end.
    pub fn choice(&mut self, choice: &Choice<'_>) -> Result<Option<usize>, Divergence> {
        let of = choice.alternatives() as u32;
        let kind = ChoiceKind::of(choice);
        match self.entries.get(self.next) {
            Some(Entry::Choice(expected)) if expected.kind == kind && expected.of == of => {
                self.next += 1;
                Ok(Some(expected.taken as usize))
            }
            None if !self.complete => Ok(None),
            other => Err(self.differs(describe(other), describe_choice(kind, of))),
        }
    }

    /// A step has been executed: was it the recorded one?
    pub fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        let actual = RecordedStep::from(step);
        match self.entries.get(self.next) {
            Some(Entry::Step(expected)) if *expected == actual => {
                self.next += 1;
                self.step += 1;
                Ok(())
            }
            None if !self.complete => Ok(()),
            other => Err(self.differs(describe(other), actual.to_string())),
        }
    }

    /// The execution has ended: is there something left that should have happened?
    pub fn ended(&self) -> Result<(), Divergence> {
        match self.entries.get(self.next) {
            Some(left) if self.complete => {
                Err(self.differs(describe(Some(left)), "the end of the execution".into()))
            }
            _ => Ok(()),
        }
    }

    /// The difference, at the step that is next.
    pub fn differs(&self, expected: String, actual: String) -> Divergence {
        Divergence {
            step: self.step,
            expected,
            actual,
        }
    }
}

fn describe(entry: Option<&Entry>) -> String {
    match entry {
        None => "the end".into(),
        Some(Entry::Step(step)) => step.to_string(),
        Some(Entry::Choice(RecordedChoice { kind, of, .. })) => describe_choice(*kind, *of),
    }
}

fn describe_choice(kind: ChoiceKind, of: u32) -> String {
    format!("a choice of {} out of {of}", kind.word())
}
