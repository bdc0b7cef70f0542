//! Verdicts other than deadlock, what follows them, and the counters.

use super::*;
use crate::execution::{Verdict, Wake};
use crate::failure::{Failure, FailureKind};

#[test]
fn too_many_steps_are_a_livelock() {
    let options = ExecutionOptions {
        max_steps: 100,
        ..OPTIONS
    };
    let mut run = Run::new(options, 1);
    for turn in 0..50 {
        run.switch(T1, T2);
        if turn < 49 {
            run.switch(T2, T1);
        }
    }
    assert_eq!(run.counters().steps, 99);
    run.pick(&[2]);
    assert_eq!(run.at(T2), Next::Stay);
    run.pick(&[2]);
    assert_eq!(run.point(T2, write(A), false), Next::Over);
    let Some(Verdict::Livelock(livelock)) = run.verdict() else {
        panic!("{:?}", run.verdict());
    };
    assert_eq!(livelock.steps, 100);
    assert_eq!(livelock.recent.len(), 64);
    let steps = &run.script.lock().unwrap().steps;
    assert_eq!(livelock.recent, steps[steps.len() - 64..]);
}

#[test]
fn a_short_livelock_has_all_its_steps() {
    let options = ExecutionOptions {
        max_steps: 3,
        ..OPTIONS
    };
    let mut run = Run::new(options, 0);
    for _ in 0..3 {
        assert_eq!(run.at(T1), Next::Stay);
    }
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    assert_eq!(run.wait(T1, A, None), Next::Over);
    assert!(matches!(run.verdict(), Some(Verdict::Livelock(l)) if l.recent.len() == 3));
}

#[test]
fn after_the_end_everything_says_so() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    let failure = Failure::new(FailureKind::Assertion, T1, "no");
    assert_eq!(run.fail(failure.clone()), Next::Over);
    assert_eq!(run.exit_program(3), Next::Over);
    assert_eq!(run.verdict(), Some(&Verdict::Failed(failure)), "the first");
    assert!(run.is_over());
    for me in [T1, T2] {
        assert_eq!(run.wake(me), Wake::Killed);
        assert_eq!(run.at(me), Next::Over);
        assert_eq!(run.point(me, write(A), true), Next::Over);
        assert_eq!(run.enter(me, A, false), Next::Over);
        assert_eq!(run.enter(me, A, true), Next::Over);
        assert_eq!(run.wait(me, A, None), Next::Over);
        assert_eq!(run.park(me, None, true, true), Next::Over);
        assert_eq!(run.sleep(me, 1), Next::Over);
        assert_eq!(run.join(me, T2, None), Next::Over);
        assert_eq!(run.external_begin(me), Next::Over);
        assert_eq!(run.external_end(me), Next::Over);
        assert_eq!(run.force_external(me), Next::Over);
    }
    assert_eq!(run.resolve(), Next::Over);
    assert_eq!(run.declare_deadlock(), Next::Over);
    run.notify(Some(T1), A);
    run.notify_all(A);
    assert_eq!(run.owner(A), Some((T1, 1)), "the books are kept");
    assert!(run.exit(T1, A));
    assert_eq!(run.end(T2, ObjectId::NONE), Next::Over);
    assert!(run.is_ended(T2));
    let late = run.spawn(T1, false);
    assert_eq!(run.end(late, ObjectId::NONE), Next::Over);
    assert_eq!(run.counters().steps, 0);
}

#[test]
fn the_program_may_end_the_jvm() {
    let mut run = Run::new(OPTIONS, 0);
    assert_eq!(run.exit_program(3), Next::Over);
    assert_eq!(run.verdict(), Some(&Verdict::Exit(3)));
}

#[test]
fn a_divergence_ends_the_execution() {
    let mut run = Run::new(OPTIONS, 1);
    run.script.lock().unwrap().diverge_at = Some(1);
    assert_eq!(run.at(T1), Next::Stay);
    assert_eq!(run.point(T1, write(A), false), Next::Over);
    assert!(matches!(run.verdict(), Some(Verdict::Diverged(d)) if d.step == 1));
}

