//! Threads that are in static initialisers, and those that may wait inside of the JVM for their classes.

use std::time::{Duration, Instant};

use fray_core::execution::{ThreadInfo, ThreadState, WaitsFor};
use fray_core::op::ThreadId;

use super::{Locked, Session, lock};
use crate::engine::Engine;
use crate::watchdog::sleeps_in_kernel;

/// How often it is looked whether threads that have been waiting for a class come back, how often in a row they
/// must be found asleep, and how long that may take.
const RETURN_TICK: Duration = Duration::from_micros(100);
const RETURN_LOOKS: u32 = 2;
const LONGEST_RETURN: Duration = Duration::from_millis(200);

/// Before an operation of a thread that has initialised a class: the JVM has woken those that waited for it, and they come
/// back first. So who can run then does not depend on how fast they are.
pub fn heed_returning(mut session: Locked, me: ThreadId) -> Locked {
    if !session.heeds_returning || session.execution.is_external(me) {
        return session;
    }
    session.heeds_returning = false;
    let (start, mut asleep) = (Instant::now(), 0);
    while asleep < RETURN_LOOKS && start.elapsed() < LONGEST_RETURN {
        let outside: Vec<_> = session.execution.externals().collect();
        let threads: Vec<_> = outside.iter().map(|&t| session.os_thread(t)).collect();
        // They need the lock to come back.
        drop(session);
        std::thread::sleep(RETURN_TICK);
        let all = threads.into_iter().all(sleeps_in_kernel);
        asleep = if all { asleep + 1 } else { 0 };
        session = lock();
    }
    session
}

/// A thread is in a static initialiser of the program.
pub struct Initialising {
    thread: ThreadId,
    /// Whether it gives up control there only if it really blocks.
    quiet: bool,
}

impl Session {
    /// The calling thread begins to initialise a class. Of how many it is quietly in the middle now.
    pub fn class_init(&mut self, me: ThreadId) -> usize {
        self.execution.enter_class_init(me);
        self.initialising.push(Initialising {
            thread: me,
            quiet: true,
        });
        self.quiet_initialisers(me)
    }

    fn quiet_initialisers(&self, me: ThreadId) -> usize {
        let all = self.initialising.iter();
        all.filter(|it| it.thread == me && it.quiet).count()
    }

    /// The calling thread, which so many regions make quiet, has started another one in the middle of static initialisers: what
    /// is left of them is as open to others as any code, unless regions of other kinds are among these.
    pub fn opens_initialisers(&mut self, me: ThreadId, regions: usize) -> bool {
        if self.quiet_initialisers(me) != regions {
            return false;
        }
        let all = self.initialising.iter_mut();
        all.filter(|it| it.thread == me)
            .for_each(|it| it.quiet = false);
        true
    }

    /// It is done with that. Whether somebody outside may have waited for it.
    pub fn class_initialised(&mut self, me: ThreadId) -> bool {
        if let Some(last) = self.initialising.iter().rposition(|it| it.thread == me) {
            self.initialising.remove(last);
        }
        self.heeds_returning = self.execution.externals().next().is_some();
        self.heeds_returning
    }

    /// Whether a thread that sleeps may well wait for a class: another one is in a static initialiser of the program,
    /// or is itself asleep outside and may have a class.
    pub fn is_likely_behind_class(&self, me: ThreadId) -> bool {
        let others = self.initialising.iter().any(|it| it.thread != me);
        others || self.execution.externals().next().is_some()
    }

    /// Whether the thread has been found asleep outside of our control, and still is.
    pub fn is_asleep_outside(&self, thread: ThreadId) -> bool {
        self.execution.is_external(thread) && self.sleeps_in_kernel(thread)
    }

    /// Whether nobody can run, and perhaps because of classes that others initialise: some threads sleep outside
    /// of our control, and all others are blocked by what is in it.
    pub fn could_be_behind_classes(&self) -> bool {
        let asleep = |info: &ThreadInfo| match info.state {
            ThreadState::Blocked(WaitsFor::External | WaitsFor::ClassInit { .. }) => {
                self.sleeps_in_kernel(info.thread)
            }
            ThreadState::Blocked(WaitsFor::Io) | ThreadState::Enabled => false,
            _ => true,
        };
        let execution = &self.execution;
        self.engine == Engine::Threads
            && !execution.is_over()
            && execution.holder().is_none()
            && execution.externals().next().is_some()
            && execution.threads().iter().all(asleep)
    }

    /// The same, since the conductor was asked to look.
    pub fn is_asleep_behind_classes(&self) -> bool {
        self.wants_look == Some(self.execution.counters().steps) && self.could_be_behind_classes()
    }

    /// Has the conductor look which classes threads wait for.
    pub fn look_at_classes(&mut self) {
        self.wants_look = Some(self.execution.counters().steps);
        self.wake_conductor();
    }

    /// Whether the thread waits inside of the JVM for a class, which those that initialise it will never finish: they
    /// wait for classes too, or have been given up.
    pub(super) fn is_lost(&self, thread: ThreadId, given_up: &[ThreadId]) -> bool {
        let awaits = |thread| {
            let info = self.threads_at_end.iter().find(|it| it.thread == thread);
            match info.map(|info| &info.state) {
                Some(ThreadState::Blocked(WaitsFor::ClassInit { holders })) => Some(holders),
                _ => None,
            }
        };
        awaits(thread).is_some_and(|holders| {
            let mut holders = holders.iter().map(|(holder, _)| *holder);
            let waits = |it| awaits(it).is_some() && !self.execution.is_ended(it);
            holders.all(|holder| given_up.contains(&holder) || waits(holder))
        })
    }
}
