//! What reports of real runs say: who holds what since where, which lines go round, and a page that opens.

mod support;

use std::fs;

use fray_testkit::browser::{self, Browser};
use support::{Lab, java, run};

/// The report of a failure in this folder, as text on as few lines as it has words for.
fn report(lab: &Lab, folder: &str) -> String {
    let text = fs::read_to_string(lab.file("fray-report").join(folder).join("trace.txt")).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs a program that must fail; what was printed, on one line, and what is in the report.
fn fails(lab: &Lab, home: &std::path::Path, options: &[&str], class: &str) -> String {
    let mut command = lab.command(["--iter", "200", "--seed", "7"]);
    command.args(options).arg("-cp").arg(java::classes());
    let ran = run(command.arg(class).env("JAVA_HOME", home)).exits(1);
    ran.out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Of monitors and of locks, whose owners are found in another way.
#[test]
fn a_deadlock_says_who_holds_what_since_which_line() {
    for home in java::jdks() {
        for (class, held, wanted, kind) in [
            ("Transfer", "Transfer.move:8", "Transfer.move:9", "Object"),
            ("Locks", "Locks.both:9", "Locks.both:11", "ReentrantLock"),
        ] {
            let lab = Lab::new();
            let printed = fails(&lab, &home, &[], class);
            let written = report(&lab, "001-deadlock");
            for (one, other) in [("there", "back"), ("back", "there")] {
                let says = |text: &str| {
                    [1, 2].iter().any(|number| {
                        text.contains(&format!(
                            "{one} at {wanted} waits for {kind}#{number}, held by {other} since {held}."
                        ))
                    })
                };
                assert!(says(&printed), "{one}: {printed}");
                assert!(says(&written), "{one}: {written}");
            }
            assert!(written.contains("main at "), "{written}");
        }
    }
}

#[test]
fn a_livelock_says_which_lines_go_round() {
    for home in java::jdks() {
        let lab = Lab::new();
        let printed = fails(&lab, &home, &["--max-steps", "2000"], "Spins");
        let written = report(&lab, "001-livelock");
        for text in [printed, written] {
            for words in [
                "the program did not end within 2000 steps",
                "spinner at Spins.await:7, ",
                "spinner at Spins.await:8, ",
            ] {
                assert!(text.contains(words), "{words}: {text}");
            }
            // Nobody else takes part.
            let steps = text.split("steps were at: ").nth(1).unwrap();
            let steps = steps.split("How it came about").next().unwrap();
            assert!(!steps.contains("main at"), "{steps}");
        }
    }
}

/// The page as the agent wrote it: nothing complains, and what it shows is what happened.
#[test]
fn the_page_of_a_real_run_opens_in_a_browser() {
    let Some(chromium) = browser::find() else {
        return;
    };
    let lab = Lab::new();
    fails(&lab, &java::jdk(), &[], "Transfer");
    let page = lab.file("fray-report/001-deadlock/index.html");
    let mut browser = Browser::open(&chromium, &page, 1440, 900);
    browser.screenshot("real-deadlock");
    let text = browser.text("body");
    for words in ["there", "back", "main", "Transfer.move:9", "held by"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // It can be walked through from the first step to the last.
    browser.key("g");
    let first = browser.text(".row.selected");
    browser.key("G");
    assert_ne!(browser.text(".row.selected"), first);
    browser.check_quiet();
}
