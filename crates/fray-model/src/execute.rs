//! What each statement does.

use crate::program::{Code, Kind, LOCKS};
use crate::queue::{Sync, Want};
use crate::state::{How, Life, Phase, State};
use crate::step::{INTERRUPTED, Successors};

/// What is logged where the JVM throws an `IllegalMonitorStateException`.
const NOT_OWNER: i32 = -3;

/// What is logged where an exception of the program is caught.
pub(crate) const CAUGHT: i32 = -5;

impl State {
    /// All that the next statement of this thread can do now.
    pub(crate) fn execute(
        &self,
        thread: usize,
        kind: Kind,
        numbers: [i32; 3],
        code: &Code,
        next: &mut Successors,
    ) {
        let what = numbers[0] as usize;
        let me = &self.threads[thread];
        let go_on = |s: &mut State| s.threads[thread].pc += 1;
        let interrupted = |s: &mut State| {
            s.threads[thread].interrupted = false;
            s.threads[thread].pc = code.behind[s.threads[thread].pc];
            s.log(thread, INTERRUPTED);
        };
        match kind {
            Kind::Park | Kind::ParkFor => {
                let return_from_it = |s: &mut State| {
                    s.threads[thread].permit = false;
                    go_on(s);
                };
                if me.permit || me.interrupted || kind == Kind::ParkFor {
                    next.states.push(self.with(return_from_it));
                } else {
                    self.spuriously(return_from_it, next);
                }
            }
            Kind::Sync | Kind::Guard => {
                let monitor = &self.monitors[what];
                if monitor.owner.is_none_or(|owner| owner == thread) {
                    next.states.push(self.with(|s| {
                        s.monitors[what].owner = Some(thread);
                        s.monitors[what].count += 1;
                        go_on(s);
                    }));
                }
            }
            Kind::Join | Kind::JoinFor | Kind::Finish => {
                let alive = self.threads[what].life == Life::Alive;
                if alive && me.interrupted && kind != Kind::Finish {
                    next.states.push(self.with(interrupted));
                } else if !alive || kind == Kind::JoinFor {
                    next.states.push(self.with(go_on));
                }
            }
            Kind::Notify if self.monitors[what].owner == Some(thread) => {
                let waits = |other: &usize| matches!(self.threads[*other].phase, Phase::Waiting { monitor, .. } if monitor == what);
                let waiters: Vec<usize> = (0..self.threads.len()).filter(waits).collect();
                if waiters.is_empty() {
                    next.states.push(self.with(go_on));
                }
                for waiter in waiters {
                    next.states.push(self.with(|s| {
                        s.leave_wait_set(waiter, what, false);
                        go_on(s);
                    }));
                }
            }
            _ if me.interrupted && self.checks_interrupts(thread, kind, what) => {
                next.states.push(self.with(interrupted));
            }
            _ => next
                .states
                .push(self.with(|s| s.at_once(thread, kind, numbers, code))),
        }
    }

    /// Whether this throws an `InterruptedException` before it does anything.
    fn checks_interrupts(&self, thread: usize, kind: Kind, what: usize) -> bool {
        match kind {
            // Who does not own it learns that first.
            Kind::Wait | Kind::WaitFor => self.monitors[what].owner == Some(thread),
            Kind::Await
            | Kind::AwaitFor
            | Kind::Acquire
            | Kind::TryAcquireFor
            | Kind::LockInterruptibly
            | Kind::TryLockFor
            | Kind::AwaitZero
            | Kind::Sleep => true,
            _ => false,
        }
    }

