//! `fray junit`, with the real JUnit 4 and 5, on the oldest and the newest JDK.

mod support;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use fray_testkit::run::limited;
use fray_testkit::{jdk, libraries, place};
use support::{Lab, Ran, run};

/// A lost update of two threads shows in more than every fourth execution: 40 miss it with a
/// probability below 1e-5, and the seed is fixed.
const BUDGET: &[&str] = &["junit", "--iter", "10", "--seed", "3"];

/// The compiled tests and the jars whose names begin so; `None` if they cannot be fetched.
fn class_path(wanted: &[&str]) -> Option<OsString> {
    static CLASSES: OnceLock<Option<PathBuf>> = OnceLock::new();
    let classes = CLASSES.get_or_init(|| {
        let jars = libraries::junit()?;
        let out = place::scratch("junit-classes");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/junit");
        let sources: Vec<_> = [
            "PlainTest.java",
            "MockTest.java",
            "MadeTest.java",
            "LookTest.java",
            "OldTest.java",
            "LeftTest.java",
            "DrawsTest.java",
        ]
        .map(|name| folder.join(name))
        .into();
        let all = std::env::join_paths(jars).unwrap();
        fray_testkit::java::compile(17, Path::new(&all), &out, &sources);
        Some(out)
    });
    let mut entries = vec![classes.clone()?];
    entries.extend(libraries::junit()?.into_iter().filter(|jar| {
        let name = jar.file_name().unwrap().to_string_lossy().into_owned();
        wanted.iter().any(|start| name.starts_with(start))
    }));
    Some(std::env::join_paths(entries).unwrap())
}

/// JUnit 5 as a build tool hands it over, and all that is used with it.
const FIVE: &[&str] = &[
    "junit-jupiter",
    "junit-platform",
    "opentest4j",
    "apiguardian",
    "mockito",
    "byte-buddy",
    "objenesis",
    "assertj",
];

const FOUR: &[&str] = &["junit-4", "hamcrest"];

fn junit(lab: &Lab, home: &Path, class_path: &OsString, args: &[&str], tests: &[&str]) -> Ran {
    run(&mut junit_command(lab, home, class_path, args, tests))
}

fn junit_command(
    lab: &Lab,
    home: &Path,
    class_path: &OsString,
    args: &[&str],
    tests: &[&str],
) -> Command {
    let mut command = lab.command(BUDGET);
    command.args(args).arg("-cp").arg(class_path).args(tests);
    command.env("JAVA_HOME", home).env("HOME", lab.path());
    command
}

/// That of the execution which is said to have failed, whatever others say after it.
#[test]
fn the_message_is_that_of_the_first_failure() {
    let Some(class_path) = class_path(FIVE) else {
        return;
    };
    for home in support::java::oldest_and_newest() {
        let message = |args: &[&str]| {
            let lab = Lab::new();
            let ran = junit(&lab, &home, &class_path, args, &["DrawsTest"]).exits(1);
            let mut words = ran.out.split("drew ").skip(1);
            let number = words.next().and_then(|rest| rest.split_whitespace().next());
            number.expect("it is told").to_owned()
        };
        assert_eq!(message(&["--keep-going"]), message(&[]));
    }
}

