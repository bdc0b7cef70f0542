//! Monitors: enter, exit, wait, notify.

use super::monitor::MonitorId;
use super::thread::Pending;
use super::verdict::Verdict;
use super::{Execution, Next, Wake};
use crate::op::{Completion, ObjectId, OpKind, Operation, Resource, Step, ThreadId};
use crate::strategy::Choice;

impl Execution {
    /// Monitor enter. Entering a monitor again that one owns is no switch point.
    ///
    /// `quiet`: if the monitor is free it is taken with no step and no choice; if not the
    /// thread blocks as usual.
    pub fn enter(&mut self, me: ThreadId, object: ObjectId, quiet: bool) -> Next {
        if self.verdict.is_some() {
            return Next::Over;
        }
        let monitor = self.objects.monitor(object);
        if self.objects[monitor].owner == Some(me) {
            self.objects[monitor].count += 1;
            return self.stay(me);
        }
        if self.objects.is_free(monitor) && self.skips(me, quiet) {
            self.objects[monitor].wanted += 1;
            self.own(me, monitor, 1);
            return self.stay(me);
        }
        self.objects[monitor].wanted += 1;
        let operation = Operation::new(OpKind::Enter, self.shown(object));
        self.offer(me, Pending::Enter { monitor }, operation)
    }

    /// Monitor exit: one entry less. No switch point. `false`: the monitor is not
    /// owned by this thread as far as we know, nothing changes.
    pub fn exit(&mut self, me: ThreadId, object: ObjectId) -> bool {
        let Some(id) = self.objects.find_monitor(object) else {
            return false;
        };
        let monitor = &mut self.objects[id];
        if monitor.owner != Some(me) {
            return false;
        }
        monitor.count -= 1;
        if monitor.count == 0 {
            monitor.owner = None;
            self.settled &= monitor.wanted == 0;
            self.threads[me].held -= 1;
            self.order_release(me, id);
        }
        true
    }

    /// Who owns the object's monitor, and how often it has entered.
    pub fn owner(&self, object: ObjectId) -> Option<(ThreadId, u32)> {
        let monitor = &self.objects[self.objects.find_monitor(object)?];
        monitor.owner.map(|owner| (owner, monitor.count))
    }

    /// `Object.wait`: the monitor is released however often it was entered, and the thread
    /// joins the wait set; that is a step, with no choice before it since only
    /// the owner of the monitor could tell. Coming back is another step.
    ///
    /// The caller has made sure that `me` owns the monitor and is not interrupted.
    /// `None`: without a time limit.
    pub fn wait(&mut self, me: ThreadId, object: ObjectId, timeout_nanos: Option<u64>) -> Next {
        if self.verdict.is_some() {
            return Next::Over;
        }
        let operation = Operation::new(OpKind::Wait, self.shown(object));
        let spurious = self.draw_spurious(me, operation);
        if self.verdict.is_some() || !self.has_steps_left() {
            return Next::Over;
        }
        let monitor = self.objects.monitor(object);
        let count = self.disown(me, monitor);
        self.objects[monitor].waiters.push(me);
        self.objects[monitor].wanted += 1;
        let pending = Pending::Waiting {
            monitor,
            count,
            deadline: self.deadline(timeout_nanos),
            spurious,
        };
        let back = Operation::new(OpKind::Reacquire, self.shown(object));
        self.pend(me, pending, back);
        if !self.record(&Step {
            thread: me,
            operation,
            completion: Completion::Normal,
            class: self.objects.class_of(object),
        }) {
            return Next::Over;
        }
        self.hand_over(me)
    }

    /// `Object.notify`: one waiter leaves the wait set and wants the monitor back. The
    /// strategy says which; for a caller that is not controlled (`None`) it is the
    /// one that waits longest. No switch point.
    pub fn notify(&mut self, me: Option<ThreadId>, object: ObjectId) {
        let Some(monitor) = self.objects.find_monitor(object) else {
            return;
        };
        let waiters = &self.objects[monitor].waiters;
        let mut index = 0;
        if me.is_some() && waiters.len() > 1 && self.verdict.is_none() {
            let choice = Choice::NotifyTarget { object, waiters };
            match self.strategy.choose_other(&choice) {
                Ok(chosen) => index = chosen,
                Err(divergence) => {
                    let _ = self.conclude(Verdict::Diverged(divergence));
                    return;
                }
            }
        }
        assert!(
            index < waiters.len().max(1),
            "the strategy chose waiter {index} of {}",
            waiters.len()
        );
        if let Some(&waiter) = waiters.get(index) {
            self.objects[monitor].waiters.remove(index);
            self.leave_wait_set(waiter, Wake::Normal);
        }
    }

    /// `Object.notifyAll`. No switch point.
    pub fn notify_all(&mut self, object: ObjectId) {
        let Some(monitor) = self.objects.find_monitor(object) else {
            return;
        };
        while let Some(waiter) = self.objects[monitor].waiters.pop() {
            self.leave_wait_set(waiter, Wake::Normal);
        }
    }

    /// A waiter that is no longer in the wait set goes for the monitor.
    pub(super) fn leave_wait_set(&mut self, waiter: ThreadId, wake: Wake) {
        self.settled = false;
        let thread = &mut self.threads[waiter];
        if let Pending::Waiting { monitor, count, .. } = thread.pending {
            thread.pending = Pending::Reacquire {
                monitor,
                count,
                wake,
            };
        }
    }

    /// The thread becomes the owner of a free monitor that it wanted. With a count of 0, which is what a
    /// `wait` remembers of a monitor that was entered unseen, it does not.
    pub(super) fn own(&mut self, me: ThreadId, monitor: MonitorId, count: u32) {
        self.order_acquire(me, monitor);
        let monitor = &mut self.objects[monitor];
        debug_assert!(monitor.owner.is_none());
        monitor.wanted -= 1;
        self.settled &= monitor.wanted == 0;
        if count > 0 {
            monitor.owner = Some(me);
            monitor.count = count;
            self.threads[me].held += 1;
        }
    }

    /// The thread gives the monitor up; how often it had entered.
    pub(super) fn disown(&mut self, me: ThreadId, monitor: MonitorId) -> u32 {
        if self.objects[monitor].owner != Some(me) {
            return 0;
        }
        self.order_release(me, monitor);
        let monitor = &mut self.objects[monitor];
        monitor.owner = None;
        self.settled &= monitor.wanted == 0;
        self.threads[me].held -= 1;
        std::mem::take(&mut monitor.count)
    }

    /// The object as a resource, as strategies, recordings and reports see it.
    fn shown(&self, object: ObjectId) -> Resource {
        let resource = Resource::object(object);
        if self.odd_is_quiet {
            resource.comparable()
        } else {
            resource
        }
    }

    /// Whether the object's monitor is owned, waited on or about to be entered.
    pub fn is_in_use(&self, object: ObjectId) -> bool {
        self.objects.find_monitor(object).is_some_and(|monitor| {
            let monitor = &self.objects[monitor];
            monitor.owner.is_some() || monitor.wanted > 0 || !monitor.waiters.is_empty()
        })
    }

    /// Whether the strategy lets this wait or park return for no reason.
    pub(super) fn draw_spurious(&mut self, thread: ThreadId, operation: Operation) -> bool {
        if !self.options.spurious {
            return false;
        }
        match self
            .strategy
            .choose_other(&Choice::Spurious { thread, operation })
        {
            Ok(index) => index > 0,
            Err(divergence) => {
                let _ = self.conclude(Verdict::Diverged(divergence));
                false
            }
        }
    }
}
