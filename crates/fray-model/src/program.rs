//! Programs, and how they are written.
//!
//! ```text
//! start(1) start(2) | lock(0){ await(0) read(0) } | lock(0){ write(0,3) signal(0) }
//! ```
//!
//! One list of statements per thread; the first thread is `main`, which starts the others itself and
//! in the end joins all that were started. Whatever a thread learns goes to its log.

use std::fmt;

/// Volatile variables; their number is that of the primitives of the other kinds too.
pub const VARIABLES: usize = 2;
/// `ReentrantLock`s, and as many monitors.
pub const LOCKS: usize = 2;
/// Conditions; number `c` belongs to lock `c % LOCKS`.
pub const CONDITIONS: usize = 4;
/// Semaphores, and what they begin with.
pub const PERMITS: [i32; 2] = [1, 0];
/// `CountDownLatch`es, and what they begin with.
pub const COUNTS: [i32; 2] = [1, 2];
/// `ReentrantReadWriteLock`s.
pub const SHARED_LOCKS: usize = 1;
/// Plain variables: one guarded by each lock, then one by each monitor, then one by each read-write
/// lock.
pub const GUARDED: usize = 2 * LOCKS + SHARED_LOCKS;

/// What a statement does. Numbers are indices unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Reads a volatile variable; logs the value.
    Get,
    /// Writes a value to a volatile variable.
    Set,
    /// Compares and sets; logs whether it did.
    Cas,
    /// Adds to a volatile variable; logs what was there.
    Add,
    /// Reads a plain variable; logs the value.
    Read,
    /// Writes a value to a plain variable.
    Write,
    /// `lock`, a block, `unlock`.
    Lock,
    /// `tryLock`; logs whether it did; if so a block and `unlock`.
    TryLock,
    /// `Condition.await`.
    Await,
    /// `Condition.signal`.
    Signal,
    /// `Condition.signalAll`.
    SignalAll,
    /// `synchronized` with a block.
    Sync,
    /// `Object.wait`.
    Wait,
    /// `Object.notify`.
    Notify,
    /// `Object.notifyAll`.
    NotifyAll,
    /// `Semaphore.acquire` of so many.
    Acquire,
    /// `Semaphore.tryAcquire` of so many; logs whether it did.
    TryAcquire,
    /// `Semaphore.release` of so many.
    Release,
    /// `LockSupport.park`.
    Park,
    /// `LockSupport.unpark` of a thread.
    Unpark,
    /// `Thread.start`; only `main` does it, once per thread.
    Start,
    /// `Thread.join`.
    Join,
    /// `Thread.isAlive`; logs the answer.
    Alive,
    /// `Thread.interrupt`.
    Interrupt,
    /// `Thread.interrupted`; logs the answer.
    Interrupted,
    /// `Thread.sleep`.
    Sleep,
    /// `wait` with a time limit.
    WaitFor,
    /// `await` with a time limit; logs whether it was signalled.
    AwaitFor,
    /// `park` with a time limit.
    ParkFor,
    /// `join` with a time limit.
    JoinFor,
    /// `lockInterruptibly`, a block, `unlock`.
    LockInterruptibly,
    /// `tryLock` with a time limit; as `TryLock`.
    TryLockFor,
    /// `tryAcquire` with a time limit; as `TryAcquire`.
    TryAcquireFor,
    /// `CountDownLatch.countDown`.
    CountDown,
    /// `CountDownLatch.await`.
    AwaitZero,
    /// A read lock, a block, its release.
    ReadLock,
    /// A write lock, a block, its release.
    WriteLock,
    /// `synchronized` with a block, all in a `try` that catches what `Throw` throws, and logs it.
    Guard,
    /// Throws an exception.
    Throw,
    /// As `Join`, at the end of `main`.
    Finish,
}

