//! Who could not go on, from when to when, and why.

use std::collections::HashMap;

use fray_core::execution::WaitsFor;
use fray_core::op::{ObjectId, OpKind, Resource, ThreadId};

use super::locks::{LockCall, inside, lock_call};
use super::{Hold, Timelines, Upcoming};
use crate::model::FailureReport;

/// A time in which a thread could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Who.
    pub thread: ThreadId,
    /// What it wanted.
    pub obstacle: Obstacle,
    /// Who stood in its way at first, if that is one thread and known.
    pub owner: Option<ThreadId>,
    /// The first position at which it could not run.
    pub from: usize,
    /// The first position at which it could again; `None`: it could not to the end.
    pub until: Option<usize>,
    /// The step that it made when it could; `None`: it never did.
    pub step: Option<usize>,
}

/// What keeps a thread from going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Another thread has the monitor.
    Monitor(ObjectId),
    /// Nobody has notified it.
    Notification(ObjectId),
    /// It is parked, waiting for this lock, latch, condition, ... of the JDK.
    Lock(ObjectId),
    /// It is parked until a condition of this lock is signalled.
    Condition(ObjectId),
    /// It is parked.
    Permit,
    /// Another thread has not ended.
    Join(ThreadId),
    /// It sleeps.
    Sleep,
    /// A pipe, a socket, ... is not ready.
    Io,
    /// A call outside of fray's control has not returned.
    External,
    /// Another thread is initialising a class.
    ClassInit(ObjectId),
}

impl Block {
    /// Whether the thread is blocked when the step at this position has been done.
    pub fn covers(&self, position: usize) -> bool {
        self.from <= position && self.until.is_none_or(|until| position < until)
    }
}

pub(super) fn blocks(
    report: &FailureReport,
    timelines: &Timelines<'_>,
    holds: &[Hold],
) -> Vec<Block> {
    let mut blocks = Vec::new();
    let holds = &by_object(holds);
    let finder = |thread| Finder {
        report,
        timelines,
        holds,
        thread,
    };
    for (thread, steps) in timelines.threads() {
        for (index, &step) in steps.iter().enumerate() {
            let next = steps.get(index + 1).copied();
            finder(thread).gap(step, next, &mut blocks);
        }
    }
    // What could not make its first step has no gaps.
    let deadlocked = report.deadlock.iter().flat_map(|d| &d.threads);
    for thread in deadlocked.map(|blocked| blocked.thread) {
        if timelines.threads().all(|(known, _)| known != thread)
            && finder(thread).deadlocked().is_some()
        {
            blocks.extend(finder(thread).block(report.trace.len(), None, None));
        }
    }
    blocks.sort_by_key(|block| (block.from, block.thread));
    blocks
}

/// How many threads that share a lock are looked at for one that still has it.
const READERS: usize = 64;

/// Holds of each object, in order of their beginning.
fn by_object(holds: &[Hold]) -> HashMap<ObjectId, Vec<&Hold>> {
    let mut objects: HashMap<ObjectId, Vec<&Hold>> = HashMap::new();
    for hold in holds {
        objects.entry(hold.object).or_default().push(hold);
    }
    objects
}

struct Finder<'a> {
    report: &'a FailureReport,
    timelines: &'a Timelines<'a>,
    holds: &'a HashMap<ObjectId, Vec<&'a Hold>>,
    thread: ThreadId,
}

