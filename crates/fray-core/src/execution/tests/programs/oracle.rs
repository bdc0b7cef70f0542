//! The same semantics once more, written as plainly as possible: no indices,
//! no early exits, everything looked up from the whole state every time.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::execution::CLOCK_READ_NANOS;

/// Follows the events, and panics where they cannot have happened.
pub fn check(program: &Program, events: &[Event]) {
    let mut oracle = Oracle {
        program,
        events: events.iter().cloned().collect(),
        clock: program.options.start_time_nanos,
        wants: BTreeMap::from([(ThreadId::MAIN, Want::Nothing)]),
        positions: BTreeMap::new(),
        owners: BTreeMap::new(),
        permits: BTreeSet::new(),
        interrupted: BTreeSet::new(),
        poked: BTreeSet::new(),
        waiters: Vec::new(),
    };
    oracle.run(ThreadId::MAIN);
    let mut asked = false;
    while let Some(event) = oracle.events.pop_front() {
        match event {
            Event::Choice(candidates) => {
                assert_eq!(candidates, oracle.enabled());
                asked = true;
            }
            Event::Step(step) => {
                let enabled = oracle.enabled();
                assert!(asked || enabled.len() == 1, "not asked: {enabled:?}");
                assert!(enabled.contains(&(step.thread, step.completion)));
                asked = false;
                oracle.complete(step.thread, step.completion);
                oracle.run(step.thread);
            }
            Event::Returned(thread) => oracle.returned(thread),
            Event::Idle => {
                assert_eq!(oracle.enabled(), []);
                assert!(oracle.wants.values().any(|want| *want == Want::Return));
            }
            Event::Deadlock => {
                assert_eq!(oracle.enabled(), []);
                assert!(oracle.users_left());
                assert!(!oracle.wants.values().any(|want| *want == Want::Return));
            }
            Event::Completed => assert!(!oracle.users_left()),
            Event::Other(_) => panic!("nothing to choose"),
        }
    }
}

/// What a thread needs before it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Want {
    Nothing,
    /// To be started.
    Start,
    /// To start this one.
    Birth(ThreadId),
    Lock(ObjectId),
    Notice(ObjectId, u32, Option<u64>, bool),
    LockAgain(ObjectId, u32, bool),
    Permit(Option<u64>, bool),
    Death(ThreadId, Option<u64>),
    Dawn(u64),
    Return,
    End,
    Dead,
}

struct Oracle<'a> {
    program: &'a Program,
    events: VecDeque<Event>,
    clock: u64,
    /// Threads whose start has begun.
    wants: BTreeMap<ThreadId, Want>,
    positions: BTreeMap<ThreadId, usize>,
    owners: BTreeMap<ObjectId, (ThreadId, u32)>,
    permits: BTreeSet<ThreadId>,
    /// Interrupt status.
    interrupted: BTreeSet<ThreadId>,
    /// Whose park, sleep or join was interrupted.
    poked: BTreeSet<ThreadId>,
    /// In the order in which they began to wait.
    waiters: Vec<(ObjectId, ThreadId)>,
}