/// The words, how many numbers follow, and whether there is a block.
const WORDS: &[(Kind, &str, usize, bool)] = &[
    (Kind::Get, "get", 1, false),
    (Kind::Set, "set", 2, false),
    (Kind::Cas, "cas", 3, false),
    (Kind::Add, "add", 2, false),
    (Kind::Read, "read", 1, false),
    (Kind::Write, "write", 2, false),
    (Kind::Lock, "lock", 1, true),
    (Kind::TryLock, "tryLock", 1, true),
    (Kind::Await, "await", 1, false),
    (Kind::Signal, "signal", 1, false),
    (Kind::SignalAll, "signalAll", 1, false),
    (Kind::Sync, "sync", 1, true),
    (Kind::Wait, "wait", 1, false),
    (Kind::Notify, "notify", 1, false),
    (Kind::NotifyAll, "notifyAll", 1, false),
    (Kind::Acquire, "acquire", 2, false),
    (Kind::TryAcquire, "tryAcquire", 2, false),
    (Kind::Release, "release", 2, false),
    (Kind::Park, "park", 0, false),
    (Kind::Unpark, "unpark", 1, false),
    (Kind::Start, "start", 1, false),
    (Kind::Join, "join", 1, false),
    (Kind::Alive, "alive", 1, false),
    (Kind::Finish, "finish", 1, false),
    (Kind::Interrupt, "interrupt", 1, false),
    (Kind::Interrupted, "interrupted", 0, false),
    (Kind::Sleep, "sleep", 0, false),
    (Kind::WaitFor, "waitFor", 1, false),
    (Kind::AwaitFor, "awaitFor", 1, false),
    (Kind::ParkFor, "parkFor", 0, false),
    (Kind::JoinFor, "joinFor", 1, false),
    (Kind::LockInterruptibly, "lockInterruptibly", 1, true),
    (Kind::TryLockFor, "tryLockFor", 1, true),
    (Kind::TryAcquireFor, "tryAcquireFor", 2, false),
    (Kind::CountDown, "countDown", 1, false),
    (Kind::AwaitZero, "awaitZero", 1, false),
    (Kind::ReadLock, "readLock", 1, true),
    (Kind::WriteLock, "writeLock", 1, true),
    (Kind::Guard, "guard", 1, true),
    (Kind::Throw, "throw", 0, false),
];

impl Kind {
    fn row(self) -> &'static (Kind, &'static str, usize, bool) {
        let row = WORDS.iter().find(|row| row.0 == self);
        row.expect("every kind has a row")
    }

    /// The plain variable that is guarded by the first object of this kind, if it has a block.
    pub fn guards_from(self) -> Option<usize> {
        match self {
            Kind::Lock | Kind::TryLock | Kind::LockInterruptibly | Kind::TryLockFor => Some(0),
            Kind::Sync | Kind::Guard => Some(LOCKS),
            Kind::ReadLock | Kind::WriteLock => Some(2 * LOCKS),
            _ => None,
        }
    }

    /// Whether a block belongs to it.
    pub fn has_block(self) -> bool {
        self.row().3
    }
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: Kind,
    /// To what, and with which values; zeros where there are fewer.
    pub numbers: [i32; 3],
    /// What is done inside.
    pub block: Vec<Statement>,
}

impl Statement {
    /// A statement without a block.
    pub fn new(kind: Kind, numbers: [i32; 3]) -> Self {
        let block = Vec::new();
        Statement {
            kind,
            numbers,
            block,
        }
    }
}

/// A program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// The statements of each thread, `main` first.
    pub threads: Vec<Vec<Statement>>,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, word, count, block) = self.kind.row();
        let numbers = self.numbers[..*count].iter().map(i32::to_string);
        write!(f, "{word}({})", numbers.collect::<Vec<_>>().join(","))?;
        if *block {
            f.write_str("{ ")?;
            for statement in &self.block {
                write!(f, "{statement} ")?;
            }
            f.write_str("}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, thread) in self.threads.iter().enumerate() {
            f.write_str(if number > 0 { " | " } else { "" })?;
            let words: Vec<_> = thread.iter().map(Statement::to_string).collect();
            f.write_str(&words.join(" "))?;
        }
        Ok(())
    }
}

impl Program {
    /// The program with what `main` does at its end written out.
    pub fn complete(&self) -> Program {
        let mut program = self.clone();
        let others = 1..self.threads.len() as i32;
        let finish = others.map(|other| Statement::new(Kind::Finish, [other, 0, 0]));
        program.threads[0].extend(finish);
        program
    }

    /// Whether every plain variable is only used where its lock or monitor is held, and every
    /// exception is caught, with nothing but monitors to leave.
    pub fn is_valid(&self) -> bool {
        fn catches(held: &[(i32, Kind)]) -> bool {
            let mut kinds = held.iter().rev().map(|(_, kind)| *kind);
            kinds.find(|kind| *kind != Kind::Sync) == Some(Kind::Guard)
        }
        fn check(statements: &[Statement], held: &mut Vec<(i32, Kind)>) -> bool {
            statements.iter().all(|statement| {
                let number = statement.numbers[0];
                match statement.kind {
                    Kind::Read => held.iter().any(|(guard, _)| *guard == number),
                    Kind::Write => held
                        .iter()
                        .any(|(guard, kind)| *guard == number && *kind != Kind::ReadLock),
                    Kind::Throw => catches(held),
                    kind if kind.has_block() => {
                        let first = kind.guards_from().expect("every block is guarded");
                        held.push((number + first as i32, kind));
                        let fine = check(&statement.block, held);
                        held.pop();
                        fine
                    }
                    _ => true,
                }
            })
        }
        self.threads
            .iter()
            .all(|thread| check(thread, &mut Vec::new()))
    }

