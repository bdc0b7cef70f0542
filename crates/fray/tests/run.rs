//! Runs of real programs, on every JDK there is.

mod support;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use support::{Lab, Ran, java, run};

/// Enough for the bugs here: a random walk shows each in more than every tenth execution, so
/// missing one has a probability below 1e-9; the seed is fixed besides.
const BUDGET: &[&str] = &["--iter", "200", "--seed", "7"];

fn fray_on(lab: &Lab, home: &Path, options: &[&str], program: &[&str]) -> Ran {
    let mut command = lab.command(BUDGET);
    command.args(options).arg("-cp").arg(java::classes());
    run(command.args(program).env("JAVA_HOME", home))
}

fn summary(lab: &Lab) -> Value {
    let text = std::fs::read(lab.file("fray-report/summary.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

#[test]
fn a_deadlock_is_found_reported_replayed_and_shown() {
    for home in java::jdks() {
        let lab = Lab::new();
        let ran = fray_on(&lab, &home, &[], &["Transfer"]).exits(1);
        let summary = summary(&lab);
        let failure = &summary["failures"][0];
        assert_eq!(failure["kind"], "deadlock");
        assert_eq!(failure["replayed"], true);
        assert_eq!(summary["seed"], 7);
        let folder = format!("fray-report/{}", failure["folder"].as_str().unwrap());
        assert!(
            ran.out.contains(&format!("fray replay {folder}")),
            "{ran:#?}"
        );
        for file in [
            "recording.fray",
            "minimized.fray",
            "failure.json",
            "trace.txt",
            "index.html",
            "output.log",
        ] {
            assert!(lab.file(&folder).join(file).is_file(), "{file}");
        }

        let shown = lab.fray(&format!("show {folder}")).exits(0).out;
        assert!(shown.contains("there") && shown.contains("back"), "{shown}");
        let page = lab.fray(&format!("show {folder} --html")).exits(0).out;
        assert!(Path::new(page.trim()).is_file(), "{page}");
        let json = lab.fray(&format!("show {folder} --json")).exits(0).out;
        assert_eq!(
            serde_json::from_str::<Value>(&json).unwrap()["kind"],
            "deadlock"
        );

        for recording in [folder.clone(), format!("{folder}/recording.fray")] {
            let mut replay = lab.command(["replay", &recording]);
            let replayed = run(replay.env("JAVA_HOME", &home)).exits(1);
            assert!(
                replayed.out.to_lowercase().contains("deadlock"),
                "{replayed:#?}"
            );
        }
        let mut replay = lab.command(["replay", &folder, "--trace"]);
        let replayed = run(replay.env("JAVA_HOME", &home)).exits(1);
        assert!(
            replayed.out.contains("must wait for Object#1, held by"),
            "{replayed:#?}"
        );
    }
}

#[test]
fn a_program_without_bugs_is_clean() {
    for home in java::jdks() {
        let lab = Lab::new();
        let ran = fray_on(&lab, &home, &[], &["Counted"]).exits(0);
        assert!(!ran.out.is_empty());
        assert_eq!(summary(&lab)["iterations"], 200);
        let quiet = fray_on(&lab, &home, &["--quiet"], &["Counted"]).exits(0);
        assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
    }
}

#[test]
fn json_is_all_that_is_on_standard_output() {
    let lab = Lab::new();
    let ran = fray_on(&lab, &java::jdk(), &["--json"], &["Lost"]).exits(1);
    let printed: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(printed, summary(&lab));
    assert_eq!(printed["failures"][0]["message"], "an update was lost");
}

#[test]
fn reports_of_earlier_runs_stay() {
    let lab = Lab::new();
    for (program, folder) in [("Transfer", "001-deadlock"), ("Lost", "002-exception")] {
        fray_on(&lab, &java::jdk(), &[], &[program]).exits(1);
        assert_eq!(summary(&lab)["failures"][0]["folder"], folder);
        assert!(lab.file("fray-report/001-deadlock/index.html").is_file());
        // The last run's is meant.
        let shown = lab.fray("show fray-report --html").exits(0).out;
        assert!(
            shown.trim().ends_with(&format!("{folder}/index.html")),
            "{shown}"
        );
    }
}

/// Not even the program's own output.
#[test]
fn json_stays_alone_if_the_program_prints() {
    let lab = Lab::new();
    let options = &["--json", "--iter", "5"];
    let ran = fray_on(&lab, &java::jdk(), options, &["Prints"]).exits(0);
    assert_eq!(
        serde_json::from_str::<Value>(&ran.out).unwrap(),
        summary(&lab)
    );
}

#[test]
fn junit_xml_and_sarif() {
    let lab = Lab::new();
    let options = &["--junit-xml", "out.xml", "--sarif", "out.sarif"];
    fray_on(&lab, &java::jdk(), options, &["Lost"]).exits(1);
    let xml = std::fs::read_to_string(lab.file("out.xml")).unwrap();
    assert!(xml.contains("tests=\"1\" failures=\"1\""), "{xml}");
    assert!(xml.contains("an update was lost"), "{xml}");
    let sarif = std::fs::read(lab.file("out.sarif")).unwrap();
    let sarif: Value = serde_json::from_slice(&sarif).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "fray/exception");

    fray_on(&lab, &java::jdk(), options, &["Counted"]).exits(0);
    let xml = std::fs::read_to_string(lab.file("out.xml")).unwrap();
    assert!(xml.contains("tests=\"1\" failures=\"0\""), "{xml}");
}

/// Fibers need JDK 24.
#[test]
fn another_engine_than_asked_for_is_mentioned() {
    let is_old = |home: &std::path::PathBuf| java::feature(home) < 24;
    for home in java::jdks().into_iter().filter(is_old) {
        let options = &["--engine", "fibers", "--iter", "5"];
        let ran = fray_on(&Lab::new(), &home, options, &["Counted"]).exits(0);
        let note =
            "fray: note: the fibers engine is not available here, the threads engine is used";
        assert!(ran.err.contains(note), "{ran:#?}");
    }
}

#[test]
fn programs_get_what_they_expect() {
    for home in java::jdks() {
        let lab = Lab::new();
        let options = &["--iter", "3", "-Dfray.test=va lue"];
        let args = &["Expects", "a b", "", "--iter=3 \"x\""];
        fray_on(&lab, &home, options, args).exits(0);
    }
}

/// The program runs once more than it is searched, and what happens then does not count.
#[test]
fn warm_up() {
    for home in java::jdks() {
        let lab = Lab::new();
        let home = home.as_path();
        let runs = || std::fs::read_to_string(lab.file("runs")).unwrap();
        // Without it the first execution is unlike all others, and cannot be replayed.
        fray_on(&lab, home, &["--iter", "3"], &["Warms", "runs"]).exits(3);
        std::fs::remove_file(lab.file("runs")).unwrap();
        let options = &["--iter", "3", "--warm-up"];
        let ran = fray_on(&lab, home, options, &["Warms", "runs"]).exits(0);
        assert_eq!(runs(), "xxxx");
        assert!(!ran.out.contains("first"), "{ran:#?}");
        assert_eq!(summary(&lab)["iterations"], 3);
        // One that fails or ends the JVM; the executions do so, too.
        fray_on(&lab, home, options, &["Exits", "7"]).exits(1);
        fray_on(&lab, home, options, &["Exits", "0"]).exits(0);
    }
}

#[test]
fn ends_by_system_exit() {
    for home in java::jdks() {
        let lab = Lab::new();
        fray_on(&lab, &home, &["--iter", "5"], &["Exits", "0"]).exits(0);
        fray_on(&lab, &home, &["--iter", "5"], &["Exits", "7"]).exits(1);
        assert_eq!(summary(&lab)["failures"][0]["kind"], "exit");
    }
}

/// Runs fray with this on its standard input: in pieces through a pipe, or as a file.
fn with_input(mut command: Command, lab: &Lab, pieces: &[&str], file: bool) -> Ran {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    if file {
        std::fs::write(lab.file("input"), pieces.concat()).unwrap();
        let input = std::fs::File::open(lab.file("input")).unwrap();
        return run(command.stdin(input));
    }
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for piece in pieces {
        input.write_all(piece.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
    }
    drop(input);
    Ran::of(&child.wait_with_output().unwrap())
}

/// All executions read all of it; and a recording needs no input any more.
#[test]
fn every_execution_reads_the_same_input() {
    for (home, file) in java::jdks().iter().zip([false, true].into_iter().cycle()) {
        let lab = Lab::new();
        let mut command = lab.command(["--iter", "300", "--seed", "7", "-cp"]);
        command.arg(java::classes()).arg("Sums");
        command.env("JAVA_HOME", home);
        let ran = with_input(command, &lab, &["20\n2", "1\n1\n"], file).exits(1);
        assert!(summary(&lab)["failures"][0]["replayed"] == true, "{ran:#?}");
        let message = summary(&lab)["failures"][0]["message"].to_string();
        assert!(message.contains("lost"), "{message}");
        let mut replay = lab.command(["replay", "fray-report"]);
        replay.env("JAVA_HOME", home).stdin(Stdio::null());
        run(&mut replay).exits(1);
    }
}

#[test]
fn every_worker_reads_the_same_input() {
    for file in [false, true] {
        let lab = Lab::new();
        let mut command = lab.command(["--iter", "40", "--jobs", "2", "-cp"]);
        command.arg(java::classes()).arg("Input");
        command.env("JAVA_HOME", java::jdk());
        with_input(command, &lab, &["hel", "lo\nworld\n"], file).exits(0);
    }
}

/// Whoever does not read it is not kept waiting.
#[test]
fn an_open_pipe_is_no_reason_to_wait() {
    let lab = Lab::new();
    let mut command = lab.command(["--iter", "5", "-cp"]);
    command.arg(java::classes()).arg("Counted");
    command.env("JAVA_HOME", java::jdk());
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let open = child.stdin.take();
    Ran::of(&child.wait_with_output().unwrap()).exits(0);
    drop(open);
}

#[test]
fn the_same_seed_finds_the_same() {
    let found = || {
        let lab = Lab::new();
        fray_on(&lab, &java::jdk(), &[], &["Lost"]).exits(1);
        let failure = summary(&lab)["failures"][0].clone();
        (failure["iteration"].clone(), failure["trace_hash"].clone())
    };
    assert_eq!(found(), found());
}

#[test]
fn a_jvm_that_dies_is_named() {
    for home in java::jdks() {
        let lab = Lab::new();
        let ran = fray_on(&lab, &home, &[], &["Crash"]).exits(3);
        let last = ran.err.lines().last().unwrap();
        assert!(
            last.starts_with("fray: the JVM was ended by signal 6 (SIGABRT) after "),
            "{ran:#?}"
        );
    }
}
