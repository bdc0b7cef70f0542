//! How many classes a second one core instruments in memory, with every hook on, over the java.base
//! module of the newest JDK found: as classes of the JDK, and as if they were a program's, where
//! every access to a field or an array element has a hook.
//!
//! `cargo bench -p fray-instrument`; with `-- jdk` or `-- application` behind it one of them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use fray_instrument::scope::Origin;
use fray_instrument::{Instrumenter, Options, Outcome};
use fray_testkit::{corpus, cpu, jdk};

/// Long enough for a stable figure, short enough to wait for.
const RUN: Duration = Duration::from_secs(4);

/// The goal: classes a second on one core.
const GOAL: f64 = 100_000.0;

const ALL_ON: Options = Options {
    memory: true,
    instrument_locks: true,
};

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    // `cargo test --benches` only wants to know that this builds.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let only = arguments.iter().find(|argument| !argument.starts_with('-'));
    let pack = corpus::jdk_classes(&jdk::newest());
    let of_base = pack.classes().filter(|class| class.group == "java.base");
    let classes: Vec<&[u8]> = of_base
        .filter(|class| !class.is_module_info())
        .map(|class| class.bytes)
        .collect();
    for (name, origin) in [("jdk", Origin::Jdk), ("application", Origin::Application)] {
        if only.is_none_or(|only| only == name) {
            measure(name, &classes, origin);
        }
    }
}

/// Classes a second of processor time in the fastest pass over all of them: other programs on the
/// machine only ever make a pass slower. Each pass has an instrumenter of its own, as each JVM has.
fn measure(name: &str, classes: &[&[u8]], origin: Origin) {
    let (start, mut fastest) = (Instant::now(), Duration::MAX);
    let mut changed = 0;
    while start.elapsed() < RUN {
        let instrumenter = Instrumenter::new(ALL_ON);
        let pass = cpu::of_thread();
        changed = 0;
        for class in classes {
            let outcome = instrumenter.rewrite(black_box(class), origin);
            let outcome = black_box(outcome).expect("the JDK's classes can be read");
            changed += usize::from(matches!(outcome, Outcome::Rewritten { .. }));
        }
        fastest = fastest.min(cpu::of_thread() - pass);
    }
    let rate = classes.len() as f64 / fastest.as_secs_f64();
    println!(
        "{name}\t{rate:.0} classes/s\t{:.2} us each\t{} of {} changed\t{:.2} x the goal",
        1e6 / rate,
        changed,
        classes.len(),
        rate / GOAL
    );
}
