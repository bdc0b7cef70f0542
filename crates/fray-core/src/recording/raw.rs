//! Entries as they are written while the program runs: every step of every execution is, so it takes a
//! handful of instructions. Nobody reads them but after a JVM was killed, and then they are made text.
//!
//! Each is four little-endian 32-bit numbers. The first is the thread of a step, or stands for
//! something else.

use super::{ChoiceKind, Entry, RecordedChoice, RecordedStep};
use crate::op::{Completion, ObjectId, OpKind, Operation, Resource, ThreadId};

/// The line behind the header after which raw entries follow.
pub(crate) const RAW: &str = "raw";

/// Length of an entry that is written while the program runs.
pub const LENGTH: usize = 16;

/// In place of a thread: nothing has been written from here on.
const NOTHING: u32 = 0;
/// In place of a thread: a choice, of its kind, the one taken, out of how many.
const CHOICE: u32 = u32::MAX;
/// In place of a thread: the end, with the hash of the behaviour.
const END: u32 = u32::MAX - 1;

/// Where the completion of a step is, above its kind.
const COMPLETION: u32 = 8;

/// What a raw entry can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Raw {
    /// A step or choice.
    Entry(Entry),
    /// The end of the execution.
    End { trace_hash: u64 },
}

impl Raw {
    #[inline(always)]
    pub(crate) fn bytes(self) -> [u8; LENGTH] {
        let words = match self {
            Raw::Entry(Entry::Step(step)) => [
                step.thread.0,
                step.operation.kind as u32 | (step.completion as u32) << COMPLETION,
                step.operation.resource.object.0,
                step.operation.resource.member,
            ],
            Raw::Entry(Entry::Choice(choice)) => {
                [CHOICE, choice.kind as u32, choice.taken, choice.of]
            }
            Raw::End { trace_hash } => [END, 0, trace_hash as u32, (trace_hash >> 32) as u32],
        };
        let [first, second, third, fourth] = words.map(u128::from);
        (first | second << 32 | third << 64 | fourth << 96).to_le_bytes()
    }

    /// The reverse. `Ok(None)`: nothing was written there.
    pub(crate) fn read(bytes: [u8; LENGTH]) -> Result<Option<Raw>, &'static str> {
        let all = u128::from_le_bytes(bytes);
        let [first, kind, third, fourth] = [0, 32, 64, 96].map(|shift| (all >> shift) as u32);
        Ok(Some(match first {
            NOTHING => return Ok(None),
            END => Raw::End {
                trace_hash: u64::from(third) | u64::from(fourth) << 32,
            },
            CHOICE => Raw::Entry(Entry::Choice(RecordedChoice {
                kind: ChoiceKind::ALL
                    .into_iter()
                    .find(|known| *known as u32 == kind)
                    .ok_or("a known choice")?,
                taken: third,
                of: fourth,
            })),
            thread => Raw::Entry(Entry::Step(RecordedStep {
                thread: ThreadId(thread),
                operation: Operation::new(
                    OpKind::from_number(kind as u8).ok_or("a known operation")?,
                    Resource {
                        object: ObjectId(third),
                        member: fourth,
                    },
                ),
                completion: [
                    Completion::Normal,
                    Completion::Timeout,
                    Completion::Spurious,
                ]
                .into_iter()
                .find(|known| *known as u32 == kind >> COMPLETION)
                .ok_or("a known completion")?,
            })),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::{parse_choice, parse_step};
    use super::*;

    #[test]
    fn entries_read_as_written() {
        let steps = [
            "t3 enter #5",
            "t2 update #7+12 timeout",
            "t1 yield",
            "t1 start t2",
            "t4 park t4 spurious",
            "t1 read #0+3",
            "t4294967 write #400000000+4294967295",
        ];
        let steps = steps.map(|text| Raw::Entry(Entry::Step(parse_step(text).unwrap())));
        let choices = ["notify 1/3", "spurious 0/2"];
        let choices = choices.map(|text| Raw::Entry(Entry::Choice(parse_choice(text).unwrap())));
        let end = Raw::End {
            trace_hash: 0x0123_4567_89ab_cdef,
        };
        for raw in steps.into_iter().chain(choices).chain([end]) {
            assert_eq!(Raw::read(raw.bytes()), Ok(Some(raw)));
        }
        assert_eq!(Raw::read([0; LENGTH]), Ok(None));
        assert!(Raw::read([7; LENGTH]).is_err());
    }
}
