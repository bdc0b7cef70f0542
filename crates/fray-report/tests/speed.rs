//! Reports of long executions are made while the program under test waits: seconds, not minutes.

mod support;

use std::time::Instant;

use fray_report::derive::Derived;
use fray_report::{html, json, text};
use support::large::large;

/// Steps that the agent keeps at most.
const STEPS: usize = 200_000;

#[test]
fn long_executions() {
    // A measurement: FRAY_MEASURE=1 cargo test --release --test speed -- --nocapture
    if std::env::var_os("FRAY_MEASURE").is_none() {
        return;
    }
    let report = large(20, STEPS);
    let time = |name: &str, work: &dyn Fn() -> usize| {
        let begin = Instant::now();
        let size = work();
        println!("{name:8} {:>6} ms {size:>10}", begin.elapsed().as_millis());
        assert!(begin.elapsed().as_secs() < 20, "{name} takes too long");
    };
    time("derive", &|| Derived::new(&report).blocks.len());
    time("text", &|| text::render(&report).len());
    time("json", &|| json::failure(&report).len());
    time("html", &|| html::render(&report, &|_| None).len());
}
