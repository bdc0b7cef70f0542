//! What happens outside of our control: external calls and class initialisation.

use super::thread::Pending;
use super::{Execution, Next};
use crate::op::{ObjectId, OpKind, Operation, Resource, ThreadId};

impl Execution {
    /// Input or output is about to be done: a switch point. `ready`: it would not block. If it
    /// would, the thread waits until [`Self::io_ready`] is called or its time is up. That is so when the
    /// strategy chooses it, as for other timed operations; but if nobody else can run
    /// only the caller can say that the time is over, by [`Self::pass_time`].
    pub fn io(
        &mut self,
        me: ThreadId,
        ready: bool,
        timeout_nanos: Option<u64>,
        interruptible: bool,
    ) -> Next {
        if self.verdict.is_some() {
            return Next::Over;
        }
        self.meets_outside = true;
        let deadline = self.deadline(timeout_nanos);
        let operation = Operation::new(OpKind::External, Resource::OUTSIDE);
        let pending = Pending::Io {
            deadline,
            ready,
            interruptible,
        };
        self.pend(me, pending, operation);
        self.hand_over(me)
    }

    /// What the thread wants to do would not block any more. Any thread may call it.
    pub fn io_ready(&mut self, thread: ThreadId) {
        if let Some(thread) = self.threads.get_mut(thread)
            && let Pending::Io { ready, .. } = &mut thread.pending
        {
            *ready = true;
            self.settled = false;
        }
    }

    /// Whether anything outside has mattered so far.
    pub fn meets_outside(&self) -> bool {
        self.meets_outside
    }

    /// Threads that are not controlled, or other processes, may help those that are.
    pub fn expect_help(&mut self) {
        self.meets_outside = true;
        self.expects_help = true;
    }

    /// Whether they have been said to.
    pub fn expects_help(&self) -> bool {
        self.expects_help
    }

    /// What a replay waits for does not come: it goes on without, and will say what is different.
    /// `false`: it does not wait.
    pub fn lose_patience(&mut self) -> bool {
        let waits = self.token.is_none() && self.awaits_outside();
        self.patient &= !waits;
        waits
    }

    /// Whether the next step of a replay is that of a thread that only something from outside
    /// can set free.
    pub(super) fn awaits_outside(&mut self) -> bool {
        if !self.meets_outside || !self.patient || self.verdict.is_some() {
            return false;
        }
        let Some(awaited) = self.strategy.awaited() else {
            return false;
        };
        let pending = self.threads.get_mut(awaited).map(|thread| thread.pending);
        match pending {
            Some(Pending::Io { ready, .. }) => !ready,
            Some(Pending::External) => true,
            Some(Pending::Park { .. } | Pending::Waiting { .. }) => {
                self.readiness(&self.threads[awaited]).is_none()
            }
            _ => false,
        }
    }

    /// The thread is about to make a call that may block outside of our control: it
    /// gives up the token and makes the call, whatever the answer.
    /// Never [`Next::Stay`].
    pub fn external_begin(&mut self, me: ThreadId) -> Next {
        self.meets_outside = true;
        self.threads[me].awaited_classes.clear();
        self.pend(me, Pending::External, EXTERNAL);
        self.hand_over(me)
    }

    /// The call has returned, and the thread, which does not hold the token, wants to go on.
    ///
    /// [`Next::Stay`]: it may, at once. [`Next::Wait`]: another thread holds the token,
    /// block until chosen. [`Next::Switch`]: the token was free, and by now several
    /// threads could run, of which another one was chosen: wake it and block.
    pub fn external_end(&mut self, me: ThreadId) -> Next {
        self.pend(me, Pending::Point, EXTERNAL);
        self.hand_over(me)
    }

    /// The holder of the token is blocked outside of our control without having
    /// said so: as [`Self::external_begin`] on its behalf. When it is back it calls
    /// [`Self::external_end`], or goes on with any other operation.
    /// [`Next::Wait`] if it does not hold the token any more.
    pub fn force_external(&mut self, thread: ThreadId) -> Next {
        if self.verdict.is_none() && self.token != Some(thread) {
            return Next::Wait;
        }
        self.external_begin(thread)
    }

    /// Whether the thread is in an external call, as it is after [`Self::force_external`].
    pub fn is_external(&self, thread: ThreadId) -> bool {
        self.threads[thread].pending == Pending::External
    }

    /// The thread begins to initialise a class. Others that use it later will find it initialised, and
    /// do not say so: there is no step for either.
    pub fn enter_class_init(&mut self, me: ThreadId) {
        self.strategy.unseen(me);
    }

    /// The thread, which is in an external call, is known to wait for the initialisation of a class by another
    /// one: of any of these.
    pub fn awaits_class(&mut self, thread: ThreadId, holders: Vec<(ThreadId, ObjectId)>) {
        if self.is_external(thread) {
            self.threads[thread].awaited_classes = holders;
        }
    }

    /// The threads in external calls.
    pub fn externals(&self) -> impl Iterator<Item = ThreadId> {
        let live = self.threads.live().iter().copied();
        live.filter(|&thread| self.is_external(thread))
    }
}

/// The step that a thread makes when it is back.
const EXTERNAL: Operation = Operation {
    kind: OpKind::External,
    resource: Resource {
        object: ObjectId::NONE,
        member: 0,
    },
};
