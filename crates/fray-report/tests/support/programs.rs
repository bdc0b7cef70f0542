//! The programs.

use fray_core::execution::{BlockedThread, DeadlockReport, WaitsFor};
use fray_core::failure::FailureKind;
use fray_core::op::{ObjectId, OpKind, ThreadId};
use fray_report::model::{EffectKind, FailureReport, LivelockReport};

use super::build::{Build, effect, failure, field, on, thread};

const MAIN: &str = "com.acme.Counter.main(Counter.java:20)";
const RUN: &str = "java.lang.Thread.run(Thread.java:1583)";

/// Two threads increment a counter that is not atomic.
pub fn lost_update() -> FailureReport {
    let mut b = Build::new(
        "fray --memory -cp target/classes com.acme.Counter",
        failure(
            FailureKind::Assertion,
            1,
            "java.lang.AssertionError",
            "expected 2 but was 1",
            &[
                "com.acme.Counter.check(Counter.java:31)",
                "com.acme.Counter.main(Counter.java:24)",
            ],
        ),
    );
    b.thread(1, "main")
        .thread(2, "worker-1")
        .thread(3, "worker-2");
    b.object(
        2,
        "com.acme.Counter",
        Some("Counter.shared"),
        &[(12, "value"), (16, "local")],
    );
    let inc = [
        "com.acme.Counter.increment(Counter.java:12)",
        "com.acme.Counter.lambda$main$0(Counter.java:18)",
        RUN,
    ];
    b.step(1, OpKind::Start, thread(2), &[1], &[MAIN]);
    b.step(
        1,
        OpKind::Start,
        thread(3),
        &[1, 2],
        &["com.acme.Counter.main(Counter.java:21)"],
    );
    b.step(2, OpKind::Begin, thread(2), &[2, 3], &[]);
    for _ in 0..3 {
        b.step(2, OpKind::Write, field(2, 16), &[2, 3], &inc).value = Some("7".into());
    }
    b.step(2, OpKind::Read, field(2, 12), &[2, 3], &inc).value = Some("0".into());
    b.step(3, OpKind::Begin, thread(3), &[2, 3], &[]);
    b.step(3, OpKind::Read, field(2, 12), &[2, 3], &inc).value = Some("0".into());
    b.step(3, OpKind::Write, field(2, 12), &[2, 3], &inc).value = Some("1".into());
    b.step(3, OpKind::End, thread(3), &[2, 3], &[]);
    b.step(2, OpKind::Write, field(2, 12), &[2], &inc).value = Some("1".into());
    b.step(2, OpKind::End, thread(2), &[2], &[]);
    let join = "com.acme.Counter.main(Counter.java:22)";
    b.step(
        1,
        OpKind::Join,
        thread(2),
        &[1],
        &["java.lang.Thread.join(Thread.java:2079)", join],
    );
    b.step(
        1,
        OpKind::Join,
        thread(3),
        &[1],
        &[
            "java.lang.Thread.join(Thread.java:2079)",
            "com.acme.Counter.main(Counter.java:23)",
        ],
    );
    b.step(
        1,
        OpKind::Read,
        field(2, 12),
        &[1],
        &[
            "com.acme.Counter.check(Counter.java:30)",
            "com.acme.Counter.main(Counter.java:24)",
        ],
    )
    .value = Some("1".into());
    b.done()
}

fn blocked(who: u32, waits: WaitsFor, holds: &[u32]) -> BlockedThread {
    BlockedThread {
        thread: ThreadId(who),
        daemon: false,
        waits,
        holds: holds.iter().copied().map(ObjectId).collect(),
    }
}

