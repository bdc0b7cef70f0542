//! What fray shows is what the model says, for random small programs on every JDK found, and on both engines.
//!
//! `FRAY_MODEL=10000` compares so many programs instead of some hundred, from the number in
//! `FRAY_MODEL_FROM` on. `FRAY_MODEL_PROGRAM='...'` compares this one, and with
//! `FRAY_MODEL_SPURIOUS=1` one spurious wake-up per execution is allowed in it.
//! `FRAY_MODEL_OPTIONS=memory` gives the agent more options.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use fray_model::explore::outcomes;
use fray_model::generate;
use fray_model::program::Program;
use fray_model::run::{Found, Search, search};
use fray_model::shrink::shrink;
use fray_testkit::jdk::{self, FIRST_WITH_FIBERS, Jdk};
use fray_testkit::place;

/// Programs by default, over all JDKs together.
const PROGRAMS: u64 = 200;

/// Executions beyond which a program is left out. There must be few of those.
const EXECUTIONS: u64 = 3_000;

/// Times that a program is searched if something comes between.
const ATTEMPTS: usize = 5;

/// Programs that once showed a difference, and how many spurious wake-ups they need.
const KNOWN: &[(&str, u32)] = &[
    // Who is not started has no permit, and need not be waited for.
    ("start(1) start(2) | unpark(2) | park()", 0),
    ("start(2) start(1) | park() | unpark(1)", 0),
    ("start(1) start(2) | join(2) | park()", 0),
    ("start(1) start(2) | join(2) | alive(1)", 0),
    (
        "start(1) acquire(1,1) start(2) | release(1,1) unpark(2) | park()",
        0,
    ),
    // A timed join enters a monitor unseen.
    ("start(1) start(2) | joinFor(0) | alive(1) joinFor(0)", 0),
    // A thread's first step is one during which others may wake up for no reason.
    ("start(1) lock(0){ await(0) } | park()", 1),
    // The last step of somebody else puts an end to spurious wake-ups.
    (
        "start(1) unpark(2) park() start(2) | unpark(2) park() | park()",
        1,
    ),
    // An interrupt comes before or after what it would have ended.
    ("start(1) sleep() | interrupt(0)", 0),
    ("start(1) start(2) join(2) | interrupt(0) | get(0)", 0),
    (
        "start(1) start(2) sync(0){ notify(0) } | sync(0){ wait(0) } interrupted() | interrupt(1)",
        0,
    ),
    // All ways to a variable are ways to the same: instructions, handles, reflection; buffers over the same memory.
    (
        "start(1) start(2) | set(1,1) set(1,2) | get(1) get(1) get(1) get(1)",
        0,
    ),
    (
        "start(1) start(2) get(1) | set(0,1) set(0,2) | get(0) get(0)",
        0,
    ),
    // Who waits with a limit is in no deadlock, so a spurious wake-up may come although nobody else is there.
    ("start(1) | lockInterruptibly(0){ awaitFor(0) }", 1),
    // Who gives up waiting may do so while the one that would signal has the lock.
    (
        "start(1) start(2) | lock(0){ write(0,5) awaitFor(0) read(0) } \
     | lock(0){ read(0) write(0,1) signal(0) }",
        0,
    ),
    (
        "start(1) start(2) interrupt(1) | lock(0){ write(0,5) await(0) read(0) } \
     | lock(0){ read(0) write(0,1) signalAll(0) }",
        0,
    ),
];

/// A program to compare.
struct Case<'a> {
    program: Program,
    on: Platform<'a>,
    spurious: u32,
}

/// Where a program runs.
#[derive(Clone, Copy)]
struct Platform<'a> {
    jdk: &'a Jdk,
    engine: &'static str,
}

/// All of them: each JDK with each engine that it has.
fn platforms(jdks: &[Jdk]) -> Vec<Platform<'_>> {
    let engines = |jdk: &Jdk| match jdk.feature() {
        FIRST_WITH_FIBERS.. => &["threads", "fibers"][..],
        _ => &["threads"],
    };
    let of = |jdk| {
        engines(jdk)
            .iter()
            .map(move |engine| Platform { jdk, engine })
    };
    jdks.iter().flat_map(of).collect()
}

/// Why nothing can be said about a program: it is too large.
struct TooLarge;

