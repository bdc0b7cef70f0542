//! How an execution ended.

use serde::{Deserialize, Serialize};

use super::races::Race;
use crate::failure::Failure;
use crate::op::{ObjectId, Step, ThreadId};
use crate::strategy::Divergence;

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All threads but daemons have ended.
    Completed,
    /// An assertion, an exception.
    Failed(Failure),
    /// Two accesses that nothing orders.
    Race(Race),
    /// `System.exit` and alike, with this status.
    Exit(i32),
    /// Nobody could run.
    Deadlock(DeadlockReport),
    /// Too many steps.
    Livelock(Livelock),
    /// It departed from the recording that it should have followed.
    Diverged(Divergence),
}

/// Who waits for what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeadlockReport {
    /// All live threads, in order of number.
    pub threads: Vec<BlockedThread>,
    /// Threads each of which waits for the next, and the last for the first,
    /// beginning with the lowest number; `None` if it is not that kind of deadlock.
    pub cycle: Option<Vec<ThreadId>>,
}

/// A thread that cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockedThread {
    /// Which one.
    pub thread: ThreadId,
    /// Whether it is a daemon, which would not keep the program from ending.
    pub daemon: bool,
    /// What it waits for.
    pub waits: WaitsFor,
    /// Objects whose monitors it owns.
    pub holds: Vec<ObjectId>,
}

/// What a thread waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WaitsFor {
    /// A monitor, to enter it or to return from `wait`.
    Monitor {
        /// Its object.
        object: ObjectId,
        /// Who has it.
        owner: Option<ThreadId>,
    },
    /// A notification.
    Notification {
        /// The object waited on.
        object: ObjectId,
    },
    /// A permit: it is parked.
    Permit,
    /// The end of another thread.
    Join {
        /// That thread.
        target: ThreadId,
    },
    /// It sleeps for ever.
    Sleep,
    /// Input or output: a descriptor is not ready.
    Io,
    /// The return of a call outside of our control.
    External,
    /// The initialisation of a class by another thread.
    ClassInit {
        /// That thread and the class; several if it is one of them.
        holders: Vec<(ThreadId, ObjectId)>,
    },
    /// Its start, or the token: it is not blocked for long.
    Turn,
}

/// An execution that did not end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Livelock {
    /// Steps executed.
    pub steps: u64,
    /// The last of them, the oldest first.
    pub recent: Vec<Step>,
}
