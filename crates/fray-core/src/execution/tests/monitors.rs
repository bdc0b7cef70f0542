//! Enter and exit.

use super::*;

#[test]
fn entering_again_is_no_switch_point() {
    let mut run = Run::new(OPTIONS, 1);
    run.pick(&[1]);
    assert_eq!(run.enter(T1, A, false), Next::Stay);
    assert_eq!(run.enter(T1, A, false), Next::Stay);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    assert_eq!(run.owner(A), Some((T1, 3)));
    assert_eq!(run.trace(), ["t1 enter #1"]);
    assert!(run.exit(T1, A) && run.exit(T1, A));
    assert_eq!(run.owner(A), Some((T1, 1)));
    assert!(run.exit(T1, A));
    assert_eq!(run.owner(A), None);
    assert!(!run.exit(T1, A));
}

#[test]
fn an_occupied_monitor_disables_whoever_wants_it() {
    let mut run = Run::new(OPTIONS, 2);
    assert_eq!(run.enter(T1, A, false), Next::Stay);
    run.switch(T1, T2);
    run.pick(&[3]);
    assert_eq!(run.enter(T2, A, false), Next::Switch(T3));
    assert_eq!(
        run.last_point(),
        [(T1, Completion::Normal), (T3, Completion::Normal)]
    );
    run.switch(T3, T1);
    assert!(run.exit(T1, A));
    run.switch(T1, T2);
    assert_eq!(run.owner(A), Some((T2, 1)));
    assert_eq!(run.trace().last().unwrap(), "t2 enter #1");
}

#[test]
fn a_quiet_entry_is_no_step_unless_it_blocks() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    assert_eq!(run.owner(A), Some((T1, 1)));
    assert_eq!(run.counters().steps, 0);
    run.switch(T1, T2);
    assert_eq!(run.enter(T2, A, true), Next::Switch(T1));
    assert!(run.exit(T1, A));
    run.switch(T1, T2);
    assert_eq!(run.trace().last().unwrap(), "t2 enter #1");
}

#[test]
fn the_monitor_may_be_lost_at_the_point_before_entering() {
    let mut run = Run::new(OPTIONS, 1);
    run.pick(&[2]);
    assert_eq!(run.enter(T1, A, false), Next::Switch(T2));
    assert_eq!(run.owner(A), None);
    run.pick(&[2]);
    assert_eq!(run.enter(T2, A, false), Next::Stay);
    assert_eq!(run.owner(A), Some((T2, 1)));
    assert_eq!(run.at(T2), Next::Stay, "t1 is disabled now");
}

#[test]
fn exits_of_others_and_of_unknown_objects_are_ignored() {
    let mut run = Run::new(OPTIONS, 1);
    assert!(!run.exit(T1, C));
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    assert!(!run.exit(T2, A));
    assert_eq!(run.owner(A), Some((T1, 1)));
}

#[test]
fn steps_and_candidates_know_the_class() {
    let mut run = Run::new(OPTIONS, 1);
    run.define_object(B, 77);
    assert_eq!((run.class_of(B), run.class_of(C)), (77, 0));
    assert_eq!(run.enter(T1, B, false), Next::Stay);
    assert_eq!(run.point(T1, write(C), false), Next::Stay);
    let steps = &run.script.lock().unwrap().steps;
    assert_eq!((steps[0].class, steps[1].class), (77, 0));
}

#[test]
fn quiet_points_are_neither_steps_nor_choices() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.point(T1, write(A), true), Next::Stay);
    assert_eq!(run.counters(), Default::default());
    assert_eq!(run.point(T1, write(A), false), Next::Stay);
    assert_eq!((run.counters().steps, run.counters().choices), (1, 1));
}
