//! Data races: two accesses to one variable by two threads, at least one of them a write, with
//! nothing that orders them.
//!
//! What orders threads is kept as vector clocks: a thread that releases something (leaves a
//! monitor, writes a volatile, starts or ends a thread, gives a permit, interrupts) leaves its clock there, and
//! whoever acquires it (enters, reads, begins, joins, parks) takes that over. Of each variable the
//! last write is kept, and the last read of each thread since. The schedule at hand decides nothing: a race is
//! reported even if the accesses lie far apart in it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::monitor::MonitorId;
use super::verdict::Verdict;
use super::{Execution, Next};
use crate::op::{Completion, OpKind, Operation, Resource, Step, ThreadId};

/// Two accesses that nothing orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Race {
    /// The variable.
    pub resource: Resource,
    /// The access that came first in this execution.
    pub first: Access,
    /// The other.
    pub second: Access,
}

/// A plain access to a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Access {
    /// By whom.
    pub thread: ThreadId,
    /// Whether it writes.
    pub writes: bool,
    /// Where, as the caller of [`Execution::access`] has numbered places.
    pub place: u32,
}

/// For each thread, by index, how much of what it did comes before.
type Clock = Vec<u32>;

/// An access, and when it was in its thread's own time.
#[derive(Clone, Copy, Debug)]
struct Stamped {
    access: Access,
    time: u32,
}

#[derive(Default, Debug)]
struct Variable {
    write: Option<Stamped>,
    /// At most one of each thread.
    reads: Vec<Stamped>,
}

/// What can be released and acquired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Order {
    /// A volatile variable.
    Volatile(Resource),
    /// A monitor.
    Monitor(MonitorId),
    /// A thread's permit and interrupt status.
    Signal(ThreadId),
    /// A thread's end.
    End(ThreadId),
}

/// The order of an execution so far.
#[derive(Default, Debug)]
pub(super) struct Races {
    threads: Vec<Clock>,
    orders: HashMap<Order, Clock>,
    variables: HashMap<Resource, Variable>,
}

impl Races {
    fn clock(&mut self, thread: ThreadId) -> &mut Clock {
        let index = thread.index();
        if self.threads.len() <= index {
            self.threads.resize_with(index + 1, Clock::new);
        }
        let clock = &mut self.threads[index];
        if clock.len() <= index {
            clock.resize(index + 1, 0);
        }
        if clock[index] == 0 {
            clock[index] = 1;
        }
        clock
    }

    fn acquire(&mut self, thread: ThreadId, order: Order) {
        if let Some(known) = self.orders.remove(&order) {
            join(self.clock(thread), &known);
            self.orders.insert(order, known);
        }
    }

    fn release(&mut self, thread: ThreadId, order: Order) {
        let clock = self.clock(thread).clone();
        join(self.orders.entry(order).or_default(), &clock);
        self.clock(thread)[thread.index()] += 1;
    }

    /// What `parent` did so far comes before all that `child` does.
    fn fork(&mut self, parent: ThreadId, child: ThreadId) {
        let clock = self.clock(parent).clone();
        join(self.clock(child), &clock);
        self.clock(parent)[parent.index()] += 1;
    }

    /// A step that orders threads.
    fn step(&mut self, step: &Step) {
        let (me, resource) = (step.thread, step.operation.resource);
        match step.operation.kind {
            OpKind::Read => self.acquire(me, Order::Volatile(resource)),
            OpKind::Write => self.release(me, Order::Volatile(resource)),
            OpKind::Update | OpKind::Lock => {
                self.acquire(me, Order::Volatile(resource));
                self.release(me, Order::Volatile(resource));
            }
            OpKind::Start => {
                if let Some(child) = resource.as_thread() {
                    self.fork(me, child);
                }
            }
            OpKind::End => self.release(me, Order::End(me)),
            OpKind::Join if step.completion == Completion::Normal => {
                if let Some(other) = resource.as_thread() {
                    self.acquire(me, Order::End(other));
                }
            }
            _ => {}
        }
        if let OpKind::Park | OpKind::Join | OpKind::Sleep | OpKind::Reacquire | OpKind::Interrupt =
            step.operation.kind
        {
            self.acquire(me, Order::Signal(me));
        }
    }

