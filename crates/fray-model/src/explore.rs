//! All outcomes of a program.

use std::collections::{BTreeSet, HashSet};

use crate::program::{Code, Program};
use crate::state::State;

/// States beyond which a program is too large.
const TOO_MANY: usize = 100_000;

/// Every outcome that the program can have, with at most so many spurious wake-ups; `None` if it has too
/// many states.
///
/// A state is terminal if nothing but spurious wake-ups can happen, which need not come. What happens
/// if they do come then is left out: no program may rely on that, and fray ends there.
pub fn outcomes(program: &Program, spurious: u32) -> Option<BTreeSet<String>> {
    let program = program.complete();
    let code: Vec<Code> = program
        .threads
        .iter()
        .map(|thread| Code::of(thread))
        .collect();
    let mut seen = HashSet::new();
    let mut outcomes = BTreeSet::new();
    let first = State::initial(&program, spurious);
    let mut left = vec![first.clone()];
    seen.insert(first);
    while let Some(state) = left.pop() {
        let next = state.successors(&code);
        if next.states.is_empty() {
            outcomes.insert(state.outcome(&code));
            continue;
        }
        for state in next.states.into_iter().chain(next.spurious) {
            if seen.insert(state.clone()) {
                left.push(state);
            }
        }
        if seen.len() > TOO_MANY {
            return None;
        }
    }
    Some(outcomes)
}
