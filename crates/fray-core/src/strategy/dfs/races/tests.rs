//! Small executions whose races are known.

use super::*;
use crate::op::ObjectId;

fn event(thread: u32, kind: OpKind, object: u32) -> Event {
    Event {
        what: What {
            thread: ThreadId(thread),
            operation: Operation::new(kind, Resource::object(ObjectId(object))),
            completion: Completion::Normal,
        },
        frame: None,
        place: 0,
        unseen: false,
    }
}

fn pairs(events: &[Event]) -> Vec<(usize, Vec<u32>)> {
    let numbers = |race: Race| (race.first, race.initials.iter().map(|t| t.0).collect());
    races(events, 0).into_iter().map(numbers).collect()
}

#[test]
fn only_what_nothing_else_orders() {
    use OpKind::{Read, Write};
    // t1 writes x and y; t2 reads y and then x: only the first pair is a race.
    let events = [
        event(1, Write, 1),
        event(1, Write, 2),
        event(2, Read, 2),
        event(2, Read, 1),
    ];
    assert_eq!(pairs(&events), [(1, vec![2])]);
}

#[test]
fn reads_race_with_the_write_after_them() {
    use OpKind::{Read, Write};
    let events = [event(1, Read, 1), event(2, Read, 1), event(3, Write, 1)];
    assert_eq!(pairs(&events), [(0, vec![2]), (1, vec![3])]);
}

#[test]
fn the_reversed_race_begins_with_what_leads_to_it() {
    use OpKind::Write;
    // t3 can only come to x after t2's y: one must begin with t2.
    let events = [
        event(1, Write, 1),
        event(2, Write, 2),
        event(3, Write, 2),
        event(3, Write, 1),
    ];
    let found = pairs(&events);
    assert!(found.contains(&(0, vec![2])), "{found:?}");
}

#[test]
fn a_wait_stands_for_the_entry_before_it() {
    use OpKind::{Enter, Wait};
    let events = [event(1, Enter, 1), event(1, Wait, 1), event(2, Enter, 1)];
    assert_eq!(pairs(&events), [(0, vec![2])]);
    // One that was no step.
    let events = [
        event(1, OpKind::Read, 7),
        event(1, Wait, 1),
        event(2, Enter, 1),
    ];
    assert_eq!(pairs(&events), [(0, vec![2])]);
}

#[test]
fn a_join_can_only_come_before_the_start() {
    use OpKind::{Begin, End, Join, Start};
    // t1 starts t2 and t3; t2 joins t3.
    let events = [
        event(1, Start, 2),
        event(2, Begin, 2),
        event(1, Start, 3),
        event(3, Begin, 3),
        event(3, End, 3),
        event(2, Join, 3),
    ];
    let found = pairs(&events);
    assert!(found.contains(&(2, vec![2])), "{found:?}");
    // One that was started after it cannot come before it.
    let events = [
        event(1, Start, 3),
        event(1, Start, 2),
        event(2, Begin, 2),
        event(3, End, 3),
        event(2, Join, 3),
    ];
    let found = pairs(&events);
    assert!(!found.contains(&(0, vec![2])), "{found:?}");
}

#[test]
fn an_interrupt_wakes_whoever_waits_for_a_lock() {
    use OpKind::{Interrupt, Lock, Park};
    let events = [
        event(2, Lock, 1),
        event(3, Lock, 1),
        event(1, Interrupt, 2),
        event(2, Park, 2),
    ];
    let interrupted = races(&events, 3);
    let race = interrupted.iter().find(|race| race.first == 1);
    assert!(race.is_none_or(|race| !race.pending));
    let events = [event(2, Lock, 1), event(3, Lock, 1), event(2, Park, 2)];
    assert!(races(&events, 2)[0].pending);
}

#[test]
fn parks_depend_on_locks() {
    let events = [event(1, OpKind::Lock, 1), event(2, OpKind::Park, 9)];
    assert_eq!(pairs(&events), [(0, vec![2])]);
    let events = [event(1, OpKind::Lock, 1), event(2, OpKind::Lock, 2)];
    assert_eq!(pairs(&events), []);
}

#[test]
fn what_no_step_tells_of_races_with_everything() {
    use OpKind::{Read, Write};
    let mut events = [event(1, Read, 1), event(2, Write, 2), event(1, Read, 3)];
    assert_eq!(pairs(&events), []);
    events[1].unseen = true;
    assert_eq!(pairs(&events), [(0, vec![2]), (1, vec![1])]);
}

#[test]
fn an_end_may_wake_who_gives_up_otherwise() {
    use OpKind::{Begin, End, Reacquire};
    let mut events = [event(1, Reacquire, 1), event(2, Begin, 2), event(2, End, 3)];
    assert_eq!(pairs(&events), []);
    events[0].what.completion = Completion::Timeout;
    assert_eq!(pairs(&events), [(0, vec![2])]);
}

#[test]
fn who_gives_up_waiting_for_a_lock_meets_who_was_woken() {
    let mut events = [event(1, OpKind::Park, 1), event(2, OpKind::Park, 2)];
    assert_eq!(pairs(&events), []);
    events[1].what.completion = Completion::Timeout;
    assert_eq!(pairs(&events), [(0, vec![2])]);
    events.reverse();
    assert_eq!(pairs(&events), [(0, vec![1])]);
}