impl Case<'_> {
    /// What is wrong with fray on this program; `None` if nothing is.
    fn difference(&self, program: &Program, folder: &Path) -> Result<Option<String>, TooLarge> {
        let expected = outcomes(program, self.spurious).ok_or(TooLarge)?;
        let options = Search {
            executions: EXECUTIONS,
            spurious: self.spurious,
            engine: self.on.engine,
        };
        let mut last = BTreeSet::new();
        for _ in 0..ATTEMPTS {
            return match search(program, options, self.on.jdk, folder) {
                Ok(Found::Disturbed(found)) => {
                    last = found;
                    continue;
                }
                Ok(Found::TooMany) => Err(TooLarge),
                Ok(Found::All(found)) if found == expected => Ok(None),
                Ok(Found::All(found)) => Ok(Some(describe(&found, &expected))),
                Err(error) => Ok(Some(error)),
            };
        }
        // Always so, then: what is done again each time is a deadlock on fibers that threads confirm, the same there.
        Ok((last != expected).then(|| format!("disturbed {ATTEMPTS} times")))
    }

    /// The complaint about this program, made as small as possible.
    fn explain(&self, first: String, folder: &Path) -> String {
        let wrong = |program: &Program| matches!(self.difference(program, folder), Ok(Some(_)));
        let small = shrink(&self.program, wrong);
        let last = self.difference(&small, folder).ok().flatten();
        format!(
            "{small}\n  (from {}), {} spurious wake-ups, JDK {}, {}:\n  {}",
            self.program,
            self.spurious,
            self.on.jdk.version,
            self.on.engine,
            last.unwrap_or(first)
        )
    }
}

fn describe(found: &BTreeSet<String>, expected: &BTreeSet<String>) -> String {
    let list = |set: BTreeSet<&String>| {
        let lines = set.into_iter().map(|line| format!("\n    {line}"));
        lines.collect::<String>()
    };
    format!(
        "only fray has:{}\n  only the model has:{}",
        list(found.difference(expected).collect()),
        list(expected.difference(found).collect()),
    )
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn cases<'a>(platforms: &[Platform<'a>]) -> Vec<Case<'a>> {
    let case = |program, on, spurious| Case {
        program,
        on,
        spurious,
    };
    if let Ok(text) = std::env::var("FRAY_MODEL_PROGRAM") {
        let spurious = number("FRAY_MODEL_SPURIOUS").unwrap_or(0) as u32;
        let all = platforms.iter();
        return all
            .map(|on| case(Program::parse(&text), *on, spurious))
            .collect();
    }
    let from = number("FRAY_MODEL_FROM").unwrap_or(0);
    let to = from + number("FRAY_MODEL").unwrap_or(PROGRAMS);
    let known = KNOWN.iter().flat_map(|(text, spurious)| {
        let all = platforms.iter();
        all.map(move |on| case(Program::parse(text), *on, *spurious))
    });
    // Each program in one place, which comes at it in all its kinds.
    let generated = (from..to).map(|n| {
        let on = platforms[(n / 2) as usize % platforms.len()];
        let spurious = (n / 2 / platforms.len() as u64) % 3 == 2;
        case(generate::program(n), on, u32::from(spurious))
    });
    known.chain(generated).collect()
}

#[test]
fn fray_shows_what_the_model_says() {
    let jdks = jdk::all();
    let start = Instant::now();
    let cases = cases(&platforms(&jdks));
    let (next, large) = (AtomicUsize::new(0), AtomicU64::new(0));
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for worker in 0..thread::available_parallelism().map_or(1, usize::from) {
            let (next, large, wrong, cases) = (&next, &large, &wrong, &cases);
            scope.spawn(move || {
                let folder = place::scratch(&format!("model-{}-{worker}", std::process::id()));
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match case.difference(&case.program, &folder) {
                        Ok(None) => {}
                        Err(TooLarge) => {
                            large.fetch_add(1, Ordering::Relaxed);
                        }
                        Ok(Some(first)) => {
                            let line = case.explain(first, &folder);
                            eprintln!("{line}");
                            wrong.lock().unwrap().push(line);
                        }
                    }
                }
            });
        }
    });
    let (wrong, large) = (wrong.into_inner().unwrap(), large.into_inner());
    println!(
        "{} programs, {large} of them too large, {} wrong, in {} s",
        cases.len(),
        wrong.len(),
        start.elapsed().as_secs()
    );
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        large * 5 <= cases.len() as u64,
        "{large} programs are too large"
    );
}
