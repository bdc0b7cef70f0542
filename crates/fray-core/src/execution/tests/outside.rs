//! External calls and class initialisation.

use super::*;
use crate::execution::{ThreadState, Verdict, WaitsFor};

#[test]
fn the_others_run_during_an_external_call() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.external_begin(T1), Next::Switch(T2));
    assert!(run.is_external(T1));
    assert_eq!(run.at(T2), Next::Stay);
    assert_eq!(run.external_end(T1), Next::Wait);
    assert!(!run.is_external(T1));
    run.switch(T2, T1);
    assert_eq!(run.trace(), ["t1 external"]);
}

#[test]
fn idle_until_the_call_returns() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.external_begin(T1), Next::Switch(T2));
    assert_eq!(run.park(T2, None, false, false), Next::Idle);
    assert_eq!(run.holder(), None);
    assert_eq!(run.resolve(), Next::Idle);
    assert_eq!(run.external_end(T1), Next::Stay);
    assert_eq!(run.holder(), Some(T1));
}

#[test]
fn another_may_be_chosen_when_a_call_returns_to_an_idle_execution() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.external_begin(T1), Next::Switch(T2));
    assert_eq!(run.park(T2, None, false, false), Next::Idle);
    run.unpark(T2);
    run.pick(&[2]);
    assert_eq!(run.external_end(T1), Next::Switch(T2));
    run.switch(T2, T1);
}

#[test]
fn idle_ends_by_help_from_outside() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.external_begin(T1), Next::Switch(T2));
    assert_eq!(run.park(T2, None, false, false), Next::Idle);
    run.unpark(T2);
    assert_eq!(run.resolve(), Next::Switch(T2));
}

#[test]
fn a_thread_forced_out_goes_on_with_its_next_operation() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(
        run.force_external(T2),
        Next::Wait,
        "it does not hold the token"
    );
    assert_eq!(run.force_external(T1), Next::Switch(T2));
    // It is back without having noticed: even a quiet operation waits for its turn.
    assert_eq!(run.enter(T1, A, true), Next::Wait);
    assert_eq!(run.threads()[0].state, ThreadState::Enabled);
    assert_eq!(run.enter(T2, A, true), Next::Stay);
    assert_eq!(run.at(T2), Next::Stay);
    assert!(run.exit(T2, A));
    run.switch(T2, T1);
    assert_eq!(run.owner(A), Some((T1, 1)));
}

#[test]
fn a_thread_forced_out_may_end() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.force_external(T1), Next::Switch(T2));
    assert_eq!(run.end(T1, ObjectId::NONE), Next::Wait);
    run.pick(&[1]);
    assert_eq!(run.at(T2), Next::Stay);
    assert!(run.is_ended(T1));
}

#[test]
fn a_deadlock_of_class_initialisers() {
    let mut run = Run::new(OPTIONS, 1);
    run.switch(T1, T2);
    assert_eq!(run.force_external(T2), Next::Switch(T1));
    assert_eq!(run.force_external(T1), Next::Idle);
    assert_eq!(run.externals().collect::<Vec<_>>(), [T1, T2]);
    run.awaits_class(T1, vec![(T2, B)]);
    run.awaits_class(T2, vec![(T1, A)]);
    assert_eq!(run.declare_deadlock(), Next::Over);
    let Some(Verdict::Deadlock(report)) = run.verdict() else {
        panic!("{:?}", run.verdict());
    };
    assert_eq!(
        report.threads[0].waits,
        WaitsFor::ClassInit {
            holders: vec![(T2, B)]
        }
    );
    assert_eq!(report.cycle, Some(vec![T1, T2]));
}

#[test]
fn what_a_thread_waits_for_outside_is_said_only_if_it_is_known() {
    let mut run = Run::new(OPTIONS, 1);
    let waits = |run: &Run| run.threads()[0].state.clone();
    run.awaits_class(T1, vec![(T2, A)]); // it is not outside
    assert_eq!(run.force_external(T1), Next::Switch(T2));
    assert_eq!(waits(&run), ThreadState::Blocked(WaitsFor::External));
    let holders = vec![(T2, A)];
    run.awaits_class(T1, holders.clone());
    assert_eq!(
        waits(&run),
        ThreadState::Blocked(WaitsFor::ClassInit { holders })
    );
    assert_eq!(run.external_end(T1), Next::Wait);
    run.switch(T2, T1);
    assert_eq!(run.force_external(T1), Next::Switch(T2));
    assert_eq!(waits(&run), ThreadState::Blocked(WaitsFor::External));
}
