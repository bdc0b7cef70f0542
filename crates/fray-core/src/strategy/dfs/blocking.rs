//! Joins that block.
//!
//! Asking whether a thread is alive and waiting for its end look the same: a join. The first can
//! come before the thread's end, the second cannot. A strategy is not told what a
//! blocked thread wants; but if a thread could not run and its next step then is a join, that
//! join is one that blocks. It is remembered by its place, the history of the thread's own
//! operations, and not asked to come before the end again. Without this, three of four
//! executions of a program whose main thread waits for all others would be redundant.

use std::collections::HashSet;

use crate::op::{Completion, OpKind, Step, ThreadId};
use crate::rng::mix;
use crate::strategy::Candidate;

/// What has been learned, and the state of the running execution.
#[derive(Default, Debug)]
pub struct Blocking {
    places: HashSet<u64>,
    threads: Vec<Thread>,
    /// Whether there was a choice before the step that is being executed.
    chosen: bool,
}

#[derive(Clone, Copy, Default, Debug)]
struct Thread {
    alive: bool,
    /// Whether it could not run at some point since its last step.
    blocked: bool,
    /// Whether it has been held back because it spins: then it is not blocked.
    spins: bool,
    history: u64,
}

impl Blocking {
    /// A new execution begins.
    pub fn begin(&mut self) {
        self.threads.clear();
        self.chosen = false;
        self.thread(ThreadId::MAIN).alive = true;
    }

    fn thread(&mut self, thread: ThreadId) -> &mut Thread {
        let index = thread.index();
        if index >= self.threads.len() {
            self.threads.resize(index + 1, Thread::default());
        }
        &mut self.threads[index]
    }

    /// These can run; all others that live cannot.
    pub fn point(&mut self, candidates: &[Candidate]) {
        self.chosen = true;
        let mut candidates = candidates.iter().peekable();
        for (index, thread) in self.threads.iter_mut().enumerate() {
            let runs = candidates.next_if(|c| c.thread.index() == index).is_some();
            thread.blocked |= thread.alive && !runs;
        }
    }

    /// A thread is held back from now on.
    pub fn spinning(&mut self, thread: ThreadId) {
        self.thread(thread).spins = true;
    }

    /// A step has been made. Returns its place.
    pub fn executed(&mut self, step: &Step) -> u64 {
        // A wait follows its thread's last step: there is nobody to choose from, but nobody blocks.
        if !std::mem::take(&mut self.chosen) && step.operation.kind != OpKind::Wait {
            for (index, thread) in self.threads.iter_mut().enumerate() {
                thread.blocked |= thread.alive && index != step.thread.index();
            }
        }
        let kind = step.operation.kind;
        let subject = step.operation.resource.as_thread();
        if let (OpKind::Start, Some(child)) = (kind, subject) {
            self.thread(child).alive = true;
        }
        let what = kind as u64 | (step.completion as u64) << 8 | u64::from(step.class) << 16;
        let about = subject.map_or(0, |thread| u64::from(thread.0));
        let thread = self.thread(step.thread);
        let place = mix(thread.history ^ mix(what) ^ about.rotate_left(17));
        let blocked = std::mem::take(&mut thread.blocked) && !thread.spins;
        thread.alive = kind != OpKind::End;
        thread.history = place;
        if blocked && kind == OpKind::Join && step.completion == Completion::Normal {
            self.places.insert(place);
        }
        place
    }

    /// Whether the join at this place blocks.
    pub fn blocks(&self, place: u64) -> bool {
        self.places.contains(&place)
    }
}