    /// A plain access; the race that it makes, if it makes one.
    fn access(&mut self, access: Access, resource: Resource) -> Option<Race> {
        let clock = self.clock(access.thread).clone();
        let time = clock[access.thread.index()];
        let unordered = |earlier: &&Stamped| {
            let thread = earlier.access.thread;
            thread != access.thread
                && earlier.time > clock.get(thread.index()).copied().unwrap_or(0)
        };
        let variable = self.variables.entry(resource).or_default();
        let reads = variable.reads.iter().filter(|_| access.writes);
        let first = variable.write.iter().chain(reads).find(unordered);
        if let Some(first) = first {
            return Some(Race {
                resource,
                first: first.access,
                second: access,
            });
        }
        let stamped = Stamped { access, time };
        if access.writes {
            variable.reads.clear();
            variable.write = Some(stamped);
        } else {
            variable
                .reads
                .retain(|read| read.access.thread != access.thread);
            variable.reads.push(stamped);
        }
        None
    }
}

fn join(into: &mut Clock, other: &Clock) {
    if into.len() < other.len() {
        into.resize(other.len(), 0);
    }
    for (mine, theirs) in into.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

impl Execution {
    /// From now on a data race between [accesses](Self::access) is a failure.
    pub fn detect_races(&mut self) {
        self.races = Some(Box::default());
    }

    /// A plain access to a variable is about to be done: a switch point. `place`, not 0, says where
    /// in the program.
    pub fn access(&mut self, me: ThreadId, operation: Operation, place: u32) -> Next {
        self.threads[me].place = place;
        self.point(me, operation, false)
    }

    /// A step has been made: what it orders, or whether it races. `false`: it does.
    pub(super) fn observe(&mut self, step: &Step) -> bool {
        let place = std::mem::take(&mut self.threads[step.thread].place);
        let Some(races) = &mut self.races else {
            return true;
        };
        if place == 0 {
            races.step(step);
            return true;
        }
        let access = Access {
            thread: step.thread,
            writes: step.operation.kind != OpKind::Read,
            place,
        };
        let Some(race) = races.access(access, step.operation.resource) else {
            return true;
        };
        let _ = self.conclude(Verdict::Race(race));
        false
    }

    pub(super) fn order_acquire(&mut self, me: ThreadId, monitor: MonitorId) {
        if let Some(races) = &mut self.races {
            races.acquire(me, Order::Monitor(monitor));
        }
    }

    pub(super) fn order_release(&mut self, me: ThreadId, monitor: MonitorId) {
        if let Some(races) = &mut self.races {
            races.release(me, Order::Monitor(monitor));
        }
    }

    /// The thread that runs gives a permit or interrupts.
    pub(super) fn order_signal(&mut self, target: ThreadId) {
        if let (Some(races), Some(me)) = (&mut self.races, self.token) {
            races.release(me, Order::Signal(target));
        }
    }

    /// The thread finds out that it was interrupted. No step need tell: who was before it waits is not waited for.
    pub fn interrupt_seen(&mut self, me: ThreadId) {
        if let Some(races) = &mut self.races {
            races.acquire(me, Order::Signal(me));
        }
    }

    /// All that the thread did so far comes before the new one, however it is started.
    pub(super) fn order_spawn(&mut self, me: ThreadId, child: ThreadId) {
        if let Some(races) = &mut self.races {
            races.fork(me, child);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::ObjectId;

    const A: ThreadId = ThreadId(1);
    const B: ThreadId = ThreadId(2);
    const C: ThreadId = ThreadId(3);
    const X: Resource = Resource {
        object: ObjectId(2),
        member: 12,
    };
    const FLAG: Resource = Resource {
        object: ObjectId(2),
        member: 16,
    };

    fn step(races: &mut Races, thread: ThreadId, kind: OpKind, resource: Resource) {
        races.step(&Step {
            thread,
            operation: Operation::new(kind, resource),
            completion: Completion::Normal,
            class: 0,
        });
    }

    fn access(races: &mut Races, thread: ThreadId, writes: bool) -> Option<(ThreadId, ThreadId)> {
        let access = Access {
            thread,
            writes,
            place: thread.0,
        };
        let race = races.access(access, X)?;
        assert_eq!(race.second, access);
        assert_eq!(race.first.place, race.first.thread.0);
        Some((race.first.thread, race.second.thread))
    }

    fn write(races: &mut Races, thread: ThreadId) -> Option<(ThreadId, ThreadId)> {
        access(races, thread, true)
    }

    fn read(races: &mut Races, thread: ThreadId) -> Option<(ThreadId, ThreadId)> {
        access(races, thread, false)
    }

    #[test]
    fn two_writes_race_and_so_do_a_read_and_a_write() {
        let mut races = Races::default();
        assert_eq!(write(&mut races, A), None);
        assert_eq!(write(&mut races, A), None);
        assert_eq!(write(&mut races, B), Some((A, B)));
        let mut races = Races::default();
        assert_eq!(read(&mut races, A), None);
        assert_eq!(read(&mut races, B), None);
        assert_eq!(write(&mut races, C), Some((A, C)));
        let mut races = Races::default();
        assert_eq!(write(&mut races, B), None);
        assert_eq!(read(&mut races, A), Some((B, A)));
    }

    #[test]
    fn start_end_and_join_order() {
        let mut races = Races::default();
        assert_eq!(write(&mut races, A), None);
        step(&mut races, A, OpKind::Start, Resource::thread(B));
        assert_eq!(write(&mut races, B), None);
        step(&mut races, B, OpKind::End, Resource::thread(B));
        step(&mut races, A, OpKind::Join, Resource::thread(B));
        assert_eq!(write(&mut races, A), None);
        // What the parent does after the start is not ordered.
        let mut races = Races::default();
        step(&mut races, A, OpKind::Start, Resource::thread(B));
        assert_eq!(write(&mut races, A), None);
        assert_eq!(read(&mut races, B), Some((A, B)));
    }

    #[test]
    fn a_volatile_orders_what_was_before_its_write_and_nothing_after() {
        let mut races = Races::default();
        assert_eq!(write(&mut races, A), None);
        step(&mut races, A, OpKind::Write, FLAG);
        step(&mut races, B, OpKind::Read, FLAG);
        assert_eq!(read(&mut races, B), None);
        assert_eq!(write(&mut races, B), None);
        let mut races = Races::default();
        step(&mut races, A, OpKind::Write, FLAG);
        assert_eq!(write(&mut races, A), None);
        step(&mut races, B, OpKind::Read, FLAG);
        assert_eq!(read(&mut races, B), Some((A, B)));
        // A read releases nothing.
        let mut races = Races::default();
        assert_eq!(write(&mut races, A), None);
        step(&mut races, A, OpKind::Read, FLAG);
        step(&mut races, B, OpKind::Write, FLAG);
        assert_eq!(read(&mut races, B), Some((A, B)));
    }

    #[test]
    fn order_is_transitive() {
        let mut races = Races::default();
        assert_eq!(write(&mut races, A), None);
        step(&mut races, A, OpKind::Update, FLAG);
        step(&mut races, B, OpKind::Update, FLAG);
        step(&mut races, B, OpKind::Start, Resource::thread(C));
        assert_eq!(write(&mut races, C), None);
        assert_eq!(write(&mut races, A), Some((C, A)));
    }
}