/// Two transfers in opposite directions, each with both accounts locked.
pub fn deadlock() -> FailureReport {
    let mut b = Build::new(
        "fray -cp target/classes com.acme.Bank",
        failure(
            FailureKind::Deadlock,
            2,
            "",
            "worker-1 and worker-2 wait for each other",
            &[],
        ),
    );
    b.thread(1, "main")
        .thread(2, "worker-1")
        .thread(3, "worker-2");
    b.object(4, "com.acme.Account", Some("Bank.left"), &[]);
    b.object(6, "com.acme.Account", Some("Bank.right"), &[]);
    let first = [
        "com.acme.Bank.transfer(Bank.java:31)",
        "com.acme.Bank.lambda$main$0(Bank.java:18)",
        RUN,
    ];
    let second = [
        "com.acme.Bank.transfer(Bank.java:32)",
        "com.acme.Bank.lambda$main$0(Bank.java:18)",
        RUN,
    ];
    b.step(
        1,
        OpKind::Start,
        thread(2),
        &[1],
        &["com.acme.Bank.main(Bank.java:20)"],
    );
    b.step(
        1,
        OpKind::Start,
        thread(3),
        &[1, 2],
        &["com.acme.Bank.main(Bank.java:21)"],
    );
    b.step(2, OpKind::Begin, thread(2), &[2, 3], &[]);
    b.step(2, OpKind::Enter, on(4), &[2, 3], &first);
    b.step(3, OpKind::Begin, thread(3), &[2, 3], &[]);
    b.step(3, OpKind::Enter, on(6), &[2, 3], &first);
    b.pending(
        1,
        OpKind::Join,
        thread(2),
        &[
            "java.lang.Thread.join(Thread.java:2079)",
            "com.acme.Bank.main(Bank.java:22)",
        ],
    );
    b.pending(2, OpKind::Enter, on(6), &second);
    b.pending(3, OpKind::Enter, on(4), &second);
    let monitor = |object, owner| WaitsFor::Monitor {
        object: ObjectId(object),
        owner: Some(ThreadId(owner)),
    };
    b.report.deadlock = Some(DeadlockReport {
        threads: vec![
            blocked(
                1,
                WaitsFor::Join {
                    target: ThreadId(2),
                },
                &[],
            ),
            blocked(2, monitor(6, 3), &[4]),
            blocked(3, monitor(4, 2), &[6]),
        ],
        cycle: Some(vec![ThreadId(2), ThreadId(3)]),
    });
    b.report.failure.places =
        vec!["monitor of com.acme.Account at com.acme.Bank.transfer(Bank.java:32)".into()];
    b.done()
}

/// The same with `ReentrantLock`, which the core only sees as parked threads.
pub fn lock_deadlock() -> FailureReport {
    let lock = "java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)";
    let mut b = Build::new(
        "fray -cp target/classes com.acme.Locks",
        failure(FailureKind::Deadlock, 2, "", "no thread can go on", &[]),
    );
    b.thread(1, "main")
        .thread(2, "pool-1-thread-1")
        .thread(3, "pool-1-thread-2");
    b.object(
        4,
        "java.util.concurrent.locks.ReentrantLock",
        Some("Locks.a"),
        &[],
    );
    b.object(
        6,
        "java.util.concurrent.locks.ReentrantLock",
        Some("Locks.b"),
        &[],
    );
    let at = |line: u32| format!("com.acme.Locks.both(Locks.java:{line})");
    let (first, second) = (at(40), at(41));
    b.step(
        1,
        OpKind::Start,
        thread(2),
        &[1],
        &["com.acme.Locks.main(Locks.java:20)"],
    );
    b.step(
        1,
        OpKind::Start,
        thread(3),
        &[1, 2],
        &["com.acme.Locks.main(Locks.java:21)"],
    );
    b.step(2, OpKind::Begin, thread(2), &[2, 3], &[]);
    b.step(2, OpKind::Lock, on(4), &[2, 3], &[lock, &first, RUN]);
    b.step(3, OpKind::Begin, thread(3), &[2, 3], &[]);
    b.step(3, OpKind::Lock, on(6), &[2, 3], &[lock, &first, RUN]);
    b.step(3, OpKind::Lock, on(4), &[2, 3], &[lock, &second, RUN]);
    b.step(2, OpKind::Lock, on(6), &[2], &[lock, &second, RUN]);
    let park = [
        "java.util.concurrent.locks.LockSupport.park(LockSupport.java:221)",
        "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(AbstractQueuedSynchronizer.java:754)",
        lock,
        &second,
        RUN,
    ];
    b.pending(
        1,
        OpKind::Join,
        thread(2),
        &["com.acme.Locks.main(Locks.java:22)"],
    );
    b.pending(2, OpKind::Park, thread(2), &park);
    b.pending(3, OpKind::Park, thread(3), &park);
    b.report.deadlock = Some(DeadlockReport {
        threads: vec![
            blocked(
                1,
                WaitsFor::Join {
                    target: ThreadId(2),
                },
                &[],
            ),
            blocked(2, WaitsFor::Permit, &[]),
            blocked(3, WaitsFor::Permit, &[]),
        ],
        cycle: None,
    });
    b.done()
}

