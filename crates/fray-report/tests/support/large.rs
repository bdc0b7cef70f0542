//! A report as large as they get: many threads, many steps.

use fray_core::failure::FailureKind;
use fray_core::op::{ObjectId, OpKind};
use fray_report::model::{EffectKind, FailureReport};

use super::build::{Build, effect, failure, field, on, thread};

/// Threads that take turns on a few monitors, queues and counters. The same for the same numbers.
pub fn large(threads: u32, steps: usize) -> FailureReport {
    let mut b = Build::new(
        "fray --iter 20000 -jar warehouse.jar --load 50",
        failure(
            FailureKind::Assertion,
            7,
            "java.lang.AssertionError",
            "stock of item 4711 is -1",
            &[
                "com.acme.warehouse.Stock.check(Stock.java:88)",
                "com.acme.warehouse.Picker.pick(Picker.java:52)",
                "com.acme.warehouse.Picker.run(Picker.java:23)",
                "java.lang.Thread.run(Thread.java:1583)",
            ],
        ),
    );
    b.thread(1, "main");
    for id in 2..=threads {
        b.thread(id, &format!("picker-{:02}", id - 1));
    }
    for shelf in 0..8 {
        b.object(
            100 + shelf,
            "com.acme.warehouse.Shelf",
            None,
            &[(12, "items"), (16, "version")],
        );
    }
    let all: Vec<u32> = (1..=threads).collect();
    let mut state = 12345u64;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    for id in 2..=threads {
        let main = ["com.acme.warehouse.Main.main(Main.java:31)"];
        b.step(1, OpKind::Start, thread(id), &all[..id as usize - 1], &main);
    }
    let mut who = 2;
    while b.report.trace.len() < steps {
        let before = who;
        if random(12) == 0 {
            who = 2 + random(u64::from(threads) - 1) as u32;
        }
        // Nearly all switches are made since the thread cannot go on.
        let at = b.report.trace.len();
        let stuck = if at % 1500 < 1490 { before } else { 0 };
        let shelf = 100 + random(8) as u32;
        let line = 40 + random(9);
        let pick = format!("com.acme.warehouse.Picker.pick(Picker.java:{line})");
        let stack = [
            pick.as_str(),
            "com.acme.warehouse.Picker.run(Picker.java:23)",
            "java.lang.Thread.run(Thread.java:1583)",
        ];
        // Some threads are blocked for a while.
        let sleeping = random(u64::from(threads)) as u32;
        let enabled: Vec<u32> = all
            .iter()
            .copied()
            .filter(|id| *id > 1 && (*id == who || (*id != stuck && *id % 11 != sleeping % 11)))
            .collect();
        match random(5) {
            0 => {
                let step = b.step(who, OpKind::Enter, on(shelf), &enabled, &stack);
                effect(
                    step,
                    EffectKind::Release {
                        object: ObjectId(shelf),
                    },
                );
            }
            1 => {
                b.step(who, OpKind::Write, field(shelf, 12), &enabled, &stack)
                    .value = Some(line.to_string());
            }
            2 => {
                b.step(who, OpKind::Update, field(shelf, 16), &enabled, &stack);
            }
            _ => {
                b.step(who, OpKind::Read, field(shelf, 12), &enabled, &stack)
                    .value = Some(line.to_string());
            }
        }
    }
    b.report.failure.thread_name = "picker-06".into();
    b.report.minimized_preemptions = 3;
    b.done()
}
