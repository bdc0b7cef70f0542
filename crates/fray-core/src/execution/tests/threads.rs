//! Start, join, end.

use super::*;
use crate::execution::{ThreadState, Verdict, WaitsFor, Wake};

fn start(child: ThreadId) -> Operation {
    Operation::new(OpKind::Start, Resource::thread(child))
}

#[test]
fn a_thread_begins_after_its_start() {
    let mut run = Run::new(OPTIONS, 0);
    let child = run.spawn(T1, false);
    assert_eq!(child, T2);
    assert_eq!(run.point(T1, start(child), false), Next::Stay);
    assert_eq!(run.counters().choices, 0, "nobody else could run");
    run.switch(T1, T2);
    assert_eq!(run.trace(), ["t1 start t2", "t2 begin t2"]);
}

#[test]
fn a_quiet_start_enables_the_thread_too() {
    let mut run = Run::new(OPTIONS, 0);
    let child = run.spawn(T1, false);
    assert_eq!(run.point(T1, start(child), true), Next::Stay);
    run.switch(T1, child);
}

#[test]
fn a_start_that_waits_for_its_turn_still_comes() {
    let mut run = Run::new(OPTIONS, 1);
    let child = run.spawn(T1, false);
    run.pick(&[2]);
    assert_eq!(run.point(T1, start(child), false), Next::Switch(T2));
    assert_eq!(run.last_point().len(), 2, "not the child");
    assert_eq!(run.end(T2, ObjectId::NONE), Next::Switch(T1));
    run.switch(T1, child);
}

#[test]
fn a_thread_begins_when_its_real_one_is_there() {
    let mut run = Run::new(OPTIONS, 1);
    run.switch(T1, T2);
    assert_eq!(run.enter(T2, A, false), Next::Stay);
    run.switch(T2, T1);
    let child = run.spawn(T1, false);
    run.make(child);
    assert_eq!(run.point(T1, start(child), false), Next::Stay);
    // Its starter must wait for a monitor before it makes the real thread.
    assert_eq!(run.enter(T1, A, true), Next::Switch(T2));
    assert!(run.exit(T2, A));
    run.switch(T2, T1);
    run.made(child);
    run.switch(T1, child);
}

#[test]
fn a_start_that_failed_leaves_no_trace() {
    let mut run = Run::new(OPTIONS, 0);
    let child = run.spawn(T1, false);
    run.abort_spawn(child);
    assert_eq!(run.at(T1), Next::Stay);
    assert_eq!(run.threads().len(), 1);
    assert_eq!(run.spawn(T1, false), child, "the number is free again");
    run.abort_spawn(child);
    assert_eq!(run.end(T1, ObjectId::NONE), Next::Over);
    assert_eq!(run.verdict(), Some(&Verdict::Completed));
}

#[test]
fn a_failed_start_may_be_the_last_thing_that_kept_the_program_going() {
    let mut run = Run::new(OPTIONS, 0);
    let daemon = run.spawn(T1, true);
    run.switch(T1, daemon);
    let child = run.spawn(daemon, false);
    run.pick(&[1, 1]);
    assert_eq!(run.at(daemon), Next::Switch(T1));
    assert_eq!(run.end(T1, ObjectId::NONE), Next::Switch(daemon));
    run.abort_spawn(child);
    assert_eq!(run.at(daemon), Next::Over);
    assert_eq!(run.verdict(), Some(&Verdict::Completed));
}

#[test]
fn join_waits_for_the_end() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.join(T1, T2, None), Next::Switch(T2));
    assert_eq!(run.at(T2), Next::Stay);
    assert_eq!(run.end(T2, ObjectId::NONE), Next::Switch(T1));
    assert_eq!(run.wake(T1), Wake::Normal);
    assert!(run.is_ended(T2));
    assert_eq!(run.join(T1, T2, None), Next::Stay);
    assert_eq!(run.trace(), ["t2 end t2", "t1 join t2", "t1 join t2"]);
}

#[test]
fn a_timed_join_may_give_up_and_an_interrupt_ends_it() {
    let mut run = Run::new(OPTIONS, 1);
    run.pick(&[1]);
    assert_eq!(run.join(T1, T2, Some(10)), Next::Stay);
    assert_eq!((run.wake(T1), run.now()), (Wake::TimedOut, 10));
    assert_eq!(run.join(T1, T2, None), Next::Switch(T2));
    run.interrupt(T1);
    run.switch(T2, T1);
    assert_eq!(run.wake(T1), Wake::Interrupted);
}

