//! Nobody can run.

use super::*;
use crate::execution::{DeadlockReport, Verdict, WaitsFor, Wake};

fn report(run: &Run) -> DeadlockReport {
    match run.verdict() {
        Some(Verdict::Deadlock(report)) => report.clone(),
        other => panic!("{other:?}"),
    }
}

/// Threads 1.. each take one object and then want the next one's.
fn ring(objects: &[ObjectId]) -> Run {
    let mut run = Run::new(OPTIONS, objects.len() - 1);
    let threads: Vec<ThreadId> = (1..=objects.len() as u32).map(ThreadId).collect();
    for (position, &thread) in threads.iter().enumerate() {
        assert_eq!(run.enter(thread, objects[position], true), Next::Stay);
        run.switch(thread, threads[(position + 1) % threads.len()]);
    }
    for position in 0..objects.len() {
        let next = run.enter(
            threads[position],
            objects[(position + 1) % objects.len()],
            false,
        );
        match threads.get(position + 1) {
            Some(&following) => assert_eq!(next, Next::Switch(following)),
            None => assert_eq!(next, Next::Stuck),
        }
    }
    run
}

#[test]
fn two_threads_lock_crosswise() {
    let mut run = ring(&[A, B]);
    assert_eq!(run.holder(), None);
    assert_eq!(run.resolve(), Next::Stuck);
    assert_eq!(run.declare_deadlock(), Next::Over);
    let report = report(&run);
    assert_eq!(report.cycle, Some(vec![T1, T2]));
    assert_eq!(report.threads[0].holds, [A]);
    assert_eq!(
        report.threads[0].waits,
        WaitsFor::Monitor {
            object: B,
            owner: Some(T2)
        }
    );
    assert_eq!(run.wake(T1), Wake::Killed);
}

#[test]
fn three_threads_lock_in_a_ring() {
    let mut run = ring(&[A, B, C]);
    assert_eq!(run.declare_deadlock(), Next::Over);
    assert_eq!(report(&run).cycle, Some(vec![T1, T2, T3]));
}

#[test]
fn the_cycle_leaves_out_who_only_waits_for_it() {
    let mut run = Run::new(OPTIONS, 2);
    run.pick(&[2]);
    assert_eq!(run.join(T1, T2, None), Next::Switch(T2));
    assert_eq!(run.join(T2, T3, None), Next::Switch(T3));
    assert_eq!(run.join(T3, T2, None), Next::Stuck);
    assert_eq!(run.declare_deadlock(), Next::Over);
    assert_eq!(report(&run).cycle, Some(vec![T2, T3]));
    assert_eq!(report(&run).threads[0].waits, WaitsFor::Join { target: T2 });
}

#[test]
fn a_missed_signal_has_no_cycle() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    assert_eq!(run.wait(T1, A, None), Next::Switch(T2));
    assert_eq!(run.park(T2, None, false, false), Next::Stuck);
    assert_eq!(run.declare_deadlock(), Next::Over);
    let report = report(&run);
    assert_eq!(report.cycle, None);
    assert_eq!(
        report.threads[0].waits,
        WaitsFor::Notification { object: A }
    );
    assert_eq!(report.threads[1].waits, WaitsFor::Permit);
}

#[test]
fn joining_oneself_is_a_deadlock() {
    let mut run = Run::new(OPTIONS, 0);
    assert_eq!(run.join(T1, T1, None), Next::Stuck);
    assert_eq!(run.declare_deadlock(), Next::Over);
    assert_eq!(report(&run).cycle, Some(vec![T1]));
}

#[test]
fn a_timed_waiter_waits_for_the_monitor() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    run.pick(&[2]);
    assert_eq!(run.wait(T1, A, Some(5)), Next::Switch(T2));
    assert_eq!(run.enter(T2, A, true), Next::Stay);
    assert_eq!(run.join(T2, T1, None), Next::Stuck);
    assert_eq!(run.declare_deadlock(), Next::Over);
    assert_eq!(report(&run).cycle, Some(vec![T1, T2]));
}

#[test]
fn daemons_are_in_the_report_but_make_no_deadlock() {
    let mut run = Run::new(OPTIONS, 0);
    let daemon = run.spawn(T1, true);
    run.switch(T1, daemon);
    assert_eq!(run.park(daemon, None, false, false), Next::Switch(T1));
    assert_eq!(run.sleep(T1, u64::MAX), Next::Stuck);
    assert_eq!(run.declare_deadlock(), Next::Over);
    let report = report(&run);
    assert_eq!(report.threads[0].waits, WaitsFor::Sleep);
    assert!(!report.threads[0].daemon && report.threads[1].daemon);
}

#[test]
fn a_spurious_wake_up_is_no_way_out() {
    let options = ExecutionOptions {
        spurious: true,
        ..OPTIONS
    };
    let mut run = Run::new(options, 1);
    run.answer(&[1, 1]);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    run.pick(&[2]);
    assert_eq!(run.wait(T1, A, None), Next::Switch(T2));
    assert_eq!(run.park(T2, None, false, false), Next::Stuck);
    assert_eq!(run.resolve(), Next::Stuck);
    assert_eq!(run.declare_deadlock(), Next::Over);
    assert!(matches!(run.verdict(), Some(Verdict::Deadlock(_))));
}

#[test]
fn help_from_outside_comes_before_the_verdict() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.park(T1, None, false, false), Next::Switch(T2));
    assert_eq!(run.park(T2, None, false, false), Next::Stuck);
    run.unpark(T1);
    assert_eq!(run.declare_deadlock(), Next::Switch(T1));
    assert_eq!(run.verdict(), None);
    assert_eq!(run.declare_deadlock(), Next::Wait, "somebody runs");
    assert_eq!(run.resolve(), Next::Wait);
    assert_eq!(run.park(T1, None, false, false), Next::Stuck);
    run.interrupt(T2);
    assert_eq!(run.resolve(), Next::Switch(T2));
}

#[test]
fn only_a_cycle_of_monitors_is_certain() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.enter(T1, A, false), Next::Stay);
    run.switch(T1, T2);
    assert_eq!(run.enter(T2, B, false), Next::Stay);
    assert_eq!(run.enter(T2, A, false), Next::Switch(T1));
    assert_eq!(run.park(T1, None, false, false), Next::Stuck);
    assert!(!run.is_certainly_stuck(), "somebody outside may unpark it");
    run.unpark(T1);
    assert_eq!(run.resolve(), Next::Switch(T1));
    assert_eq!(run.enter(T1, B, false), Next::Stuck);
    assert!(run.is_certainly_stuck());
}
