//! Locks, semaphores and latches as the JDK makes them: whoever comes may take what is free, and who
//! must wait stands in a queue of which only the first one is woken.
//!
//! The specifications of `ReentrantLock` and `Semaphore` leave the order open. The real classes do
//! not, and it shows: a thread that wants two permits at the head of the queue keeps those behind it
//! from the one that is there. Waiting is parking, so a permit that is meant for the program's own
//! `park` is lost if it comes while its thread stands in a queue.

use crate::state::{How, Phase, State};

/// What can be waited for in a queue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sync {
    Lock(usize),
    Semaphore(usize),
    Latch(usize),
    ReadWrite(usize),
}

/// What is wanted of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Want {
    /// A lock, so many times at once.
    Holds(i32),
    /// So many permits.
    Permits(i32),
    /// A latch at zero.
    Zero,
    Read,
    Write,
}

/// One of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Queue {
    /// Of a lock: who holds it, alone, and how often.
    pub owner: Option<usize>,
    pub holds: i32,
    /// Of a semaphore, how many permits there are; of a latch, what is left to count.
    pub count: i32,
    /// Of a read-write lock: who holds it together with others, as often as it does.
    pub readers: Vec<usize>,
    /// Who waits, and for what, in order of arrival.
    pub waiting: Vec<(usize, Want)>,
}

impl Queue {
    pub fn counting(count: i32) -> Queue {
        Queue {
            count,
            ..Queue::default()
        }
    }

    /// Takes what is wanted if possible.
    fn take(&mut self, thread: usize, want: Want) -> bool {
        let mine = self.owner == Some(thread);
        let others = self.owner.is_some() && !mine;
        match want {
            Want::Holds(amount) if !others => {
                self.owner = Some(thread);
                self.holds += amount;
            }
            Want::Permits(amount) if self.count >= amount => self.count -= amount,
            Want::Zero => return self.count == 0,
            Want::Write if mine || (!others && self.readers.is_empty()) => {
                self.owner = Some(thread);
                self.holds += 1;
            }
            // A writer that waits in front keeps new readers out.
            Want::Read if mine || (!others && self.may_read(thread)) => {
                self.readers.push(thread);
                self.readers.sort_unstable();
            }
            _ => return false,
        }
        true
    }

    fn may_read(&self, thread: usize) -> bool {
        let writer_first = self.waiting.first().is_some_and(|it| it.1 == Want::Write);
        !writer_first || self.readers.contains(&thread)
    }

    /// Whether the one behind a thread that got what it waited for is woken too.
    fn wakes_next(&self, want: Want) -> bool {
        let next = self.waiting.first().map(|it| it.1);
        match want {
            Want::Permits(_) | Want::Zero => true,
            Want::Read => next == Some(Want::Read),
            Want::Holds(_) | Want::Write => false,
        }
    }
}

impl State {
    pub(crate) fn queue(&mut self, sync: Sync) -> &mut Queue {
        match sync {
            Sync::Lock(number) => &mut self.locks[number],
            Sync::Semaphore(number) => &mut self.semaphores[number],
            Sync::Latch(number) => &mut self.latches[number],
            Sync::ReadWrite(number) => &mut self.shared_locks[number],
        }
    }

    /// Takes what is wanted if it is free, whoever waits.
    pub(crate) fn try_take(&mut self, thread: usize, sync: Sync, want: Want) -> bool {
        self.queue(sync).take(thread, want)
    }

    /// Takes what is wanted, or waits for it.
    pub(crate) fn take(&mut self, thread: usize, sync: Sync, want: Want, how: How) {
        if self.try_take(thread, sync, want) {
            self.taken(thread, how);
        } else {
            self.enqueue(thread, sync, want, how);
        }
    }

    pub(crate) fn enqueue(&mut self, thread: usize, sync: Sync, want: Want, how: How) {
        self.queue(sync).waiting.push((thread, want));
        self.threads[thread].phase = Phase::Queued { sync, want, how };
    }

    /// The thread has got what it wanted and goes on.
    fn taken(&mut self, thread: usize, how: How) {
        let me = &mut self.threads[thread];
        me.phase = Phase::Ready;
        me.pc += 1;
        me.log.extend(how.log);
        // An interrupt that did not count is sent again, to itself.
        me.interrupted |= how.interrupted;
        me.permit |= how.interrupted;
    }

    /// Gives back a lock, so many permits, or one of a latch's count.
    pub(crate) fn give(&mut self, thread: usize, sync: Sync, want: Want) {
        let queue = self.queue(sync);
        let wakes = match (sync, want) {
            (Sync::Latch(_), _) => {
                let last = queue.count == 1;
                queue.count = (queue.count - 1).max(0);
                last
            }
            (_, Want::Permits(amount)) => {
                queue.count += amount;
                true
            }
            (_, Want::Read) => {
                let place = queue.readers.iter().position(|reader| *reader == thread);
                queue.readers.remove(place.expect("it reads"));
                queue.readers.is_empty() && queue.owner.is_none()
            }
            (_, Want::Holds(amount)) => queue.let_go(amount),
            (_, Want::Write | Want::Zero) => queue.let_go(1),
        };
        if wakes {
            self.wake_first(sync);
        }
    }

    fn wake_first(&mut self, sync: Sync) {
        if let Some(&(first, _)) = self.queue(sync).waiting.first() {
            self.threads[first].permit = true;
        }
    }

    /// A thread that waits in a queue wakes up and goes on if it is its turn; if not, and its time is
    /// up or it was interrupted, it gives up.
    pub(crate) fn wake_in_queue(&mut self, thread: usize, timeout: bool, behind: usize) {
        let Phase::Queued {
            sync,
            want,
            mut how,
        } = self.threads[thread].phase
        else {
            unreachable!("it waits in a queue");
        };
        self.threads[thread].permit = false;
        let interrupt = std::mem::take(&mut self.threads[thread].interrupted);
        if interrupt && how.interruptible {
            self.give_up(thread, sync, super::step::INTERRUPTED, behind);
            return;
        }
        how.interrupted |= interrupt;
        self.threads[thread].phase = Phase::Queued { sync, want, how };
        let queue = self.queue(sync);
        let is_first = queue.waiting.first().is_some_and(|it| it.0 == thread);
        if is_first && queue.take(thread, want) {
            queue.waiting.remove(0);
            let more = queue.wakes_next(want);
            self.taken(thread, how);
            if more {
                self.wake_first(sync);
            }
        } else if timeout {
            self.give_up(thread, sync, 0, behind);
        }
    }

    /// Leaves the queue, logs why and goes on behind what it would have done.
    fn give_up(&mut self, thread: usize, sync: Sync, log: i32, behind: usize) {
        let queue = self.queue(sync);
        let place = queue.waiting.iter().position(|it| it.0 == thread);
        let place = place.expect("it waits");
        queue.waiting.remove(place);
        if place == 0 {
            self.wake_first(sync);
        }
        let me = &mut self.threads[thread];
        me.phase = Phase::Ready;
        me.pc = behind;
        me.log.push(log);
    }
}

impl Queue {
    /// The owner holds it so often less; whether it is free by that.
    fn let_go(&mut self, amount: i32) -> bool {
        self.holds -= amount;
        if self.holds == 0 {
            self.owner = None;
        }
        self.holds == 0
    }
}
