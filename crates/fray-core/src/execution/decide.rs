//! A decision: who could run, who does, and what that does to the model.

use super::thread::{Pending, Thread};
use super::verdict::{Livelock, Verdict};
use super::{Execution, Next, Wake};
use crate::op::{Completion, OpKind, Operation, Step, ThreadId};
use crate::strategy::{Candidate, Divergence, Point};

impl Execution {
    /// Something may have changed from outside: decides if the token is free.
    /// [`Next::Wait`] if it is not.
    pub fn resolve(&mut self) -> Next {
        if self.verdict.is_none() && self.token.is_some() {
            return Next::Wait;
        }
        self.decide(None)
    }

    /// Whether an operation of `me` needs no decision.
    pub(super) fn skips(&self, me: ThreadId, quiet: bool) -> bool {
        quiet && self.token == Some(me)
    }

    /// The operation needed no decision and is done.
    pub(super) fn stay(&mut self, me: ThreadId) -> Next {
        self.threads[me].wake = Wake::Normal;
        Next::Stay
    }

    /// Makes this the pending operation of the thread.
    pub(super) fn pend(&mut self, me: ThreadId, pending: Pending, operation: Operation) {
        let class = self.objects.class_of(operation.resource.object);
        let thread = &mut self.threads[me];
        thread.pending = pending;
        thread.operation = operation;
        thread.class = class;
        thread.interrupted = false;
    }

    /// `me` has a pending operation and gives up the token, if it has it.
    pub(super) fn hand_over(&mut self, me: ThreadId) -> Next {
        if self.verdict.is_none() && self.token.is_some_and(|holder| holder != me) {
            return Next::Wait;
        }
        self.decide(Some(me))
    }

    /// Chooses and executes until a thread holds the token, or nobody can run, or
    /// it is over. Ends of threads are executed on the way.
    fn decide(&mut self, caller: Option<ThreadId>) -> Next {
        loop {
            if self.verdict.is_some() {
                return Next::Over;
            }
            if !self.collect() {
                return self.nobody();
            }
            let chosen = match self.choose() {
                Ok(candidate) => candidate,
                Err(divergence) => return self.conclude(Verdict::Diverged(divergence)),
            };
            if !self.has_steps_left() {
                return Next::Over;
            }
            self.count_switch(chosen.thread);
            self.apply(&chosen);
            if !self.record(Step {
                thread: chosen.thread,
                operation: chosen.operation,
                completion: chosen.completion,
                class: chosen.class,
            }) {
                return Next::Over;
            }
            if self.threads[chosen.thread].pending == Pending::Ended {
                continue;
            }
            self.token = Some(chosen.thread);
            return if caller == Some(chosen.thread) {
                Next::Stay
            } else {
                Next::Switch(chosen.thread)
            };
        }
    }

    /// Fills `candidates`. `false`: nobody can run.
    fn collect(&mut self) -> bool {
        // Nobody can run but by a spurious wake-up: time passes.
        self.collect_now() || (self.jump() && self.collect_now()) || self.time_out()
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
                firm |= completion != Completion::Spurious;
                candidates.push(Candidate {
                    thread: id,
                    operation: thread.operation,
                    completion,
                    class: thread.class,
                });
            }
        }
        self.candidates = candidates;
        firm
    }

    /// Relaxed time: candidates that could wake spuriously but have a deadline
    /// too give up because of that, since nobody else can run.
    fn time_out(&mut self) -> bool {
        let mut firm = false;
        for candidate in &mut self.candidates {
            if let Pending::Waiting { deadline, .. } | Pending::Park { deadline, .. } =
                self.threads[candidate.thread].pending
                && deadline.is_some()
            {
                candidate.completion = Completion::Timeout;
                firm = true;
            }
        }
        firm
    }

    /// How the thread's operation would complete if it were chosen now; `None` if it
    /// could not. This is the table at the head of the module.
    pub(super) fn readiness(&self, thread: &Thread) -> Option<Completion> {
        let normal = Some(Completion::Normal);
        match thread.pending {
            Pending::Point | Pending::End { .. } => normal,
            Pending::Enter { monitor } | Pending::Reacquire { monitor, .. } => {
                normal.filter(|_| self.objects.is_free(monitor))
            }
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
            Pending::Join { target, .. } if thread.interrupted || self.threads.is_ended(target) => {
                normal
            }
            Pending::Join { deadline, .. } => self.gives_up(deadline, false),
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

    fn choose(&mut self) -> Result<Candidate, Divergence> {
        if let [only] = self.candidates[..] {
            return Ok(only);
        }
        self.counters.choices += 1;
        let index = self.strategy.choose_thread(&Point {
            step: self.counters.steps,
            current: self.current,
            candidates: &self.candidates,
        })?;
        Ok(self.candidates[index])
    }

    fn count_switch(&mut self, chosen: ThreadId) {
        if chosen == self.current {
            return;
        }
        self.counters.switches += 1;
        let could_go_on = self.candidates.iter().any(|candidate| {
            candidate.thread == self.current
                && candidate.completion == Completion::Normal
                && !candidate.operation.is_hint()
        });
        self.counters.preemptions += u64::from(could_go_on);
        self.current = chosen;
    }

    /// The effect of the chosen thread's operation.
    fn apply(&mut self, chosen: &Candidate) {
        let id = chosen.thread;
        let pending = self.threads[id].pending;
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
                thread.permit = false;
                if chosen.completion == Completion::Timeout {
                    self.reach(deadline);
                }
            }
            Pending::Join { .. } if thread.interrupted => thread.wake = Wake::Interrupted,
            Pending::Join { deadline, .. } => {
                if chosen.completion == Completion::Timeout {
                    self.reach(deadline);
                }
            }
            Pending::Sleep { .. } if thread.interrupted => thread.wake = Wake::Interrupted,
            Pending::Sleep { deadline } => self.reach(deadline),
            Pending::End { object } => self.bury(id, object),
            Pending::Running | Pending::Unborn | Pending::External | Pending::Ended => {
                unreachable!("{id} is no candidate: {pending:?}")
            }
        }
    }

    /// Whether one more step may be made; if not it is a livelock.
    pub(super) fn has_steps_left(&mut self) -> bool {
        let steps = self.counters.steps;
        if steps < self.options.max_steps {
            return true;
        }
        let recent = self.recent.steps();
        let _ = self.conclude(Verdict::Livelock(Livelock { steps, recent }));
        false
    }

    /// A step has been made. `false`: the strategy says that it should not have been, or
    /// it was the last one.
    pub(super) fn record(&mut self, step: Step) -> bool {
        self.counters.steps += 1;
        self.recent.push(step);
        if let Err(divergence) = self.strategy.executed(&step) {
            // The end of the last thread is no verdict if it should not have come.
            self.verdict = None;
            let _ = self.conclude(Verdict::Diverged(divergence));
        }
        self.verdict.is_none()
    }

    /// Nobody can run: the token is free.
    fn nobody(&mut self) -> Next {
        self.token = None;
        let outside = self
            .threads
            .live()
            .iter()
            .any(|&id| self.threads[id].pending == Pending::External);
        if outside { Next::Idle } else { Next::Stuck }
    }
}
