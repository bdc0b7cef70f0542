//! Which pairs of steps could have come the other way round.
//!
//! Happens-before is computed with vector clocks over the steps of an execution: program
//! order and the order of dependent steps. Two dependent steps of different threads are a
//! *race* if nothing but their own dependency orders them.
//!
//! # What we do not see
//!
//! The exit of a monitor, a notification inside one and the unpark inside of a JDK
//! lock are no steps, so our happens-before HB is a part of the true one, HB'. Then we find
//! all races of HB', and some that cannot be reversed. For a race (e, e') the source-set
//! algorithm looks at v, the steps after e that do not depend on it, and e'; and at the
//! initials of v, the threads with which v may begin. Ours are a superset of the true ones: a
//! true initial has no predecessor in v, under HB even less, and the steps that only HB'
//! puts after e cannot precede it, else it would come after e too. The superfluous ones are
//! threads whose first step in v only HB' puts after e; for a monitor this means that it was
//! held when e came, so these threads could not run there and are not among the candidates.
//! So, whether or not the race is real, asking for an initial *that could run* is right.
//!
//! A monitor cannot be entered before it is released, so the wait that released it is no race
//! with the entry after it; what can be reversed is the entry *before* that wait. If that was no
//! step either (a timed `join` enters the monitor of the thread unseen), it came right after the step
//! before the wait, and that one stands for it.
//!
//! Nor can a thread be joined before it ends, once it is started. But it can before that: so what is
//! reversed is its start.
//!
//! Another race that certainly cannot be reversed is one whose later step was pending, and not
//! possible, when the earlier one came: whatever makes it possible is about the same resource
//! and comes after the earlier one. Unless it is not: a thread that waits for a condition is
//! woken by an operation on the lock, but also by an interrupt, which has nothing to do with the lock.
//!
//! Of some things that a thread does no step tells at all: it initialises a class of the program's, and
//! others that use this class later do not, nor is there a step for the locks that it takes meanwhile. The step before
//! that is taken for one that depends on all those of other threads. So is a look at the list of threads: when a thread enters and leaves that list
//! depends on the JDK, and is no step. And so is a spurious wake-up: it comes only as long as somebody else can go on, which any
//! step of the others may put an end to.

use std::collections::HashMap;

use crate::op::{Completion, OpKind, Operation, Resource, Step, ThreadId};
use crate::strategy::Candidate;

/// What a step was, as far as dependency is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct What {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub operation: Operation,
    /// How it completed.
    pub completion: Completion,
}

/// A step of an execution.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// What it was.
    pub what: What,
    /// The choice that led to it; `None` if there was none.
    pub frame: Option<usize>,
    /// Names the place in the program: see `blocking`.
    pub place: u64,
    /// Whether its thread then did something of which no step tells.
    pub unseen: bool,
}

impl Event {
    /// The event of a step.
    pub fn new(step: &Step, frame: Option<usize>, place: u64) -> Self {
        Event {
            what: What {
                thread: step.thread,
                operation: step.operation,
                completion: step.completion,
            },
            frame,
            place,
            unseen: step.completion == Completion::Spurious
                || [Resource::THREADS, Resource::INITIALISERS].contains(&step.operation.resource),
        }
    }

    /// Whether the order of the two, of different threads, may matter.
    fn depends_on(&self, other: &Event) -> bool {
        self.unseen || other.unseen || dependent(&self.what, &other.what)
    }

    /// What a candidate would do.
    pub fn pending(candidate: &Candidate) -> What {
        What {
            thread: candidate.thread,
            operation: candidate.operation,
            completion: candidate.completion,
        }
    }
}

/// Sleeping and giving up depend on the clock, which all of them move.
fn is_timed(what: &What) -> bool {
    what.operation.kind == OpKind::Sleep || what.completion != Completion::Normal
}

/// Whether it sends an interrupt to another thread, or looks at its status.
fn interrupts(what: &What) -> bool {
    let target = what.operation.resource.as_thread();
    what.operation.kind == OpKind::Interrupt && target.is_some_and(|it| it != what.thread)
}

/// Whether an interrupt before it, rather than after, may make a difference: to this thread, or
/// to one that it notifies or signals.
fn minds_interrupts(what: &What) -> bool {
    matches!(
        what.operation.kind,
        OpKind::Enter
            | OpKind::Wait
            | OpKind::Reacquire
            | OpKind::Lock
            | OpKind::Park
            | OpKind::Join
            | OpKind::Sleep
    )
}

/// Whether the end of a thread may wake this one, whose time is up otherwise: a timed join is a wait on
/// the thread's monitor, which is not the resource of its end.
fn may_be_woken(what: &What) -> bool {
    what.operation.kind == OpKind::Reacquire && what.completion != Completion::Normal
}

/// Whether it parked and nobody has woken it. Inside of a lock it goes on with that lock then, as another
/// thread may that was woken and has not gone on yet.
fn is_early_park(what: &What) -> bool {
    what.operation.kind == OpKind::Park && what.completion != Completion::Normal
}

