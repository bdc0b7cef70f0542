//! What comes before what, for data races, where no step tells.

use super::*;
use crate::execution::Verdict;

/// A write that races if nothing orders it behind an earlier one.
fn write_plainly(run: &mut Run, me: ThreadId) -> Next {
    let resource = Resource {
        object: A,
        member: 12,
    };
    run.access(me, Operation::new(OpKind::Write, resource), 1)
}

fn races(run: &Run) -> bool {
    matches!(run.verdict(), Some(Verdict::Race(_)))
}

#[test]
fn an_interrupt_orders_whoever_sees_it_without_having_waited() {
    for sees in [true, false] {
        let mut run = Run::new(OPTIONS, 1);
        run.detect_races();
        assert_eq!(write_plainly(&mut run, T1), Next::Stay);
        run.interrupt(T2);
        run.switch(T1, T2);
        if sees {
            run.interrupt_seen(T2);
        }
        let next = write_plainly(&mut run, T2);
        assert_eq!(next, if sees { Next::Stay } else { Next::Over });
        assert_eq!(races(&run), !sees);
    }
}

#[test]
fn a_quiet_start_orders_a_thread_that_was_announced() {
    let mut run = Run::new(OPTIONS, 0);
    run.detect_races();
    let child = run.announce();
    assert_eq!(write_plainly(&mut run, T1), Next::Stay);
    assert!(run.spawn_announced(child, false));
    let start = Operation::new(OpKind::Start, Resource::thread(child));
    assert_eq!(run.point(T1, start, true), Next::Stay);
    run.switch(T1, child);
    assert_eq!(write_plainly(&mut run, child), Next::Stay);
    assert!(!races(&run));
}
