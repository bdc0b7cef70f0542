//! Wait and notify.

use super::*;
use crate::execution::Wake;

/// `me` enters A and waits there; the token goes to `next`.
fn enter_and_wait(run: &mut Run, me: ThreadId, next: ThreadId) {
    assert_eq!(run.enter(me, A, true), Next::Stay);
    run.pick(&[next.0]);
    assert_eq!(run.wait(me, A, None), Next::Switch(next));
    // There was no choice if only one was left.
    run.script.lock().unwrap().picks.clear();
}

#[test]
fn wait_releases_all_entries_and_gives_them_back() {
    let mut run = Run::new(OPTIONS, 1);
    for _ in 0..3 {
        assert_eq!(run.enter(T1, A, true), Next::Stay);
    }
    assert_eq!(run.wait(T1, A, None), Next::Switch(T2));
    assert_eq!(run.owner(A), None);
    assert_eq!(run.enter(T2, A, true), Next::Stay);
    run.notify(Some(T2), A);
    assert!(run.exit(T2, A));
    run.switch(T2, T1);
    assert_eq!(run.owner(A), Some((T1, 3)));
    assert_eq!(run.wake(T1), Wake::Normal);
    assert_eq!(run.trace(), ["t1 wait #1", "t1 reacquire #1"]);
}

#[test]
fn the_notifier_may_enter_again_before_the_notified_wakes_up() {
    let mut run = Run::new(OPTIONS, 1);
    enter_and_wait(&mut run, T1, T2);
    assert_eq!(run.enter(T2, A, true), Next::Stay);
    run.notify_all(A);
    assert_eq!(run.at(T2), Next::Stay, "t1 waits for the monitor");
    assert!(run.exit(T2, A));
    run.pick(&[2]);
    assert_eq!(run.enter(T2, A, false), Next::Stay);
    assert_eq!(run.last_point().len(), 2, "t1 could have had it");
    assert!(run.exit(T2, A));
    run.switch(T2, T1);
    assert_eq!(run.owner(A), Some((T1, 1)));
}

#[test]
fn the_strategy_chooses_who_is_notified() {
    let mut run = Run::new(OPTIONS, 2);
    enter_and_wait(&mut run, T1, T2);
    enter_and_wait(&mut run, T2, T3);
    run.answer(&[1]);
    run.notify(Some(T3), A);
    assert_eq!(run.script.lock().unwrap().asked, [2]);
    run.switch(T3, T2);
    // Only one is left: nothing to ask.
    run.notify(Some(T2), A);
    assert_eq!(run.script.lock().unwrap().asked, [2]);
    assert!(run.exit(T2, A));
    run.switch(T2, T1);
    run.notify(Some(T1), A);
    run.notify_all(A);
    run.notify(None, C);
    run.notify_all(C);
}

#[test]
fn a_thread_out_of_control_notifies_the_longest_waiter() {
    let mut run = Run::new(OPTIONS, 2);
    enter_and_wait(&mut run, T1, T2);
    enter_and_wait(&mut run, T2, T3);
    run.notify(None, A);
    assert!(run.script.lock().unwrap().asked.is_empty());
    run.switch(T3, T1);
    assert_eq!(run.at(T1), Next::Stay, "t3 or t1, not t2");
    assert!(!run.last_point().iter().any(|(thread, _)| *thread == T2));
}

#[test]
fn notify_all_wakes_everybody() {
    let mut run = Run::new(OPTIONS, 2);
    enter_and_wait(&mut run, T1, T2);
    enter_and_wait(&mut run, T2, T3);
    run.notify_all(A);
    assert_eq!(run.at(T3), Next::Stay);
    let all = [T1, T2, T3].map(|thread| (thread, Completion::Normal));
    assert_eq!(run.last_point(), all);
}

#[test]
fn a_notification_before_the_wait_is_lost() {
    let mut run = Run::new(OPTIONS, 0);
    run.notify(Some(T1), A);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    assert_eq!(run.wait(T1, A, None), Next::Stuck);
}

