//! Virtual time, and the clock.

use super::*;
use crate::execution::{CLOCK_READ_NANOS, FOREVER_NANOS, Wake};

const VIRTUAL: ExecutionOptions = ExecutionOptions {
    time: TimeMode::Virtual,
    ..OPTIONS
};

#[test]
fn reading_the_clock_moves_it() {
    let mut run = Run::new(
        ExecutionOptions {
            start_time_nanos: 5,
            ..VIRTUAL
        },
        0,
    );
    assert_eq!(run.now(), 5);
    assert_eq!(run.read_clock(), 5 + CLOCK_READ_NANOS);
    assert_eq!(run.now(), 5 + CLOCK_READ_NANOS);
}

#[test]
fn a_loop_that_polls_the_clock_ends_soon() {
    const TEN_SECONDS: u64 = 10_000_000_000;
    let mut run = Run::new(OPTIONS, 0);
    let start = run.now();
    let rounds = (0..).take_while(|_| run.read_clock() - start < TEN_SECONDS);
    let rounds = rounds.count();
    assert!((1_000..20_000).contains(&rounds), "{rounds}");
}

#[test]
fn nobody_times_out_while_somebody_can_run() {
    let mut run = Run::new(VIRTUAL, 1);
    assert_eq!(
        run.park(T1, Some(2 * CLOCK_READ_NANOS), false, false),
        Next::Switch(T2)
    );
    assert_eq!(run.at(T2), Next::Stay);
    run.read_clock();
    assert_eq!(run.at(T2), Next::Stay);
    run.read_clock();
    run.switch(T2, T1);
    assert_eq!(run.wake(T1), Wake::TimedOut);
    assert_eq!(run.now(), 2 * CLOCK_READ_NANOS);
}

#[test]
fn the_clock_jumps_to_the_earliest_deadline() {
    let mut run = Run::new(VIRTUAL, 2);
    run.pick(&[2]);
    assert_eq!(run.sleep(T1, 300), Next::Switch(T2));
    assert_eq!(run.enter(T2, A, true), Next::Stay);
    assert_eq!(run.wait(T2, A, Some(200)), Next::Switch(T3));
    assert_eq!(run.join(T3, T1, Some(100)), Next::Stay);
    assert_eq!((run.wake(T3), run.now()), (Wake::TimedOut, 100));
    assert_eq!(run.join(T3, T1, None), Next::Switch(T2));
    assert_eq!((run.wake(T2), run.now()), (Wake::TimedOut, 200));
    assert_eq!(run.park(T2, None, false, false), Next::Switch(T1));
    assert_eq!((run.wake(T1), run.now()), (Wake::Normal, 300));
    assert_eq!(run.counters().choices, 1);
}

#[test]
fn equal_deadlines_are_a_choice() {
    let mut run = Run::new(VIRTUAL, 1);
    assert_eq!(run.sleep(T1, 300), Next::Switch(T2));
    run.pick(&[2]);
    assert_eq!(run.sleep(T2, 300), Next::Stay);
    assert_eq!(run.last_point().len(), 2);
}

#[test]
fn the_clock_does_not_jump_for_a_waiter_whose_monitor_is_taken() {
    let mut run = Run::new(VIRTUAL, 1);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    assert_eq!(run.wait(T1, A, Some(10)), Next::Switch(T2));
    assert_eq!(run.enter(T2, A, true), Next::Stay);
    assert_eq!(run.sleep(T2, 700), Next::Stay);
    assert_eq!(run.now(), 700);
    assert_eq!(run.park(T2, None, false, false), Next::Stuck);
}

#[test]
fn a_spurious_wake_up_does_not_keep_the_clock_from_jumping() {
    let mut run = Run::new(
        ExecutionOptions {
            spurious: true,
            ..VIRTUAL
        },
        1,
    );
    run.answer(&[1]);
    run.pick(&[2]);
    assert_eq!(run.park(T1, None, false, false), Next::Switch(T2));
    run.pick(&[2]);
    assert_eq!(run.sleep(T2, 50), Next::Stay);
    assert_eq!(run.last_point()[0], (T1, Completion::Spurious));
    assert_eq!(run.now(), 50);
}

