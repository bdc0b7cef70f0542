//! Random programs: whatever a random strategy chooses, an execution agrees with a
//! naive oracle at every step on who can run, monitors exclude each other,
//! it ends by completion or by a true deadlock, and the same choices give the
//! same steps.

mod generate;
mod interpret;
mod oracle;

use super::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instruction {
    Start(ThreadId),
    Point { quiet: bool },
    Enter { object: ObjectId, quiet: bool },
    Exit(ObjectId),
    Wait(ObjectId, Option<u64>),
    Notify(ObjectId),
    NotifyAll(ObjectId),
    Park { timeout: Option<u64>, quiet: bool },
    Unpark(ThreadId),
    Interrupt(ThreadId),
    Join(ThreadId, Option<u64>),
    Sleep(u64),
    ReadClock,
    External,
}

#[derive(Clone, Debug)]
struct Program {
    options: ExecutionOptions,
    /// The main thread, which starts all others in its own time, comes first.
    threads: Vec<Vec<Instruction>>,
    /// Whether all but the main thread are daemons.
    daemons: bool,
}

impl Program {
    fn code(&self, thread: ThreadId) -> &[Instruction] {
        &self.threads[thread.index()]
    }

    fn is_daemon(&self, thread: ThreadId) -> bool {
        self.daemons && thread != ThreadId::MAIN
    }

    fn ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (1..=self.threads.len() as u32).map(ThreadId)
    }
}

/// What happened, as strategy and interpreter saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Event {
    /// A choice among these.
    Choice(Vec<(ThreadId, Completion)>),
    /// Another choice and its answer.
    Other(usize),
    /// A step.
    Step(Step),
    /// An external call returned.
    Returned(ThreadId),
    /// Nobody could run, but somebody was outside.
    Idle,
    /// Nobody could run.
    Deadlock,
    /// The program ended.
    Completed,
}
