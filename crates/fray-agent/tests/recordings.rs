//! Recordings, through the real command on every JDK: of a JVM that is killed, of a program that is not
//! deterministic, and edited ones.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use fray_testkit::jdk::FIRST_WITH_FIBERS;
use fray_testkit::subjects::Subject;
use support::{Outcome, Run, on_every_jdk, programs};

/// Far more than any takes on a busy machine: what does not end by then hangs.
const LIMIT: Duration = Duration::from_secs(300);

fn seeded(more: &[&str]) -> Vec<String> {
    let options = ["--seed=7"].iter().chain(more);
    options.map(|option| (*option).to_owned()).collect()
}

/// Fails unless all these words are in what was printed.
fn says(outcome: &Outcome, status: i32, words: &[&str]) -> Result<(), String> {
    let missing = words.iter().find(|words| !outcome.output.contains(**words));
    match missing {
        _ if outcome.status != status => Err(outcome.describe("ends otherwise")),
        Some(words) => Err(outcome.describe(&format!("does not say '{words}'"))),
        None => Ok(()),
    }
}

/// A failure that does not show again on real threads is not reported as one: that is trouble, and both
/// executions are kept.
#[test]
fn what_does_not_replay_on_threads_is_no_failure() {
    programs("once", |run| {
        let mark = run.folder().join("mark");
        let arguments = ["Once", mark.to_str().unwrap()];
        let outcome = run.fray_with(&seeded(&["--iter=3"]), &arguments, LIMIT)?;
        says(&outcome, 3, &["fray: a failure could not be replayed: "])?;
        let summary = outcome.summary()?;
        let engine = if run.feature() < FIRST_WITH_FIBERS {
            "threads"
        } else {
            "fibers"
        };
        let failure = &summary["failures"][0];
        if summary["engine"] != engine || failure["confirmed_on_threads"] != false {
            return Err(outcome.describe(&summary.to_string()));
        }
        let folder = &outcome.failures()[0];
        let json = fs::read_to_string(folder.join("failure.json")).unwrap();
        assert!(json.contains("\"confirmed_on_threads\": false"), "{json}");
        for (name, ended) in [("recording", "only once"), ("again", "completed")] {
            let text = fs::read_to_string(folder.join(name).with_extension("fray")).unwrap();
            assert!(text.contains(ended), "{name}: {text}");
        }
        Ok(())
    });
}