/// Whether the order of two steps of different threads may matter. More than
/// [`Operation::conflicts_with`]: a thread may be parked inside of a lock, and be woken by an
/// operation on that lock, without a step that says so; and whatever waits may be interrupted.
pub fn dependent(a: &What, b: &What) -> bool {
    let kinds = [a.operation.kind, b.operation.kind];
    a.thread == b.thread
        || a.operation.conflicts_with(&b.operation)
        || matches!(
            kinds,
            [OpKind::Park, OpKind::Lock] | [OpKind::Lock, OpKind::Park]
        )
        || [a, b]
            .iter()
            .any(|it| it.completion == Completion::Spurious)
        || (is_timed(a) && is_timed(b))
        || (kinds == [OpKind::Park; 2] && (is_early_park(a) || is_early_park(b)))
        || (a.operation.kind == OpKind::End && may_be_woken(b))
        || (b.operation.kind == OpKind::End && may_be_woken(a))
        || [a, b]
            .iter()
            .any(|it| it.operation.resource == Resource::THREADS)
        || (interrupts(a) && minds_interrupts(b))
        || (interrupts(b) && minds_interrupts(a))
}

/// A pair of steps that could come the other way round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// Number of the earlier one.
    pub first: usize,
    /// Number of the later one.
    pub second: usize,
    /// Whether the later one was already pending when the earlier one came, and nothing but that
    /// leads to it. If it could not run there it cannot come first: start and begin, end and join,
    /// unpark and park.
    pub pending: bool,
    /// Threads one of which must be explored instead of it, the best first.
    pub initials: Vec<ThreadId>,
}

/// The last steps of each thread that some later step may depend on, by what makes them so.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    Reads(Resource),
    Writes(Resource),
    Parks,
    EarlyParks,
    Locks,
    Timed,
    Interrupts,
    MindsInterrupts,
    Ends,
    MayBeWoken,
    Unseen,
}

/// Vector clocks: `rows[i][t]` is how many steps of thread t happen before or are step i.
struct Clocks {
    threads: usize,
    rows: Vec<u32>,
    /// Number of each step within its thread, from 1.
    own: Vec<u32>,
}

impl Clocks {
    fn row(&self, event: usize) -> &[u32] {
        &self.rows[event * self.threads..(event + 1) * self.threads]
    }

    /// Whether step `a` happens before step `b`, or is it.
    fn before(&self, events: &[Event], a: usize, b: usize) -> bool {
        self.row(b)[events[a].what.thread.index()] >= self.own[a]
    }
}

/// All races whose later step is number `from` or later.
pub fn races(events: &[Event], from: usize) -> Vec<Race> {
    let threads = events
        .iter()
        .map(|event| event.what.thread.0 as usize)
        .max()
        .unwrap_or(0);
    let mut clocks = Clocks {
        threads,
        rows: Vec::with_capacity(events.len() * threads),
        own: Vec::with_capacity(events.len()),
    };
    let mut last: HashMap<Class, Vec<usize>> = HashMap::new();
    let mut last_own: Vec<Option<usize>> = vec![None; threads];
    // By thread and monitor: when it was last entered.
    let mut entered: HashMap<(ThreadId, Resource), usize> = HashMap::new();
    // By wait: what stands for the entry before it.
    let mut entry: HashMap<usize, usize> = HashMap::new();
    // By thread, as a resource: its start.
    let mut started: HashMap<Resource, usize> = HashMap::new();
    let mut found = Vec::new();
    for (number, event) in events.iter().enumerate() {
        let me = event.what.thread.index();
        let previous = last_own[me];
        let mut row = vec![0; threads];
        if let Some(previous) = previous {
            row.copy_from_slice(clocks.row(previous));
        }
        // The last step of each other thread that this one depends on: earlier ones come
        // before it anyway.
        let everybody = event.unseen.then_some(&last_own).into_iter().flatten();
        let mut preceding: Vec<usize> = depends_on(&event.what)
            .filter_map(|class| last.get(&class))
            .flatten()
            .chain(everybody.flatten())
            .copied()
            .filter(|other| events[*other].what.thread != event.what.thread)
            .collect();
        preceding.sort_unstable();
        preceding.dedup();
        let mut racing: Vec<usize> = preceding
            .iter()
            .filter_map(|&other| match &events[other].what {
                wait if wait.operation.kind == OpKind::Wait => entry.get(&other).copied(),
                _ => Some(other),
            })
            .filter(|&other| {
                let thread = events[other].what.thread;
                row[thread.index()] < clocks.own[other]
                    && !preceding.iter().any(|&between| {
                        events[between].what.thread != thread
                            && clocks.before(events, other, between)
                    })
            })
            .collect();
        let kind = event.what.operation.kind;
        let ended = |other: &usize| events[*other].what.operation.kind == OpKind::End;
        if kind == OpKind::Join
            && preceding.iter().any(ended)
            && let Some(&start) = started.get(&event.what.operation.resource)
            && row[events[start].what.thread.index()] < clocks.own[start]
            && !racing.contains(&start)
        {
            racing.push(start);
        }
        for &other in &preceding {
            for (mine, theirs) in row.iter_mut().zip(clocks.row(other)) {
                *mine = (*mine).max(*theirs);
            }
        }
        let count = previous.map_or(0, |previous| clocks.own[previous]) + 1;
        row[me] = count;
        clocks.rows.extend_from_slice(&row);
        clocks.own.push(count);
        last_own[me] = Some(number);
        if kind == OpKind::Start {
            started.insert(event.what.operation.resource, number);
        }
        let monitor = (event.what.thread, event.what.operation.resource);
        if matches!(kind, OpKind::Enter | OpKind::Reacquire) {
            entered.insert(monitor, number);
        }
        if kind == OpKind::Wait {
            entry.extend(
                entered
                    .get(&monitor)
                    .copied()
                    .or(previous)
                    .map(|e| (number, e)),
            );
        }
        let unseen = event.unseen.then_some(Class::Unseen);
        for class in belongs_to(&event.what).chain(unseen) {
            let steps = last.entry(class).or_default();
            steps.retain(|other| events[*other].what.thread != event.what.thread);
            steps.push(number);
        }
        if number >= from {
            found.extend(racing.into_iter().map(|first| Race {
                first,
                second: number,
                pending: previous.is_none_or(|previous| previous < first)
                    && !has_other_reason(events, &clocks, first, number),
                initials: initials(events, &clocks, first, number),
            }));
        }
    }
    found
}