impl Oracle<'_> {
    fn users_left(&self) -> bool {
        self.wants
            .iter()
            .any(|(&thread, &want)| want != Want::Dead && !self.program.is_daemon(thread))
    }

    /// Who could go on, and how; time passes if nobody could.
    fn enabled(&mut self) -> Vec<(ThreadId, Completion)> {
        let firm = |all: &[(ThreadId, Completion)]| all.iter().any(|c| c.1 != Completion::Spurious);
        let now = self.enabled_now(self.clock);
        if firm(&now) {
            return now;
        }
        if self.program.options.time == TimeMode::Relaxed {
            let timed = now.iter().any(|c| self.deadline(c.0).is_some());
            return if timed { now } else { Vec::new() };
        }
        let threads: Vec<ThreadId> = self.wants.keys().copied().collect();
        let mut times: Vec<u64> = threads.iter().filter_map(|&t| self.deadline(t)).collect();
        times.sort();
        for time in times {
            let later = self.enabled_now(time.max(self.clock));
            if firm(&later) {
                self.clock = self.clock.max(time);
                return later;
            }
        }
        Vec::new()
    }

    fn deadline(&self, thread: ThreadId) -> Option<u64> {
        match self.wants[&thread] {
            Want::Notice(_, _, deadline, _)
            | Want::Permit(deadline, _)
            | Want::Death(_, deadline) => deadline,
            Want::Dawn(time) => Some(time),
            _ => None,
        }
    }

    fn enabled_now(&self, clock: u64) -> Vec<(ThreadId, Completion)> {
        let relaxed = self.program.options.time == TimeMode::Relaxed;
        let free = |object| !self.owners.contains_key(&object);
        let gives_up = |deadline: Option<u64>, spurious| match deadline {
            Some(time) if time <= clock => Some(Completion::Timeout),
            _ if spurious => Some(Completion::Spurious),
            Some(_) if relaxed => Some(Completion::Timeout),
            _ => None,
        };
        let mut enabled = Vec::new();
        for (&thread, &want) in &self.wants {
            let normal = |ready: bool| ready.then_some(Completion::Normal);
            let poked = self.poked.contains(&thread);
            let completion = match want {
                Want::Nothing | Want::Birth(_) | Want::End => normal(true),
                Want::Lock(object) | Want::LockAgain(object, ..) => normal(free(object)),
                Want::Notice(object, _, deadline, spurious) if free(object) => {
                    gives_up(deadline, spurious)
                }
                Want::Permit(deadline, spurious) => {
                    normal(poked || self.permits.contains(&thread)).or(gives_up(deadline, spurious))
                }
                Want::Death(of, deadline) => {
                    normal(poked || self.is_dead(of)).or(gives_up(deadline, false))
                }
                Want::Dawn(time) => normal(poked || relaxed || time <= clock),
                Want::Notice(..) | Want::Start | Want::Return | Want::Dead => None,
            };
            enabled.extend(completion.map(|completion| (thread, completion)));
        }
        enabled
    }

    /// Threads that have not been started count as ended, as `Thread.join` sees them.
    fn is_dead(&self, thread: ThreadId) -> bool {
        self.wants
            .get(&thread)
            .is_none_or(|want| matches!(want, Want::Dead | Want::Start))
    }

    /// What the thread wanted happens.
    fn complete(&mut self, me: ThreadId, completion: Completion) {
        let poked = self.poked.remove(&me);
        if completion == Completion::Timeout {
            self.clock = self.clock.max(self.deadline(me).unwrap());
        }
        match self.wants[&me] {
            Want::Birth(child) => {
                self.wants.insert(child, Want::Nothing);
            }
            Want::Lock(object) => {
                self.owners.insert(object, (me, 1));
            }
            Want::Notice(object, depth, ..) => {
                self.waiters.retain(|(_, waiter)| *waiter != me);
                self.owners.insert(object, (me, depth));
            }
            Want::LockAgain(object, depth, interrupted) => {
                self.owners.insert(object, (me, depth));
                if interrupted {
                    assert!(self.interrupted.remove(&me));
                }
            }
            Want::Permit(..) => {
                self.permits.remove(&me);
            }
            Want::Death(..) | Want::Dawn(_) if poked => {
                assert!(self.interrupted.remove(&me));
            }
            Want::Dawn(time) => self.clock = self.clock.max(time),
            Want::End => {
                self.wants.insert(me, Want::Dead);
                return;
            }
            Want::Nothing | Want::Death(..) => {}
            Want::Start | Want::Return | Want::Dead => unreachable!(),
        }
        self.wants.insert(me, Want::Nothing);
    }

    /// The thread goes on to where it wants something.
    fn run(&mut self, me: ThreadId) {
        while self.wants[&me] != Want::Dead {
            let position = self.positions.entry(me).or_default();
            let instruction = self.program.code(me).get(*position).copied();
            *position += 1;
            if let Some(want) = self.execute(me, instruction) {
                self.wants.insert(me, want);
                return;
            }
        }
    }

    fn execute(&mut self, me: ThreadId, instruction: Option<Instruction>) -> Option<Want> {
        let status = self.interrupted.contains(&me);
        let clock = self.clock;
        let until = |timeout: Option<u64>| timeout.map(|nanos| clock + nanos);
        match instruction {
            None => return Some(Want::End),
            Some(Instruction::Start(child)) => {
                self.wants.insert(child, Want::Start);
                return Some(Want::Birth(child));
            }
            Some(Instruction::Point { quiet }) => return (!quiet).then_some(Want::Nothing),
            Some(Instruction::Enter { object, quiet }) => match self.owners.get_mut(&object) {
                Some((owner, count)) if *owner == me => *count += 1,
                None if quiet => {
                    self.owners.insert(object, (me, 1));
                }
                _ => return Some(Want::Lock(object)),
            },
            Some(Instruction::Exit(object)) => {
                let (owner, count) = self.owners[&object];
                assert_eq!(owner, me);
                self.owners.insert(object, (me, count - 1));
                self.owners.retain(|_, (_, count)| *count > 0);
            }
            Some(Instruction::Wait(..) | Instruction::Join(..) | Instruction::Sleep(_))
                if status =>
            {
                self.interrupted.remove(&me);
            }
            Some(Instruction::Wait(object, timeout)) => {
                let spurious = self.draws_spurious();
                let (owner, depth) = self.owners.remove(&object).unwrap();
                assert_eq!(owner, me);
                self.waiters.push((object, me));
                match self.next_event() {
                    Event::Step(step) => assert_eq!(
                        (step.thread, step.operation),
                        (me, Operation::new(OpKind::Wait, Resource::object(object)))
                    ),
                    other => panic!("{other:?}"),
                }
                return Some(Want::Notice(object, depth, until(timeout), spurious));
            }
            Some(Instruction::Notify(object)) => {
                let waiters = self.waiters.iter().filter(|(on, _)| *on == object);
                let waiters: Vec<ThreadId> = waiters.map(|(_, waiter)| *waiter).collect();
                let index = match waiters.len() {
                    0 => return None,
                    1 => 0,
                    _ => self.next_answer(),
                };
                self.leave(waiters[index], false);
            }
            Some(Instruction::NotifyAll(object)) => {
                for (on, waiter) in self.waiters.clone() {
                    if on == object {
                        self.leave(waiter, false);
                    }
                }
            }
            Some(Instruction::Park { timeout, quiet }) => {
                let at_once = status || self.permits.contains(&me);
                if at_once && quiet {
                    self.permits.remove(&me);
                    return None;
                }
                if status {
                    self.poked.insert(me);
                }
                let spurious = !at_once && self.draws_spurious();
                return Some(Want::Permit(until(timeout), spurious));
            }
            Some(Instruction::Unpark(target)) => {
                self.permits.extend(self.started(target));
            }
            Some(Instruction::Interrupt(target)) => self.interrupt(target),
            Some(Instruction::Join(target, timeout)) => {
                return Some(Want::Death(target, until(timeout)));
            }
            Some(Instruction::Sleep(nanos)) => return Some(Want::Dawn(clock + nanos)),
            Some(Instruction::ReadClock) => self.clock += CLOCK_READ_NANOS,
            Some(Instruction::External) => return Some(Want::Return),
        }
        None
    }

    fn started(&self, thread: ThreadId) -> Option<ThreadId> {
        let want = self.wants.get(&thread)?;
        (*want != Want::Start).then_some(thread)
    }

    fn interrupt(&mut self, target: ThreadId) {
        if self.program.threads.len() >= target.0 as usize {
            self.interrupted.insert(target);
        }
        self.permits.extend(self.started(target));
        match self.wants.get(&target) {
            Some(Want::Notice(..)) => self.leave(target, true),
            Some(Want::Death(of, _)) if self.is_dead(*of) => {}
            Some(Want::Permit(..) | Want::Death(..) | Want::Dawn(_)) => {
                self.poked.insert(target);
            }
            _ => {}
        }
    }

    /// Out of the wait set.
    fn leave(&mut self, waiter: ThreadId, interrupted: bool) {
        self.waiters.retain(|(_, other)| *other != waiter);
        let Want::Notice(object, depth, ..) = self.wants[&waiter] else {
            panic!("{waiter} does not wait");
        };
        let want = Want::LockAgain(object, depth, interrupted);
        self.wants.insert(waiter, want);
    }

    fn draws_spurious(&mut self) -> bool {
        self.program.options.spurious && self.next_answer() == 1
    }

    fn next_answer(&mut self) -> usize {
        match self.next_event() {
            Event::Other(answer) => answer,
            other => panic!("{other:?} instead of a choice"),
        }
    }

    /// The next event that is not a call's return.
    fn next_event(&mut self) -> Event {
        loop {
            match self.events.pop_front().expect("an event") {
                Event::Returned(thread) => self.returned(thread),
                event => return event,
            }
        }
    }

    fn returned(&mut self, thread: ThreadId) {
        assert_eq!(self.wants.insert(thread, Want::Nothing), Some(Want::Return));
    }
}
