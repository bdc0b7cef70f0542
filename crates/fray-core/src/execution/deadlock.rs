//! Who waits for whom when nobody can run.

use super::thread::Pending;
use super::verdict::{BlockedThread, DeadlockReport, Verdict, WaitsFor};
use super::{Execution, Next};
use crate::op::ThreadId;

impl Execution {
    /// The caller is sure that nothing outside will help the threads, all of
    /// which are blocked: a deadlock. If somebody can run after all, that
    /// happens instead, as by [`Self::resolve`]. Threads in external calls count as blocked.
    pub fn declare_deadlock(&mut self) -> Next {
        match self.resolve() {
            Next::Idle | Next::Stuck => {
                let report = self.deadlock_report();
                self.conclude(Verdict::Deadlock(report))
            }
            next => next,
        }
    }

    fn deadlock_report(&self) -> DeadlockReport {
        let threads = self.live_threads();
        let cycle = cycle(&threads);
        DeadlockReport { threads, cycle }
    }

    /// Whether some threads wait for each other's monitors: nobody else can help them.
    pub fn is_certainly_stuck(&self) -> bool {
        let mut threads = self.live_threads();
        threads.retain(|it| matches!(it.waits, WaitsFor::Monitor { .. }));
        cycle(&threads).is_some()
    }

    /// What all threads that have not ended wait for and hold.
    pub fn live_threads(&self) -> Vec<BlockedThread> {
        self.threads
            .live()
            .iter()
            .filter(|&&thread| self.threads[thread].pending != Pending::Unborn)
            .map(|&thread| BlockedThread {
                thread,
                daemon: self.threads[thread].daemon,
                waits: self.waits_for(thread),
                holds: self
                    .objects
                    .owned_by(thread)
                    .into_iter()
                    .map(|monitor| self.objects[monitor].object)
                    .collect(),
            })
            .collect()
    }

    pub(super) fn waits_for(&self, id: ThreadId) -> WaitsFor {
        match self.threads[id].pending {
            Pending::Enter { monitor } | Pending::Reacquire { monitor, .. } => WaitsFor::Monitor {
                object: self.objects[monitor].object,
                owner: self.objects[monitor].owner,
            },
            // A timed wait needs no notification, only the monitor.
            Pending::Waiting {
                monitor, deadline, ..
            } if deadline.is_some() && !self.objects.is_free(monitor) => WaitsFor::Monitor {
                object: self.objects[monitor].object,
                owner: self.objects[monitor].owner,
            },
            Pending::Waiting { monitor, .. } => WaitsFor::Notification {
                object: self.objects[monitor].object,
            },
            Pending::Park { .. } => WaitsFor::Permit,
            Pending::Join { target, .. } => WaitsFor::Join { target },
            Pending::Sleep { .. } => WaitsFor::Sleep,
            Pending::Io { .. } => WaitsFor::Io,
            Pending::External => self.waits_outside(id),
            Pending::End {
                monitor: Some(monitor),
            } => WaitsFor::Monitor {
                object: self.objects[monitor].object,
                owner: self.objects[monitor].owner,
            },
            Pending::Running
            | Pending::Unborn
            | Pending::Point
            | Pending::End { monitor: None }
            | Pending::Ended => WaitsFor::Turn,
        }
    }

    fn waits_outside(&self, id: ThreadId) -> WaitsFor {
        match &self.threads[id].awaited_classes {
            none if none.is_empty() => WaitsFor::External,
            holders => WaitsFor::ClassInit {
                holders: holders.clone(),
            },
        }
    }
}

/// The one thread that could free this one, if that is known.
fn blocker(blocked: &BlockedThread) -> Option<ThreadId> {
    match &blocked.waits {
        WaitsFor::Monitor { owner, .. } => *owner,
        WaitsFor::Join { target } => Some(*target),
        WaitsFor::ClassInit { holders } => match holders[..] {
            [(holder, _)] => Some(holder),
            _ => None,
        },
        _ => None,
    }
}

/// The first cycle by lowest thread number. Every thread has at most one blocker,
/// so a walk from a thread either ends or runs into a cycle.
fn cycle(threads: &[BlockedThread]) -> Option<Vec<ThreadId>> {
    let next = |id: ThreadId| {
        let position = threads.binary_search_by_key(&id, |t| t.thread).ok()?;
        blocker(&threads[position])
    };
    threads.iter().find_map(|start| {
        let mut walk = vec![start.thread];
        while walk.len() <= threads.len() {
            let following = next(*walk.last()?)?;
            if following == start.thread {
                return Some(walk);
            }
            walk.push(following);
        }
        None
    })
}
