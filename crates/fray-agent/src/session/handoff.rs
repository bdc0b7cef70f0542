//! How the token goes from one thread to another.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fray_core::execution::Next;
use fray_core::op::{ObjectId, ThreadId};

use super::{KILLED, Locked, Session, heed_returning, lock};
use crate::engine::{Engine, Turn};
use crate::slot::Slot;
use crate::threads;

/// How often it is looked, on fibers, whether a thread that waits for something outside may go on.
const IDLE_TICK: Duration = Duration::from_millis(1);

/// Slots of no particular thread, for threads at their end. Such a thread may be late to take what
/// it was granted, when the slot of its number has passed to a thread of the next execution: it must
/// not take that one's turn.
static END_SLOTS: Mutex<Vec<&'static Slot>> = Mutex::new(Vec::new());

/// Carries out what the core answered to the calling thread's operation. On threads it
/// returns when that thread may go on. On fibers it returns at once, with the turn of another thread
/// if Java must switch to it.
pub fn follow(mut session: Locked, me: ThreadId, next: Next) -> i32 {
    session.release_ended();
    match next {
        Next::Stay => session.execution.wake(me) as i32,
        Next::Switch(thread) => switch(session, me, thread),
        Next::Wait => wait_turn(session, me),
        Next::Idle => match session.idle() {
            Next::Switch(thread) if thread == me => session.execution.wake(me) as i32,
            Next::Idle => wait_turn(session, me),
            next => follow(session, me, next),
        },
        Next::Stuck => {
            session.stuck();
            wait_turn(session, me)
        }
        Next::Over => {
            if session.must_unwind(me) {
                return KILLED as i32;
            }
            if session.unwinding.is_some_and(|(thread, _)| thread == me) {
                // The thread swallows every attempt to end it: it rests for ever.
                session.zombies.push(me);
                session.wake_conductor();
                if session.engine == Engine::Threads {
                    let slot = session.slot(me);
                    drop(session);
                    slot.rest()
                }
            }
            wait_turn(session, me)
        }
    }
}

/// Hands the token over and waits for it to come back.
fn switch(mut session: Locked, me: ThreadId, thread: ThreadId) -> i32 {
    if session.engine == Engine::Fibers {
        session.grant(thread);
        return session.give_way().to_switch();
    }
    let (slot, mine) = (session.slot(thread), session.slot(me));
    let result = session.execution.wake(thread) as u32;
    // The kernel likes to run whom we wake at once. If we still had the lock it would run into that at its
    // next operation, and back to us: two switches more. The grant cannot come too late for this execution,
    // which ends no earlier than the calling thread does, and that is afterwards.
    drop(session);
    slot.grant(result);
    mine.take() as i32
}

fn wait_turn(mut session: Locked, me: ThreadId) -> i32 {
    match session.engine {
        Engine::Threads => {
            let slot = session.slot(me);
            drop(session);
            slot.take() as i32
        }
        Engine::Fibers => session.give_way().to_switch(),
    }
}

/// The first thing that a controlled thread does: wait for its first turn. It may also be that it gets none,
/// because the execution is over.
pub fn thread_begins(me: ThreadId) -> u32 {
    let mut session = lock();
    session.runners[me.index()].os_thread = threads::os_thread();
    let slot = session.slot(me);
    drop(session);
    slot.take()
}

/// The last thing that a controlled thread does.
pub fn thread_ends(me: ThreadId) {
    let mut session = heed_returning(lock(), me);
    if session.end(me) {
        let mut spare = END_SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = spare.pop().unwrap_or_else(Slot::leak);
        drop(spare);
        session.ending.push((me, Some(slot)));
        drop(session);
        slot.take();
        let mut spare = END_SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
        spare.push(slot);
    }
}

impl Session {
    /// The thread has nothing more to do. Whether its end is still to be chosen.
    fn end(&mut self, me: ThreadId) -> bool {
        self.look_at_io();
        let next = self.execution.end(me, self.thread_object(me));
        if self.unwinding.is_some_and(|(thread, _)| thread == me) {
            self.unwinding = None;
        }
        if self.execution.is_over() && !self.execution.is_ended(me) {
            // The execution ended while this end was still to be chosen: it comes now.
            let _ = self.execution.end(me, ObjectId::NONE);
        }
        self.deliver(next);
        !self.execution.is_ended(me) && !self.execution.is_over()
    }

    /// As [`thread_ends`], of a fiber: whose turn it is.
    pub fn fiber_ends(&mut self, me: ThreadId) -> Turn {
        if self.end(me) {
            self.ending.push((me, None));
        }
        self.give_way()
    }
}

/// On fibers: waits until it is somebody's turn, or the execution is over.
pub fn await_turn() -> Turn {
    loop {
        let mut session = lock();
        if session.abandoned.is_some() {
            let _ = session.execution.exit_program(0);
        }
        if session.execution.is_over() {
            return Turn::CONDUCTOR;
        }
        let turn = session.give_way();
        if turn != Turn::CONDUCTOR {
            return turn;
        }
        let conductor = session.conductor;
        drop(session);
        conductor.take_within(IDLE_TICK);
    }
}