/// The program finds an order that few schedules have, tells its process number and stands still.
/// Its JVM is killed then. What is left replays up to there: the program comes to the same
/// place, and is let go.
#[test]
fn a_killed_jvm_leaves_a_recording() {
    programs("killed", |run| {
        let pid = run.folder().join("pid");
        // One of 24 orders: missed by all executions with a probability of (23/24)^1000, 3e-19.
        let mut command = run.command(&seeded(&["--strategy=random"]), "Killed");
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let jvm = content(&mut child, &pid)?;
        let status = Command::new("kill").args(["-9", jvm.trim()]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill");
        let output = child.wait_with_output().expect("it is our child");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let recording = run.folder().join("report").join("running.fray");
        let advice = format!("'fray replay {}'", recording.display());
        if output.status.code() != Some(3)
            || !errors.contains("SIGKILL")
            || !errors.contains(&advice)
        {
            return Err(format!("{:?}: {errors}", output.status));
        }

        fs::write(run.folder().join("go"), "").expect("writable");
        fs::remove_file(&pid).expect("it was there");
        says(&run.replay(&recording, LIMIT)?, 1, &["here again"])
    });
}

/// What a file holds once it does.
fn content(child: &mut Child, path: &Path) -> Result<String, String> {
    let start = Instant::now();
    loop {
        match fs::read_to_string(path) {
            Ok(text) if text.ends_with('\n') => return Ok(text),
            _ if start.elapsed() > LIMIT => break,
            _ => sleep(Duration::from_millis(20)),
        }
        if let Ok(Some(status)) = child.try_wait() {
            return Err(format!("ended by itself: {status}"));
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    Err(format!("{} does not appear", path.display()))
}

/// An uneventful end leaves nothing behind.
#[test]
fn the_recording_of_what_runs_is_removed() {
    programs("removed", |run| {
        let outcome = run.fray(&seeded(&["--iter=3"]), "Chance", LIMIT)?;
        if run.folder().join("report").join("running.fray").exists() {
            return Err(outcome.describe("leaves its journal"));
        }
        Ok(())
    });
}

#[test]
fn check_determinism_names_the_lines() {
    programs("stamped", |run| {
        let options = seeded(&["--check-determinism", "--iter=20"]);
        let outcome = run.fray(&options, "Stamped", LIMIT)?;
        let words = [
            "fray: the program is not deterministic: the execution departs from the recording at step ",
            ": expected t1 enter #",
            ", got t1 enter #",
            "before, t1 was at Stamped.main(Stamped.java:",
            "t1 is at Stamped.main(Stamped.java:",
        ];
        says(&outcome, 3, &words)?;
        // The two branches are on different lines.
        let lines = |words: &str| {
            let rest = outcome.output.split(words).nth(1).unwrap_or_default();
            rest.split(')').next().unwrap_or_default().to_owned()
        };
        let place = "Stamped.main(Stamped.java:";
        let (before, now) = (
            lines(&format!("was at {place}")),
            lines(&format!("is at {place}")),
        );
        match before == now {
            true => Err(outcome.describe("names the same line twice")),
            false => Ok(()),
        }
    });
}

/// The recording of a failure, with one step made another.
#[test]
fn an_edited_recording_stops_at_the_edit() {
    programs("edited", |run| {
        fs::write(run.folder().join("go"), "").expect("writable");
        let found = run.fray(&seeded(&["--strategy=random"]), "Killed", LIMIT)?;
        let [folder] = &found.failures()[..] else {
            return Err(found.describe("finds one failure"));
        };
        let text = fs::read_to_string(folder.join("minimized.fray")).expect("it was written");
        let step = |line: &&str| line.contains(" t2 enter #");
        let line = text.lines().find(step).expect("the thread enters");
        let number = line.split(' ').next().unwrap_or_default();
        let edited = run.folder().join("edited.fray");
        let wrong = format!("{number} t2 wait #77");
        fs::write(&edited, text.replace(line, &wrong)).expect("writable");
        let words = [
            &format!("at step {number}: expected t2 wait #77, got "),
            "t2 enter #",
            "t2 is at Killed.",
            "(Killed.java:",
        ];
        says(&run.replay(&edited, LIMIT)?, 3, &words)
    });
}

/// Subjects that are shrunk: a bit of everything.
const SHRUNK: [&str; 15] = [
    "sct.Account",
    "sct.BluetoothDriver",
    "sct.Carter",
    "sct.CircularBuffer",
    "sct.Deadlock01",
    "sct.Lazy01",
    "sct.Queue",
    "sct.Reorder5",
    "sct.Stack",
    "sct.StringBufferAppend",
    "sct.TokenRing",
    "sct.TwoStage20",
    "sct.WorkStealQueue",
    "sct.WrongLock3",
    "jacontebe.JdkPutIfAbsent",
];

/// At most so many preemptions are left in half of them.
const MEDIAN: u64 = 2;

#[test]
fn failures_are_shrunk_to_a_few_preemptions() {
    let rows = std::sync::Mutex::new(Vec::new());
    let newest = fray_testkit::jdk::newest().feature();
    on_every_jdk("shrunk", |run: &Run<'_>, subject: &Subject| {
        // Schedules are the same on all of them, so one is enough.
        if run.feature() != newest || !SHRUNK.contains(&subject.class.as_str()) {
            return Ok(());
        }
        let outcome = run.fray(&seeded(&["--iter=3000"]), &subject.class, LIMIT)?;
        let summary = outcome.summary()?;
        let failure = &summary["failures"][0];
        let number = |name: &str| failure[name].as_u64();
        match (number("preemptions"), number("minimized_preemptions")) {
            (Some(before), Some(after)) => {
                let steps = (number("steps"), number("minimized_steps"));
                rows.lock()
                    .unwrap()
                    .push((subject.class.clone(), before, after, steps));
                Ok(())
            }
            _ => Err(outcome.describe("is not shrunk")),
        }
    });
    let mut rows = rows.into_inner().unwrap();
    if std::env::var_os("FRAY_SUBJECT").is_some() {
        return;
    }
    assert_eq!(rows.len(), SHRUNK.len());
    println!("{:30} {:>12} {:>10}", "", "preemptions", "steps");
    for (class, before, after, (steps, fewer)) in &rows {
        let steps = format!("{} to {}", steps.unwrap_or(0), fewer.unwrap_or(0));
        println!("{class:30} {before:>7} to {after} {steps:>14}");
        assert!(after <= before);
    }
    rows.sort_by_key(|row| row.2);
    let median = rows[rows.len() / 2].2;
    println!("median: {median}");
    assert!(median <= MEDIAN);
}