/// A consumer that decides to wait before the producer notifies, and waits after.
pub fn lost_notification() -> FailureReport {
    let mut b = Build::new(
        "fray -cp target/classes com.acme.Mailbox",
        failure(FailureKind::Deadlock, 2, "", "no thread can go on", &[]),
    );
    b.thread(1, "main").thread(2, "consumer");
    b.object(4, "com.acme.Mailbox", None, &[(12, "full")]);
    let take = |line: u32| format!("com.acme.Mailbox.take(Mailbox.java:{line})");
    let put = |line: u32| format!("com.acme.Mailbox.put(Mailbox.java:{line})");
    b.step(
        1,
        OpKind::Start,
        thread(2),
        &[1],
        &["com.acme.Mailbox.main(Mailbox.java:9)"],
    );
    b.step(2, OpKind::Begin, thread(2), &[1, 2], &[]);
    b.step(2, OpKind::Read, field(4, 12), &[1, 2], &[&take(21)])
        .value = Some("false".into());
    b.step(1, OpKind::Write, field(4, 12), &[1, 2], &[&put(31)])
        .value = Some("true".into());
    let enter = b.step(1, OpKind::Enter, on(4), &[1, 2], &[&put(32)]);
    effect(
        enter,
        EffectKind::Notify {
            object: ObjectId(4),
            all: false,
            woken: vec![],
        },
    );
    effect(
        enter,
        EffectKind::Release {
            object: ObjectId(4),
        },
    );
    b.step(1, OpKind::End, thread(1), &[1, 2], &[]);
    b.step(2, OpKind::Enter, on(4), &[2], &[&take(22)]);
    b.step(
        2,
        OpKind::Wait,
        on(4),
        &[2],
        &["java.lang.Object.wait(Object.java:366)", &take(23)],
    );
    b.pending(
        2,
        OpKind::Reacquire,
        on(4),
        &["java.lang.Object.wait(Object.java:366)", &take(23)],
    );
    b.report.deadlock = Some(DeadlockReport {
        threads: vec![blocked(
            2,
            WaitsFor::Notification {
                object: ObjectId(4),
            },
            &[],
        )],
        cycle: None,
    });
    b.report.notes = vec!["1 daemon thread was still running and has been ended.".into()];
    b.report.uncontrolled = vec!["reads from java.io.FileInputStream".into()];
    b.done()
}

