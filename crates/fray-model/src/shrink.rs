//! Makes a program smaller while it keeps what is wrong with it.

use crate::program::{Kind, Program, Statement};

/// The smallest program found, by leaving out statements, blocks around statements and threads, that
/// `is_wrong` is still true of.
pub fn shrink(program: &Program, mut is_wrong: impl FnMut(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    'again: loop {
        for candidate in candidates(&smallest) {
            if candidate.is_valid() && is_wrong(&candidate) {
                smallest = candidate;
                continue 'again;
            }
        }
        return smallest;
    }
}

/// Everything that is one step smaller, the largest steps first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    for thread in (1..program.threads.len()).rev() {
        found.extend(without_thread(program, thread as i32));
    }
    for (thread, statements) in program.threads.iter().enumerate() {
        for smaller in smaller(statements) {
            let mut candidate = program.clone();
            candidate.threads[thread] = smaller;
            found.push(candidate);
        }
    }
    found
}

/// The program without this thread, if nobody but main's start names it or a later one.
fn without_thread(program: &Program, gone: i32) -> Option<Program> {
    let mut candidate = program.clone();
    candidate.threads.remove(gone as usize);
    for statements in &mut candidate.threads {
        renumber(statements, gone);
    }
    Some(candidate)
}

/// Leaves out what is about a thread that is gone, and closes the gap in the numbers.
fn renumber(statements: &mut Vec<Statement>, gone: i32) {
    let about_threads = |kind: Kind| {
        matches!(
            kind,
            Kind::Start
                | Kind::Unpark
                | Kind::Join
                | Kind::JoinFor
                | Kind::Alive
                | Kind::Interrupt
                | Kind::Finish
        )
    };
    statements.retain(|s| !(about_threads(s.kind) && s.numbers[0] == gone));
    for statement in statements {
        if about_threads(statement.kind) && statement.numbers[0] > gone {
            statement.numbers[0] -= 1;
        }
        renumber(&mut statement.block, gone);
    }
}

/// All lists with one statement less, or with one block opened.
fn smaller(statements: &[Statement]) -> Vec<Vec<Statement>> {
    let mut found = Vec::new();
    for (place, statement) in statements.iter().enumerate() {
        let replaced = |by: Vec<Statement>| {
            let mut list = statements[..place].to_vec();
            list.extend(by);
            list.extend_from_slice(&statements[place + 1..]);
            list
        };
        found.push(replaced(Vec::new()));
        if statement.kind.has_block() {
            found.push(replaced(statement.block.clone()));
            for block in smaller(&statement.block) {
                let inner = Statement {
                    block,
                    ..statement.clone()
                };
                found.push(replaced(vec![inner]));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::outcomes;

    #[test]
    fn a_deadlock_shrinks_to_its_core() {
        let text = "start(1) start(2) get(0) | set(0,1) sync(0){ read(2) sync(1){ add(0,1) } } \
                    | lock(0){ sync(1){ sync(0){ write(2,1) } } }";
        let small = shrink(&Program::parse(text), |program| {
            let outcomes = outcomes(program, 0).unwrap();
            outcomes
                .iter()
                .any(|outcome| outcome.starts_with("deadlock"))
                && outcomes.iter().any(|outcome| outcome.starts_with("end"))
        });
        let expected = "start(1) start(2) | sync(0){ sync(1){ } } | sync(1){ sync(0){ } }";
        assert_eq!(small.to_string(), expected);
    }
}
