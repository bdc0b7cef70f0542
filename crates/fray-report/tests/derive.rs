//! What follows from a trace: holds, blocks, switches, and what matters.

mod support;

use fray_core::op::{Completion, ObjectId, OpKind, ThreadId};
use fray_report::derive::{Derived, Hold, Obstacle};
use fray_report::model::{EffectKind, FailureReport};
use support::build::{Build, effect, failure, field, ids, on, thread};
use support::{large::large, programs};

fn empty() -> Build {
    let kind = fray_core::failure::FailureKind::Assertion;
    let mut b = Build::new("fray -cp . Main", failure(kind, 1, "", "wrong", &[]));
    b.thread(1, "main").thread(2, "a").thread(3, "b");
    b
}

/// Thread, object, first and last position.
fn holds(report: &FailureReport) -> Vec<(u32, u32, Option<usize>, Option<usize>)> {
    let tuple = |h: &Hold| (h.thread.0, h.object.0, h.since, h.until);
    Derived::new(report).holds.iter().map(tuple).collect()
}

const MAIN: &str = "Main.main(Main.java:1)";

#[test]
fn releases_that_are_told_count() {
    let mut b = empty();
    let enter = b.step(
        1,
        OpKind::Enter,
        on(5),
        &[1],
        &["Main.f(Main.java:9)", MAIN],
    );
    effect(
        enter,
        EffectKind::Release {
            object: ObjectId(5),
        },
    );
    b.step(
        1,
        OpKind::Enter,
        on(6),
        &[1],
        &["Main.f(Main.java:12)", MAIN],
    );
    b.step(1, OpKind::Yield, Default::default(), &[1], &[MAIN]);
    assert_eq!(
        holds(&b.done()),
        [(1, 5, Some(0), Some(1)), (1, 6, Some(1), None)]
    );
}

#[test]
fn without_them_the_stack_tells() {
    let mut b = empty();
    b.step(
        1,
        OpKind::Enter,
        on(5),
        &[1],
        &["Main.f(Main.java:9)", MAIN],
    );
    // Deeper in the same method, another line of it, then out.
    b.step(
        1,
        OpKind::Read,
        field(7, 1),
        &[1],
        &["Main.g(Main.java:20)", "Main.f(Main.java:10)", MAIN],
    );
    b.step(2, OpKind::Begin, thread(2), &[1, 2], &[]);
    b.step(
        1,
        OpKind::Read,
        field(7, 1),
        &[1],
        &["Main.h(Main.java:30)", MAIN],
    );
    assert_eq!(holds(&b.done()), [(1, 5, Some(0), Some(2))]);
}

#[test]
fn who_enters_proves_that_nobody_else_is_inside() {
    let mut b = empty();
    b.step(1, OpKind::Enter, on(5), &[1], &[]);
    b.step(2, OpKind::Enter, on(5), &[1, 2], &[]);
    b.step(2, OpKind::Wait, on(5), &[2], &[]);
    b.step(1, OpKind::Enter, on(5), &[1], &[]);
    b.step(2, OpKind::Reacquire, on(5), &[2], &[]);
    b.step(2, OpKind::End, thread(2), &[2], &[]);
    assert_eq!(
        holds(&b.done()),
        [
            (1, 5, Some(0), Some(1)),
            (2, 5, Some(1), Some(2)),
            (1, 5, Some(3), Some(4)),
            (2, 5, Some(4), Some(5)),
        ]
    );
}

fn lock_frame(method: &str) -> String {
    format!("java.util.concurrent.locks.ReentrantLock.{method}(ReentrantLock.java:1)")
}

#[test]
fn locks_by_the_names_of_their_methods() {
    let (lock, unlock, try_lock) = (
        lock_frame("lock"),
        lock_frame("unlock"),
        lock_frame("tryLock"),
    );
    let park = "java.util.concurrent.locks.LockSupport.park(LockSupport.java:1)";
    let mut b = empty();
    b.step(1, OpKind::Lock, on(5), &[1, 2, 3], &[&lock, MAIN]);
    b.step(2, OpKind::Lock, on(5), &[1, 2, 3], &[&lock, MAIN]);
    b.step(3, OpKind::Lock, on(5), &[1, 3], &[&try_lock, MAIN]);
    b.step(1, OpKind::Lock, on(5), &[1, 3], &[&lock, MAIN]);
    b.step(1, OpKind::Lock, on(5), &[1, 3], &[&unlock, MAIN]);
    b.step(1, OpKind::Lock, on(5), &[1, 3], &[&unlock, MAIN]);
    b.step(2, OpKind::Park, thread(2), &[1, 2, 3], &[park, &lock, MAIN]);
    b.step(2, OpKind::Lock, on(5), &[1, 2, 3], &[&unlock, MAIN]);
    b.step(3, OpKind::Lock, on(5), &[1, 2, 3], &[&try_lock, MAIN]);
    b.step(3, OpKind::Lock, on(5), &[1, 2, 3], &[&unlock, MAIN]);
    let report = b.done();
    // The first try fails since nothing is unlocked after it; locking twice takes unlocking twice.
    assert_eq!(
        holds(&report),
        [
            (1, 5, Some(0), Some(6)),
            (2, 5, Some(6), Some(8)),
            (3, 5, Some(8), Some(10))
        ]
    );
    let derived = Derived::new(&report);
    let block = &derived.blocks[0];
    assert_eq!(
        (block.thread, block.from, block.until),
        (ThreadId(2), 2, Some(6))
    );
    assert_eq!(block.obstacle, Obstacle::Lock(ObjectId(5)));
    assert_eq!(block.owner, Some(ThreadId(1)));
    assert_eq!(block.step, Some(6));
}

