//! A decision: who could run, who does, and what that does to the model.

use super::thread::Pending;
use super::verdict::{Livelock, Verdict};
use super::{Execution, Next, Wake};
use crate::op::{Completion, Operation, Step, ThreadId};
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
    #[inline(always)]
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
        if self.token != Some(me) {
            self.settled = false;
            if self.verdict.is_none() && self.token.is_some() {
                return Next::Wait;
            }
        }
        self.decide(Some(me))
    }

    /// As [`Self::pend`] and [`Self::hand_over`], for the operations that programs consist
    /// of. The common case is that nothing has changed for the other threads, that
    /// `me` can go on and that it does. Then only its own candidate is new, and it is
    /// passed on by value: reading back what was just written to memory in parts would
    /// stall the processor, which was half of the cost of a decision.
    #[inline(always)]
    pub(super) fn offer(&mut self, me: ThreadId, pending: Pending, operation: Operation) -> Next {
        self.pend(me, pending, operation);
        let ready = match pending {
            Pending::Point => true,
            Pending::Enter { monitor } => self.objects.is_free(monitor),
            _ => false,
        };
        if !(ready && self.settled && self.token == Some(me)) || self.awaits_outside() {
            return self.hand_over(me);
        }
        let mine = Candidate {
            thread: me,
            operation,
            completion: Completion::Normal,
            class: self.threads[me].class,
        };
        let position = match self.candidates.binary_search_by_key(&me, |c| c.thread) {
            Ok(position) => {
                self.candidates[position] = mine;
                position
            }
            Err(position) => {
                self.candidates.insert(position, mine);
                position
            }
        };
        debug_assert!(self.is_settled());
        if !self.has_steps_left() {
            return Next::Over;
        }
        match self.choose() {
            Ok(index) if index == position => {
                if self.execute(&mine, pending) {
                    Next::Stay
                } else {
                    Next::Over
                }
            }
            Ok(index) => self.run(index).unwrap_or_else(|| self.decide(Some(me))),
            Err(divergence) => self.conclude(Verdict::Diverged(divergence)),
        }
    }

    /// Chooses and executes until a thread holds the token, or nobody can run, or
    /// it is over.
    fn decide(&mut self, caller: Option<ThreadId>) -> Next {
        loop {
            if self.verdict.is_some() {
                return Next::Over;
            }
            if self.awaits_outside() {
                self.token = None;
                return Next::Idle;
            }
            self.follow_wall();
            if !self.collect() {
                return self.nobody();
            }
            // Before anybody is asked: a replay has nothing to say to a step that is not made.
            if !self.has_steps_left() {
                return Next::Over;
            }
            let next = match self.choose() {
                Ok(index) => self.run(index),
                Err(divergence) => Some(self.conclude(Verdict::Diverged(divergence))),
            };
            match next {
                Some(Next::Switch(chosen)) if caller == Some(chosen) => return Next::Stay,
                Some(next) => return next,
                None => {}
            }
        }
    }

    /// Which candidate is to run. There is at least one.
    #[inline(always)]
    fn choose(&mut self) -> Result<usize, Divergence> {
        if self.candidates.len() == 1 {
            return Ok(0);
        }
        if self.held.is_none() {
            self.held_in_a_row = 0;
        } else if let Some(index) = self.held_candidate() {
            return Ok(index);
        }
        self.counters.choices += 1;
        self.strategy.choose_thread(&Point {
            step: self.counters.steps,
            current: self.current,
            candidates: &self.candidates,
        })
    }

    /// Executes the operation of this candidate and gives it the token. `None`: it has
    /// ended by that, so another one must be chosen.
    fn run(&mut self, index: usize) -> Option<Next> {
        let chosen = self.candidates[index];
        self.count_switch(chosen.thread);
        let pending = self.threads[chosen.thread].pending;
        if !self.execute(&chosen, pending) {
            return Some(Next::Over);
        }
        if let Pending::End { .. } = pending {
            return None;
        }
        self.token = Some(chosen.thread);
        Some(Next::Switch(chosen.thread))
    }

    /// One step. `false`: it is over.
    #[inline(always)]
    fn execute(&mut self, chosen: &Candidate, pending: Pending) -> bool {
        if !self.has_steps_left() {
            return false;
        }
        self.apply(chosen, pending);
        let step = Step {
            thread: chosen.thread,
            operation: chosen.operation,
            completion: chosen.completion,
            class: chosen.class,
        };
        let goes_on = self.record(&step);
        if std::mem::take(&mut self.tells) {
            self.strategy.unseen(chosen.thread);
        }
        goes_on && (self.races.is_none() || self.observe(&step))
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

    /// Whether one more step may be made; if not it is a livelock, or enough.
    #[inline(always)]
    pub(super) fn has_steps_left(&mut self) -> bool {
        let left = self.counters.steps < self.options.max_steps;
        if !left {
            self.use_up();
        }
        left
    }

    #[cold]
    fn use_up(&mut self) {
        let _ = if self.is_left_over() {
            self.conclude(Verdict::Completed)
        } else {
            self.conclude(Verdict::Livelock(Livelock {
                steps: self.counters.steps,
                recent: self.recent.steps(),
            }))
        };
    }

    /// A step has been made. `false`: the strategy says that it should not have been, or
    /// it was the last one.
    #[inline(always)]
    pub(super) fn record(&mut self, step: &Step) -> bool {
        self.counters.steps += 1;
        let (made, allowed) = (self.counters.steps, self.options.max_steps);
        self.recent.push(step, made, allowed);
        if let Err(divergence) = self.strategy.executed(step) {
            // The end of the last thread is no verdict if it should not have come.
            self.verdict = None;
            let _ = self.conclude(Verdict::Diverged(divergence));
        }
        if made >= self.lull.due {
            self.lapse();
        }
        self.verdict.is_none()
    }

    /// Nobody can run: the token is free.
    fn nobody(&mut self) -> Next {
        self.token = None;
        let outside = self.threads.live().iter().any(|&id| {
            matches!(
                self.threads[id].pending,
                Pending::External | Pending::Io { .. }
            )
        });
        let outside = outside || self.time_ahead().is_some();
        if outside && self.is_left_over() {
            // What they wait for may never come, and it is no matter.
            self.conclude(Verdict::Completed)
        } else if outside {
            Next::Idle
        } else {
            Next::Stuck
        }
    }
}
