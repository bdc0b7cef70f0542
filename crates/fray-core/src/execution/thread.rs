//! The threads of an execution and what each of them is about to do.

use std::ops::{Index, IndexMut};

use super::monitor::MonitorId;
use super::verdict::WaitsFor;
use super::{Execution, Wake};
use crate::op::{ObjectId, OpKind, Operation, Resource, ThreadId};

/// What stands between a thread and its going on. The operation that strategies
/// see is in [`Thread::operation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pending {
    /// Nothing: it holds the token.
    Running,
    /// Its start has not been executed yet: see [`Execution::hold_back_child`]. For others it is
    /// not there.
    Unborn,
    /// An operation that never blocks.
    Point,
    /// A monitor that it does not own yet.
    Enter { monitor: MonitorId },
    /// In the wait set; it owned the monitor `count` times.
    Waiting {
        monitor: MonitorId,
        count: u32,
        deadline: Option<u64>,
        spurious: bool,
    },
    /// Out of the wait set, wants the monitor back.
    Reacquire {
        monitor: MonitorId,
        count: u32,
        wake: Wake,
    },
    /// Wants a permit.
    Park {
        deadline: Option<u64>,
        spurious: bool,
    },
    /// Wants another thread to end.
    Join {
        target: ThreadId,
        deadline: Option<u64>,
    },
    /// Wants time to pass. `None`: for ever.
    Sleep { deadline: Option<u64> },
    /// Wants to read or write what may not be there yet, outside of the model.
    Io {
        deadline: Option<u64>,
        /// Whether it is known that it would not block.
        ready: bool,
        /// Whether an interrupt ends the wait.
        interruptible: bool,
    },
    /// In a call outside of our control.
    External,
    /// About to end; `monitor` is that of its `Thread` object, which the JVM takes on the way.
    End { monitor: Option<MonitorId> },
    /// Not among the live any more.
    Ended,
}

/// One thread.
#[derive(Debug)]
pub(super) struct Thread {
    pub pending: Pending,
    /// What strategies are told that it would do.
    pub operation: Operation,
    /// Class of the operation's object.
    pub class: u32,
    /// How its last operation completed.
    pub wake: Wake,
    /// Whether a park would return at once.
    pub permit: bool,
    /// Whether the pending park, sleep or join was interrupted.
    pub interrupted: bool,
    /// Whether the execution may end without it.
    pub daemon: bool,
    /// Whether its real thread is not there yet: see [`Execution::make`].
    pub unmade: bool,
    /// Where in the program its pending plain access is; 0: it is none.
    pub place: u32,
    /// How many monitors it owns, recursion not counted.
    pub held: u32,
    /// Which class it waits for, and who initialises that, if it is known to be what keeps it from coming back from
    /// outside. Several if it may be any of them.
    pub awaited_classes: Vec<(ThreadId, ObjectId)>,
}

impl Thread {
    fn new(id: ThreadId, daemon: bool, pending: Pending) -> Self {
        Thread {
            pending,
            operation: Operation::new(OpKind::Begin, Resource::thread(id)),
            class: 0,
            wake: Wake::Normal,
            permit: false,
            interrupted: false,
            daemon,
            unmade: false,
            place: 0,
            held: 0,
            awaited_classes: Vec::new(),
        }
    }
}

/// All threads by number, and the live ones in order of number.
#[derive(Debug)]
pub(super) struct Threads {
    all: Vec<Thread>,
    live: Vec<ThreadId>,
    /// Live threads that are not daemons.
    users: usize,
}

impl Threads {
    pub fn with_main() -> Self {
        let mut threads = Threads {
            all: Vec::new(),
            live: Vec::new(),
            users: 0,
        };
        threads.add(false, Pending::Running);
        threads
    }

    /// A new thread with the next number.
    pub fn add(&mut self, daemon: bool, pending: Pending) -> ThreadId {
        let id = self.next_id();
        self.all.push(Thread::new(id, daemon, pending));
        self.live.push(id);
        self.users += usize::from(!daemon);
        id
    }

    /// The next number, for a thread that may never be started and is not live before.
    pub fn reserve(&mut self) -> ThreadId {
        let id = self.next_id();
        self.all.push(Thread::new(id, false, Pending::Unborn));
        id
    }

    /// Makes a thread live that has a number. One that is, or was, stays as it is.
    pub fn enlist(&mut self, id: ThreadId, daemon: bool) -> bool {
        if let Err(position) = self.live.binary_search(&id)
            && self[id].pending == Pending::Unborn
        {
            self.live.insert(position, id);
            self.users += usize::from(!daemon);
            self[id].daemon = daemon;
            self[id].pending = Pending::Point;
            return true;
        }
        false
    }

    /// Makes a daemon that has not begun one that keeps the execution going, and lets it begin.
    pub fn recruit(&mut self, id: ThreadId) {
        self.users += 1;
        self[id].daemon = false;
        self[id].pending = Pending::Point;
    }

