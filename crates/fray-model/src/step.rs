//! Transitions.

use crate::program::{Code, Instruction, LOCKS};
use crate::queue::{Sync, Want};
use crate::state::{How, Life, Phase, State};

/// What is logged where the JVM throws an `InterruptedException`.
pub(crate) const INTERRUPTED: i32 = -1;

/// What a state may become.
#[derive(Default)]
pub(crate) struct Successors {
    pub states: Vec<State>,
    /// Those that take a spurious wake-up: no way out of a deadlock.
    pub spurious: Vec<State>,
}

impl State {
    /// All states that one step of one thread leads to.
    pub(crate) fn successors(&self, code: &[Code]) -> Successors {
        let mut next = Successors::default();
        for (thread, code) in code.iter().enumerate() {
            if self.threads[thread].life == Life::Alive {
                self.advance(thread, code, &mut next);
            }
        }
        next
    }

    /// This state, changed.
    pub(crate) fn with(&self, change: impl FnOnce(&mut State)) -> State {
        let mut state = self.clone();
        change(&mut state);
        state
    }

    /// This state, changed at the cost of a spurious wake-up, if there may be one.
    pub(crate) fn spuriously(&self, change: impl FnOnce(&mut State), next: &mut Successors) {
        if self.spurious > 0 {
            next.spurious.push(self.with(|s| {
                s.spurious -= 1;
                change(s);
            }));
        }
    }

    fn advance(&self, thread: usize, code: &Code, next: &mut Successors) {
        let me = &self.threads[thread];
        match me.phase {
            Phase::Ready if !me.begun => {
                next.states
                    .push(self.with(|s| s.threads[thread].begun = true));
            }
            Phase::Ready => match code.instructions.get(me.pc) {
                Some(Instruction::Do(kind, numbers)) => {
                    self.execute(thread, *kind, *numbers, code, next);
                }
                Some(instruction) => next.states.push(self.with(|s| {
                    s.leave(thread, *instruction, code);
                })),
                None => next.states.push(self.with(|s| {
                    s.threads[thread].life = Life::Ended;
                    s.threads[thread].permit = false;
                    s.threads[thread].interrupted = false;
                })),
            },
            Phase::Waiting {
                monitor,
                count,
                timed,
            } => {
                let back = |s: &mut State| s.reacquire(thread, monitor, count, false);
                if self.monitors[monitor].owner.is_none() {
                    if timed {
                        next.states.push(self.with(back));
                    } else {
                        self.spuriously(back, next);
                    }
                }
            }
            Phase::Reacquire {
                monitor,
                count,
                interrupted,
            } => {
                if self.monitors[monitor].owner.is_none() {
                    let back = |s: &mut State| s.reacquire(thread, monitor, count, interrupted);
                    next.states.push(self.with(back));
                }
            }
            Phase::Condition {
                condition,
                holds,
                timed,
            } => {
                let cancel =
                    |log: Option<i32>| move |s: &mut State| s.cancel(thread, condition, holds, log);
                if me.interrupted {
                    next.states.push(self.with(cancel(Some(INTERRUPTED))));
                } else if me.permit {
                    // Waiting is parking: an unpark by the program wakes it for nothing.
                    let go_on = |s: &mut State| s.threads[thread].permit = false;
                    next.states.push(self.with(go_on));
                }
                if timed && !me.interrupted {
                    next.states.push(self.with(cancel(Some(0))));
                }
                // One with a time limit tells a spurious wake-up like a signal.
                self.spuriously(cancel(timed.then_some(1)), next);
            }
            Phase::Queued { how, .. } => {
                let behind = code.behind[me.pc];
                if me.permit || me.interrupted {
                    let wake = |s: &mut State| s.wake_in_queue(thread, false, behind);
                    next.states.push(self.with(wake));
                } else if how.timed {
                    let wake = |s: &mut State| s.wake_in_queue(thread, true, behind);
                    next.states.push(self.with(wake));
                }
            }
        }
    }

    /// Back from a wait.
    fn reacquire(&mut self, thread: usize, monitor: usize, count: u32, interrupted: bool) {
        self.monitors[monitor].owner = Some(thread);
        self.monitors[monitor].count = count;
        self.threads[thread].phase = Phase::Ready;
        self.threads[thread].pc += 1;
        if interrupted {
            self.threads[thread].interrupted = false;
            self.log(thread, INTERRUPTED);
        }
    }

    /// Waits for the condition no longer, though nobody has signalled it, and goes for the lock.
    fn cancel(&mut self, thread: usize, condition: usize, holds: i32, log: Option<i32>) {
        self.conditions[condition].retain(|waiter| *waiter != thread);
        self.threads[thread].permit = false;
        if log == Some(INTERRUPTED) {
            self.threads[thread].interrupted = false;
        }
        let how = How {
            log,
            ..How::default()
        };
        let lock = Sync::Lock(condition % LOCKS);
        self.take(thread, lock, Want::Holds(holds), how);
    }

    /// The end of a block.
    fn leave(&mut self, thread: usize, instruction: Instruction, code: &Code) {
        match instruction {
            Instruction::Unlock(lock) => self.give(thread, Sync::Lock(lock), Want::Holds(1)),
            Instruction::UnlockRead(lock) => {
                self.give(thread, Sync::ReadWrite(lock), Want::Read);
            }
            Instruction::UnlockWrite(lock) => {
                self.give(thread, Sync::ReadWrite(lock), Want::Write);
            }
            Instruction::Exit(monitor) => self.exit(monitor, 1),
            Instruction::Catch(guard) => {
                self.log(thread, super::execute::CAUGHT);
                self.threads[thread].pc = code.behind[guard];
                return;
            }
            Instruction::Do(..) => unreachable!("no end of a block"),
        }
        self.threads[thread].pc += 1;
    }

    pub(crate) fn log(&mut self, thread: usize, value: i32) {
        self.threads[thread].log.push(value);
    }

    pub(crate) fn exit(&mut self, monitor: usize, count: u32) {
        let monitor = &mut self.monitors[monitor];
        monitor.count -= count;
        if monitor.count == 0 {
            monitor.owner = None;
        }
    }

    /// If it waits there, it goes for the monitor.
    pub(crate) fn leave_wait_set(&mut self, waiter: usize, what: usize, interrupted: bool) {
        if let Phase::Waiting { monitor, count, .. } = self.threads[waiter].phase
            && monitor == what
        {
            self.threads[waiter].phase = Phase::Reacquire {
                monitor,
                count,
                interrupted,
            };
        }
    }
}
