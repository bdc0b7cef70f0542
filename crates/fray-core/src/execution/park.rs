//! Park, unpark, interrupt and sleep.

use super::thread::Pending;
use super::{Execution, Next, Wake};
use crate::op::{OpKind, Operation, Resource, ThreadId};

impl Execution {
    /// `Unsafe.park`: a switch point, completed by consuming the permit. `interrupted`
    /// is the thread's interrupt status: then no permit is needed.
    ///
    /// `quiet`: if it would return at once it does, with no step and no choice; if not
    /// the thread blocks as usual. `timeout_nanos` of `None`: without a limit.
    pub fn park(
        &mut self,
        me: ThreadId,
        timeout_nanos: Option<u64>,
        interrupted: bool,
        quiet: bool,
    ) -> Next {
        if self.verdict.is_some() {
            return Next::Over;
        }
        let at_once = interrupted || self.threads[me].permit;
        if at_once && self.skips(me, quiet) {
            self.threads[me].permit = false;
            return self.stay(me);
        }
        let operation = Operation::new(OpKind::Park, Resource::thread(me));
        let spurious = !at_once && self.draw_spurious(me, operation);
        let deadline = self.deadline(timeout_nanos);
        self.pend(me, Pending::Park { deadline, spurious }, operation);
        self.threads[me].interrupted = interrupted;
        self.hand_over(me)
    }

    /// Whether a park of the thread would return at once.
    pub fn has_permit(&self, thread: ThreadId) -> bool {
        self.threads[thread].permit
    }

    /// `Unsafe.unpark`: the permit is there, whether or not it was before; a thread that has not
    /// been started gets none. No switch point; any thread may call it.
    pub fn unpark(&mut self, target: ThreadId) {
        self.order_signal(target);
        if let Some(thread) = self.threads.get_mut(target)
            && thread.pending != Pending::Unborn
        {
            thread.permit = true;
            self.settled &= !matches!(thread.pending, Pending::Park { .. });
        }
    }

    /// `Thread.interrupt`, as far as it wakes threads; the interrupt status is the
    /// caller's business. No switch point; any thread may call it.
    ///
    /// A waiter leaves the wait set, and whoever was notified before does not become
    /// interrupted: a notification is not lost. A sleep or join ends, unless
    /// the joined thread ended first. A permit is given too, as HotSpot does for
    /// platform and virtual threads.
    pub fn interrupt(&mut self, target: ThreadId) {
        self.order_signal(target);
        let Some(thread) = self.threads.get_mut(target) else {
            return;
        };
        let pending = thread.pending;
        thread.permit |= pending != Pending::Unborn;
        match pending {
            Pending::Waiting { monitor, .. } => {
                let waiters = &mut self.objects[monitor].waiters;
                waiters.retain(|&waiter| waiter != target);
                self.leave_wait_set(target, Wake::Interrupted);
            }
            Pending::Join { target: joined, .. } if !self.threads.is_alive(joined) => {}
            Pending::Park { .. }
            | Pending::Sleep { .. }
            | Pending::Join { .. }
            | Pending::Io {
                interruptible: true,
                ..
            } => {
                self.settled = false;
                self.threads[target].interrupted = true;
            }
            _ => {}
        }
    }

    /// `Thread.sleep`: a switch point, completed when its time has come. The caller has
    /// made sure that `me` is not interrupted.
    pub fn sleep(&mut self, me: ThreadId, nanos: u64) -> Next {
        let deadline = self.deadline(Some(nanos));
        let operation = Operation::new(OpKind::Sleep, Resource::default());
        self.pend(me, Pending::Sleep { deadline }, operation);
        self.hand_over(me)
    }
}
