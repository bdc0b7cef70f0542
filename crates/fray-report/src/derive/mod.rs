//! What follows from a trace: who holds what and waits for what at each step, where threads
//! were switched, and which steps matter.
//!
//! A *position* is an index into [`FailureReport::trace`]. The position after the last step is the
//! end of the execution; a thread that blocks for good after the last step blocks there.
//!
//! A step is in the trace when it has been *done*: a thread that wants a monitor and does not
//! get it leaves no step until it does. That it was blocked in between follows from its not being
//! among the threads that could run ([`crate::model::TraceStep::enabled`]).

mod blocks;
mod holds;
mod locks;
mod matter;
mod switches;

use std::collections::BTreeMap;

use fray_core::op::{ObjectId, Operation, ThreadId};

use crate::frame::Frame;
use crate::model::{FailureReport, Pending};

pub use blocks::{Block, Obstacle};
pub use holds::Hold;
pub(crate) use locks::is_condition;
pub use locks::{LockCall, lock_call};
pub use switches::Switch;

/// All that is derived from one trace.
#[derive(Clone, Debug)]
pub struct Derived {
    /// Per position: the switch to it, if the step before was another thread's.
    pub switches: Vec<Option<Switch>>,
    /// Times in which a thread had a lock, in order of their beginning.
    pub holds: Vec<Hold>,
    /// Times in which a thread could not go on, in order of their beginning.
    pub blocks: Vec<Block>,
    /// Per position: whether the step matters to a reader.
    pub matters: Vec<bool>,
}

impl Derived {
    /// Looks at the whole trace. Takes time in proportion to its length.
    pub fn new(report: &FailureReport) -> Self {
        let timelines = Timelines::new(report);
        let holds = holds::holds(report, &timelines);
        let blocks = blocks::blocks(report, &timelines, &holds);
        let switches = switches::switches(report, &timelines);
        let matters = matter::matters(report, &timelines, &switches, &blocks);
        Derived {
            switches,
            holds,
            blocks,
            matters,
        }
    }

    /// The locks that the thread has when the step at this position has been done.
    pub fn held_at(&self, thread: ThreadId, position: usize) -> impl Iterator<Item = &Hold> {
        self.holds
            .iter()
            .filter(move |hold| hold.thread == thread && hold.covers(position))
    }

    /// Who has the lock, as of [`Self::held_at`].
    pub fn owner_at(&self, object: ObjectId, position: usize) -> Option<&Hold> {
        self.holds
            .iter()
            .find(|hold| hold.object == object && hold.covers(position))
    }

    /// What the thread waits for at this position, if it cannot go on.
    pub fn waiting_at(&self, thread: ThreadId, position: usize) -> Option<&Block> {
        self.blocks
            .iter()
            .find(|block| block.thread == thread && block.covers(position))
    }

    /// How many switches were preemptions.
    pub fn preemptions(&self) -> usize {
        let preempts = |switch: &&Option<Switch>| switch.is_some_and(|switch| switch.preemption);
        self.switches.iter().filter(preempts).count()
    }
}

/// The steps of each thread, and what it was about to do at the end.
pub(crate) struct Timelines<'a> {
    report: &'a FailureReport,
    steps: BTreeMap<ThreadId, Vec<usize>>,
    pending: BTreeMap<ThreadId, &'a Pending>,
}

/// What a thread does next: a step of the trace, or what it never came to do.
#[derive(Clone, Copy)]
pub(crate) struct Upcoming<'a> {
    pub operation: Operation,
    pub frames: &'a [Frame],
    pub blocker: Option<ObjectId>,
    /// Owner of the blocker as the agent knows it, at the end only.
    pub owner: Option<ThreadId>,
    /// `None`: never done.
    pub position: Option<usize>,
}

impl<'a> Timelines<'a> {
    pub fn new(report: &'a FailureReport) -> Self {
        let mut steps: BTreeMap<ThreadId, Vec<usize>> = BTreeMap::new();
        for (position, step) in report.trace.iter().enumerate() {
            steps.entry(step.thread).or_default().push(position);
        }
        let pending = report
            .threads
            .iter()
            .filter_map(|label| Some((label.id, label.pending.as_ref()?)))
            .collect();
        Timelines {
            report,
            steps,
            pending,
        }
    }

    /// Threads that made a step.
    pub fn threads(&self) -> impl Iterator<Item = (ThreadId, &[usize])> {
        self.steps
            .iter()
            .map(|(thread, steps)| (*thread, steps.as_slice()))
    }

    /// What the thread does at this position or after it.
    pub fn upcoming(&self, thread: ThreadId, position: usize) -> Option<Upcoming<'a>> {
        let steps = self.steps.get(&thread).map_or(&[][..], Vec::as_slice);
        let next = steps.partition_point(|&step| step < position);
        match steps.get(next) {
            Some(&at) => {
                let step = &self.report.trace[at];
                Some(Upcoming {
                    operation: step.operation,
                    frames: &step.frames,
                    blocker: step.blocker,
                    owner: None,
                    position: Some(at),
                })
            }
            None => self.pending.get(&thread).map(|pending| Upcoming {
                operation: pending.operation,
                frames: &pending.frames,
                blocker: pending.blocker,
                owner: pending.owner,
                position: None,
            }),
        }
    }

    /// The last step of the thread before this position.
    pub fn previous(&self, thread: ThreadId, position: usize) -> Option<usize> {
        let steps = self.steps.get(&thread)?;
        let next = steps.partition_point(|&step| step < position);
        next.checked_sub(1).map(|index| steps[index])
    }
}
