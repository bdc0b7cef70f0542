//! Random small programs.

use crate::program::{
    CONDITIONS, COUNTS, Kind, LOCKS, PERMITS, Program, SHARED_LOCKS, Statement, VARIABLES,
};
use crate::random::Random;

/// Primitives that go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    Atomics,
    Locks,
    Monitors,
    Semaphores,
    Parking,
    Threads,
    Interrupts,
    Latches,
    SharedLocks,
    Exceptions,
}

/// What the paper's semantics is about, and what its authors planned to add.
const CORE: [Group; 6] = [
    Group::Atomics,
    Group::Locks,
    Group::Monitors,
    Group::Semaphores,
    Group::Parking,
    Group::Threads,
];

/// What else there is.
const MORE: [Group; 4] = [
    Group::Interrupts,
    Group::Latches,
    Group::SharedLocks,
    Group::Exceptions,
];

/// What a program is made from.
struct Generator {
    random: Random,
    groups: Vec<Group>,
    threads: usize,
    /// Different objects of a kind; with only one more is contended.
    objects: usize,
    /// Whether some waits have a time limit.
    timed: bool,
    /// Whether some waits for locks can be interrupted.
    interruptible: bool,
}

/// The program with this number. Odd ones have interrupts, time limits, latches, read-write locks and
/// exceptions too.
pub fn program(number: u64) -> Program {
    let mut random = Random::new(number.wrapping_mul(0x9e37_79b9));
    let more = number % 2 == 1;
    let mut groups = vec![random.pick(&CORE)];
    if more {
        groups.push(random.pick(&MORE));
    }
    while groups.len() < 4 && random.one_in(2) {
        groups.push(random.pick(&CORE));
    }
    let timed = more && random.one_in(3);
    if timed {
        // What is woken early looks at the clock, and whether its time is up depends on who else's
        // was: the model has no clock.
        groups.retain(|group| !matches!(group, Group::Parking | Group::Interrupts));
    }
    // Threads that only look at each other are dull.
    if groups.iter().all(|group| *group == Group::Threads) {
        groups.push(Group::Locks);
    }
    let threads = 3 + usize::from(random.one_in(6));
    let objects = 1 + usize::from(random.one_in(3));
    let mut generator = Generator {
        random,
        groups,
        threads,
        objects,
        timed,
        interruptible: more,
    };
    generator.program()
}

impl Generator {
    fn program(&mut self) -> Program {
        let mut threads = Vec::new();
        let most = if self.threads > 3 { 3 } else { 4 };
        for number in 0..self.threads {
            let mut budget = match number {
                0 => self.random.below(3),
                _ => 1 + self.random.below(most),
            };
            let mut statements = Vec::new();
            while budget > 0 {
                statements.push(self.statement(number, &mut budget, &[]));
            }
            threads.push(statements);
        }
        // The starts come early in main, but not always first.
        for other in (1..self.threads).rev() {
            let start = Statement::new(Kind::Start, [other as i32, 0, 0]);
            let place = if self.random.one_in(3) {
                self.random.below(threads[0].len() + 1)
            } else {
                0
            };
            threads[0].insert(place, start);
        }
        Program { threads }
    }

    fn object(&mut self, of: usize) -> i32 {
        self.random.below(self.objects.min(of)) as i32
    }

    fn value(&mut self) -> i32 {
        self.random.below(3) as i32
    }

    fn other(&mut self, me: usize) -> i32 {
        let others: Vec<i32> = (0..self.threads as i32)
            .filter(|t| *t != me as i32)
            .collect();
        self.random.pick(&others)
    }

