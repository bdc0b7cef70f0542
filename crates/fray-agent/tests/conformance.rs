//! What a program sees under the tool is what it sees without: exceptions of wrong use, states, names,
//! handlers, interrupts, stacks. One program notes all of it. It runs plainly first, and then many times under
//! the tool, on each engine that the JDK has, where each execution must note the same.

mod support;

use std::path::Path;
use std::time::Duration;

use fray_testkit::jdk::{self, FIRST_WITH_FIBERS, Jdk};
use fray_testkit::{place, run};
use support::{Outcome, Run, program, program_for};

const LIMIT: Duration = Duration::from_secs(120);

/// Executions per strategy.
const EXECUTIONS: u64 = 20;

/// The first release with virtual threads.
const FIRST_WITH_VIRTUAL: u32 = 21;

fn engines(jdk: &Jdk) -> &'static [&'static str] {
    match jdk.feature() {
        0..FIRST_WITH_FIBERS => &["threads"],
        _ => &["threads", "fibers"],
    }
}

/// Every execution on this engine, and none of them elsewhere.
fn demand(outcome: &Outcome, engine: &str, jdk: &Jdk) {
    let what = |wrong: &str| outcome.describe(&format!("JDK {}, {engine}: {wrong}", jdk.version));
    assert_eq!(outcome.status, 0, "{}", what("differs"));
    let summary = outcome.summary().unwrap();
    assert_eq!(summary["engine"], engine, "{}", what("another engine"));
    assert!(
        summary["engine_note"].is_null(),
        "{}",
        what("not all of it")
    );
}

/// Compares what a main class prints with what it finds when it is given that.
fn compare(jdk: &Jdk, classes: &Path, class: &str) {
    let folder = place::scratch(&format!("conformance-{class}-{}", jdk.version));
    let mut plain = jdk.tool("java");
    plain.arg("-cp").arg(classes).arg(class);
    let output = run::limited(&mut plain, LIMIT).expect("ends");
    assert!(output.status.success(), "{output:?}");
    let expected = folder.join("expected.txt");
    std::fs::write(&expected, &output.stdout).unwrap();
    assert!(output.stdout.len() > 500, "too few notes");
    for engine in engines(jdk) {
        for strategy in ["random", "pct:3"] {
            let run = Run {
                jdk,
                classes,
                folder: folder.clone(),
            };
            // Relaxed time would show timeouts that the plain program never meets.
            let options = [
                "--time=virtual".to_owned(),
                format!("--engine={engine}"),
                format!("--iter={EXECUTIONS}"),
                "--seed=1".to_owned(),
                format!("--strategy={strategy}"),
            ];
            let arguments = [class, expected.to_str().unwrap()];
            let outcome = run.fray_with(&options, &arguments, LIMIT).unwrap();
            demand(&outcome, engine, jdk);
        }
    }
}

#[test]
fn all_that_can_be_seen_is_as_without_the_tool() {
    let classes = program("conformance");
    for jdk in jdk::all() {
        compare(&jdk, &classes, "Conformance");
    }
}

#[test]
fn virtual_threads_are_as_without_the_tool() {
    let classes = program_for(FIRST_WITH_VIRTUAL, "virtual");
    for jdk in jdk::all() {
        if jdk.feature() >= FIRST_WITH_VIRTUAL {
            compare(&jdk, &classes, "Virtual");
        }
    }
}

/// A stack is as large as the thread, or `-Xss`, asks for. What a fiber's carrier has no room for is
/// done on threads.
#[test]
fn stacks_are_as_large_as_they_are_asked_for() {
    let classes = program("conformance");
    for jdk in jdk::all() {
        let folder = place::scratch(&format!("deep-{}", jdk.version));
        let run = Run {
            jdk: &jdk,
            classes: &classes,
            folder,
        };
        for engine in engines(&jdk) {
            let engine_option = format!("--engine={engine}");
            let run_with = |option: &str, program: &[&str]| {
                let options = [engine_option.clone(), "--iter=5".into(), option.to_owned()];
                run.fray_with(&options, program, LIMIT).unwrap()
            };
            let large = run_with("--seed=1", &["Deep"]);
            assert_eq!(large.status, 0, "{}", large.describe(engine));
            let note = large.summary().unwrap()["engine_note"].clone();
            let note = note.as_str().unwrap_or_default();
            let says = note.contains("a thread with a large stack of its own");
            assert_eq!(says, *engine == "fibers", "{}", large.describe(engine));
            demand(&run_with("-Xss256m", &["Deep", "large"]), engine, &jdk);
        }
    }
}

/// The JVM knows nothing of fibers: a program that has it tell about threads is run on real ones.
fn knows_the_programs(jdk: &Jdk, classes: &Path, class: &str, reason: &str) {
    let folder = place::scratch(&format!("{class}-{}", jdk.version));
    let run = Run {
        jdk,
        classes,
        folder,
    };
    for engine in engines(jdk) {
        let options = [format!("--engine={engine}"), "--iter=50".into()];
        let outcome = run.fray_with(&options, &[class], LIMIT).unwrap();
        assert_eq!(outcome.status, 0, "{}", outcome.describe(engine));
        let note = outcome.summary().unwrap()["engine_note"].clone();
        let says = note.as_str().unwrap_or_default().contains(reason);
        assert_eq!(says, *engine == "fibers", "{}", outcome.describe(engine));
    }
}

#[test]
fn the_bean_of_threads_knows_the_programs() {
    let classes = program("conformance");
    for jdk in jdk::all() {
        knows_the_programs(&jdk, &classes, "Beans", "asks the JVM");
    }
}

#[test]
fn a_dump_of_threads_knows_the_programs() {
    let classes = program_for(FIRST_WITH_VIRTUAL, "virtual");
    for jdk in jdk::all() {
        if jdk.feature() >= FIRST_WITH_VIRTUAL {
            knows_the_programs(&jdk, &classes, "Dumps", "asks the JVM");
        }
    }
}

#[test]
fn a_static_initialiser_that_fails_does_so_for_all() {
    let classes = program("conformance");
    for jdk in jdk::all() {
        let reason = "a static initialiser failed";
        knows_the_programs(&jdk, &classes, "FailsToInitialise", reason);
    }
}
