//! Names of threads that are the same in every execution.
//!
//! Thread numbers follow the order of creation, which the schedule may change. What does
//! not change is the *path*: the main thread, its third child, that one's first child. Here it
//! is a 64-bit hash.

use crate::op::{OpKind, Step, ThreadId};
use crate::rng::mix;

/// The paths of one execution's threads, learned from their starts.
#[derive(Clone, Default, Debug)]
pub struct ThreadPaths {
    threads: Vec<Node>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Node {
    /// 0 while unknown.
    path: u64,
    parent: u32,
    children: u64,
}

/// Path of the main thread.
const ROOT: u64 = 0x6d61_696e;

impl ThreadPaths {
    /// Forgets everything: a new execution begins.
    pub fn clear(&mut self) {
        self.threads.clear();
    }

    /// Takes note of a step. Must be told of every one, in order.
    #[inline]
    pub fn executed(&mut self, step: &Step) {
        if step.operation.kind == OpKind::Start
            && let Some(child) = step.operation.resource.as_thread()
        {
            let path = self.of(step.thread);
            let parent = self.node(step.thread);
            let number = parent.children;
            parent.children += 1;
            *self.node(child) = Node {
                path: mix(path ^ mix(number + 1)) | 1,
                parent: step.thread.0,
                children: 0,
            };
        }
    }

    /// The path of a thread. For a thread that nobody started under our eyes it is made of
    /// its number.
    #[inline]
    pub fn of(&mut self, thread: ThreadId) -> u64 {
        match self.threads.get(thread.index()) {
            Some(node) if node.path != 0 => node.path,
            _ => self.name(thread),
        }
    }

    #[cold]
    fn name(&mut self, thread: ThreadId) -> u64 {
        let node = self.node(thread);
        node.path = if thread == ThreadId::MAIN {
            ROOT
        } else {
            mix(u64::from(thread.0)) | 1
        };
        node.path
    }

    /// The thread that started this one, if known.
    pub fn parent(&self, thread: ThreadId) -> Option<ThreadId> {
        match self.threads.get(thread.index()) {
            Some(node) if node.parent != 0 => Some(ThreadId(node.parent)),
            _ => None,
        }
    }

    fn node(&mut self, thread: ThreadId) -> &mut Node {
        let index = thread.index();
        if index >= self.threads.len() {
            self.threads.resize(index + 1, Node::default());
        }
        &mut self.threads[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::{Completion, Operation, Resource};

    fn start(parent: u32, child: u32) -> Step {
        Step {
            thread: ThreadId(parent),
            operation: Operation::new(OpKind::Start, Resource::thread(ThreadId(child))),
            completion: Completion::Normal,
            class: 0,
        }
    }

    #[test]
    fn numbers_may_change_and_paths_do_not() {
        // Main starts two threads, each of which starts one; the grandchildren are
        // numbered in the order in which they come.
        let mut one = ThreadPaths::default();
        let mut two = ThreadPaths::default();
        for step in [start(1, 2), start(1, 3), start(2, 4), start(3, 5)] {
            one.executed(&step);
        }
        for step in [start(1, 2), start(1, 3), start(3, 4), start(2, 5)] {
            two.executed(&step);
        }
        assert_eq!(one.of(ThreadId(4)), two.of(ThreadId(5)));
        assert_eq!(one.of(ThreadId(5)), two.of(ThreadId(4)));
        assert_ne!(one.of(ThreadId(4)), one.of(ThreadId(5)));
        assert_eq!(one.parent(ThreadId(4)), Some(ThreadId(2)));
        assert_eq!(one.parent(ThreadId::MAIN), None);
    }
}
