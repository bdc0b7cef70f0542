//! What happens outside of our control: external calls and class initialisation.

use super::thread::Pending;
use super::{Execution, Next};
use crate::op::{ObjectId, OpKind, Operation, Resource, ThreadId};

impl Execution {
    /// The thread is about to make a call that may block outside of our control: it
    /// gives up the token and makes the call, whatever the answer.
    /// Never [`Next::Stay`].
    pub fn external_begin(&mut self, me: ThreadId) -> Next {
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

    /// The thread begins to initialise a class.
    pub fn enter_class_init(&mut self, me: ThreadId, class: ObjectId) {
        self.threads[me].initialising.push(class);
    }

    /// The thread has initialised the class, or failed to.
    pub fn leave_class_init(&mut self, me: ThreadId, class: ObjectId) {
        let initialising = &mut self.threads[me].initialising;
        if let Some(position) = initialising.iter().rposition(|&inside| inside == class) {
            initialising.truncate(position);
        }
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
