//! Threads come and go.

use super::monitor::MonitorId;
use super::thread::Pending;
use super::verdict::Verdict;
use super::{Execution, Next};
use crate::op::{ObjectId, OpKind, Operation, Resource, ThreadId};

impl Execution {
    /// A new thread, whose first step is pending. The caller starts the real
    /// thread, then announces [`OpKind::Start`] of it by [`Self::point`], or else calls
    /// [`Self::abort_spawn`]. No switch point.
    pub fn spawn(&mut self, me: ThreadId, daemon: bool) -> ThreadId {
        self.settled = false;
        self.stir();
        let child = self.threads.add(daemon, Pending::Point);
        self.order_spawn(me, child);
        child
    }

    /// A thread that begins when no other is left but daemons: the one that runs shutdown hooks.
    /// Until then it is not there, and the execution does not end without it. No switch point.
    pub fn spawn_last(&mut self, me: ThreadId) -> ThreadId {
        self.settled = false;
        let last = self.threads.add(true, Pending::Unborn);
        self.order_spawn(me, last);
        self.last = Some(last);
        last
    }

    /// A thread that has not been started gets its number, because somebody names it: an
    /// unpark, a join or a look at it is about the same thing as its start. No switch point.
    pub fn announce(&mut self) -> ThreadId {
        self.threads.reserve()
    }

    /// As [`Self::spawn`], for a thread that has been announced. Does nothing if it has been
    /// spawned before, which is said.
    pub fn spawn_announced(&mut self, thread: ThreadId, daemon: bool) -> bool {
        self.settled = false;
        self.stir();
        if let Some(me) = self.token {
            self.order_spawn(me, thread);
        }
        self.threads.enlist(thread, daemon)
    }

    /// The real thread could not be started: it is as if it had never been.
    pub fn abort_spawn(&mut self, thread: ThreadId) {
        self.settled = false;
        self.threads.forget(thread);
        self.complete_without_users();
    }

    /// `Thread.join`: a switch point, completed when the other has ended or is not started.
    pub fn join(&mut self, me: ThreadId, target: ThreadId, timeout_nanos: Option<u64>) -> Next {
        let deadline = self.deadline(timeout_nanos);
        let operation = Operation::new(OpKind::Join, Resource::thread(target));
        self.pend(me, Pending::Join { target, deadline }, operation);
        self.hand_over(me)
    }

    /// Whether the thread has ended, as the program may see it.
    pub fn is_ended(&self, thread: ThreadId) -> bool {
        self.threads.is_ended(thread)
    }

    /// The thread has nothing more to do. Its end is a switch point, but the real
    /// thread need not wait for it: it never gets the token again. At the end its
    /// monitors become free and `thread_object`, its `Thread` object (or
    /// [`ObjectId::NONE`]), is notified. The JVM takes that object's monitor to do so: a
    /// thread cannot end while another one has it. Never [`Next::Stay`].
    pub fn end(&mut self, me: ThreadId, thread_object: ObjectId) -> Next {
        let monitor =
            (thread_object != ObjectId::NONE).then(|| self.objects.monitor(thread_object));
        if self.verdict.is_some() {
            self.bury(me, monitor);
            return Next::Over;
        }
        if let Some(monitor) = monitor {
            // If it has that monitor itself, nobody else will ever give it back.
            self.disown(me, monitor);
            self.objects[monitor].wanted += 1;
        }
        let operation = Operation::new(OpKind::End, Resource::thread(me));
        self.pend(me, Pending::End { monitor }, operation);
        self.hand_over(me)
    }

    /// The effect of an end.
    pub(super) fn bury(&mut self, id: ThreadId, monitor: Option<MonitorId>) {
        if !self.threads.retire(id) {
            return;
        }
        self.stir();
        self.disown_all(id);
        if let (ThreadId::MAIN, Some(steps)) = (id, self.afterwards) {
            let last = self.counters.steps.saturating_add(steps);
            self.options.max_steps = self.options.max_steps.min(last);
        }
        if let Some(monitor) = monitor {
            // No step of theirs says that this is what they waited for.
            self.tells = !self.objects[monitor].waiters.is_empty();
            self.notify_all(self.objects[monitor].object);
        }
        self.complete_without_users();
    }

    fn disown_all(&mut self, id: ThreadId) {
        if self.threads[id].held > 0 {
            for monitor in self.objects.owned_by(id) {
                self.disown(id, monitor);
            }
        }
    }

    fn complete_without_users(&mut self) {
        if self.threads.has_users() || self.verdict.is_some() {
            return;
        }
        match self.last.take() {
            Some(last) => {
                self.settled = false;
                self.threads.recruit(last);
            }
            None => {
                let _ = self.conclude(Verdict::Completed);
            }
        }
    }

    /// While a start is pending its thread cannot begin: beginning before the start or
    /// after it would be two schedules for one behaviour. (Beginning right
    /// after it, the starter can still be overtaken at its next switch point.)
    pub(super) fn hold_back_child(&mut self, operation: Operation) {
        if operation.kind == OpKind::Start {
            self.replace_child_state(operation, Pending::Point, Pending::Unborn);
        }
    }

    /// The start has been executed.
    pub(super) fn release_child(&mut self, operation: Operation) {
        let child = operation.resource.as_thread();
        let unmade = child.and_then(|child| self.threads.get_mut(child));
        if unmade.is_none_or(|child| !child.unmade) {
            self.replace_child_state(operation, Pending::Unborn, Pending::Point);
        }
    }

    /// The real thread of one that was spawned is not there yet: it cannot begin before
    /// [`Self::made`], even if its start has been executed. Its starter may have to wait in between, for
    /// the monitor of the `Thread` object.
    pub fn make(&mut self, child: ThreadId) {
        self.settled = false;
        let thread = &mut self.threads[child];
        thread.unmade = true;
        thread.pending = Pending::Unborn;
    }

    /// The real thread is there.
    pub fn made(&mut self, child: ThreadId) {
        let thread = &mut self.threads[child];
        if std::mem::take(&mut thread.unmade) {
            let operation = Operation::new(OpKind::Start, Resource::thread(child));
            self.release_child(operation);
        }
    }

    fn replace_child_state(&mut self, operation: Operation, from: Pending, to: Pending) {
        if let Some(child) = operation.resource.as_thread()
            && let Some(thread) = self.threads.get_mut(child)
            && thread.pending == from
            && thread.operation.kind == OpKind::Begin
        {
            thread.pending = to;
            self.settled = false;
        }
    }
}
