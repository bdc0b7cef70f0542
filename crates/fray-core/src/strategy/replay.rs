//! Runs a recorded execution again, exactly.

use std::sync::Arc;

use super::check::Expected;
use super::straight::straight_on;
use super::{Choice, Divergence, Point, Start, Strategy};
use crate::op::{Step, ThreadId};
use crate::recording::{Entry, RecordedStep, Recording};

/// Follows a recording and checks every step. The first difference (another thread,
/// operation, resource, completion or choice) ends the execution with a [`Divergence`].
///
/// After the last entry of a recording that was cut off it goes straight on. A
/// recording that has its end must be followed to the end: what happens after it is a
/// difference, and what is left over is one for [`Replay::left_over`] to find.
#[derive(Debug)]
pub struct Replay {
    expected: Expected,
}

impl Replay {
    /// Follows these entries; `complete` as in [`Expected::new`].
    pub fn new(entries: Arc<[Entry]>, complete: bool) -> Self {
        Replay {
            expected: Expected::new(entries, complete),
        }
    }

    /// Follows a recording.
    pub fn of(recording: &Recording) -> Self {
        Replay::new(recording.entries.as_slice().into(), recording.end.is_some())
    }
}

impl Strategy for Replay {
    fn begin(&mut self, _: &Start) -> bool {
        self.expected.rewind();
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        let Some(expected) = self.expected.next_step()? else {
            return Ok(straight_on(point));
        };
        let found = point.candidates.iter().position(|candidate| {
            candidate.thread == expected.thread
                && candidate.operation == expected.operation
                && candidate.completion == expected.completion
        });
        found.ok_or_else(|| {
            let candidates: Vec<_> = point
                .candidates
                .iter()
                .map(|candidate| {
                    RecordedStep {
                        thread: candidate.thread,
                        operation: candidate.operation,
                        completion: candidate.completion,
                    }
                    .to_string()
                })
                .collect();
            self.expected
                .differs(expected.to_string(), candidates.join(" or "))
        })
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        Ok(self.expected.choice(choice)?.unwrap_or(0))
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        self.expected.executed(step)
    }

    fn awaited(&self) -> Option<ThreadId> {
        self.expected.awaited()
    }

    fn left_over(&self) -> Result<(), Divergence> {
        self.expected.ended()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::{ObjectId, OpKind, Operation, Resource};
    use crate::strategy::End;
    use crate::strategy::random::Random;
    use crate::strategy::record::{Log, Record};
    use crate::testing::{Program, Run, programs};

    fn start(seed: u64) -> Start {
        Start { iteration: 0, seed }
    }

    fn recorded(program: &Program, seed: u64) -> (Run, Log) {
        let mut record = Record::new(Random::new());
        record.begin(&start(seed));
        let run = program.run(&mut record);
        let log = record.log().unwrap().clone();
        (run, log)
    }

    fn replayed(
        program: &Program,
        entries: &[Entry],
        complete: bool,
    ) -> (Run, Result<(), Divergence>) {
        let mut replay = Record::new(Replay::new(entries.into(), complete));
        replay.begin(&start(99));
        let run = program.run(&mut replay);
        let left = replay.left_over();
        replay.end(&End {
            steps: run.steps,
            failed: false,
            trace_hash: 0,
            new_behaviour: false,
        });
        (run, left)
    }

    #[test]
    fn every_execution_replays() {
        for program in [
            programs::reorder(5),
            programs::two_stage(4),
            programs::stolen_signal(),
            programs::spurious_wake_up(),
            programs::deadlock(),
        ] {
            for seed in 0..50 {
                let (run, log) = recorded(&program, seed);
                assert_eq!(run.steps, log.steps);
                assert_eq!(run.trace_hash, log.trace_hash);
                let (again, left) = replayed(&program, &log.entries, true);
                assert_eq!(again, run);
                assert_eq!(left, Ok(()));
            }
        }
    }

    #[test]
    fn a_cut_recording_replays_its_prefix() {
        let program = programs::stolen_signal();
        let (run, log) = recorded(&program, 7);
        for cut in 0..log.entries.len() {
            let (again, left) = replayed(&program, &log.entries[..cut], false);
            let steps = log.entries[..cut]
                .iter()
                .filter(|e| matches!(e, Entry::Step(_)))
                .count();
            assert_eq!(again.diverged, None);
            assert_eq!(again.schedule[..steps], run.schedule[..steps]);
            assert_eq!(left, Ok(()));
        }
    }

    #[test]
    fn the_first_difference_is_named() {
        let program = programs::reorder(3);
        let (_, log) = recorded(&program, 7);

        let mut wrong = log.entries.clone();
        let Entry::Step(step) = &mut wrong[5] else {
            panic!()
        };
        let was = step.to_string();
        step.operation = Operation::new(OpKind::Update, Resource::object(ObjectId(77)));
        let now = step.to_string();
        let (run, _) = replayed(&program, &wrong, true);
        let divergence = run.diverged.unwrap();
        assert_eq!(divergence.step, 5);
        assert_eq!(divergence.expected, now);
        assert!(divergence.actual.contains(&was), "{divergence}");

        // The recording is shorter, or longer, than the execution.
        let (run, _) = replayed(&program, &log.entries[..5], true);
        assert_eq!(run.diverged.unwrap().expected, "the end");
        let mut longer = log.entries.clone();
        longer.push(log.entries[0]);
        let (run, left) = replayed(&program, &longer, true);
        assert_eq!(run.diverged, None);
        assert_eq!(left.unwrap_err().actual, "the end of the execution");
    }

    #[test]
    fn choices_are_checked_too() {
        let program = programs::stolen_signal();
        let (_, log) = recorded(&program, 7);
        let at = log
            .entries
            .iter()
            .position(|e| matches!(e, Entry::Choice(_)))
            .unwrap();
        let mut wrong = log.entries.clone();
        let Entry::Choice(choice) = &mut wrong[at] else {
            panic!()
        };
        choice.of += 1;
        let (run, _) = replayed(&program, &wrong, true);
        assert!(run.diverged.unwrap().expected.starts_with("a choice of"));
    }
}
