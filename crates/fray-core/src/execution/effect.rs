//! What an operation does to the model at the moment that its thread is chosen.

use super::thread::Pending;
use super::{Execution, Wake};
use crate::op::{Completion, OpKind};
use crate::strategy::Candidate;

impl Execution {
    /// The effect of the chosen thread's operation.
    #[inline(always)]
    pub(super) fn apply(&mut self, chosen: &Candidate, pending: Pending) {
        let id = chosen.thread;
        let thread = &mut self.threads[id];
        thread.pending = Pending::Running;
        thread.wake = match chosen.completion {
            Completion::Normal => Wake::Normal,
            Completion::Timeout => Wake::TimedOut,
            Completion::Spurious => Wake::Spurious,
        };
        match pending {
            Pending::Point => {
                if chosen.operation.kind == OpKind::Start {
                    self.release_child(chosen.operation);
                }
            }
            Pending::Enter { monitor } => self.own(id, monitor, 1),
            Pending::Waiting {
                monitor,
                count,
                deadline,
                ..
            } => {
                self.objects[monitor].waiters.retain(|&waiter| waiter != id);
                self.own(id, monitor, count);
                if chosen.completion == Completion::Timeout {
                    self.reach(deadline);
                }
            }
            Pending::Reacquire {
                monitor,
                count,
                wake,
            } => {
                thread.wake = wake;
                self.own(id, monitor, count);
            }
            Pending::Park { deadline, .. } => {
                // As one that gives up: it goes on with a lock that others want, and has no step for it.
                self.tells = thread.interrupted && !thread.permit;
                thread.permit = false;
                if chosen.completion == Completion::Timeout {
                    self.reach(deadline);
                }
            }
            Pending::Join { .. } | Pending::Io { .. } if thread.interrupted => {
                thread.wake = Wake::Interrupted;
            }
            Pending::Join { deadline, .. } | Pending::Io { deadline, .. } => {
                if chosen.completion == Completion::Timeout {
                    self.reach(deadline);
                }
            }
            Pending::Sleep { .. } if thread.interrupted => thread.wake = Wake::Interrupted,
            Pending::Sleep { deadline } => self.reach(deadline),
            Pending::End { monitor } => {
                if let Some(monitor) = monitor {
                    self.objects[monitor].wanted -= 1;
                }
                self.bury(id, monitor);
            }
            Pending::Running | Pending::Unborn | Pending::External | Pending::Ended => {
                unreachable!("{id} is no candidate: {pending:?}")
            }
        }
    }
}
