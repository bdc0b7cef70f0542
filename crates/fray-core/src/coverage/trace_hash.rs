//! The hash of a behaviour.

use crate::hash::FastMap;
use crate::op::{OpKind, Resource, Step};
use crate::paths::ThreadPaths;
use crate::rng::{GOLDEN, mix};

/// Hashes the order of conflicting operations, step by step.
///
/// An operation is named by its thread's path, its number within the thread, and what is
/// done. Each one contributes a hash of its name and of those that it directly follows in the
/// conflict order of its resource: a read of the last write, anything else of the last write
/// and all reads since. The contributions are added, so that only the partial order counts.
/// Numbers of threads and objects do not enter, because equivalent executions may meet
/// them in different order. Hints (yield, sleep) conflict with nothing and are left out.
#[derive(Default, Debug)]
pub struct TraceHash {
    paths: ThreadPaths,
    /// Operations so far, per thread.
    counts: Vec<u64>,
    resources: FastMap<Resource, Access>,
    sum: u64,
}

/// The last accesses of a resource.
#[derive(Clone, Copy, Default, Debug)]
struct Access {
    /// Name of the last operation that was not a read.
    write: u64,
    /// Sum of the names of the reads since.
    reads: u64,
}

impl TraceHash {
    /// Forgets everything: a new execution begins. Memory is kept.
    pub fn clear(&mut self) {
        self.paths.clear();
        self.counts.clear();
        self.resources.clear();
        self.sum = 0;
    }

    /// Adds a step.
    pub fn executed(&mut self, step: &Step) {
        let operation = &step.operation;
        if operation.is_hint() {
            return;
        }
        let name = self.name(step);
        let mut follows = 0;
        if operation.resource != Resource::default() {
            let access = self.resources.entry(operation.resource).or_default();
            if operation.kind == OpKind::Read {
                follows = mix(access.write);
                access.reads = access.reads.wrapping_add(name);
            } else {
                follows = mix(access.write ^ access.reads.rotate_left(32));
                *access = Access {
                    write: name,
                    reads: 0,
                };
            }
        }
        self.sum = self.sum.wrapping_add(mix(name.wrapping_add(follows)));
        self.paths.executed(step);
    }

    /// The hash of what has been executed so far.
    pub fn value(&self) -> u64 {
        mix(self.sum)
    }

    fn name(&mut self, step: &Step) -> u64 {
        let index = step.thread.index();
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
        let what = step.operation.kind as u64
            | (step.completion as u64) << 8
            | u64::from(step.class) << 16;
        // Multiples of it differ in all bits: names that differ only in small numbers must not cancel each other out.
        let number = self.counts[index].wrapping_mul(GOLDEN);
        mix(self.paths.of(step.thread) ^ number ^ what.rotate_left(20))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::op::{Completion, ObjectId, Operation, ThreadId};

    fn step(thread: u32, kind: OpKind, object: u32) -> Step {
        Step {
            thread: ThreadId(thread),
            operation: Operation::new(kind, Resource::object(ObjectId(object))),
            completion: Completion::Normal,
            class: 0,
        }
    }

    fn hash(steps: &[Step]) -> u64 {
        let mut hash = TraceHash::default();
        steps.iter().for_each(|step| hash.executed(step));
        hash.value()
    }

    /// All interleavings of the threads' programs.
    fn interleavings(programs: &[Vec<Step>]) -> Vec<Vec<Step>> {
        if programs.iter().all(Vec::is_empty) {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for (i, program) in programs.iter().enumerate() {
            if let Some((first, rest)) = program.split_first() {
                let mut others = programs.to_vec();
                others[i] = rest.to_vec();
                for mut tail in interleavings(&others) {
                    tail.insert(0, *first);
                    all.push(tail);
                }
            }
        }
        all
    }

    /// The order of all conflicting pairs, by thread and number within the thread: what
    /// the hash stands for, without any hashing.
    fn order(steps: &[Step]) -> Vec<((u32, usize), (u32, usize))> {
        let mut counts = HashMap::new();
        let named: Vec<_> = steps
            .iter()
            .map(|step| {
                let count: &mut usize = counts.entry(step.thread.0).or_default();
                *count += 1;
                ((step.thread.0, *count), step.operation)
            })
            .collect();
        let mut pairs = Vec::new();
        for (i, (a, operation)) in named.iter().enumerate() {
            for (b, later) in &named[i + 1..] {
                if operation.conflicts_with(later) {
                    pairs.push((*a, *b));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn equal_exactly_for_equivalent_interleavings() {
        use OpKind::{Enter, Read, Write};
        let programs = [
            vec![step(1, Write, 1), step(1, Read, 2), step(1, Enter, 3)],
            vec![step(2, Read, 1), step(2, Write, 2), step(2, Read, 1)],
            vec![step(3, Read, 1), step(3, Enter, 3)],
        ];
        let all = interleavings(&programs);
        assert_eq!(all.len(), 560);
        let mut hash_of = HashMap::new();
        for steps in &all {
            let previous = hash_of.insert(order(steps), hash(steps));
            assert!(previous.is_none_or(|previous| previous == hash(steps)));
        }
        let hashes: HashSet<_> = hash_of.values().collect();
        assert_eq!(hashes.len(), hash_of.len());
        assert_eq!(hashes.len(), 20);
    }

    #[test]
    fn numbers_of_objects_do_not_matter() {
        use OpKind::Write;
        // Two threads touch an object of their own each; whoever comes first has object 1.
        let one = [step(1, Write, 1), step(2, Write, 2)];
        let two = [step(2, Write, 1), step(1, Write, 2)];
        assert_eq!(hash(&one), hash(&two));
        // But whether it is the same object does.
        assert_ne!(hash(&one), hash(&[step(1, Write, 1), step(2, Write, 1)]));
    }

    #[test]
    fn completions_matter_and_hints_do_not() {
        let normal = step(1, OpKind::Park, 1);
        let timeout = Step {
            completion: Completion::Timeout,
            ..normal
        };
        assert_ne!(hash(&[normal]), hash(&[timeout]));
        assert_eq!(hash(&[normal]), hash(&[step(1, OpKind::Yield, 0), normal]));
    }

    #[test]
    fn cleared_it_is_as_new() {
        let mut twice = TraceHash::default();
        twice.executed(&step(1, OpKind::Write, 1));
        let once = twice.value();
        twice.clear();
        twice.executed(&step(1, OpKind::Write, 1));
        assert_eq!(twice.value(), once);
    }
}