/// Eight workers on one atomic counter: too many for columns.
pub fn many_threads() -> FailureReport {
    let mut b = Build::new(
        "fray -jar app.jar",
        failure(
            FailureKind::Exception,
            5,
            "java.lang.IllegalStateException",
            "ticket 3 sold twice",
            &["com.acme.Tickets.sell(Tickets.java:44)", RUN],
        ),
    );
    b.thread(1, "main");
    b.object(
        2,
        "java.util.concurrent.atomic.AtomicInteger",
        Some("Tickets.next"),
        &[(12, "value")],
    );
    b.object(4, "com.acme.Ticket[]", None, &[(28, "[3]")]);
    let all: Vec<u32> = (1..=9).collect();
    for id in 2..=9 {
        b.thread(id, &format!("seller-{}", id - 1));
        b.step(
            1,
            OpKind::Start,
            thread(id),
            &all[..id as usize - 1],
            &["com.acme.Tickets.main(Tickets.java:12)"],
        );
    }
    let atomic = [
        "java.util.concurrent.atomic.AtomicInteger.getAndIncrement(AtomicInteger.java:180)",
        "com.acme.Tickets.sell(Tickets.java:41)",
        RUN,
    ];
    for id in [4, 2, 9, 3, 6, 5] {
        b.step(id, OpKind::Begin, thread(id), &all, &[]);
        b.step(id, OpKind::Update, field(2, 12), &all, &atomic)
            .value = Some(id.to_string());
    }
    b.step(
        9,
        OpKind::Write,
        field(4, 28),
        &all,
        &["com.acme.Tickets.sell(Tickets.java:43)", RUN],
    );
    b.step(
        5,
        OpKind::Read,
        field(4, 28),
        &all,
        &["com.acme.Tickets.sell(Tickets.java:43)", RUN],
    );
    b.done()
}

/// A thread that spins on a flag that nobody sets.
pub fn livelock() -> FailureReport {
    let mut b = Build::new(
        "fray --max-steps 1000 -cp . Spin",
        failure(
            FailureKind::Livelock,
            2,
            "",
            "the program did not end within 1000 steps",
            &[],
        ),
    );
    b.thread(1, "main").thread(2, "spinner");
    b.object(2, "Spin", None, &[(12, "ready")]);
    for step in 0..60 {
        let kind = if step % 2 == 0 {
            OpKind::Read
        } else {
            OpKind::Yield
        };
        let resource = if step % 2 == 0 {
            field(2, 12)
        } else {
            Default::default()
        };
        let who = if step % 20 == 19 { 1 } else { 2 };
        let line = if who == 1 {
            "Spin.main(Spin.java:9)"
        } else {
            "Spin.spin(Spin.java:4)"
        };
        b.step(who, kind, resource, &[1, 2], &[line]);
    }
    for step in &mut b.report.trace {
        step.index += 940;
    }
    b.report.livelock = Some(LivelockReport { steps: 1000 });
    let mut report = b.done();
    report.steps = 1000;
    report
}

/// Two accesses without any order between them.
pub fn race() -> FailureReport {
    let mut b = Build::new(
        "fray --races -cp . com.acme.Flag",
        failure(
            FailureKind::Race,
            2,
            "",
            "com.acme.Flag.ready is written by worker and read by main",
            &[],
        ),
    );
    b.thread(1, "main").thread(2, "worker");
    b.object(
        2,
        "java.lang.Class",
        Some("com.acme.Flag"),
        &[(104, "ready")],
    );
    b.step(
        1,
        OpKind::Start,
        thread(2),
        &[1],
        &["com.acme.Flag.main(Flag.java:8)"],
    );
    b.step(
        1,
        OpKind::Read,
        field(2, 104),
        &[1, 2],
        &["com.acme.Flag.main(Flag.java:9)"],
    )
    .value = Some("false".into());
    b.step(2, OpKind::Begin, thread(2), &[1, 2], &[]);
    b.step(
        2,
        OpKind::Write,
        field(2, 104),
        &[1, 2],
        &["com.acme.Flag.run(Flag.java:15)", RUN],
    )
    .value = Some("true".into());
    b.report.failure.places = vec![
        "read by main at com.acme.Flag.main(Flag.java:9)".into(),
        "write by worker at com.acme.Flag.run(Flag.java:15)".into(),
    ];
    b.done()
}

/// All of them, by name.
pub fn all() -> Vec<(&'static str, FailureReport)> {
    vec![
        ("lost-update", lost_update()),
        ("deadlock", deadlock()),
        ("lock-deadlock", lock_deadlock()),
        ("lost-notification", lost_notification()),
        ("many-threads", many_threads()),
        ("livelock", livelock()),
        ("race", race()),
    ]
}
