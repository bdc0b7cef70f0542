//! The end of an execution: whoever is left is ended where it is, one after the other.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fray_core::op::{ObjectId, ThreadId};

use super::{KILLED, Session, lock};
use crate::diagnosis;
use crate::engine::{Engine, Turn};
use crate::slot::Slot;
use crate::watchdog::is_there;

/// How long a thread that is being ended may take.
const UNWIND_LIMIT: Duration = Duration::from_secs(5);

/// The same for a thread that sleeps in a call outside of our control.
const OUTSIDE_LIMIT: Duration = Duration::from_millis(200);

/// The kernel's numbers of the threads of the last execution.
static LAST: Mutex<Vec<i32>> = Mutex::new(Vec::new());

/// How long they may take to be gone, and how often it is looked.
const GONE_LIMIT: Duration = Duration::from_millis(100);
const GONE_TICK: Duration = Duration::from_micros(50);

/// The execution is done with.
pub fn remember_threads(session: &Session) {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    last.clear();
    last.extend(session.runners.iter().map(|runner| runner.os_thread));
}

/// Waits until the JVM has forgotten the threads of the last execution, which have ended and have the same numbers as
/// those of this one.
pub fn await_forgotten() {
    let mut last = std::mem::take(&mut *LAST.lock().unwrap_or_else(PoisonError::into_inner));
    let start = Instant::now();
    loop {
        last.retain(|&thread| is_there(thread));
        if last.is_empty() || start.elapsed() > GONE_LIMIT {
            return;
        }
        std::thread::sleep(GONE_TICK);
    }
}

/// Waits until the execution is over. `false`: it is not, the conductor is to look what classes threads wait for.
pub fn await_end() -> bool {
    let (engine, conductor) = {
        let session = lock();
        (session.engine, session.conductor)
    };
    let mut session = loop {
        if engine == Engine::Threads {
            conductor.take();
        }
        let session = lock();
        if engine == Engine::Fibers || session.execution.is_over() || session.overdue.is_some() {
            break session;
        }
        if session.is_asleep_behind_classes() {
            return false;
        }
    };
    session.threads_at_end = session.execution.threads();
    session.labels.io = session.io.iter().map(crate::io::Wait::label).collect();
    true
}

/// Ends all threads that are left, one by one.
pub fn tear_down() {
    let conductor = {
        let session = lock();
        if session.overdue.is_some() {
            diagnosis::end(&session);
        }
        session.conductor
    };
    let mut given_up = Vec::new();
    loop {
        let mut session = lock();
        session.release_ended();
        let Some(thread) = next_victim(&session, &given_up) else {
            break;
        };
        let is_outside = session.is_outside(thread);
        let limit = match is_outside {
            false => UNWIND_LIMIT,
            true if session.is_lost(thread, &given_up) => Duration::ZERO,
            true => OUTSIDE_LIMIT,
        };
        session.unwinding = Some((thread, u32::from(!is_outside)));
        conductor.clear();
        session.slot(thread).grant(KILLED);
        drop(session);
        let left = await_unwound(conductor, thread, limit);
        let mut session = lock();
        let thread = left.unwrap_or(thread);
        if left.is_some() || session.zombies.contains(&thread) {
            given_up.push(thread);
            session.unwinding = None;
            if !session.zombies.contains(&thread) {
                session.zombies.push(thread);
            }
        }
    }
}

/// Waits until a thread has ended, or another one that came back first; else which one has not.
fn await_unwound(conductor: &Slot, mut thread: ThreadId, mut limit: Duration) -> Option<ThreadId> {
    while conductor.take_within(limit).is_none() {
        match lock().unwinding {
            Some((other, _)) if other != thread => (thread, limit) = (other, UNWIND_LIMIT),
            _ => return Some(thread),
        }
    }
    None
}

/// On fibers: the turn of the next thread that must unwind.
pub fn next_victim_turn() -> Turn {
    let mut session = lock();
    session.release_ended();
    if let Some((thread, _)) = session.unwinding.take()
        && !session.zombies.contains(&thread)
    {
        session.zombies.push(thread);
    }
    while let Some(thread) = next_victim(&session, &session.zombies) {
        if !session.runners[thread.index()].begun {
            let _ = session.execution.end(thread, ObjectId::NONE);
        } else if session.waits_for_other(thread) {
            // It would block the carrier. What it has left to do is lost.
            session.zombies.push(thread);
        } else {
            session.unwinding = Some((thread, 0));
            session.turn = Turn::of(thread, KILLED);
            return session.give_way();
        }
    }
    Turn::CONDUCTOR
}

/// A thread that can be ended now. One that would first have to take back a monitor which
/// another thread still has comes after that one, and those in a call outside of our control,
/// which may wait for others, come last.
fn next_victim(session: &Session, given_up: &[ThreadId]) -> Option<ThreadId> {
    let infos = session.execution.threads();
    let live: Vec<ThreadId> = infos
        .into_iter()
        .map(|info| info.thread)
        .filter(|t| session.is_started(*t) && !session.execution.is_ended(*t))
        .filter(|t| !given_up.contains(t))
        .collect();
    let ready = || {
        live.iter()
            .copied()
            .filter(|&t| !session.waits_for_other(t))
    };
    ready()
        .find(|&t| !session.is_outside(t))
        .or_else(|| ready().next())
}