#[test]
fn junit_5_tests_run_with_all_that_junit_does_for_them() {
    let Some(class_path) = class_path(FIVE) else {
        return;
    };
    for home in support::java::oldest_and_newest() {
        let lab = Lab::new();
        let xml = ["--junit-xml", "out/tests.xml", "--check-determinism"];
        let tests = ["PlainTest", "MockTest"];
        let ran = junit(&lab, &home, &class_path, &xml, &tests).exits(1);
        for line in [
            "passed   PlainTest#fine  (10 executions)",
            "passed   PlainTest#inTime  (10 executions)",
            "passed   PlainTest#pool  (10 executions)",
            "passed   PlainTest#repeated  (10 executions)",
            "passed   PlainTest$Inner#inner  (10 executions)",
            "passed   MockTest#bothPut  (10 executions)",
            "passed   MockTest#bothSend  (10 executions)",
            "skipped  PlainTest#disabled  (disabled)",
            "skipped  PlainTest#assumption  (an assumption does not hold)",
            "FAILED   PlainTest#lostUpdate",
            "FAILED   PlainTest#lostWithin",
            "11 tests: 7 passed, 2 failed, 2 skipped",
        ] {
            assert!(ran.out.contains(line), "{line}: {ran:#?}");
        }
        let message = "AssertionFailedError: lostUpdate(TestInfo) ==> expected: <2> but was: <1>";
        assert!(ran.out.contains(message), "{ran:#?}");
        let replay = ran.out.split("Replay: fray ").nth(1).unwrap();
        let replay = replay.lines().next().unwrap();
        let mut command = lab.command(replay.split_whitespace());
        let again = run(command.env("JAVA_HOME", &home)).exits(1);
        assert!(again.out.contains("the same failure"), "{again:#?}");
        let xml = std::fs::read_to_string(lab.file("out/tests.xml")).unwrap();
        assert!(
            xml.contains(r#"tests="11" failures="2" errors="0" skipped="2""#),
            "{xml}"
        );
        assert!(
            xml.contains(r#"<testcase classname="PlainTest" name="lostUpdate""#),
            "{xml}"
        );
    }
}

/// Mocks are made once per class and process, and are there in all executions but the first.
#[test]
fn what_a_framework_makes_once_is_no_part_of_an_execution() {
    let Some(class_path) = class_path(FIVE) else {
        return;
    };
    for home in support::java::oldest_and_newest() {
        let lab = Lab::new();
        // A slow machine takes long to load hundreds of classes within one execution.
        let patience = ["--execution-limit=600s"];
        let ran = junit(&lab, &home, &class_path, &patience, &["MadeTest"]).exits(1);
        assert!(!ran.out.contains("could not be replayed"), "{ran:#?}");
        let drew = ran.out.find("drew ").expect("the message of the test");
        let drew = ran.out[drew..].lines().next().unwrap();
        assert!(drew.ends_with(" in all"), "{ran:#?}");
        let replay = ran.out.split("Replay: fray ").nth(1).unwrap();
        let mut command = lab.command(replay.lines().next().unwrap().split_whitespace());
        let again = run(command.env("JAVA_HOME", &home)).exits(1);
        assert!(again.out.contains("the same failure"), "{again:#?}");
        assert!(
            format!("{}{}", again.out, again.err).contains(drew),
            "{drew}: {again:#?}"
        );
    }
}

#[test]
fn what_a_framework_does_with_the_programs_objects_is_part_of_the_schedule() {
    let Some(class_path) = class_path(FIVE) else {
        return;
    };
    for home in support::java::oldest_and_newest() {
        let lab = Lab::new();
        let search = ["--strategy=dfs", "--iter=400"];
        let ran = junit(&lab, &home, &class_path, &search, &["LookTest"]).exits(1);
        let all = "3 tests: 0 passed, 3 failed";
        assert!(ran.out.contains(all), "{ran:#?}");
    }
}

#[test]
fn junit_4_tests_run_without_a_platform_and_on_several_workers() {
    let Some(class_path) = class_path(FOUR) else {
        return;
    };
    let files = ["--junit-xml", "tests.xml", "--sarif", "tests.sarif"];
    let homes = support::java::oldest_and_newest();
    for (home, jobs) in homes.into_iter().zip(["--jobs=1", "--jobs=3"]) {
        let lab = Lab::new();
        let args: Vec<&str> = files.into_iter().chain([jobs]).collect();
        let ran = junit(&lab, &home, &class_path, &args, &["OldTest"]).exits(1);
        for line in [
            "FAILED   OldTest#lostUpdate\n    java.lang.AssertionError: lostUpdate expected:<2> but was:<1>",
            "FAILED   OldTest#deadlock\n    deadlock: ",
            "passed   OldTest#expected  (10 executions)",
            "skipped  OldTest#ignored  (ignored)",
            "4 tests: 1 passed, 2 failed, 1 skipped",
        ] {
            assert!(ran.out.contains(line), "{line}: {ran:#?}");
        }
        let xml = std::fs::read_to_string(lab.file("tests.xml")).unwrap();
        let head = r#"tests="4" failures="2" errors="0" skipped="1""#;
        assert!(xml.contains(head), "{xml}");
        assert_eq!(xml.matches("<testcase ").count(), 4, "{xml}");
        let sarif = std::fs::read_to_string(lab.file("tests.sarif")).unwrap();
        let sarif: serde_json::Value = serde_json::from_str(&sarif).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), 2, "{sarif:#}");
        assert!(results[0].to_string().contains("OldTest.java"), "{sarif:#}");
        let left = std::fs::read_dir(lab.path()).unwrap();
        let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
        assert!(!format!("{left:?}").contains(".part"), "{left:?}");
    }
}