#[test]
fn who_awaits_a_condition_has_not_its_lock() {
    let (lock, unlock) = (lock_frame("lock"), lock_frame("unlock"));
    let condition = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";
    let (wait, signal) = (
        format!("{condition}.await(A.java:1)"),
        format!("{condition}.signal(A.java:1)"),
    );
    let park = "java.util.concurrent.locks.LockSupport.park(LockSupport.java:1)";
    let mut b = empty();
    b.step(1, OpKind::Lock, on(5), &[1, 2], &[&lock, MAIN]);
    b.step(1, OpKind::Lock, on(5), &[1, 2], &[&wait, MAIN]);
    b.step(2, OpKind::Lock, on(5), &[2], &[&lock, MAIN]);
    b.step(2, OpKind::Lock, on(5), &[2], &[&signal, MAIN]);
    b.step(2, OpKind::Lock, on(5), &[2], &[&unlock, MAIN]);
    b.step(1, OpKind::Park, thread(1), &[1, 2], &[park, &wait, MAIN]);
    b.step(1, OpKind::Lock, on(5), &[1, 2], &[&unlock, MAIN]);
    let report = b.done();
    assert_eq!(
        holds(&report),
        [
            (1, 5, Some(0), Some(2)),
            (2, 5, Some(2), Some(5)),
            (1, 5, Some(5), Some(7)),
        ]
    );
    let derived = Derived::new(&report);
    assert_eq!(derived.blocks.len(), 1);
    assert_eq!(derived.blocks[0].obstacle, Obstacle::Condition(ObjectId(5)));
    let text = fray_report::text::render(&report);
    for expected in [
        "awaits a condition of object#5",
        "parks (waiting for a signal on a condition of object#5)",
        "signals a condition of object#5",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn back_from_a_wait_is_where_the_wait_began() {
    let mut b = empty();
    b.step(1, OpKind::Enter, on(5), &[1], &["Main.f(Main.java:9)"]);
    b.step(1, OpKind::Wait, on(5), &[1], &["Main.f(Main.java:10)"]);
    b.step(2, OpKind::Enter, on(5), &[2], &["Main.g(Main.java:20)"]);
    b.step(1, OpKind::Reacquire, on(5), &[1], &[]);
    let text = fray_report::text::render(&b.done());
    let place = text
        .lines()
        .skip_while(|line| !line.contains("wakes up"))
        .take(2);
    let place: String = place.collect();
    assert!(place.contains("at Main.f:10"), "{text}");
}

#[test]
fn readers_share_a_lock() {
    let read = "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock(R.java:1)";
    let mut b = empty();
    b.step(1, OpKind::Lock, on(5), &[1], &[read]);
    b.step(2, OpKind::Lock, on(5), &[1], &[read]);
    assert_eq!(
        holds(&b.done()),
        [(1, 5, Some(0), None), (2, 5, Some(1), None)]
    );
}

#[test]
fn acquisitions_that_are_told_count_more_than_names() {
    let try_lock = lock_frame("tryLock");
    let mut b = empty();
    b.step(1, OpKind::Lock, on(5), &[1], &[&try_lock, MAIN]);
    let second = b.step(1, OpKind::Lock, on(6), &[1], &[&try_lock, MAIN]);
    effect(
        second,
        EffectKind::Acquire {
            object: ObjectId(6),
        },
    );
    assert_eq!(holds(&b.done()), [(1, 6, Some(1), None)]);
}

#[test]
fn a_deadlock_report_knows_best() {
    let mut report = programs::deadlock();
    let derived = Derived::new(&report);
    let end = report.trace.len();
    assert_eq!(
        derived.owner_at(ObjectId(4), end).map(|h| h.thread),
        Some(ThreadId(2))
    );
    let block = derived.waiting_at(ThreadId(3), end).expect("blocked");
    assert_eq!(
        (block.from, block.until, block.owner),
        (end, None, Some(ThreadId(2)))
    );
    // A monitor that was taken before the trace begins.
    let deadlock = report.deadlock.as_mut().expect("a deadlock");
    deadlock.threads[0].holds.push(ObjectId(99));
    assert!(holds(&report).contains(&(1, 99, None, None)));
}

#[test]
fn only_those_are_preempted_that_could_have_gone_on() {
    let mut b = empty();
    b.step(1, OpKind::Write, field(5, 1), &[1, 2, 3], &[]);
    b.step(2, OpKind::Write, field(5, 1), &[1, 2, 3], &[]); // preempts 1, which would write
    b.step(3, OpKind::Write, field(5, 1), &[1, 3], &[]); // 2 is blocked
    b.step(1, OpKind::Write, field(5, 1), &[1, 2, 3], &[]); // 3 would sleep
    b.step(2, OpKind::Enter, on(9), &[1, 2, 3], &[]); // preempts 1, which would write
    b.step(1, OpKind::Write, field(5, 1), &[1, 3], &[]); // 2 is blocked
    b.step(3, OpKind::Sleep, Default::default(), &[1, 3], &[]); // preempts 1
    let report = b.done();
    let derived = Derived::new(&report);
    let preempts: Vec<bool> = derived
        .switches
        .iter()
        .map(|switch| switch.is_some_and(|switch| switch.preemption))
        .collect();
    assert_eq!(preempts, [false, true, false, false, true, false, true]);
    assert_eq!(derived.preemptions(), 3);
    assert!(derived.switches[1..].iter().all(Option::is_some));
}

#[test]
fn a_thread_at_a_hint_is_not_preempted() {
    let mut b = empty();
    b.step(1, OpKind::Write, field(5, 1), &[1, 2], &[]);
    b.step(2, OpKind::Write, field(5, 1), &[1, 2], &[]);
    b.step(1, OpKind::Yield, Default::default(), &[1, 2], &[]);
    let derived = Derived::new(&b.done());
    assert_eq!(derived.switches[1].map(|s| s.preemption), Some(false));
}

/// The positions of the steps that matter.
fn matters(report: &FailureReport) -> Vec<usize> {
    let matters = Derived::new(report).matters;
    (0..matters.len()).filter(|&at| matters[at]).collect()
}

#[test]
fn what_nobody_else_can_see_does_not_matter() {
    let mut b = empty();
    for _ in 0..5 {
        b.step(1, OpKind::Write, field(5, 1), &[1], &[]); // only the last is seen by 2
    }
    b.step(1, OpKind::Write, field(6, 1), &[1], &[]); // never seen
    b.step(2, OpKind::Read, field(5, 1), &[2], &[]); // 6
    b.step(2, OpKind::Read, field(5, 1), &[2], &[]); // 7, the same again
    b.step(3, OpKind::Read, field(5, 1), &[3], &[]); // 8
    b.step(3, OpKind::Read, field(7, 1), &[3], &[]); // a read of what nobody writes
    b.step(2, OpKind::Read, field(7, 1), &[2], &[]);
    b.step(1, OpKind::Yield, Default::default(), &[1], &[]); // the last one, after which it failed
    assert_eq!(matters(&b.done()), [4, 6, 7, 8, 11]);
}

#[test]
fn what_did_not_go_the_ordinary_way_matters() {
    let mut b = empty();
    b.step(1, OpKind::Join, thread(2), &[1], &[]).completion = Completion::Timeout;
    b.step(1, OpKind::Sleep, Default::default(), &[1], &[]);
    b.step(1, OpKind::External, Default::default(), &[1], &[]);
    b.step(1, OpKind::Yield, Default::default(), &[1], &[]);
    assert_eq!(matters(&b.done()), [0, 2, 3]);
}

#[test]
fn what_is_not_known_is_not_invented() {
    let mut report = programs::deadlock();
    for step in &mut report.trace {
        step.enabled.clear();
        step.frames.clear();
    }
    for label in &mut report.threads {
        label.pending = None;
    }
    report.objects.clear();
    let derived = Derived::new(&report);
    assert_eq!(derived.preemptions(), 0);
    // All that is left is what the deadlock report says.
    let from: Vec<usize> = derived.blocks.iter().map(|block| block.from).collect();
    assert_eq!(from, [report.trace.len(); 3]);
    let text = fray_report::text::render(&report);
    assert!(
        text.contains("worker-1 waits for object#6, held by worker-2."),
        "{text}"
    );
}

/// A thread that joins itself, or parks before it does anything else, is in the deadlock all the same.
#[test]
fn who_never_made_a_step_is_blocked_too() {
    let mut report = programs::deadlock();
    let blocked = report.deadlock.as_ref().map(|it| it.threads.len());
    report.trace.clear();
    let derived = Derived::new(&report);
    assert_eq!(Some(derived.blocks.len()), blocked);
    let text = fray_report::text::render(&report);
    assert!(
        text.contains("waits for Account#1, held by worker-2."),
        "{text}"
    );
}

#[test]
fn numbers_agree_with_a_slow_count() {
    let report = large(9, 800);
    let derived = Derived::new(&report);
    for position in 0..report.trace.len() {
        for id in ids(&[2, 5, 9]) {
            let held: Vec<_> = derived.held_at(id, position).map(|h| h.object).collect();
            // In this program a monitor is released before the next step.
            let step = &report.trace[position];
            let enters = step.thread == id && step.operation.kind == OpKind::Enter;
            assert_eq!(held.len(), usize::from(enters), "{position}");
            let enabled = &step.enabled;
            if let Some(block) = derived.waiting_at(id, position) {
                assert!(
                    enabled.is_empty() || !enabled.contains(&id),
                    "{position}: {block:?}"
                );
            }
        }
    }
}
