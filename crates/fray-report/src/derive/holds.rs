//! Who has which lock, from when to when.
//!
//! Monitors are taken by steps and, where the agent says so, released by effects. If it does not,
//! Java's structured locking tells the rest: a monitor is released before the method that
//! entered it returns. Whatever is known, a thread that enters a monitor proves that nobody
//! else has it.

use std::collections::HashMap;

use fray_core::op::{ObjectId, OpKind, ThreadId};

use super::locks::{LockCall, inside, lock_call};
use super::{Timelines, Upcoming};
use crate::frame::Frame;
use crate::model::{EffectKind, FailureReport, TraceStep};

/// A time in which a thread had a lock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hold {
    /// Who.
    pub thread: ThreadId,
    /// The monitor's object, or the JDK lock.
    pub object: ObjectId,
    /// The step that took it; `None` if it is not in the trace.
    pub since: Option<usize>,
    /// The first position at which it was released; `None`: it was held to the end.
    pub until: Option<usize>,
}

impl Hold {
    /// Whether the thread has the lock when the step at this position has been done.
    pub fn covers(&self, position: usize) -> bool {
        self.since.is_none_or(|since| since <= position)
            && self.until.is_none_or(|until| position < until)
    }
}

pub(super) fn holds(report: &FailureReport, timelines: &Timelines<'_>) -> Vec<Hold> {
    let effects = || report.trace.iter().flat_map(|step| &step.effects);
    let mut walk = Walk {
        report,
        timelines,
        releases_known: effects().any(|e| matches!(e.kind, EffectKind::Release { .. })),
        acquires_known: effects().any(|e| matches!(e.kind, EffectKind::Acquire { .. })),
        holds: Vec::new(),
        open: HashMap::new(),
        scheduled: HashMap::new(),
    };
    for position in 0..report.trace.len() {
        walk.step(position);
    }
    walk.finish();
    let mut holds = walk.holds;
    holds.sort_by_key(|hold| (hold.since, hold.thread, hold.object));
    holds
}

/// How often a thread has a lock that is open, and where in [`Walk::holds`] that is.
struct Open {
    hold: usize,
    count: u32,
    shared: bool,
    monitor: bool,
}

struct Walk<'a> {
    report: &'a FailureReport,
    timelines: &'a Timelines<'a>,
    releases_known: bool,
    acquires_known: bool,
    holds: Vec<Hold>,
    open: HashMap<(ThreadId, ObjectId), Open>,
    /// JDK locks that are taken at a later position than that of the call.
    scheduled: HashMap<usize, Vec<(ThreadId, ObjectId, bool)>>,
}

