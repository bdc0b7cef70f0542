//! Threads that cannot be left.

use super::*;

#[test]
fn a_held_thread_goes_on_without_a_choice() {
    let mut run = Run::new(OPTIONS, 1);
    run.hold(T1);
    assert_eq!(run.point(T1, write(A), false), Next::Stay);
    assert_eq!((run.counters().choices, run.counters().held), (0, 1));
    run.release();
    run.pick(&[2]);
    assert_eq!(run.point(T1, write(A), false), Next::Switch(T2));
    assert!(run.could_have_gone_on(T1));
    assert_eq!((run.counters().choices, run.counters().held), (1, 1));
    // The steps are those of a schedule that can be followed without holding anybody.
    assert_eq!(run.trace(), ["t1 write #1+1"]);
}

#[test]
fn whoever_cannot_go_on_is_not_held() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    run.switch(T1, T2);
    run.hold(T2);
    assert_eq!(run.enter(T2, A, false), Next::Switch(T1));
    assert!(!run.could_have_gone_on(T2));
    assert_eq!(run.counters().held, 0);
}

#[test]
fn a_hint_is_a_choice_all_the_same() {
    let mut run = Run::new(OPTIONS, 1);
    run.hold(T1);
    run.pick(&[2]);
    assert_eq!(run.at(T1), Next::Switch(T2));
    assert!(!run.could_have_gone_on(T1));
}

#[test]
fn nobody_is_held_for_ever() {
    let options = ExecutionOptions {
        max_steps: u64::MAX,
        ..OPTIONS
    };
    let mut run = Run::new(options, 1);
    for _ in 0..1000 {
        run.hold(T1);
        assert_eq!(run.point(T1, write(A), false), Next::Stay);
        run.release();
    }
    assert_eq!(run.counters().choices, 0);
    run.hold(T1);
    run.pick(&[2]);
    assert_eq!(run.point(T1, write(A), false), Next::Switch(T2));
    run.release();
    // Once it has been left it may be held again.
    run.switch(T2, T1);
    run.hold(T1);
    assert_eq!(run.point(T1, write(A), false), Next::Stay);
}
