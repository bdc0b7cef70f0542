//! The reduced search against the full one.

use std::collections::HashSet;

use super::*;
use crate::strategy::fair::Fair;
use crate::testing::Op::*;
use crate::testing::{Program, programs};

const MANY: u64 = 300_000;

struct Found {
    executions: u64,
    behaviours: HashSet<u64>,
    failures: HashSet<&'static str>,
}

fn search(program: &Program, mut dfs: impl Strategy) -> Found {
    let (mut behaviours, mut failures) = (HashSet::new(), HashSet::new());
    let executions = program.explore(&mut dfs, 0, MANY, |run| {
        match run.failure {
            // Where a failure cuts an execution, others may have come further or not.
            Some(failure) => failures.insert(failure),
            None => behaviours.insert(run.trace_hash),
        };
        true
    });
    assert!(executions < MANY, "no end");
    Found {
        executions,
        behaviours,
        failures,
    }
}

/// The reduced search finds the same behaviours as the full one; returns the number of
/// schedules, of behaviours and of executions that the reduced one needs.
fn compare(program: &Program) -> (u64, usize, u64) {
    let all = search(program, Dfs::unreduced(1));
    let reduced = search(program, Dfs::new(1));
    assert_eq!(all.behaviours, reduced.behaviours);
    assert_eq!(all.failures, reduced.failures);
    (all.executions, all.behaviours.len(), reduced.executions)
}

#[test]
fn all_interleavings() {
    // Two threads of 3 steps (begin, write, end) and a main thread that has started both
    // and ends without waiting: 1 step. 7! / (3! 3! 1!) = 140 orders after the starts,
    // and those in which the first thread runs before the second start.
    let program = Program {
        threads: vec![
            vec![Start(1), Start(2)],
            vec![Write(0, |_| 1)],
            vec![Write(1, |_| 1)],
        ],
    };
    // Before the second start the first thread makes 0 to 3 steps. The rest: main's end, 3
    // steps of the second, 3 - i of the first: 140 + 60 + 20 + 4 = (7-i)!/(3!(3-i)!).
    let expected = 140 + 60 + 20 + 4;
    assert_eq!(search(&program, Dfs::unreduced(0)).executions, expected);
    // Nothing conflicts: one behaviour, one execution.
    assert_eq!(search(&program, Dfs::new(0)).executions, 1);
}

/// Main starts these threads and does not wait for them.
fn loose(threads: Vec<Vec<crate::testing::Op>>) -> Program {
    let mut all = vec![(1..=threads.len()).map(Start).collect()];
    all.extend(threads);
    Program { threads: all }
}

#[test]
fn one_execution_per_behaviour() {
    // n threads write once to the same variable: n! orders.
    for (n, orders) in [(2, 2), (3, 6), (4, 24), (5, 120)] {
        let found = search(&loose(vec![vec![Write(0, |_| 1)]; n]), Dfs::new(0));
        assert_eq!(
            (found.behaviours.len() as u64, found.executions),
            (orders, orders)
        );
    }
    // Two threads that write twice each: 4! / (2! 2!) = 6. Three: 6! / (2! 2! 2!) = 90.
    for (n, orders) in [(2, 6), (3, 90)] {
        let found = search(&loose(vec![vec![Write(0, |_| 1); 2]; n]), Dfs::new(0));
        assert_eq!(
            (found.behaviours.len() as u64, found.executions),
            (orders, orders)
        );
    }
    // To different ones, or only reading: nothing to order.
    let found = search(&programs::writers(4, 3, false), Dfs::new(0));
    assert_eq!(found.behaviours.len(), 1);
    let found = search(&loose(vec![vec![Read(0, 0); 3]; 4]), Dfs::new(0));
    assert_eq!(found.executions, 1);
    // One writer and two readers, all once: each reader before or after it, 4.
    let found = search(
        &loose(vec![
            vec![Write(0, |_| 1)],
            vec![Read(0, 0)],
            vec![Read(0, 0)],
        ]),
        Dfs::new(0),
    );
    assert_eq!((found.behaviours.len(), found.executions), (4, 4));
    // Three critical sections: 3! orders of the lock.
    let section = vec![Enter(0), Write(0, |_| 1), Exit(0)];
    let found = search(&loose(vec![section; 3]), Dfs::new(0));
    // and some executions in which the writes seemed to be a race of their own.
    assert_eq!((found.behaviours.len(), found.executions), (6, 9));
}