    /// Statements that can always begin, in one way.
    fn at_once(&mut self, thread: usize, kind: Kind, numbers: [i32; 3], code: &Code) {
        let what = numbers[0] as usize;
        if self.waits(thread, kind, numbers) {
            return;
        }
        match kind {
            Kind::TryLock => {
                let taken = self.try_take(thread, Sync::Lock(what), Want::Holds(1));
                self.log(thread, i32::from(taken));
                if !taken {
                    self.threads[thread].pc = code.behind[self.threads[thread].pc];
                    return;
                }
            }
            Kind::TryAcquire => {
                let taken = self.try_take(thread, Sync::Semaphore(what), Want::Permits(numbers[1]));
                self.log(thread, i32::from(taken));
            }
            Kind::Release => {
                self.give(thread, Sync::Semaphore(what), Want::Permits(numbers[1]));
            }
            Kind::CountDown => self.give(thread, Sync::Latch(what), Want::Zero),
            Kind::Signal | Kind::SignalAll if self.locks[what % LOCKS].owner == Some(thread) => {
                self.signal(what, kind == Kind::SignalAll);
            }
            Kind::NotifyAll if self.monitors[what].owner == Some(thread) => {
                for waiter in 0..self.threads.len() {
                    self.leave_wait_set(waiter, what, false);
                }
            }
            Kind::Wait
            | Kind::WaitFor
            | Kind::Await
            | Kind::AwaitFor
            | Kind::Notify
            | Kind::NotifyAll
            | Kind::Signal
            | Kind::SignalAll => self.log(thread, NOT_OWNER),
            Kind::Get => self.log(thread, self.variables[what]),
            Kind::Set => self.variables[what] = numbers[1],
            Kind::Cas => {
                let equal = self.variables[what] == numbers[1];
                if equal {
                    self.variables[what] = numbers[2];
                }
                self.log(thread, i32::from(equal));
            }
            Kind::Add => {
                self.log(thread, self.variables[what]);
                self.variables[what] += numbers[1];
            }
            Kind::Read => self.log(thread, self.guarded[what]),
            Kind::Write => self.guarded[what] = numbers[1],
            // A thread that is not there has no permit.
            Kind::Unpark => self.threads[what].permit |= self.threads[what].life == Life::Alive,
            Kind::Start => self.threads[what].life = Life::Alive,
            Kind::Alive => {
                let alive = self.threads[what].life == Life::Alive;
                self.log(thread, i32::from(alive));
            }
            Kind::Interrupt => self.interrupt(what),
            Kind::Interrupted => {
                let status = std::mem::take(&mut self.threads[thread].interrupted);
                self.log(thread, i32::from(status));
            }
            Kind::Sleep => {}
            _ => unreachable!("not always possible"),
        }
        self.threads[thread].pc += 1;
    }

    /// Statements after which the thread may wait. `false`: it is none of them, or does not.
    fn waits(&mut self, thread: usize, kind: Kind, numbers: [i32; 3]) -> bool {
        let what = numbers[0] as usize;
        let permits = Want::Permits(numbers[1]);
        let plain = How::default();
        let interruptible = How {
            interruptible: true,
            ..plain
        };
        let timed = How {
            timed: true,
            log: Some(1),
            ..interruptible
        };
        match kind {
            Kind::Lock => self.take(thread, Sync::Lock(what), Want::Holds(1), plain),
            Kind::LockInterruptibly => {
                self.take(thread, Sync::Lock(what), Want::Holds(1), interruptible);
            }
            Kind::TryLockFor => self.take(thread, Sync::Lock(what), Want::Holds(1), timed),
            Kind::Acquire => self.take(thread, Sync::Semaphore(what), permits, interruptible),
            Kind::TryAcquireFor => self.take(thread, Sync::Semaphore(what), permits, timed),
            Kind::AwaitZero => self.take(thread, Sync::Latch(what), Want::Zero, interruptible),
            Kind::ReadLock => self.take(thread, Sync::ReadWrite(what), Want::Read, plain),
            Kind::WriteLock => self.take(thread, Sync::ReadWrite(what), Want::Write, plain),
            Kind::Await | Kind::AwaitFor if self.locks[what % LOCKS].owner == Some(thread) => {
                let lock = what % LOCKS;
                let holds = self.locks[lock].holds;
                self.conditions[what].push(thread);
                self.threads[thread].phase = Phase::Condition {
                    condition: what,
                    holds,
                    timed: kind == Kind::AwaitFor,
                };
                self.give(thread, Sync::Lock(lock), Want::Holds(holds));
            }
            Kind::Wait | Kind::WaitFor if self.monitors[what].owner == Some(thread) => {
                let count = self.monitors[what].count;
                self.threads[thread].phase = Phase::Waiting {
                    monitor: what,
                    count,
                    timed: kind == Kind::WaitFor,
                };
                self.exit(what, count);
            }
            _ => return false,
        }
        true
    }

    /// Conditions are signalled in the order of waiting: `ReentrantLock` promises that.
    fn signal(&mut self, condition: usize, all: bool) {
        while !self.conditions[condition].is_empty() {
            let waiter = self.conditions[condition].remove(0);
            let Phase::Condition { holds, timed, .. } = self.threads[waiter].phase else {
                unreachable!("it waits for a condition");
            };
            let how = How {
                log: timed.then_some(1),
                ..How::default()
            };
            let lock = Sync::Lock(condition % LOCKS);
            self.enqueue(waiter, lock, Want::Holds(holds), how);
            if !all {
                return;
            }
        }
    }

    /// A thread that is not there yet will find its status set; it gets no permit.
    fn interrupt(&mut self, target: usize) {
        if self.threads[target].life == Life::Ended {
            return;
        }
        self.threads[target].interrupted = true;
        self.threads[target].permit |= self.threads[target].life == Life::Alive;
        if let Phase::Waiting { monitor, .. } = self.threads[target].phase {
            self.leave_wait_set(target, monitor, true);
        }
    }
}
