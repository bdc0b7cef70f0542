//! Nobody starves.

use super::*;
use crate::strategy::pct::Pct;
use crate::strategy::random::Random;
use crate::testing::Op::*;
use crate::testing::programs;

/// Always the same thread if it can run: the worst for its fellows.
struct Stubborn(ThreadId);

impl Strategy for Stubborn {
    fn begin(&mut self, _: &super::Start) -> bool {
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        let mut threads = point.candidates.iter().map(|candidate| candidate.thread);
        Ok(threads.position(|thread| thread == self.0).unwrap_or(0))
    }

    fn choose_other(&mut self, _: &Choice<'_>) -> Result<usize, Divergence> {
        Ok(0)
    }
}

#[test]
fn nobody_starves_whoever_is_preferred() {
    for yields in [true, false] {
        for preferred in 1..=4 {
            let program = programs::spin(2, 20, yields);
            let mut fair = Fair::new(Stubborn(ThreadId(preferred)));
            let ran = program.explore(&mut fair, 1, 1, |run| {
                assert_eq!(
                    run.failure, None,
                    "yields: {yields}, preferred: {preferred}"
                );
                true
            });
            assert_eq!(ran, 1);
        }
    }
    // Without it they do: the test shows something.
    let livelock = programs::spin(2, 20, true).first_failure(&mut Stubborn(ThreadId(2)), 1, 1);
    assert_eq!(livelock, Some(1));
}

#[test]
fn threads_that_keep_timing_out_let_others_run() {
    let poll = vec![
        Enter(0),
        Read(0, 0),
        If(|r| r[0] == 1, 5),
        TimedWait(0),
        If(|_| true, 1),
        Exit(0),
    ];
    let mut worker = vec![Write(1, |_| 1); 30];
    worker.push(Write(0, |_| 1));
    let program = programs::started(vec![poll.clone(), poll, worker], vec![]);
    for preferred in 1..=4 {
        let mut fair = Fair::new(Stubborn(ThreadId(preferred)));
        assert_eq!(program.first_failure(&mut fair, 1, 1), None, "{preferred}");
    }
}

/// These two in turn, whoever else could run.
struct InTurn([ThreadId; 2], usize);

impl Strategy for InTurn {
    fn begin(&mut self, _: &super::Start) -> bool {
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        self.1 += 1;
        let mut threads = point.candidates.iter().map(|candidate| candidate.thread);
        let wanted = self.0[self.1 % 2];
        Ok(threads.position(|thread| thread == wanted).unwrap_or(0))
    }

    fn choose_other(&mut self, _: &Choice<'_>) -> Result<usize, Divergence> {
        Ok(0)
    }
}

/// Neither of two threads makes many steps in a row, and none of their rounds is like the last.
#[test]
fn two_that_keep_each_other_going_let_a_third_one_run() {
    let mut poll = vec![];
    poll.extend((10..30).map(|variable| Write(variable, |_| 1)));
    poll.extend([Read(0, 0), If(|r| r[0] == 1, 24), Yield]);
    poll.extend([If(|_| true, 0)]);
    let mut worker = vec![Write(1, |_| 1); 30];
    worker.push(Write(0, |_| 1));
    let program = programs::started(vec![poll.clone(), poll, worker], vec![]);
    let turns = || InTurn([ThreadId(2), ThreadId(3)], 0);
    assert_eq!(program.first_failure(&mut Fair::new(turns()), 1, 1), None);
    assert_eq!(program.first_failure(&mut turns(), 1, 1), Some(1));
}

#[test]
fn long_rounds_are_rounds_too() {
    // More different operations in each than are remembered.
    let mut poll = vec![Enter(0)];
    poll.extend((10..30).map(|variable| Write(variable, |_| 1)));
    poll.extend([Read(0, 0), If(|r| r[0] == 1, 25), TimedWait(0)]);
    poll.extend([If(|_| true, 1), Exit(0)]);
    let mut worker = vec![Write(1, |_| 1); 30];
    worker.push(Write(0, |_| 1));
    let program = programs::started(vec![poll, worker], vec![]);
    let mut fair = Fair::new(Stubborn(ThreadId(2)));
    program.explore(&mut fair, 1, 1, |run| {
        assert_eq!(run.failure, None);
        // Each of the worker's 31 steps costs so many rounds, and not RUN steps.
        assert!(run.steps < 31 * 24 * u64::from(STALLS + 2), "{}", run.steps);
        true
    });
}

#[test]
fn whoever_comes_again_and_again_has_to_wait_longer_and_longer() {
    // The same with much more to do: the rounds do not grow with it.
    let steps = |work: usize| {
        let mut poll = vec![Enter(0), Read(0, 0), If(|r| r[0] == 1, 5)];
        poll.extend([TimedWait(0), If(|_| true, 1), Exit(0)]);
        let mut worker = vec![Write(1, |_| 1); work];
        worker.push(Write(0, |_| 1));
        let program = programs::started(vec![poll, worker], vec![]);
        let mut total = 0;
        program.explore(&mut Fair::new(Stubborn(ThreadId(2))), 1, 1, |run| {
            assert_eq!(run.failure, None);
            total = run.steps - work as u64;
            true
        });
        total
    };
    let (short, long) = (steps(200), steps(1_600));
    assert!(long < short + short / 2, "{short} steps, then {long}");
}

#[test]
fn threads_at_work_in_long_loops_are_left_to_the_strategy() {
    let program = programs::started(vec![vec![Write(0, |_| 1); 9_000]; 2], vec![]);
    program.explore(&mut Fair::new(Random::new()), 1, 1, |run| {
        let switches = run.schedule.windows(2).filter(|two| two[0] != two[1]);
        let switches = switches.count();
        // All by chance would be 9,000.
        assert!(switches > 7_000, "{switches}");
        true
    });
}

#[test]
fn pct_gives_spinning_threads_the_lowest_priority() {
    // 300 steps of work under 2 spinning threads: if they got their priority back each
    // time, every step of the worker would cost some of theirs.
    let program = programs::spin(2, 300, true);
    let mut fair = Fair::new(Pct::new(1));
    program.explore(&mut fair, 1, 50, |run| {
        assert!(run.steps < 400, "{}", run.steps);
        true
    });
}

#[test]
fn programs_that_do_not_spin_are_left_alone() {
    let program = programs::reorder(6);
    let mut plain = Vec::new();
    program.explore(&mut Pct::new(3), 1, 100, |run| {
        plain.push(run.schedule.clone());
        true
    });
    let mut wrapped = plain.iter();
    program.explore(&mut Fair::new(Pct::new(3)), 1, 100, |run| {
        assert_eq!(wrapped.next(), Some(&run.schedule));
        true
    });
}

#[test]
fn the_first_yield_is_free() {
    // A yields once and goes on before B: no schedule is lost to fairness.
    let program = programs::started(
        vec![
            vec![Yield, Write(0, |_| 1)],
            vec![Read(0, 0), Assert(|r| r[0] == 0, "overtaken")],
        ],
        vec![],
    );
    let mut fair = Fair::new(Stubborn(ThreadId(2)));
    assert_eq!(program.first_failure(&mut fair, 1, 1), Some(1));
}
