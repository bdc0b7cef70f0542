//! What a decision costs. Not a test of correctness, so it does nothing by default:
//! `FRAY_MEASURE=1 cargo test --release -p fray-core decision_cost -- --nocapture`.

use std::time::Instant;

use super::*;

/// Keeps the thread that runs.
struct Stay;

impl Strategy for Stay {
    fn begin(&mut self, _: &Start) -> bool {
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        let current = |c: &crate::strategy::Candidate| c.thread == point.current;
        Ok(point.candidates.iter().position(current).unwrap_or(0))
    }

    fn choose_other(&mut self, _: &Choice<'_>) -> Result<usize, Divergence> {
        Ok(0)
    }
}

/// The fastest of many short batches: the machine may be busy with other things.
const BATCHES: u32 = 200;
const ROUNDS: u32 = 20_000;

fn measure(name: &str, threads: u32, mut round: impl FnMut(&mut Execution)) {
    let options = ExecutionOptions {
        max_steps: u64::MAX,
        ..OPTIONS
    };
    let mut execution = Execution::new(options, Box::new(Stay));
    for object in 1..1_000_000 {
        execution.define_object(ObjectId(object), object);
    }
    for _ in 0..10_000 {
        let ended = execution.spawn(T1, false);
        assert_eq!(execution.join(T1, ended, None), Next::Switch(ended));
        assert_eq!(execution.end(ended, ObjectId::NONE), Next::Switch(T1));
    }
    for _ in 1..threads {
        execution.spawn(T1, false);
    }
    let mut batch = || {
        let begin = Instant::now();
        for _ in 0..ROUNDS {
            round(&mut execution);
        }
        begin.elapsed()
    };
    let fastest = (0..BATCHES).map(|_| batch()).min().unwrap();
    let nanos = fastest.as_nanos() as f64 / f64::from(ROUNDS);
    println!("{name}, {threads} threads: {nanos:.1} ns");
}

#[test]
fn decision_cost() {
    if std::env::var_os("FRAY_MEASURE").is_none() {
        return;
    }
    for threads in [1, 2, 4, 16, 100] {
        measure("point", threads, |execution| {
            assert_eq!(execution.point(T1, write(A), false), Next::Stay);
        });
    }
    measure("quiet point", 4, |execution| {
        assert_eq!(execution.point(T1, write(A), true), Next::Stay);
    });
    measure("enter and exit", 4, |execution| {
        assert_eq!(execution.enter(T1, A, false), Next::Stay);
        assert!(execution.exit(T1, A));
    });
    measure("unpark and park", 4, |execution| {
        execution.unpark(T1);
        assert_eq!(execution.park(T1, None, false, false), Next::Stay);
    });
}