    fn next_id(&self) -> ThreadId {
        ThreadId(u32::try_from(self.all.len() + 1).expect("fewer than 2^32 threads"))
    }

    /// Takes a thread out of the live ones. `false`: it was not among them.
    pub fn retire(&mut self, id: ThreadId) -> bool {
        let Ok(position) = self.live.binary_search(&id) else {
            return false;
        };
        self.live.remove(position);
        self[id].pending = Pending::Ended;
        self.users -= usize::from(!self[id].daemon);
        true
    }

    /// Makes a thread that never ran vanish, and its number too if it is the last one.
    pub fn forget(&mut self, id: ThreadId) {
        self.retire(id);
        if id.index() + 1 == self.all.len() {
            self.all.pop();
        }
    }

    /// The live threads in order of number.
    pub fn live(&self) -> &[ThreadId] {
        &self.live
    }

    /// Whether a thread is live that keeps the execution going.
    pub fn has_users(&self) -> bool {
        self.users > 0
    }

    /// Whether the thread has ended or never was.
    pub fn is_ended(&self, id: ThreadId) -> bool {
        self.all
            .get((id.0 as usize).wrapping_sub(1))
            .is_none_or(|thread| thread.pending == Pending::Ended)
    }

    /// Whether the thread has been started and has not ended.
    pub fn is_alive(&self, id: ThreadId) -> bool {
        let thread = self.all.get((id.0 as usize).wrapping_sub(1));
        thread.is_some_and(|thread| !matches!(thread.pending, Pending::Unborn | Pending::Ended))
    }

    /// The thread, unless there is none of that number.
    pub fn get_mut(&mut self, id: ThreadId) -> Option<&mut Thread> {
        self.all.get_mut((id.0 as usize).wrapping_sub(1))
    }

    fn ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (1..=self.all.len() as u32).map(ThreadId)
    }
}

impl Index<ThreadId> for Threads {
    type Output = Thread;

    fn index(&self, id: ThreadId) -> &Thread {
        &self.all[id.index()]
    }
}

impl IndexMut<ThreadId> for Threads {
    fn index_mut(&mut self, id: ThreadId) -> &mut Thread {
        &mut self.all[id.index()]
    }
}

/// A thread as reports show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadInfo {
    /// Which one.
    pub thread: ThreadId,
    /// Whether it is a daemon.
    pub daemon: bool,
    /// What it is doing.
    pub state: ThreadState,
    /// What it is about to do, or waits to do; `None` if it runs or has ended.
    pub operation: Option<Operation>,
}

/// What a thread is doing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ThreadState {
    /// It holds the token.
    Running,
    /// It could run if it were chosen.
    Enabled,
    /// It could not.
    Blocked(WaitsFor),
    /// It has ended.
    Ended,
}

/// A thread as the program sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeenState {
    /// It runs or could, as far as the program can tell.
    Runnable,
    /// It wants a monitor.
    Blocked,
    /// It waits, parks or joins.
    Waiting,
    /// The same with a time limit, or it sleeps.
    TimedWaiting,
}

impl Execution {
    /// What the program may see of a live thread. That a wait could end by its time limit or for no
    /// reason does not show.
    pub fn seen_state(&self, id: ThreadId) -> SeenState {
        let thread = &self.threads[id];
        let waiting = |deadline: Option<u64>| match deadline {
            None => SeenState::Waiting,
            Some(_) => SeenState::TimedWaiting,
        };
        match thread.pending {
            Pending::Enter { monitor } | Pending::Reacquire { monitor, .. }
                if !self.objects.is_free(monitor) =>
            {
                SeenState::Blocked
            }
            Pending::Waiting { deadline, .. } => waiting(deadline),
            Pending::Park { deadline, .. } if !thread.permit && !thread.interrupted => {
                waiting(deadline)
            }
            Pending::Join { target, deadline }
                if !thread.interrupted && self.threads.is_alive(target) =>
            {
                waiting(deadline)
            }
            Pending::Sleep { .. } if !thread.interrupted => SeenState::TimedWaiting,
            _ => SeenState::Runnable,
        }
    }

    /// All threads there have been, in order of number; not those that were only announced.
    pub fn threads(&self) -> Vec<ThreadInfo> {
        self.threads
            .ids()
            .filter(|id| {
                self.threads[*id].pending != Pending::Unborn
                    || self.threads.live().binary_search(id).is_ok()
            })
            .map(|id| {
                let thread = &self.threads[id];
                let state = match thread.pending {
                    Pending::Running => ThreadState::Running,
                    Pending::Ended => ThreadState::Ended,
                    _ if self.readiness(thread).is_some() => ThreadState::Enabled,
                    _ => ThreadState::Blocked(self.waits_for(id)),
                };
                let pends = !matches!(state, ThreadState::Running | ThreadState::Ended);
                ThreadInfo {
                    thread: id,
                    daemon: thread.daemon,
                    state,
                    operation: pends.then_some(thread.operation),
                }
            })
            .collect()
    }
}
