//! Who could run, and how its operation would complete.

use super::Execution;
use super::thread::{Pending, Thread};
use crate::config::TimeMode;
use crate::op::Completion;
use crate::strategy::Candidate;

impl Execution {
    /// Fills `candidates`. `false`: nobody can run.
    pub(super) fn collect(&mut self) -> bool {
        // If nobody can run but by a spurious wake-up, time passes.
        self.collect_now() || (self.jump() && self.collect_now()) || self.has_time()
    }

    /// Fills `candidates` with whoever could complete its operation now. `false`:
    /// there is none, or only spuriously.
    fn collect_now(&mut self) -> bool {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let mut firm = false;
        for &id in self.threads.live() {
            let thread = &self.threads[id];
            if let Some(completion) = self.readiness(thread) {
                // Data may really come as long as the time is not over.
                let soft = match thread.pending {
                    Pending::Io {
                        ready: false,
                        deadline,
                        ..
                    } => !thread.interrupted && deadline > Some(self.clock),
                    _ => false,
                };
                firm |= completion != Completion::Spurious && !soft;
                candidates.push(Candidate {
                    thread: id,
                    operation: thread.operation,
                    completion,
                    class: thread.class,
                });
            }
        }
        self.candidates = candidates;
        // The machine's clock changes who could run without anybody's doing.
        self.settled = self.wall.is_none();
        firm
    }

    /// Whether somebody who could wake spuriously has a deadline too: relaxed time would let that thread
    /// give up, so it is in no deadlock.
    fn has_time(&self) -> bool {
        self.options.time == TimeMode::Relaxed
            && self.candidates.iter().any(|candidate| {
                matches!(
                    self.threads[candidate.thread].pending,
                    Pending::Waiting { deadline, .. } | Pending::Park { deadline, .. }
                        if deadline.is_some()
                )
            })
    }

    /// How the thread's operation would complete if it were chosen now; `None` if it
    /// could not. This is the table at the head of the module.
    pub(super) fn readiness(&self, thread: &Thread) -> Option<Completion> {
        let normal = Some(Completion::Normal);
        match thread.pending {
            Pending::Point | Pending::End { monitor: None } => normal,
            Pending::Enter { monitor }
            | Pending::Reacquire { monitor, .. }
            | Pending::End {
                monitor: Some(monitor),
            } => normal.filter(|_| self.objects.is_free(monitor)),
            Pending::Waiting {
                monitor,
                deadline,
                spurious,
                ..
            } => self
                .gives_up(deadline, spurious)
                .filter(|_| self.objects.is_free(monitor)),
            Pending::Park { .. } if thread.permit || thread.interrupted => normal,
            Pending::Park { deadline, spurious } => self.gives_up(deadline, spurious),
            Pending::Join { target, .. }
                if thread.interrupted || !self.threads.is_alive(target) =>
            {
                normal
            }
            Pending::Join { deadline, .. } => self.gives_up(deadline, false),
            Pending::Io {
                deadline, ready, ..
            } => match ready || thread.interrupted {
                true => normal,
                false => self.gives_up(deadline, false),
            },
            Pending::Sleep { deadline } => {
                normal.filter(|_| thread.interrupted || self.is_up(deadline))
            }
            Pending::Running | Pending::Unborn | Pending::External | Pending::Ended => None,
        }
    }

    /// How an operation completes for which nothing has happened. A thread for
    /// which the strategy drew a spurious wake-up has one even if relaxed time
    /// would let it time out at any moment: programs tell the two apart.
    fn gives_up(&self, deadline: Option<u64>, spurious: bool) -> Option<Completion> {
        let reached = deadline.is_some_and(|deadline| deadline <= self.clock);
        if spurious && !reached {
            Some(Completion::Spurious)
        } else if self.is_up(deadline) {
            Some(Completion::Timeout)
        } else {
            None
        }
    }

    /// Whether the candidates are what collecting them would give.
    pub(super) fn is_settled(&mut self) -> bool {
        let candidates = self.candidates.clone();
        self.collect_now() && candidates == self.candidates
    }
}