impl Walk<'_> {
    fn step(&mut self, position: usize) {
        let step = &self.report.trace[position];
        let (me, object) = (step.thread, step.operation.resource.object);
        if !self.releases_known {
            self.close_left_frames(position, step);
        }
        match step.operation.kind {
            OpKind::Enter | OpKind::Reacquire => self.take(me, object, position, false, true),
            OpKind::Wait => self.give_up(me, object, position),
            OpKind::End => self.end_thread(me, position),
            OpKind::Lock if !self.acquires_known => self.call(position, step),
            _ => {}
        }
        for (me, object, shared) in self.scheduled.remove(&position).unwrap_or_default() {
            self.take(me, object, position, shared, false);
        }
        for effect in &step.effects {
            match effect.kind {
                EffectKind::Acquire { object } if !self.open.contains_key(&(me, object)) => {
                    let shared = step.frames.first().is_some_and(|f| lock_call(f).1);
                    self.take(me, object, position, shared, false);
                }
                EffectKind::Release { object } => self.give_up(me, object, position + 1),
                _ => {}
            }
        }
    }

    /// A call of a method of a JDK lock, of which only the name is known.
    fn call(&mut self, position: usize, step: &TraceStep) {
        let Some(frame) = step.frames.first() else {
            return;
        };
        let (me, object) = (step.thread, step.operation.resource.object);
        match lock_call(frame) {
            (LockCall::Acquire, shared) => {
                if let Some(last) = self.leaves(me, frame, position) {
                    let entry = self.scheduled.entry(last).or_default();
                    entry.push((me, object, shared));
                }
            }
            (LockCall::Await, _) => {
                self.give_up(me, object, position + 1);
                if let Some(last) = self.leaves(me, frame, position).filter(|&at| at > position) {
                    let entry = self.scheduled.entry(last).or_default();
                    entry.push((me, object, false));
                }
            }
            (LockCall::Try, shared) if self.unlocked_later(position, step) => {
                self.take(me, object, position, shared, false);
            }
            (LockCall::Release, _) => {
                let key = (me, object);
                match self.open.get_mut(&key) {
                    Some(open) if open.count > 1 => open.count -= 1,
                    _ => self.give_up(me, object, position + 1),
                }
            }
            _ => {}
        }
    }

    /// The last step of the thread inside of the call that began here: behind the parks inside, it
    /// has the lock. `None`: it never came out.
    fn leaves(&self, me: ThreadId, call: &Frame, position: usize) -> Option<usize> {
        let mut last = position;
        loop {
            let next = self.timelines.upcoming(me, last + 1);
            let parks = |next: &Upcoming<'_>| {
                next.operation.kind == OpKind::Park && inside(call, next.frames)
            };
            match next.filter(parks) {
                Some(next) => last = next.position?,
                None => return Some(last),
            }
        }
    }

    /// Whether the next thing that the thread does to this lock is to release it: then trying was a success.
    fn unlocked_later(&self, position: usize, step: &TraceStep) -> bool {
        let same = |s: &&TraceStep| s.thread == step.thread && s.operation == step.operation;
        let next = self.report.trace[position + 1..].iter().find(same);
        next.and_then(|next| next.frames.first())
            .is_some_and(|frame| lock_call(frame).0 == LockCall::Release)
    }

    fn take(&mut self, me: ThreadId, object: ObjectId, at: usize, shared: bool, monitor: bool) {
        if let Some(open) = self.open.get_mut(&(me, object)) {
            open.count += 1;
            return;
        }
        let others: Vec<_> = self
            .open
            .iter()
            .filter(|((_, other), open)| *other == object && !(shared && open.shared))
            .map(|((thread, _), _)| *thread)
            .collect();
        for other in others {
            self.give_up(other, object, at);
        }
        let hold = self.holds.len();
        self.holds.push(Hold {
            thread: me,
            object,
            since: Some(at),
            until: None,
        });
        let open = Open {
            hold,
            count: 1,
            shared,
            monitor,
        };
        self.open.insert((me, object), open);
    }

    fn give_up(&mut self, thread: ThreadId, object: ObjectId, until: usize) {
        if let Some(open) = self.open.remove(&(thread, object)) {
            self.holds[open.hold].until = Some(until);
        }
    }

    fn end_thread(&mut self, thread: ThreadId, position: usize) {
        let mine = |((owner, object), _): (&(ThreadId, ObjectId), &Open)| {
            (*owner == thread).then_some(*object)
        };
        let objects: Vec<ObjectId> = self.open.iter().filter_map(mine).collect();
        for object in objects {
            self.give_up(thread, object, position);
        }
    }

    /// Structured locking: monitors whose method is not on the stack any more.
    fn close_left_frames(&mut self, position: usize, step: &TraceStep) {
        let left: Vec<ObjectId> = self
            .open
            .iter()
            .filter(|((thread, _), open)| *thread == step.thread && open.monitor)
            .filter(|(_, open)| {
                let since = self.holds[open.hold].since.unwrap_or(0);
                let entered = &self.report.trace[since].frames;
                let (deep, now) = (entered.len(), step.frames.len());
                let same_method = |a: &Frame, b: &Frame| a.class == b.class && a.method == b.method;
                deep > 0
                    && now > 0
                    && !(now >= deep
                        && same_method(&step.frames[now - deep], &entered[0])
                        && step.frames[now - deep + 1..] == entered[1..])
            })
            .map(|((_, object), _)| *object)
            .collect();
        let until = self.timelines.previous(step.thread, position);
        for object in left {
            let since = self.holds[self.open[&(step.thread, object)].hold].since;
            let until = until.max(since).map_or(position, |last| last + 1);
            self.give_up(step.thread, object, until);
        }
    }

    /// A deadlock report knows exactly which monitors were held at the end.
    fn finish(&mut self) {
        let Some(deadlock) = &self.report.deadlock else {
            return;
        };
        let end = self.report.trace.len();
        for blocked in &deadlock.threads {
            let stale: Vec<ObjectId> = self
                .open
                .iter()
                .filter(|((thread, object), open)| {
                    *thread == blocked.thread && open.monitor && !blocked.holds.contains(object)
                })
                .map(|((_, object), _)| *object)
                .collect();
            for object in stale {
                let until = self.timelines.previous(blocked.thread, end);
                self.give_up(blocked.thread, object, until.map_or(end, |last| last + 1));
            }
            for &object in &blocked.holds {
                if !self.open.contains_key(&(blocked.thread, object)) {
                    self.reopen(blocked.thread, object);
                }
            }
        }
    }

    /// The thread has the monitor after all, since it took it last, or since before the trace.
    fn reopen(&mut self, thread: ThreadId, object: ObjectId) {
        let last = self.holds.iter_mut().rev().find(|h| h.object == object);
        match last {
            Some(hold) if hold.thread == thread => hold.until = None,
            _ => self.holds.push(Hold {
                thread,
                object,
                since: None,
                until: None,
            }),
        }
    }
}