#[test]
fn an_interrupt_after_the_end_does_not_spoil_the_join() {
    let mut run = Run::new(OPTIONS, 2);
    run.switch(T1, T2);
    run.switch(T2, T1);
    run.pick(&[3]);
    assert_eq!(run.join(T1, T2, None), Next::Switch(T3));
    run.switch(T3, T2);
    run.pick(&[2, 3]);
    assert_eq!(run.end(T2, ObjectId::NONE), Next::Switch(T3));
    run.interrupt(T1);
    run.switch(T3, T1);
    assert_eq!(run.wake(T1), Wake::Normal);
}

#[test]
fn others_may_see_a_thread_alive_that_has_nothing_left_to_do() {
    let mut run = Run::new(OPTIONS, 1);
    run.switch(T1, T2);
    run.pick(&[1]);
    assert_eq!(run.end(T2, ObjectId::NONE), Next::Switch(T1));
    assert!(!run.is_ended(T2));
    assert_eq!(run.counters().preemptions, 1);
    // Its end is chosen; the token comes back.
    run.pick(&[2]);
    assert_eq!(run.at(T1), Next::Stay);
    assert!(run.is_ended(T2));
}

#[test]
fn the_end_frees_monitors_and_notifies_the_thread_object() {
    let mut run = Run::new(OPTIONS, 2);
    assert_eq!(run.enter(T1, B, true), Next::Stay);
    run.pick(&[2]);
    assert_eq!(run.wait(T1, B, None), Next::Switch(T2));
    assert_eq!(run.enter(T2, A, true), Next::Stay);
    run.switch(T2, T3);
    assert_eq!(run.enter(T3, A, false), Next::Switch(T2));
    run.pick(&[3]);
    assert_eq!(run.end(T2, B), Next::Switch(T3));
    assert_eq!(
        run.last_point(),
        [(T1, Completion::Normal), (T3, Completion::Normal)]
    );
    assert_eq!(run.owner(A), Some((T3, 1)));
}

#[test]
fn the_program_ends_with_its_last_thread_that_is_no_daemon() {
    let mut run = Run::new(OPTIONS, 0);
    let daemon = run.spawn(T1, true);
    run.switch(T1, daemon);
    assert_eq!(run.park(daemon, None, false, false), Next::Switch(T1));
    let user = run.spawn(T1, false);
    assert_eq!(run.end(T1, ObjectId::NONE), Next::Switch(user));
    assert_eq!(run.verdict(), None);
    assert_eq!(run.end(user, ObjectId::NONE), Next::Over);
    assert_eq!(run.verdict(), Some(&Verdict::Completed));
    assert_eq!(run.wake(daemon), Wake::Killed);
    assert!(!run.is_ended(daemon));
    assert_eq!(run.end(daemon, ObjectId::NONE), Next::Over);
    assert!(run.is_ended(daemon));
}

#[test]
fn reports_see_every_thread() {
    let mut run = Run::new(OPTIONS, 3);
    run.switch(T1, T2);
    run.pick(&[2, 3]);
    assert_eq!(run.end(T2, ObjectId::NONE), Next::Switch(T3));
    run.pick(&[4]);
    assert_eq!(run.park(T3, None, false, false), Next::Switch(ThreadId(4)));
    let states: Vec<_> = run.threads().into_iter().map(|info| info.state).collect();
    assert_eq!(
        states,
        [
            ThreadState::Enabled,
            ThreadState::Ended,
            ThreadState::Blocked(WaitsFor::Permit),
            ThreadState::Running,
        ]
    );
    let operations: Vec<_> = run.threads().into_iter().map(|t| t.operation).collect();
    let parking = Operation::new(OpKind::Park, Resource::thread(T3));
    assert_eq!(operations, [Some(yielding()), None, Some(parking), None]);
}

#[test]
fn ended_threads_are_not_among_the_live() {
    let mut run = Run::new(
        ExecutionOptions {
            max_steps: u64::MAX,
            ..OPTIONS
        },
        0,
    );
    for _ in 0..10_000 {
        let child = run.spawn(T1, false);
        assert_eq!(run.join(T1, child, None), Next::Switch(child));
        assert_eq!(run.end(child, ObjectId::NONE), Next::Switch(T1));
    }
    assert_eq!(run.execution.threads.live(), [T1]);
    assert_eq!(run.end(T1, ObjectId::NONE), Next::Over);
}