    /// A statement of this thread, inside of these blocks.
    fn statement(&mut self, me: usize, budget: &mut usize, inside: &[(Kind, i32)]) -> Statement {
        *budget = budget.saturating_sub(1);
        if let Some(&(kind, object)) = inside.last()
            && !self.random.one_in(4)
        {
            let catches = inside.iter().rev().find(|it| it.0 != Kind::Sync);
            let catches = catches.is_some_and(|it| it.0 == Kind::Guard);
            if catches && self.random.one_in(4) {
                return Statement::new(Kind::Throw, [0; 3]);
            }
            return self.guarded(kind, object);
        }
        match self.random.pick(&self.groups.clone()) {
            Group::Atomics => {
                let variable = self.object(VARIABLES);
                let (a, b) = (self.value(), self.value());
                let kind = self
                    .random
                    .pick(&[Kind::Get, Kind::Set, Kind::Cas, Kind::Add]);
                match kind {
                    Kind::Get => Statement::new(kind, [variable, 0, 0]),
                    Kind::Add => Statement::new(kind, [variable, 1 + a, 0]),
                    Kind::Set => Statement::new(kind, [variable, a, 0]),
                    _ => Statement::new(kind, [variable, a, b]),
                }
            }
            Group::Locks => {
                let lock = self.object(LOCKS);
                let kinds = [Kind::Lock, Kind::Lock, Kind::Lock, Kind::TryLock];
                let kind = match self.random.pick(&kinds) {
                    Kind::TryLock if self.timed => Kind::TryLockFor,
                    Kind::Lock if self.interruptible && self.random.one_in(2) => {
                        Kind::LockInterruptibly
                    }
                    kind => kind,
                };
                self.block(me, kind, lock, budget, inside)
            }
            Group::Monitors => {
                let monitor = self.object(LOCKS);
                self.block(me, Kind::Sync, monitor, budget, inside)
            }
            Group::Semaphores => {
                let semaphore = self.object(PERMITS.len());
                let amount = 1 + i32::from(self.random.one_in(4));
                let kinds = [
                    Kind::Acquire,
                    Kind::Acquire,
                    Kind::Release,
                    Kind::TryAcquire,
                ];
                let kind = match self.random.pick(&kinds) {
                    Kind::TryAcquire if self.timed => Kind::TryAcquireFor,
                    kind => kind,
                };
                Statement::new(kind, [semaphore, amount, 0])
            }
            Group::Parking => match self.random.below(2) {
                0 => Statement::new(Kind::Park, [0; 3]),
                _ => Statement::new(Kind::Unpark, [self.other(me), 0, 0]),
            },
            Group::Threads => {
                let kind = match self.random.pick(&[Kind::Join, Kind::Alive]) {
                    Kind::Join if self.timed => Kind::JoinFor,
                    kind => kind,
                };
                Statement::new(kind, [self.other(me), 0, 0])
            }
            Group::Interrupts => match self.random.below(6) {
                0 => Statement::new(Kind::Interrupted, [0; 3]),
                1 => Statement::new(Kind::Sleep, [0; 3]),
                2 => Statement::new(Kind::Interrupt, [me as i32, 0, 0]),
                _ => Statement::new(Kind::Interrupt, [self.other(me), 0, 0]),
            },
            Group::Latches => {
                let latch = self.object(COUNTS.len());
                let kind = self.random.pick(&[Kind::CountDown, Kind::AwaitZero]);
                Statement::new(kind, [latch, 0, 0])
            }
            Group::SharedLocks => {
                let lock = self.object(SHARED_LOCKS);
                let kind = self.random.pick(&[Kind::ReadLock, Kind::WriteLock]);
                self.block(me, kind, lock, budget, inside)
            }
            Group::Exceptions => {
                let monitor = self.object(LOCKS);
                self.block(me, Kind::Guard, monitor, budget, inside)
            }
        }
    }

    fn block(
        &mut self,
        me: usize,
        kind: Kind,
        object: i32,
        budget: &mut usize,
        inside: &[(Kind, i32)],
    ) -> Statement {
        let mut statement = Statement::new(kind, [object, 0, 0]);
        let inside = [inside, &[(kind, object)]].concat();
        let most = if inside.len() > 2 { 1 } else { 3 };
        for _ in 0..self.random.below(most) + usize::from(inside.len() == 1) {
            if *budget == 0 && self.random.one_in(2) {
                break;
            }
            let inner = self.statement(me, budget, &inside);
            statement.block.push(inner);
        }
        statement
    }

    /// Something for which the innermost lock or monitor is held; once in a while it is not.
    fn guarded(&mut self, kind: Kind, object: i32) -> Statement {
        let monitor = matches!(kind, Kind::Sync | Kind::Guard);
        let first = kind.guards_from().expect("it has a block");
        let variable = object + first as i32;
        let second = self.objects > 1 && self.random.one_in(2);
        let condition = object
            + if second {
                (CONDITIONS - LOCKS) as i32
            } else {
                0
            };
        let wrong = i32::from(self.objects > 1 && self.random.one_in(12));
        let condition = (condition + wrong) % CONDITIONS as i32;
        let other = (object + wrong) % LOCKS as i32;
        let timed = self.timed && self.random.one_in(2);
        let most = if first < 2 * LOCKS { 8 } else { 4 };
        let (kind, number) = match (self.random.below(most), monitor) {
            (0 | 1, _) => (Kind::Read, variable),
            (2 | 3, _) if kind != Kind::ReadLock => {
                let value = 1 + self.value();
                return Statement::new(Kind::Write, [variable, value, 0]);
            }
            (2 | 3, _) => (Kind::Read, variable),
            (4 | 5, true) if timed => (Kind::WaitFor, other),
            (4 | 5, true) => (Kind::Wait, other),
            (6, true) => (Kind::Notify, other),
            (_, true) => (Kind::NotifyAll, other),
            (4 | 5, false) if timed => (Kind::AwaitFor, condition),
            (4 | 5, false) => (Kind::Await, condition),
            (6, false) => (Kind::Signal, condition),
            (_, false) => (Kind::SignalAll, condition),
        };
        Statement::new(kind, [number, 0, 0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_differ_and_read_back() {
        let texts: std::collections::HashSet<_> =
            (0..500).map(|number| program(number).to_string()).collect();
        assert!(texts.len() > 400, "{}", texts.len());
        for text in &texts {
            assert_eq!(&Program::parse(text).to_string(), text);
            assert!(Program::parse(text).is_valid(), "{text}");
        }
    }
}