#[test]
fn tests_are_selected_by_method_and_tag_and_the_launcher_is_found() {
    // The launcher is left out of the class path, as Maven's and Gradle's is; it is beside the engine.
    let jars = [
        "junit-jupiter",
        "junit-platform-e",
        "junit-platform-c",
        "opentest4j",
        "apiguardian",
    ];
    let Some(class_path) = class_path(&jars) else {
        return;
    };
    let home = support::java::jdk();
    let lab = Lab::new();
    let ran = junit(&lab, &home, &class_path, &["--iter=5"], &["PlainTest#fine"]).exits(0);
    assert!(ran.out.contains("1 test: 1 passed, 0 failed"), "{ran:#?}");
    let ran = junit(
        &lab,
        &home,
        &class_path,
        &["--iter=5", "--tag=fine"],
        &["PlainTest"],
    )
    .exits(0);
    assert!(ran.out.contains("1 test: 1 passed, 0 failed"), "{ran:#?}");
    junit(&lab, &home, &class_path, &[], &["PlainTest#nothing"])
        .exits(2)
        .says("JUnit found no test in PlainTest#nothing");
    let nothing = OsString::from(".");
    junit(&lab, &home, &nothing, &[], &["PlainTest"])
        .exits(2)
        .says("neither JUnit 5 nor JUnit 4 is on the class path");
}

/// Threads that a test leaves waiting, or going round for ever, are none of its mistakes; its shutdown
/// hooks do not run when the JVM ends. Each execution shows the exception or the deadlock
/// with a probability above 1/10: 100 of them miss it with one below 1e-4, and the seed is fixed.
#[test]
fn what_a_test_leaves_behind_is_no_failure() {
    let Some(class_path) = class_path(FOUR) else {
        return;
    };
    for home in support::java::oldest_and_newest() {
        let lab = Lab::new();
        let mut command = junit_command(&lab, &home, &class_path, &["--iter=100"], &["LeftTest"]);
        let output = limited(&mut command, Duration::from_secs(120)).expect("it ends");
        let ran = Ran::of(&output).exits(1);
        for line in [
            "passed   LeftTest#pool  (100 executions)",
            "passed   LeftTest#periodic  (100 executions)",
            "passed   LeftTest#server  (100 executions)",
            "passed   LeftTest#hook  (100 executions)",
            "passed   LeftTest#statics  (100 executions)",
            "FAILED   LeftTest#deadlock\n    deadlock: ",
            "FAILED   LeftTest#nothing\n    java.lang.NullPointerException: Cannot invoke",
            "is null\n    Found by fray in execution 1 with seed 3.\n    Report: ",
            "FAILED   LeftTest#impatient\n    java.lang.AssertionError: not done in time\n    Found by fray",
            "Some time had to be up early: the failure was not seen under --time virtual.\n    Report: ",
            "8 tests: 5 passed, 3 failed",
        ] {
            assert!(ran.out.contains(line), "{line}: {ran:#?}");
        }
    }
}

/// The process belongs to JUnit and cannot begin anew: it ends with what can be known of a fiber that
/// keeps the carrier, which is where it is.
#[test]
fn a_fiber_that_does_not_come_back() {
    let Some(class_path) = class_path(FOUR) else {
        return;
    };
    let out = place::scratch("junit-gone");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/junit/GoneTest.java");
    for jdk in jdk::with_fibers() {
        let release = jdk::FIRST_WITH_FIBERS;
        fray_testkit::java::compile(release, Path::new(&class_path), &out, &[&source]);
        let jars = std::env::split_paths(&class_path);
        let path = std::env::join_paths([out.clone()].into_iter().chain(jars)).unwrap();
        for (test, place) in [("sleeps", "pause"), ("loops", "loop")] {
            let lab = Lab::new();
            let options = ["--execution-limit=2s", "--enable-native-access=ALL-UNNAMED"];
            let tests = [format!("GoneTest#{test}")];
            let tests = tests.each_ref().map(String::as_str);
            let mut command = junit_command(&lab, &jdk.home, &path, &options, &tests);
            let output = limited(&mut command, Duration::from_secs(120)).expect("it ends");
            let ran = Ran::of(&output).exits(3);
            let folder = format!("fray-report/GoneTest.{test}");
            for part in [
                "fray: an execution did not end within 2s (after 2 steps); its threads:\n".into(),
                "  main waits for the end of lost\n".into(),
                format!("  lost at GoneTest.{place}(GoneTest.java:"),
                format!(
                    "in {folder}/running.fray, the stack of the thread that ran in {folder}/running.txt\n"
                ),
                "with --engine threads it is told where each thread is\n".into(),
            ] {
                assert!(ran.err.contains(&part), "{part}: {ran:#?}");
            }
            let stacks = std::fs::read_to_string(lab.file(&folder).join("running.txt")).unwrap();
            let frame = format!("\nlost\n    at GoneTest.{place}(GoneTest.java:");
            // A call of the C library has frames of the JDK above it.
            let inner = format!("\n    at GoneTest.{place}(GoneTest.java:");
            assert!(
                stacks.contains(if test == "loops" { &frame } else { &inner }),
                "{stacks}"
            );
        }
    }
}