    /// Reads what is written as above.
    ///
    /// # Panics
    /// If it is not.
    pub fn parse(text: &str) -> Program {
        let threads = text.split('|').map(|thread| {
            let mut rest = thread;
            let statements = block(&mut rest);
            assert!(rest.is_empty(), "cannot read '{rest}'");
            statements
        });
        Program {
            threads: threads.collect(),
        }
    }
}

fn block(rest: &mut &str) -> Vec<Statement> {
    let mut statements = Vec::new();
    loop {
        *rest = rest.trim_start();
        let Some((word, after)) = rest.split_once('(') else {
            return statements;
        };
        let Some(row) = WORDS.iter().find(|row| row.1 == word) else {
            return statements;
        };
        let (list, after) = after.split_once(')').expect("a closing parenthesis");
        let mut numbers = [0; 3];
        let given = list.split(',').filter(|number| !number.is_empty());
        for (slot, number) in numbers.iter_mut().zip(given) {
            *slot = number.trim().parse().expect("a number");
        }
        let mut statement = Statement::new(row.0, numbers);
        *rest = after;
        if row.3 {
            *rest = rest.trim_start().strip_prefix('{').expect("a block");
            statement.block = block(rest);
            *rest = rest.strip_prefix('}').expect("the end of the block");
        }
        statements.push(statement);
    }
}

/// One instruction of the flat form that the model executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// A statement, or the beginning of one with a block.
    Do(Kind, [i32; 3]),
    /// The end of a `lock` or `tryLock`.
    Unlock(usize),
    /// The end of a read lock's block.
    UnlockRead(usize),
    /// The end of a write lock's block.
    UnlockWrite(usize),
    /// The end of a `synchronized` block.
    Exit(usize),
    /// An exception has arrived: goes on behind the statement that begins there.
    Catch(usize),
}

/// A thread's instructions.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// In order.
    pub instructions: Vec<Instruction>,
    /// Number of the statement that each belongs to, in the order of the text.
    pub statement: Vec<usize>,
    /// Behind the block of each instruction that has one.
    pub behind: Vec<usize>,
}

impl Code {
    /// The flat form of a thread.
    pub fn of(statements: &[Statement]) -> Code {
        let mut code = Code::default();
        code.add(statements, &mut 0, &mut Vec::new());
        code
    }

    fn push(&mut self, instruction: Instruction, statement: usize) -> usize {
        self.instructions.push(instruction);
        self.statement.push(statement);
        self.behind.push(self.instructions.len());
        self.instructions.len() - 1
    }

    /// `outer`: the monitors around, each with the instruction of its `Guard`, if it has one.
    fn add(
        &mut self,
        statements: &[Statement],
        next: &mut usize,
        outer: &mut Vec<(usize, Option<usize>)>,
    ) {
        for statement in statements {
            let number = *next;
            *next += 1;
            if statement.kind == Kind::Throw {
                self.unwind(number, outer);
                continue;
            }
            let first = self.push(Instruction::Do(statement.kind, statement.numbers), number);
            if statement.kind.has_block() {
                let what = statement.numbers[0] as usize;
                let is_monitor = matches!(statement.kind, Kind::Sync | Kind::Guard);
                if is_monitor {
                    outer.push((what, (statement.kind == Kind::Guard).then_some(first)));
                }
                self.add(&statement.block, next, outer);
                if is_monitor {
                    outer.pop();
                }
                let end = match statement.kind {
                    Kind::Sync | Kind::Guard => Instruction::Exit(what),
                    Kind::ReadLock => Instruction::UnlockRead(what),
                    Kind::WriteLock => Instruction::UnlockWrite(what),
                    _ => Instruction::Unlock(what),
                };
                self.push(end, number);
                self.behind[first] = self.instructions.len();
            }
        }
    }

    /// A `Throw`: monitors are left one after the other, up to the innermost `Guard`.
    fn unwind(&mut self, number: usize, outer: &[(usize, Option<usize>)]) {
        for (monitor, guard) in outer.iter().rev() {
            self.push(Instruction::Exit(*monitor), number);
            if let Some(guard) = guard {
                self.push(Instruction::Catch(*guard), number);
                return;
            }
        }
        panic!("an exception that nobody catches");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let text = "start(1) get(0) | lock(0){ tryLock(1){ } await(0) cas(1,0,-2) } park()";
        assert_eq!(Program::parse(text).to_string(), text);
    }
}
