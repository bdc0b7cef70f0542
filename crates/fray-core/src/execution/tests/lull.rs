//! Virtual time beside threads that run in circles.

use super::*;
use crate::execution::lull::STILL;
use crate::execution::{Verdict, Wake};

const VIRTUAL: ExecutionOptions = ExecutionOptions {
    time: TimeMode::Virtual,
    max_steps: 1_000_000,
    ..OPTIONS
};
const MILLI: u64 = 1_000_000;
const SECOND: u64 = 1_000 * MILLI;

/// The thread runs in circles until the clock moves. The steps that it has made by then.
fn spin(run: &mut Run, thread: ThreadId) -> u64 {
    let (begun, clock) = (run.counters().steps, run.now());
    while run.now() == clock {
        assert_eq!(run.at(thread), Next::Stay);
    }
    run.counters().steps - begun
}

#[test]
fn time_passes_for_others_while_a_thread_spins() {
    let mut run = Run::new(VIRTUAL, 1);
    assert_eq!(run.park(T1, Some(1), false, false), Next::Switch(T2));
    assert!(spin(&mut run, T2).abs_diff(STILL) < 10);
    assert_eq!(run.now(), 1);
    run.switch(T2, T1);
    assert_eq!(run.wake(T1), Wake::TimedOut);
    assert_eq!(run.last_point().len(), 2);
}

#[test]
fn the_further_a_deadline_is_the_more_steps_it_takes_and_none_takes_too_many() {
    let day = 24 * 3600 * SECOND;
    let steps = [1, 10 * MILLI, SECOND, 10 * SECOND, day, 3649 * day].map(|nanos| {
        let mut run = Run::new(VIRTUAL, 1);
        assert_eq!(run.sleep(T1, nanos), Next::Switch(T2));
        let steps = spin(&mut run, T2);
        assert_eq!(run.now(), nanos);
        steps
    });
    assert!(steps.is_sorted_by(|a, b| a < b), "{steps:?}");
    assert!(steps[5] <= VIRTUAL.max_steps / 10, "{steps:?}");
}

#[test]
fn a_deadline_waits_for_the_earlier_one_to_fire() {
    let mut run = Run::new(VIRTUAL, 2);
    run.pick(&[2]);
    assert_eq!(run.sleep(T1, 2), Next::Switch(T2));
    assert_eq!(run.sleep(T2, 1), Next::Switch(T3));
    spin(&mut run, T3);
    for _ in 0..2 * STILL {
        assert_eq!(run.at(T3), Next::Stay);
    }
    assert_eq!((run.now(), run.last_point().len()), (1, 2));
    run.switch(T3, T2);
    run.switch(T2, T3);
    assert!(spin(&mut run, T3) < STILL);
    assert_eq!((run.now(), run.last_point().len()), (2, 2));
}

#[test]
fn pauses_add_up_beside_a_thread_that_spins() {
    let mut run = Run::new(VIRTUAL, 1);
    for round in 1..=1_000 {
        assert_eq!(run.sleep(T1, 10 * MILLI), Next::Switch(T2));
        spin(&mut run, T2);
        run.switch(T2, T1);
        assert_eq!(run.now(), round * 10 * MILLI);
    }
    assert!(run.counters().steps < VIRTUAL.max_steps / 5);
}

#[test]
fn a_spinning_thread_may_take_the_monitor_of_the_one_that_waits() {
    let mut run = Run::new(VIRTUAL, 1);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    assert_eq!(run.wait(T1, A, Some(MILLI)), Next::Switch(T2));
    while run.now() == 0 {
        assert_eq!(run.enter(T2, A, false), Next::Stay);
        assert!(run.exit(T2, A));
    }
    run.switch(T2, T1);
    assert_eq!((run.wake(T1), run.now()), (Wake::TimedOut, MILLI));
}

#[test]
fn a_deadline_whose_monitor_is_kept_does_not_hold_up_the_next() {
    let mut run = Run::new(VIRTUAL, 2);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    run.pick(&[2]);
    assert_eq!(run.wait(T1, A, Some(1)), Next::Switch(T2));
    assert_eq!(run.sleep(T2, 2), Next::Switch(T3));
    assert_eq!(run.enter(T3, A, false), Next::Stay);
    spin(&mut run, T3);
    assert_eq!(run.now(), 1);
    spin(&mut run, T3);
    run.switch(T3, T2);
    assert_eq!((run.wake(T2), run.now()), (Wake::Normal, 2));
}

#[test]
fn threads_that_start_and_end_and_pauses_of_all_keep_time_from_passing() {
    let mut run = Run::new(VIRTUAL, 1);
    let hour = 3600 * SECOND;
    assert_eq!(run.join(T1, T2, Some(hour)), Next::Switch(T2));
    for round in 1..=5 {
        let child = run.spawn(T2, false);
        for _ in 0..STILL - 10 {
            assert_eq!(run.at(T2), Next::Stay);
        }
        run.switch(T2, child);
        assert_eq!(run.end(child, ObjectId::NONE), Next::Switch(T2));
        for _ in 0..STILL - 10 {
            assert_eq!(run.at(T2), Next::Stay);
        }
        assert_eq!(run.sleep(T2, 1), Next::Stay);
        assert_eq!(run.now(), round);
    }
}

#[test]
fn no_time_passes_beside_threads_that_spin_if_none_waits_for_it() {
    let mut run = Run::new(VIRTUAL, 1);
    assert_eq!(run.park(T1, None, false, false), Next::Switch(T2));
    while run.at(T2) == Next::Stay {}
    assert!(matches!(run.verdict(), Some(Verdict::Livelock(_))));
    assert_eq!(run.now(), 0);
}

#[test]
fn time_that_only_the_caller_can_pass_does_not_pass_by_steps() {
    let mut run = Run::new(VIRTUAL, 1);
    run.expect_help();
    assert_eq!(run.park(T1, Some(1), false, false), Next::Switch(T2));
    for _ in 0..2 * STILL {
        assert_eq!(run.at(T2), Next::Stay);
    }
    assert_eq!(run.now(), 0);
}

#[test]
fn relaxed_time_does_not_pass_by_steps() {
    let options = ExecutionOptions {
        time: TimeMode::Relaxed,
        ..VIRTUAL
    };
    let mut run = Run::new(options, 1);
    run.pick(&[2]);
    assert_eq!(run.sleep(T1, 1), Next::Switch(T2));
    for _ in 0..2 * STILL {
        assert_eq!(run.at(T2), Next::Stay);
    }
    assert_eq!(run.now(), 0);
}