impl Finder<'_> {
    /// Looks at the steps of others between two steps of this thread.
    fn gap(&self, before: usize, next: Option<usize>, blocks: &mut Vec<Block>) {
        let trace = &self.report.trace;
        if trace[before].operation.kind == OpKind::End {
            return;
        }
        let mut from = None;
        let end = next.unwrap_or(trace.len());
        for (position, step) in trace.iter().enumerate().take(end).skip(before + 1) {
            let Some(able) = step.able() else {
                continue;
            };
            match (from, able.contains(&self.thread)) {
                (None, false) => from = Some(position),
                (Some(start), true) => {
                    blocks.extend(self.block(start, Some(position), next));
                    from = None;
                }
                _ => {}
            }
        }
        match next {
            Some(next) => {
                if let Some(start) = from {
                    blocks.extend(self.block(start, Some(next), Some(next)));
                }
            }
            None => {
                if from.is_none() && self.deadlocked().is_some() {
                    from = Some(trace.len());
                }
                blocks.extend(from.and_then(|start| self.block(start, None, None)));
            }
        }
    }

    fn block(&self, from: usize, until: Option<usize>, step: Option<usize>) -> Option<Block> {
        let upcoming = self.timelines.upcoming(self.thread, from);
        let at_end = until.is_none().then(|| self.deadlocked()).flatten();
        let (obstacle, owner) = match at_end {
            Some(waits) => self.reported(waits, upcoming)?,
            None => (self.obstacle(upcoming?)?, None),
        };
        let owner = owner
            .or_else(|| upcoming.and_then(|next| next.owner))
            .or_else(|| self.owner(obstacle, from));
        Some(Block {
            thread: self.thread,
            obstacle,
            owner: owner.filter(|&owner| owner != self.thread),
            from,
            until,
            step,
        })
    }

    /// What the deadlock report says of this thread.
    fn deadlocked(&self) -> Option<&WaitsFor> {
        let mut threads = self.report.deadlock.iter().flat_map(|d| &d.threads);
        let blocked = threads.find(|blocked| blocked.thread == self.thread)?;
        (blocked.waits != WaitsFor::Turn).then_some(&blocked.waits)
    }

    fn reported(
        &self,
        waits: &WaitsFor,
        upcoming: Option<Upcoming<'_>>,
    ) -> Option<(Obstacle, Option<ThreadId>)> {
        Some(match waits {
            WaitsFor::Monitor { object, owner } => (Obstacle::Monitor(*object), *owner),
            WaitsFor::Notification { object } => (Obstacle::Notification(*object), None),
            WaitsFor::Permit => {
                let known = upcoming.and_then(|next| self.obstacle(next));
                (known.unwrap_or(Obstacle::Permit), None)
            }
            WaitsFor::Join { target } => (Obstacle::Join(*target), Some(*target)),
            WaitsFor::Sleep => (Obstacle::Sleep, None),
            WaitsFor::Io => (Obstacle::Io, None),
            WaitsFor::External => (Obstacle::External, None),
            WaitsFor::ClassInit { holders } => {
                let (holder, class) = holders.first()?;
                (Obstacle::ClassInit(*class), Some(*holder))
            }
            WaitsFor::Turn => return None,
        })
    }

    fn obstacle(&self, next: Upcoming<'_>) -> Option<Obstacle> {
        let resource = next.operation.resource;
        Some(match next.operation.kind {
            OpKind::Enter => Obstacle::Monitor(resource.object),
            OpKind::Reacquire => Obstacle::Notification(resource.object),
            OpKind::Park => self.parked_for(next),
            OpKind::Join => Obstacle::Join(resource.as_thread()?),
            OpKind::Sleep => Obstacle::Sleep,
            OpKind::External if resource == Resource::OUTSIDE => Obstacle::Io,
            OpKind::External => Obstacle::External,
            // Others never block; the thread has not begun, or what is known is not enough.
            _ => return None,
        })
    }

    /// A park inside of a method of a JDK lock waits for that lock.
    fn parked_for(&self, park: Upcoming<'_>) -> Obstacle {
        let mut position = park.position.unwrap_or(self.report.trace.len());
        while let Some(previous) = self.timelines.previous(self.thread, position) {
            position = previous;
            let step = &self.report.trace[position];
            let lock = step.operation.resource.object;
            match (step.operation.kind, step.frames.first()) {
                (OpKind::Park, _) => {}
                (OpKind::Lock, Some(call)) if inside(call, park.frames) => {
                    return match lock_call(call).0 {
                        LockCall::Await => Obstacle::Condition(lock),
                        _ => Obstacle::Lock(lock),
                    };
                }
                _ => break,
            }
        }
        park.blocker.map_or(Obstacle::Permit, Obstacle::Lock)
    }

    fn owner(&self, obstacle: Obstacle, position: usize) -> Option<ThreadId> {
        match obstacle {
            Obstacle::Monitor(object) | Obstacle::Lock(object) => {
                let holds = self.holds.get(&object)?;
                let begun = holds.partition_point(|h| h.since.is_none_or(|at| at <= position));
                // The last one that has begun, unless readers share the lock.
                let mut recent = holds[..begun].iter().rev().take(READERS);
                let hold = recent.find(|hold| hold.covers(position))?;
                Some(hold.thread)
            }
            Obstacle::Join(target) => Some(target),
            _ => None,
        }
    }
}
