//! A report together with everything that follows from it: what all renderers work from.

use std::collections::{HashMap, HashSet};

use fray_core::op::{OpKind, ThreadId};

use crate::derive::{Block, Derived};
use crate::frame::{Frame, telling};
use crate::model::FailureReport;
use crate::names::Names;

/// A report, its names and what is derived from its trace.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// The report.
    pub report: &'a FailureReport,
    /// Names for people.
    pub names: Names,
    /// Holds, blocks, switches, and what matters.
    pub derived: Derived,
    /// Positions of steps before which their thread was blocked.
    unblocked: HashSet<usize>,
    /// Positions of steps back from a `wait` that have no stack, and of that wait.
    waits: HashMap<usize, usize>,
}

impl<'a> View<'a> {
    /// Looks at the whole report once.
    pub fn new(report: &'a FailureReport) -> Self {
        let derived = Derived::new(report);
        View {
            report,
            names: Names::new(report),
            waits: waits(report),
            unblocked: derived.blocks.iter().filter_map(|b| b.step).collect(),
            derived,
        }
    }

    /// The stack of the step at this position. Coming back from a `wait` is where the wait began.
    pub fn frames(&self, position: usize) -> &'a [Frame] {
        let position = self.waits.get(&position).unwrap_or(&position);
        &self.report.trace[*position].frames
    }

    /// Where the step at this position is, for a person.
    pub fn place(&self, position: usize) -> Option<&'a Frame> {
        telling(self.frames(position))
    }

    /// The stack of a thread that makes no step any more: what it was about to do.
    pub fn last_frames(&self, thread: ThreadId) -> &'a [Frame] {
        let label = self.report.threads.iter().find(|label| label.id == thread);
        label
            .and_then(|label| label.pending.as_ref())
            .map_or(&[], |pending| &pending.frames)
    }

    /// The stack of a thread while it was blocked.
    pub fn block_frames(&self, block: &Block) -> &'a [Frame] {
        match block.step {
            Some(step) => self.frames(step),
            None => self.last_frames(block.thread),
        }
    }

    /// Where the failure showed: the innermost frame of the program in its stack trace.
    pub fn failing_frame(&self) -> Option<Frame> {
        let failure = &self.report.failure;
        let stack: Vec<Frame> = failure
            .stack
            .iter()
            .filter_map(|f| Frame::parse(f))
            .collect();
        telling(&stack).cloned()
    }

    /// Whether the thread at this position was blocked before it could make this step.
    pub fn was_blocked(&self, position: usize) -> bool {
        let step = &self.report.trace[position];
        matches!(
            step.operation.kind,
            OpKind::Enter | OpKind::Reacquire | OpKind::Park | OpKind::Join
        ) && self.unblocked.contains(&position)
    }
}

fn waits(report: &FailureReport) -> HashMap<usize, usize> {
    let mut last = HashMap::new();
    let mut waits = HashMap::new();
    for (position, step) in report.trace.iter().enumerate() {
        let before = last.insert(step.thread, position);
        if step.operation.kind == OpKind::Reacquire && step.frames.is_empty() {
            waits.extend(before.map(|before| (position, before)));
        }
    }
    waits
}
