//! What the model says about programs of which one knows it.

use std::collections::BTreeSet;

use fray_model::explore::outcomes;
use fray_model::program::Program;

/// The outcomes, each as whether it is a deadlock and the logs of the threads but `main`.
fn logs(text: &str, spurious: u32) -> BTreeSet<String> {
    let short = |outcome: &String| {
        let words = outcome.split(" t").skip(2);
        let logs = words.map(|word| &word[word.find('[').unwrap()..=word.find(']').unwrap()]);
        let kind = outcome.split(' ').next().unwrap();
        format!("{kind} {}", logs.collect::<Vec<_>>().join(" "))
    };
    let found = outcomes(&Program::parse(text), spurious).expect("small");
    found.iter().map(short).collect()
}

fn assert_logs(text: &str, spurious: u32, expected: &[&str]) {
    let expected: BTreeSet<_> = expected.iter().map(|&line| line.to_owned()).collect();
    assert_eq!(logs(text, spurious), expected, "{text}");
}

#[test]
fn atomics_interleave() {
    assert_logs(
        "start(1) start(2) | get(0) set(0,1) | add(0,5)",
        0,
        &["end [0] [0]", "end [0] [1]", "end [5] [0]"],
    );
}

#[test]
fn a_signal_before_the_wait_is_lost() {
    let text = "start(1) start(2) | lock(0){ await(0) read(0) } | lock(0){ write(0,3) signal(0) }";
    assert_logs(text, 0, &["end [3] []", "deadlock [] []"]);
    let text = "start(1) start(2) | sync(0){ wait(0) read(2) } | sync(0){ write(2,3) notify(0) }";
    assert_logs(text, 0, &["end [3] []", "deadlock [] []"]);
}

#[test]
fn a_spurious_wake_up_may_come_and_is_no_way_out() {
    let text = "start(1) start(2) | sync(0){ wait(0) read(2) } | sync(0){ write(2,3) notify(0) }";
    assert_logs(text, 1, &["end [3] []", "end [0] []", "deadlock [] []"]);
    let text = "start(1) get(1) | park() get(0)";
    assert_logs(text, 1, &["end [0]", "deadlock []"]);
    // Here there is nobody left while whose step it could come.
    assert_logs("start(1) | park() get(0)", 1, &["deadlock []"]);
    assert_logs("park() start(1) | get(0)", 1, &["deadlock []"]);
}

#[test]
fn anybody_may_be_notified_but_conditions_are_fair() {
    // t2 looks whether t1 waits before it does.
    let monitor = "start(1) start(2) sync(0){ notify(0) } | sync(0){ set(0,1) wait(0) add(1,1) } \
                   | sync(0){ get(0) wait(0) add(1,1) }";
    let found = logs(monitor, 0);
    assert!(found.contains("deadlock [0] [1]"), "{found:?}");
    assert!(found.contains("deadlock [] [1, 0]"), "{found:?}");
    let condition = monitor
        .replace("sync", "lock")
        .replace("notify", "signal")
        .replace("wait", "await");
    let found = logs(&condition, 0);
    assert!(found.contains("deadlock [0] [1]"), "{found:?}");
    assert!(!found.contains("deadlock [] [1, 0]"), "{found:?}");
}

#[test]
fn the_first_in_the_queue_is_in_the_way_of_others() {
    // One permit; the first wants two, the second one. If both must wait in that order, a
    // single release wakes the first for nothing, and the second never.
    let text = "acquire(0,1) start(1) start(2) release(0,1) | acquire(0,2) | acquire(0,1)";
    let found = logs(text, 0);
    assert_eq!(found.len(), 1);
    let places = outcomes(&Program::parse(text), 0).unwrap();
    let both = places
        .iter()
        .filter(|o| o.contains("t1@0") && o.contains("t2@0"));
    assert_eq!(both.count(), 1, "{places:?}");
}

#[test]
fn a_permit_is_lost_to_a_lock() {
    // t1 may be unparked while it waits for the lock: then its own park has nothing left.
    let text = "lock(0){ start(1) unpark(1) } | lock(0){ } park()";
    assert_logs(text, 0, &["end []", "deadlock []"]);
    // Not so with a monitor.
    assert_logs(
        "sync(0){ start(1) unpark(1) } | sync(0){ } park()",
        0,
        &["end []"],
    );
}

#[test]
fn who_is_not_started_is_not_there() {
    assert_logs(
        "start(1) start(2) | unpark(2) | park()",
        0,
        &["end [] []", "deadlock [] []"],
    );
    assert_logs(
        "start(1) start(2) | alive(2) | ",
        0,
        &["end [0] []", "end [1] []"],
    );
}

#[test]
fn wrong_use_is_told() {
    assert_logs(
        "start(1) | sync(0){ wait(1) notifyAll(1) } lock(1){ signal(0) await(0) }",
        0,
        &["end [-3, -3, -3, -3]"],
    );
}
