//! States: threads, memory, locks and conditions.

use crate::program::{
    CONDITIONS, COUNTS, Code, GUARDED, LOCKS, PERMITS, Program, SHARED_LOCKS, VARIABLES,
};
use crate::queue::{Queue, Sync, Want};

/// Whether a thread is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Life {
    New,
    Alive,
    Ended,
}

/// Where a thread stands within its instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// In front of it.
    Ready,
    /// In the wait set of a monitor that it had entered so often.
    Waiting {
        monitor: usize,
        count: u32,
        timed: bool,
    },
    /// Out of the wait set, wants the monitor back.
    Reacquire {
        monitor: usize,
        count: u32,
        interrupted: bool,
    },
    /// Waits for a condition; it held the lock so often.
    Condition {
        condition: usize,
        holds: i32,
        timed: bool,
    },
    /// In the queue of a lock or alike.
    Queued { sync: Sync, want: Want, how: How },
}

/// How a thread waits in a queue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct How {
    /// Whether an interrupt makes it give up.
    pub interruptible: bool,
    /// Whether it may give up at any time.
    pub timed: bool,
    /// Whether it has been interrupted, and goes on.
    pub interrupted: bool,
    /// What it logs when it has got what it wants.
    pub log: Option<i32>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Thread {
    /// Whether it has made its first step, which does nothing.
    pub begun: bool,
    pub pc: usize,
    pub phase: Phase,
    pub life: Life,
    /// Whether the next park returns at once.
    pub permit: bool,
    /// Its interrupt status.
    pub interrupted: bool,
    pub log: Vec<i32>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Monitor {
    pub owner: Option<usize>,
    pub count: u32,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) threads: Vec<Thread>,
    pub(crate) variables: [i32; VARIABLES],
    pub(crate) guarded: [i32; GUARDED],
    pub(crate) monitors: [Monitor; LOCKS],
    pub(crate) locks: [Queue; LOCKS],
    pub(crate) semaphores: [Queue; PERMITS.len()],
    pub(crate) latches: [Queue; COUNTS.len()],
    pub(crate) shared_locks: [Queue; SHARED_LOCKS],
    /// Who waits for each, the longest first.
    pub(crate) conditions: [Vec<usize>; CONDITIONS],
    /// Spurious wake-ups that may still come.
    pub(crate) spurious: u32,
}

impl State {
    /// The state in which a program begins, with at most so many spurious wake-ups to come.
    pub fn initial(program: &Program, spurious: u32) -> State {
        let thread = |number: usize| Thread {
            begun: number == 0,
            pc: 0,
            phase: Phase::Ready,
            life: if number == 0 { Life::Alive } else { Life::New },
            permit: false,
            interrupted: false,
            log: Vec::new(),
        };
        State {
            threads: (0..program.threads.len()).map(thread).collect(),
            variables: Default::default(),
            guarded: Default::default(),
            monitors: Default::default(),
            locks: Default::default(),
            semaphores: PERMITS.map(Queue::counting),
            latches: COUNTS.map(Queue::counting),
            shared_locks: Default::default(),
            conditions: Default::default(),
            spurious,
        }
    }

    /// The outcome, if nothing more can happen: what every thread has logged, where those stand that
    /// have not ended, and the memory.
    pub fn outcome(&self, code: &[Code]) -> String {
        let ended = |thread: &Thread| thread.life != Life::Alive;
        let mut text = String::from(if self.threads.iter().all(ended) {
            "end"
        } else {
            "deadlock"
        });
        for (number, thread) in self.threads.iter().enumerate() {
            let place = match thread.life {
                Life::New => "new".to_owned(),
                Life::Ended => "ended".to_owned(),
                Life::Alive => code[number].statement[thread.pc].to_string(),
            };
            text += &format!(" t{number}@{place}:{:?}", thread.log);
        }
        text + &format!(" {:?} {:?}", self.variables, self.guarded)
    }
}