#[test]
fn a_divergence_in_the_last_step_is_one() {
    let mut run = Run::new(OPTIONS, 0);
    run.script.lock().unwrap().diverge_at = Some(0);
    assert_eq!(run.end(T1, ObjectId::NONE), Next::Over);
    assert!(matches!(run.verdict(), Some(Verdict::Diverged(_))));
}

#[test]
fn counters_tell_switches_from_preemptions() {
    let mut run = Run::new(OPTIONS, 1);
    run.pick(&[2]);
    assert_eq!(run.point(T1, write(A), false), Next::Switch(T2));
    let counters = run.counters();
    assert_eq!((counters.switches, counters.preemptions), (1, 1));
    // Neither a hint nor blocking is preemption.
    run.switch(T2, T1);
    assert_eq!(run.park(T1, None, false, false), Next::Switch(T2));
    let counters = run.counters();
    assert_eq!((counters.switches, counters.preemptions), (3, 1));
    assert_eq!((counters.steps, counters.choices), (3, 2));
}

#[test]
fn the_strategy_comes_back() {
    let mut run = Run::new(OPTIONS, 0);
    assert!(run.strategy_mut().begin(&Start {
        iteration: 0,
        seed: 0
    }));
    let _strategy: Box<dyn Strategy> = run.execution.into_strategy();
}

#[test]
fn executions_go_from_thread_to_thread() {
    fn goes<T: Send>() {}
    goes::<Execution>();
}

#[test]
fn the_last_thread_begins_when_only_daemons_are_left() {
    let mut run = Run::new(OPTIONS, 1);
    let last = run.spawn_last(T1);
    let daemon = run.spawn(T1, true);
    run.pick(&[2]);
    assert_eq!(run.at(T1), Next::Switch(T2));
    let waits = !run.last_point().iter().any(|(it, _)| *it == last);
    assert!(waits, "for T1 and T2");
    run.pick(&[2, 1]);
    assert_eq!(run.end(T2, ObjectId::NONE), Next::Switch(T1));
    run.pick(&[1, last.0]);
    assert_eq!(run.end(T1, ObjectId::NONE), Next::Switch(last));
    assert_eq!(run.verdict(), None, "it is not over without the last one");
    run.pick(&[daemon.0]);
    assert_eq!(
        run.at(last),
        Next::Switch(daemon),
        "daemons go on beside it"
    );
    run.pick(&[last.0]);
    assert_eq!(run.at(daemon), Next::Switch(last));
    assert_eq!(run.end(last, ObjectId::NONE), Next::Over);
    assert_eq!(run.verdict(), Some(&Verdict::Completed));
}

#[test]
fn the_last_thread_is_no_part_of_a_deadlock() {
    let mut run = Run::new(OPTIONS, 0);
    let last = run.spawn_last(T1);
    assert_eq!(run.park(T1, None, false, false), Next::Stuck);
    assert_eq!(run.declare_deadlock(), Next::Over);
    assert_eq!(run.end(last, ObjectId::NONE), Next::Over);
    assert!(run.is_ended(last), "it can be ended like others");
}

#[test]
fn what_a_test_leaves_behind_need_not_end() {
    let mut run = Run::new(OPTIONS, 1);
    run.end_with_main(5);
    assert!(!run.is_left_over());
    run.pick(&[1]);
    assert_eq!(run.end(T1, ObjectId::NONE), Next::Switch(T2));
    assert!(run.is_left_over());
    while run.at(T2) == Next::Stay {}
    assert_eq!(run.verdict(), Some(&Verdict::Completed));
    assert_eq!(run.counters().steps, 5, "its end is one of them");
}

#[test]
fn before_its_end_a_test_has_all_steps() {
    let options = ExecutionOptions {
        max_steps: 3,
        ..OPTIONS
    };
    let mut run = Run::new(options, 0);
    run.end_with_main(1);
    while run.at(T1) == Next::Stay {}
    assert!(matches!(run.verdict(), Some(Verdict::Livelock(_))));
}