#[test]
fn finds_the_same_as_the_full_search() {
    let programs = [
        ("lost update", programs::lost_update()),
        ("deadlock", programs::deadlock()),
        ("spurious", programs::spurious_wake_up()),
        ("reorder", programs::reorder(2)),
        ("two stage", programs::two_stage(2)),
    ];
    // Schedules; behaviours of those that do not fail; executions needed for these and
    // for the failing ones. The rest of the latter turned out to be redundant.
    let expected = [
        (251, 2, 11),
        (161, 2, 6),
        (204, 2, 13),
        (384, 3, 7),
        (188, 2, 6),
    ];
    let found = programs.map(|(_, program)| compare(&program));
    assert_eq!(found, expected);
}

type Action = (u8, usize, usize);

/// A thread made of random actions on two variables and two monitors.
fn thread(actions: &[Action]) -> Vec<crate::testing::Op> {
    let mut ops = vec![];
    for &(kind, a, b) in actions {
        match kind {
            0 => ops.push(Read(a, 0)),
            1 => ops.push(Write(a, |_| 1)),
            2 => ops.push(Add(a, 1, 1)),
            3 => ops.extend([Enter(a), Write(b, |r| r[0] + 1), Exit(a)]),
            4 => ops.extend([Enter(a), TimedWait(a), Read(b, 0), Exit(a)]),
            5 => ops.extend([Enter(a), Wait(a), Exit(a)]),
            6 => ops.extend([Enter(a), Read(b, 0), Notify(a), Exit(a)]),
            7 if a != b => ops.extend([Enter(a), Enter(b), Exit(b), Exit(a)]),
            _ => ops.push(Assert(|r| r[0] == 0 || r[1] == 0, "seen both")),
        }
    }
    ops
}

proptest::proptest! {
    // A full search for each: few, and small. 2000 larger ones have been compared by hand.
    #![proptest_config(proptest::test_runner::Config::with_cases(40))]
    #[test]
    fn loses_nothing(
        threads in proptest::collection::vec(
            proptest::collection::vec((0u8..9, 0usize..2, 0usize..2), 1..4), 2..4),
        join in proptest::bool::ANY,
    ) {
        let threads: Vec<_> = threads.iter().map(|actions| thread(actions)).collect();
        let program = if join { programs::started(threads, vec![]) } else { loose(threads) };
        let total = program.explore(&mut Dfs::unreduced(0), 0, 800, |_| true);
        // Larger ones would take too long to compare.
        if total < 800 {
            let all = search(&program, Dfs::unreduced(0));
            let reduced = search(&program, Dfs::new(0));
            proptest::prop_assert_eq!(all.behaviours, reduced.behaviours);
            proptest::prop_assert_eq!(all.failures, reduced.failures);
            proptest::prop_assert!(reduced.executions <= all.executions);
        }
    }
}

/// The same with permits, which go to threads that have been started before, and threads that start or wait for the last one.
fn parking(me: usize, actions: &[Action], last: usize) -> Vec<crate::testing::Op> {
    let mut ops = vec![];
    for &(kind, a, b) in actions {
        match kind {
            0 => ops.push(Read(a, 0)),
            1 => ops.push(Write(b, |r| r[0] + 1)),
            2 | 3 => ops.push(Park),
            4 | 5 => ops.push(Unpark(me.saturating_sub(a))),
            6 => ops.extend([Enter(a), Wait(a), Read(b, 0), Exit(a)]),
            7 => ops.extend([Enter(a), Notify(a), Exit(a)]),
            8 => ops.extend([Enter(a), TimedWait(a), Write(b, |r| r[0] + 2), Exit(a)]),
            _ if me == 1 && !ops.iter().any(|op| matches!(op, Start(_))) => {
                ops.push(Start(last));
                if b == 0 {
                    ops.push(Join(last));
                }
            }
            _ => ops.push(Assert(|r| r[0] == 0, "seen one")),
        }
    }
    ops
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(40))]
    #[test]
    fn loses_no_permit_and_no_return_for_no_reason(
        threads in proptest::collection::vec(
            proptest::collection::vec((0u8..10, 0usize..2, 0usize..2), 1..4), 2..4),
        spurious in 0u32..2,
    ) {
        let last = threads.len() + 1;
        let mut all = vec![(1..last).map(Start).collect::<Vec<_>>()];
        all.extend(threads.iter().enumerate().map(|(i, actions)| parking(i + 1, actions, last)));
        // Started by the first thread, or never.
        all.push(vec![Write(0, |_| 7), Read(1, 0)]);
        let program = Program { threads: all };
        let total = program.explore(&mut Dfs::unreduced(spurious), 0, 3000, |_| true);
        if total < 3000 {
            let all = search(&program, Dfs::unreduced(spurious));
            let reduced = search(&program, Dfs::new(spurious));
            proptest::prop_assert_eq!(all.behaviours, reduced.behaviours);
            proptest::prop_assert_eq!(all.failures, reduced.failures);
        }
    }
}

