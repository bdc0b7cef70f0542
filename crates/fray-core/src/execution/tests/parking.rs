//! Permits, interrupts and sleep.

use super::*;
use crate::execution::Wake;

#[test]
fn a_permit_is_consumed_and_does_not_accumulate() {
    let mut run = Run::new(OPTIONS, 1);
    run.unpark(T1);
    run.unpark(T1);
    assert_eq!(run.park(T1, None, false, false), Next::Stay);
    assert_eq!(run.wake(T1), Wake::Normal);
    assert_eq!(run.counters().choices, 1, "a switch point all the same");
    assert_eq!(run.park(T1, None, false, false), Next::Switch(T2));
    assert_eq!(run.at(T2), Next::Stay);
    run.unpark(T1);
    run.switch(T2, T1);
    assert_eq!(run.park(T1, None, false, false), Next::Switch(T2));
}

#[test]
fn a_quiet_park_is_no_step_if_it_returns_at_once() {
    let mut run = Run::new(OPTIONS, 1);
    run.unpark(T1);
    assert_eq!(run.park(T1, None, false, true), Next::Stay);
    assert_eq!(run.park(T1, None, true, true), Next::Stay);
    assert_eq!(run.counters().steps, 0);
    assert_eq!(run.park(T1, None, false, true), Next::Switch(T2));
}

#[test]
fn an_interrupted_thread_parks_without_a_permit() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.park(T1, None, true, false), Next::Stay);
    assert_eq!(run.park(T1, None, false, false), Next::Switch(T2));
    run.interrupt(T1);
    run.switch(T2, T1);
    assert_eq!(run.wake(T1), Wake::Normal);
}

#[test]
fn an_interrupt_leaves_a_permit_as_on_hotspot() {
    let mut run = Run::new(OPTIONS, 0);
    run.interrupt(T1);
    assert_eq!(run.park(T1, None, false, false), Next::Stay);
    assert_eq!(run.park(T1, None, false, false), Next::Stuck);
}

#[test]
fn a_timed_park_may_give_up() {
    let mut run = Run::new(OPTIONS, 1);
    run.pick(&[1]);
    assert_eq!(run.park(T1, Some(30), false, false), Next::Stay);
    assert_eq!(run.last_point()[0], (T1, Completion::Timeout));
    assert_eq!((run.wake(T1), run.now()), (Wake::TimedOut, 30));
    // A permit that comes in time is consumed.
    run.pick(&[2]);
    assert_eq!(run.park(T1, Some(30), false, false), Next::Switch(T2));
    run.unpark(T1);
    run.switch(T2, T1);
    assert_eq!((run.wake(T1), run.now()), (Wake::Normal, 30));
    assert_eq!(run.park(T1, None, false, false), Next::Switch(T2));
}

#[test]
fn a_park_may_return_spuriously_and_leaves_no_debt() {
    let options = ExecutionOptions {
        spurious: true,
        ..OPTIONS
    };
    let mut run = Run::new(options, 1);
    run.answer(&[1, 0]);
    run.pick(&[1]);
    assert_eq!(run.park(T1, None, false, false), Next::Stay);
    assert_eq!(run.wake(T1), Wake::Spurious);
    assert_eq!(run.park(T1, None, false, false), Next::Switch(T2));
    run.unpark(T1);
    run.switch(T2, T1);
    assert_eq!(run.wake(T1), Wake::Normal);
    // With a permit there is nothing to draw.
    run.unpark(T1);
    assert_eq!(run.park(T1, None, false, false), Next::Stay);
    assert_eq!(run.script.lock().unwrap().asked.len(), 2);
}

#[test]
fn a_spurious_return_is_not_a_timeout() {
    let options = ExecutionOptions {
        spurious: true,
        ..OPTIONS
    };
    let mut run = Run::new(options, 1);
    run.answer(&[1, 1]);
    run.pick(&[1]);
    assert_eq!(run.park(T1, Some(30), false, false), Next::Stay);
    assert_eq!((run.wake(T1), run.now()), (Wake::Spurious, 0));
    // Nor if nobody else can run: who has a deadline is in no deadlock.
    run.switch(T1, T2);
    let _ = run.end(T2, ObjectId::NONE);
    assert!(run.is_ended(T2) || run.holder() == Some(T1));
    assert_eq!(run.park(T1, Some(30), false, false), Next::Stay);
    assert_eq!((run.wake(T1), run.now()), (Wake::Spurious, 0));
}

#[test]
fn a_deadline_of_one_thread_lets_another_wake_spuriously() {
    let options = ExecutionOptions {
        spurious: true,
        ..OPTIONS
    };
    let mut run = Run::new(options, 1);
    run.answer(&[1, 1]);
    run.pick(&[2]);
    assert_eq!(run.park(T1, Some(30), false, false), Next::Switch(T2));
    run.pick(&[2]);
    assert_eq!(run.park(T2, None, false, false), Next::Stay);
    assert_eq!(run.last_point()[0], (T1, Completion::Spurious));
    assert_eq!(run.wake(T2), Wake::Spurious);
}

#[test]
fn unparking_threads_that_are_not_there_is_harmless() {
    let mut run = Run::new(OPTIONS, 1);
    run.unpark(ThreadId(9));
    run.unpark(ThreadId(0));
    run.interrupt(ThreadId(9));
    run.switch(T1, T2);
    assert_eq!(run.end(T2, ObjectId::NONE), Next::Switch(T1));
    run.unpark(T2);
    run.interrupt(T2);
    assert_eq!(run.at(T1), Next::Stay);
}

#[test]
fn a_sleep_ends_at_once_or_by_an_interrupt() {
    let mut run = Run::new(OPTIONS, 1);
    run.pick(&[1]);
    assert_eq!(run.sleep(T1, 100), Next::Stay);
    assert_eq!((run.wake(T1), run.now()), (Wake::Normal, 100));
    run.pick(&[2]);
    assert_eq!(run.sleep(T1, 100), Next::Switch(T2));
    run.interrupt(T1);
    run.switch(T2, T1);
    assert_eq!((run.wake(T1), run.now()), (Wake::Interrupted, 100));
}