#[test]
fn a_timeout_of_ten_years_is_none() {
    for time in [TimeMode::Relaxed, TimeMode::Virtual] {
        let mut run = Run::new(ExecutionOptions { time, ..OPTIONS }, 0);
        assert_eq!(
            run.park(T1, Some(FOREVER_NANOS - 1), false, false),
            Next::Stay
        );
        assert_eq!(
            run.park(T1, Some(i64::MAX as u64), false, false),
            Next::Stuck
        );
    }
}

#[test]
fn time_that_is_already_up_needs_no_jump() {
    for time in [TimeMode::Relaxed, TimeMode::Virtual] {
        let mut run = Run::new(ExecutionOptions { time, ..OPTIONS }, 1);
        run.pick(&[1]);
        assert_eq!(run.park(T1, Some(0), false, false), Next::Stay);
        assert_eq!((run.wake(T1), run.now()), (Wake::TimedOut, 0));
    }
}

#[test]
fn deadlines_beside_input_come_in_order_when_the_caller_says_so() {
    let mut run = Run::new(VIRTUAL, 1);
    assert_eq!(run.io(T1, false, Some(300), false), Next::Switch(T2));
    assert_eq!(run.sleep(T2, 200), Next::Idle);
    assert_eq!(run.time_ahead(), Some(200));
    assert_eq!(run.resolve(), Next::Idle);
    assert_eq!(run.pass_time(), Next::Switch(T2));
    assert_eq!(run.sleep(T2, 200), Next::Idle);
    assert_eq!(run.time_ahead(), Some(100));
    assert_eq!(run.pass_time(), Next::Switch(T1));
    assert_eq!((run.wake(T1), run.now()), (Wake::TimedOut, 300));
    assert_eq!(run.time_ahead(), None);
}

#[test]
fn the_time_of_input_passes_when_the_caller_says_so() {
    let mut run = Run::new(OPTIONS, 0);
    assert_eq!(run.io(T1, false, Some(300), false), Next::Idle);
    assert_eq!(run.resolve(), Next::Idle);
    assert_eq!(run.pass_time(), Next::Switch(T1));
    assert_eq!((run.wake(T1), run.now()), (Wake::TimedOut, 300));
    assert_eq!(run.io(T1, false, None, false), Next::Idle);
    assert_eq!((run.time_ahead(), run.pass_time()), (None, Next::Idle));
}

#[test]
fn the_clock_does_not_jump_while_help_is_expected() {
    let mut run = Run::new(VIRTUAL, 1);
    run.expect_help();
    assert_eq!(run.park(T1, Some(90), false, false), Next::Switch(T2));
    assert_eq!(run.park(T2, Some(70), false, false), Next::Idle);
    run.unpark(T1);
    assert_eq!(run.resolve(), Next::Switch(T1));
    assert_eq!((run.wake(T1), run.now()), (Wake::Normal, 0));
    assert_eq!(run.park(T1, None, false, false), Next::Idle);
    assert_eq!(run.pass_time(), Next::Switch(T2));
    assert_eq!((run.wake(T2), run.now()), (Wake::TimedOut, 70));
}

#[test]
fn real_time_is_not_up_because_of_a_spurious_wake_up() {
    let options = ExecutionOptions {
        time: TimeMode::Real,
        spurious: true,
        ..OPTIONS
    };
    let mut run = Run::new(options, 0);
    run.answer(&[1]);
    let hour = 3_600_000_000_000;
    assert_eq!(run.park(T1, Some(hour), false, false), Next::Idle);
    assert!(run.time_ahead().is_some_and(|nanos| nanos > hour / 2));
}