#[test]
fn a_timeout_that_was_not_chosen_before_the_notification_is_gone() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    run.pick(&[2]);
    assert_eq!(run.wait(T1, A, Some(500)), Next::Switch(T2));
    assert_eq!(run.last_point()[0], (T1, Completion::Timeout));
    run.notify(Some(T2), A);
    run.switch(T2, T1);
    assert_eq!(run.last_point()[0], (T1, Completion::Normal));
    assert_eq!((run.wake(T1), run.now()), (Wake::Normal, 0));
}

#[test]
fn a_waiter_that_timed_out_takes_no_notification() {
    let mut run = Run::new(OPTIONS, 2);
    enter_and_wait(&mut run, T1, T2);
    assert_eq!(run.enter(T2, A, true), Next::Stay);
    run.pick(&[2]);
    assert_eq!(run.wait(T2, A, Some(500)), Next::Stay);
    assert_eq!((run.wake(T2), run.now()), (Wake::TimedOut, 500));
    run.notify(Some(T2), A);
    assert!(run.exit(T2, A));
    run.switch(T2, T1);
    assert_eq!(run.wake(T1), Wake::Normal, "the notification was for t1");
}

#[test]
fn a_timed_waiter_needs_the_monitor_to_time_out() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    run.pick(&[2]);
    assert_eq!(run.wait(T1, A, Some(500)), Next::Switch(T2));
    assert_eq!(run.enter(T2, A, true), Next::Stay);
    assert_eq!(run.at(T2), Next::Stay);
    assert_eq!(run.counters().choices, 1);
}

#[test]
fn an_interrupt_takes_a_waiter_out_of_the_wait_set() {
    let mut run = Run::new(OPTIONS, 2);
    enter_and_wait(&mut run, T1, T2);
    enter_and_wait(&mut run, T2, T3);
    run.interrupt(T1);
    run.notify(Some(T3), A);
    assert!(run.script.lock().unwrap().asked.is_empty(), "only t2 waits");
    run.switch(T3, T1);
    assert_eq!(run.wake(T1), Wake::Interrupted);
    assert!(run.exit(T1, A));
    run.switch(T1, T2);
    assert_eq!(run.wake(T2), Wake::Normal);
}

#[test]
fn an_interrupt_after_the_notification_does_not_lose_it() {
    let mut run = Run::new(OPTIONS, 1);
    enter_and_wait(&mut run, T1, T2);
    run.notify(Some(T2), A);
    run.interrupt(T1);
    run.switch(T2, T1);
    assert_eq!(run.wake(T1), Wake::Normal);
}

#[test]
fn spurious_wake_ups_are_drawn_when_the_wait_begins() {
    let options = ExecutionOptions {
        spurious: true,
        ..OPTIONS
    };
    let mut run = Run::new(options, 1);
    run.answer(&[1]);
    assert_eq!(run.enter(T1, A, true), Next::Stay);
    run.pick(&[2]);
    assert_eq!(run.wait(T1, A, None), Next::Switch(T2));
    assert_eq!(run.last_point()[0], (T1, Completion::Spurious));
    run.switch(T2, T1);
    assert_eq!(run.wake(T1), Wake::Spurious);
    assert_eq!(run.owner(A), Some((T1, 1)));
    run.notify(Some(T1), A);
    assert_eq!(run.wait(T1, A, None), Next::Switch(T2), "none drawn now");
    assert_eq!(run.at(T2), Next::Stay);
    assert_eq!(run.script.lock().unwrap().asked, [2, 2]);
}

#[test]
fn a_wait_on_a_monitor_that_was_entered_unseen_does_not_own_it_afterwards() {
    let mut run = Run::new(OPTIONS, 1);
    assert_eq!(run.wait(T1, A, None), Next::Switch(T2));
    run.notify(Some(T2), A);
    run.switch(T2, T1);
    assert_eq!(run.owner(A), None);
}
