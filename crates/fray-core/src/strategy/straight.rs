//! The deterministic continuation: how a schedule goes on where nobody says otherwise.

use super::{Candidate, Choice, Divergence, Point, Start, Strategy};
use crate::op::{Completion, ThreadId};

/// Decides nothing: see [`straight_on`]. Other choices are the first alternative.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Straight;

impl Strategy for Straight {
    fn begin(&mut self, _: &Start) -> bool {
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        Ok(straight_on(point))
    }

    fn choose_other(&mut self, _: &Choice<'_>) -> Result<usize, Divergence> {
        Ok(0)
    }
}

/// The thread that runs if nothing is to be decided: the current one while it can go on,
/// otherwise the next one by number, round and round. A thread that would only
/// time out or wake up for no reason counts as blocked while others can run, and one that
/// yields lets them.
pub fn straight_on(point: &Point<'_>) -> usize {
    point
        .candidates
        .iter()
        .enumerate()
        .min_by_key(|(_, candidate)| rank(candidate, point.current))
        .map_or(0, |(index, _)| index)
}

/// All candidates in the order in which they would run: the first is [`straight_on`].
pub fn order(point: &Point<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..point.candidates.len()).collect();
    order.sort_by_key(|index| rank(&point.candidates[*index], point.current));
    order
}

/// Whether this thread goes on if it is the current one: to choose another is a preemption.
pub fn goes_on(candidate: &Candidate) -> bool {
    candidate.completion == Completion::Normal && !candidate.operation.is_hint()
}

/// Whether choosing this one at this point is a preemption.
pub fn is_preemption(point: &Point<'_>, chosen: usize) -> bool {
    point.candidates[chosen].thread != point.current
        && point
            .candidates
            .iter()
            .any(|candidate| candidate.thread == point.current && goes_on(candidate))
}

/// The lowest goes first.
fn rank(candidate: &Candidate, current: ThreadId) -> (u8, u32) {
    let is_current = candidate.thread == current;
    let class = match candidate.completion {
        Completion::Normal if is_current && goes_on(candidate) => 0,
        Completion::Normal if !is_current => 1,
        Completion::Normal => 2,
        Completion::Timeout => 3,
        Completion::Spurious => 4,
    };
    // Distance to the current one, going round: 0 only for itself, which comes last.
    let distance = candidate.thread.0.wrapping_sub(current.0);
    (class, distance.wrapping_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::{ObjectId, OpKind, Operation, Resource};

    fn candidate(thread: u32, kind: OpKind, completion: Completion) -> Candidate {
        Candidate {
            thread: ThreadId(thread),
            operation: Operation::new(kind, Resource::object(ObjectId(1))),
            completion,
            class: 0,
        }
    }

    fn chosen(current: u32, candidates: &[Candidate]) -> u32 {
        let point = Point {
            step: 0,
            current: ThreadId(current),
            candidates,
        };
        candidates[straight_on(&point)].thread.0
    }

    #[test]
    fn goes_on_while_it_can_and_then_round() {
        use Completion::{Normal, Spurious, Timeout};
        use OpKind::{Park, Read, Yield};
        let [a, b, c] = [1, 2, 3].map(|t| candidate(t, Read, Normal));
        assert_eq!(chosen(2, &[a, b, c]), 2);
        assert_eq!(chosen(2, &[a, c]), 3);
        assert_eq!(chosen(3, &[a, b]), 1);
        assert_eq!(chosen(2, &[a, candidate(2, Yield, Normal), c]), 3);
        assert_eq!(chosen(2, &[a, candidate(2, Park, Timeout)]), 1);
        assert_eq!(
            chosen(
                1,
                &[candidate(1, Park, Spurious), candidate(2, Park, Timeout)]
            ),
            2
        );
        assert_eq!(
            chosen(
                1,
                &[candidate(1, Park, Timeout), candidate(2, Park, Timeout)]
            ),
            2
        );
    }
}