#[test]
fn parked_threads_and_permits() {
    let program = Program {
        threads: vec![
            vec![Start(1), Write(0, |_| 1), Unpark(1), Join(1)],
            vec![Park, Read(0, 0), Assert(|r| r[0] == 1, "too early")],
        ],
    };
    compare(&program);
    assert!(search(&program, Dfs::new(0)).failures.is_empty());
    assert!(search(&program, Dfs::new(1)).failures.contains("too early"));
}

#[test]
fn timeouts_are_explored() {
    let program = programs::started(
        vec![
            vec![
                Enter(0),
                TimedWait(0),
                Exit(0),
                Assert(|r| r[0] == 0, "timed out"),
            ],
            vec![Enter(0), Notify(0), Exit(0)],
        ],
        vec![],
    );
    compare(&program);
    assert!(search(&program, Dfs::new(0)).failures.contains("timed out"));
}

#[test]
fn notify_targets_are_explored() {
    // The second waiter is only notified if the choice is explored.
    let wait = |message| vec![Enter(0), Wait(0), Exit(0), Assert(|_| false, message)];
    let program = programs::started(
        vec![
            wait("first"),
            wait("second"),
            vec![Enter(0), Notify(0), Exit(0)],
        ],
        vec![],
    );
    let failures = search(&program, Dfs::new(0)).failures;
    assert!(failures.contains("first") && failures.contains("second"));
    assert!(failures.contains("deadlock"));
}

#[test]
fn ends_on_programs_that_spin() {
    for yields in [true, false] {
        let found = search(&programs::spin(1, 1, yields), Fair::new(Dfs::new(0)));
        assert!(found.failures.is_empty());
    }
}

#[test]
fn joins_cost_little() {
    // Main waits for all: two of the executions were needed to learn that its joins block.
    let found = search(&programs::writers(3, 1, true), Dfs::new(0));
    assert_eq!((found.behaviours.len(), found.executions), (6, 8));
    let found = search(&programs::writers(4, 1, true), Dfs::new(0));
    assert_eq!((found.behaviours.len(), found.executions), (24, 28));
}

#[test]
fn what_daemons_would_have_done_is_explored() {
    // Main has nothing to wait for; the daemon needs all its steps to spoil what it looks at in the end.
    let mut program = loose(vec![vec![
        Write(0, |_| 1),
        Write(1, |_| 1),
        Write(2, |_| 1),
    ]]);
    program.threads[0].extend([
        Write(3, |_| 1),
        Get(2, 0),
        Assert(|r| r[0] == 0, "spoilt"),
        Quit,
    ]);
    let found = search(&program, Dfs::new(0));
    assert!(found.failures.contains("spoilt"));
    // Two daemons, one of which waits for the other.
    let mut program = loose(vec![
        vec![Enter(0), Wait(0), Exit(0), Write(2, |_| 1)],
        vec![Enter(0), Notify(0), Exit(0)],
    ]);
    program.threads[0].extend([
        Write(3, |_| 1),
        Get(2, 0),
        Assert(|r| r[0] == 0, "spoilt"),
        Quit,
    ]);
    let found = search(&program, Dfs::new(0));
    assert!(found.failures.contains("spoilt"));
}

#[test]
fn who_initialises_is_explored() {
    // No step of the two conflicts.
    let program = programs::started(
        vec![
            vec![Write(0, |_| 1), Init(9, 0)],
            vec![Write(1, |_| 1), Init(9, 0), Assert(|r| r[0] == 2, "second")],
        ],
        vec![],
    );
    assert!(search(&program, Dfs::new(0)).failures.contains("second"));
    let program = programs::started(
        vec![
            vec![Write(0, |_| 1), Init(9, 0), Assert(|r| r[0] == 3, "first")],
            vec![Write(1, |_| 1), Init(9, 0)],
            vec![Write(2, |_| 1), Init(9, 0), Assert(|r| r[0] != 4, "third")],
        ],
        vec![],
    );
    let failures = search(&program, Dfs::new(0)).failures;
    assert!(failures.contains("first") && failures.contains("third"));
}
