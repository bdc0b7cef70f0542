//! Every execution finds the program's classes as if they were new, whether they are or not.

mod support;

use std::time::Duration;

use fray_instrument::tables::STARTED;
use fray_testkit::{jdk, place};
use support::{Run, program};

const LIMIT: Duration = Duration::from_secs(120);

/// How often the program's own loaders defined a class, the launcher's included.
fn loaded(run: &Run<'_>, class: &str, executions: u32) -> Result<usize, String> {
    let log = run.folder().join("classes.log");
    let _ = std::fs::remove_file(&log);
    let options = [
        format!("--iter={executions}"),
        "--seed=5".to_owned(),
        "--keep-going".to_owned(),
        "--shrink=0".to_owned(),
        format!("-Xlog:class+load:file={}", log.display()),
    ];
    let outcome = run.fray(&options, class, LIMIT)?;
    if outcome.summary()?["iterations"] != executions {
        return Err(outcome.describe("stopped early"));
    }
    let log = std::fs::read_to_string(log).map_err(|error| error.to_string())?;
    let name = format!(" {class} source:");
    Ok(log.lines().filter(|line| line.contains(&name)).count())
}

fn on_each_jdk(name: &str, check: impl Fn(&Run<'_>) -> Result<(), String>) {
    let classes = program("classes");
    for jdk in &jdk::all() {
        let run = Run {
            jdk,
            classes: &classes,
            folder: place::scratch(&format!("{name}-{}", jdk.version)),
        };
        if let Err(error) = check(&run) {
            panic!("on JDK {}: {error}", jdk.version);
        }
    }
}

#[test]
fn classes_that_remember_nothing_are_loaded_once() {
    on_each_jdk("classes-once", |run| {
        let times = loaded(run, "Forgetful", 30)?;
        (times == 2)
            .then_some(())
            .ok_or_else(|| format!("loaded {times} times"))
    });
}

/// Static fields are put back, also those of a class that not every execution uses, and final ones stay final.
#[test]
fn static_fields_are_put_back() {
    on_each_jdk("classes-statics", |run| {
        for strategy in ["random", "dfs"] {
            let options = [
                "--iter=300".to_owned(),
                "--seed=5".to_owned(),
                "--keep-going".to_owned(),
                format!("--strategy={strategy}"),
            ];
            let outcome = run.fray(&options, "Statics", LIMIT)?;
            let summary = outcome.summary()?;
            let failures = summary["failures"].as_array().ok_or("no failures")?;
            let known = |failure: &serde_json::Value| {
                let message = failure["message"].as_str().unwrap_or_default();
                (5..=6).any(|uses| message == format!("the balance is -20 with {uses}"))
                    && failure["replayed"] == true
            };
            if failures.is_empty() || !failures.iter().all(known) {
                return Err(outcome.describe("other failures"));
            }
            for folder in outcome.failures() {
                run.replays(&folder.join("recording.fray"), 1, LIMIT)?;
                run.replays(&folder.join("minimized.fray"), 1, LIMIT)?;
            }
        }
        let times = loaded(run, "Statics", 30)?;
        (times == 2)
            .then_some(())
            .ok_or_else(|| format!("loaded {times} times"))
    });
}

/// From the execution on that loads one that may, all are loaded again whenever it is.
#[test]
fn classes_that_may_remember_something_are_loaded_again() {
    on_each_jdk("classes-late", |run| {
        let options = ["--iter=200".to_owned(), "--seed=5".to_owned()];
        let outcome = run.fray(&options, "Late", LIMIT)?;
        if outcome.status != 0 {
            return Err(outcome.describe("static state has lasted"));
        }
        let times = loaded(run, "Late", 60)?;
        (3..=61)
            .contains(&times)
            .then_some(())
            .ok_or_else(|| format!("loaded {times} times"))
    });
}

/// A class of the JDK that is initialised before the program starts needs no hook, unless for other reasons: with
/// one, JDK 25 verifies it.
#[test]
fn classes_that_the_jvm_starts_with_stay_as_they_are() {
    on_each_jdk("classes-start", |run| {
        let dumped = run.folder().join("dumped");
        let _ = std::fs::remove_dir_all(&dumped);
        let options = [
            "--iter=1".to_owned(),
            format!("--dump-classes={}", dumped.display()),
        ];
        run.fray(&options, "Forgetful", LIMIT)?;
        let is_there = |name: &str| dumped.join(format!("{name}.class")).exists();
        if !is_there("java/lang/Thread") {
            return Err("nothing was dumped".to_owned());
        }
        let rewritten = STARTED.iter().filter(|name| is_there(name)).count();
        (rewritten == 0 || run.jdk.feature() < 25)
            .then_some(())
            .ok_or_else(|| format!("{rewritten} were rewritten"))
    });
}

/// A failure found with classes that are older than the execution replays in a process that has just
/// loaded them, down to identity hash codes.
#[test]
fn failures_replay_with_new_classes() {
    on_each_jdk("classes-replay", |run| {
        for seed in 1..=5 {
            let options = [format!("--seed={seed}"), "--shrink=20".to_owned()];
            let outcome = run.fray(&options, "Forgetful", LIMIT)?;
            support::expected("assertion", &outcome.summary()?)
                .map_err(|error| outcome.describe(&error))?;
            let folder = &outcome.failures()[0];
            run.replays(&folder.join("recording.fray"), 1, LIMIT)?;
            run.replays(&folder.join("minimized.fray"), 1, LIMIT)?;
        }
        Ok(())
    });
}