/// Whether a step between the two, which does not come of the first, may have made the second possible.
fn has_other_reason(events: &[Event], clocks: &Clocks, first: usize, second: usize) -> bool {
    let last = &events[second];
    (first + 1..second).any(|between| {
        let event = &events[between];
        event.what.thread != last.what.thread
            && event.depends_on(last)
            && !clocks.before(events, first, between)
    })
}

/// The threads with which "what does not depend on `first`, and then `second`" may begin.
fn initials(events: &[Event], clocks: &Clocks, first: usize, second: usize) -> Vec<ThreadId> {
    // Where each thread's part of v begins, by its own count.
    let mut begins: Vec<Option<u32>> = vec![None; clocks.threads];
    let mut threads = Vec::new();
    for number in first + 1..=second {
        if number != second && clocks.before(events, first, number) {
            continue;
        }
        let row = clocks.row(number);
        let has_predecessor = begins
            .iter()
            .zip(row)
            .any(|(begin, count)| begin.is_some_and(|begin| begin <= *count));
        let thread = events[number].what.thread;
        if !has_predecessor {
            threads.push(thread);
        }
        begins[thread.index()].get_or_insert(clocks.own[number]);
    }
    // The thread of the later step first: that is the shortest way to reverse them.
    threads.sort_by_key(|thread| *thread != events[second].what.thread);
    threads
}

fn belongs_to(what: &What) -> impl Iterator<Item = Class> + use<> {
    let resource = what.operation.resource;
    let shared = resource != Resource::default() && !what.operation.is_hint();
    let access = shared.then_some(match what.operation.kind {
        OpKind::Read => Class::Reads(resource),
        _ => Class::Writes(resource),
    });
    let inside = match what.operation.kind {
        OpKind::Park => Some(Class::Parks),
        OpKind::Lock => Some(Class::Locks),
        _ => None,
    };
    let timed = is_timed(what).then_some(Class::Timed);
    let sends = interrupts(what).then_some(Class::Interrupts);
    let minds = minds_interrupts(what).then_some(Class::MindsInterrupts);
    let ends = (what.operation.kind == OpKind::End).then_some(Class::Ends);
    let sleeps = may_be_woken(what).then_some(Class::MayBeWoken);
    let early = is_early_park(what).then_some(Class::EarlyParks);
    [access, inside, timed, sends, minds, ends, sleeps, early]
        .into_iter()
        .flatten()
}

fn depends_on(what: &What) -> impl Iterator<Item = Class> + use<> {
    let resource = what.operation.resource;
    let shared = resource != Resource::default() && !what.operation.is_hint();
    let writes = shared.then_some(Class::Writes(resource));
    let reads = (shared && what.operation.kind != OpKind::Read).then_some(Class::Reads(resource));
    let inside = match what.operation.kind {
        OpKind::Park => Some(Class::Locks),
        OpKind::Lock => Some(Class::Parks),
        _ => None,
    };
    let timed = is_timed(what).then_some(Class::Timed);
    let sends = interrupts(what).then_some(Class::MindsInterrupts);
    let minds = minds_interrupts(what).then_some(Class::Interrupts);
    let unseen = Some(Class::Unseen);
    let ends = (what.operation.kind == OpKind::End).then_some(Class::MayBeWoken);
    let sleeps = may_be_woken(what).then_some(Class::Ends);
    let parks = (what.operation.kind == OpKind::Park).then(|| match is_early_park(what) {
        true => Class::Parks,
        false => Class::EarlyParks,
    });
    [
        writes, reads, inside, timed, sends, minds, ends, sleeps, parks, unseen,
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests;
