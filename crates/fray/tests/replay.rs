//! Recordings, run again: in the same way, in other circumstances, or not at all.

mod support;

use std::fs;
use std::path::PathBuf;

use support::{Lab, java, run};

/// A lab in which a failure has been found.
fn found(program: &[&str]) -> (Lab, PathBuf) {
    let lab = Lab::new();
    let home = java::jdk();
    let mut command = lab.command(["--iter", "200", "--seed", "7", "-cp"]);
    command.arg(java::classes()).args(program);
    run(command.env("JAVA_HOME", &home)).exits(1);
    (lab, home)
}

#[test]
fn a_replay_leaves_the_report_of_the_search_alone() {
    let (lab, home) = found(&["Lost"]);
    let before = fs::read(lab.file("fray-report/summary.json")).unwrap();
    let mut command = lab.command(["replay", "fray-report"]);
    let ran = run(command.env("JAVA_HOME", home)).exits(1);
    assert!(
        ran.out.contains("steps as recorded, and the same failure."),
        "{ran:#?}"
    );
    let after = fs::read(lab.file("fray-report/summary.json")).unwrap();
    assert_eq!(before, after);
}

/// Paths of the recorded command start where that was given, those of the replay here; and an empty
/// argument is one.
#[test]
fn from_another_folder() {
    let lab = Lab::new();
    let home = java::jdk();
    fs::create_dir_all(lab.file("app/classes")).unwrap();
    fs::create_dir(lab.file("else")).unwrap();
    fs::copy(
        java::classes().join("Lost.class"),
        lab.file("app/classes/Lost.class"),
    )
    .unwrap();
    fs::write(lab.file("app/options"), "-cp classes").unwrap();
    let on = |folder: &str, args: &[&str]| {
        let mut command = lab.command(args);
        run(command
            .current_dir(lab.file(folder))
            .env("JAVA_HOME", &home))
    };
    on("app", &["--seed", "7", "@options", "Lost", "", "x"]).exits(1);
    let text =
        fs::read_to_string(lab.file("app/fray-report/001-exception/recording.fray")).unwrap();
    assert!(text.contains("\njava Lost\njava \njava x\n"), "{text}");
    let ran = on(
        "else",
        &["replay", "../app/fray-report", "--report", "mine"],
    )
    .exits(1);
    assert!(
        ran.out.contains("steps as recorded, and the same failure."),
        "{ran:#?}"
    );
    assert!(lab.file("else/mine/001-exception/recording.fray").is_file());
}

#[test]
fn replay_as_an_option_of_a_run() {
    let (lab, home) = found(&["Lost"]);
    let on = |options: &[&str], program: &str| {
        let mut command = lab.command(options);
        command.arg("-cp").arg(java::classes()).arg(program);
        run(command.env("JAVA_HOME", &home))
    };
    let recording = "fray-report/001-exception/recording.fray";
    on(&["--replay", recording], "Lost").exits(1);
    on(&["--replay", recording], "Counted")
        .exits(2)
        .says(&format!(
            "the recording {recording} is of 'Lost', not of 'Counted'"
        ));
}

/// The class path still leads to a class of that name, but it does something else.
#[test]
fn the_program_has_changed_since() {
    let (lab, home) = found(&["Lost"]);
    let minimized = lab.file("fray-report/001-exception/minimized.fray");
    let text = fs::read_to_string(&minimized).unwrap();
    fs::write(
        lab.file("other.fray"),
        text.replace("java Lost\n", "java Counted\n"),
    )
    .unwrap();
    let mut command = lab.command(["replay", "other.fray"]);
    let ran = run(command.env("JAVA_HOME", home)).exits(3);
    let said: Vec<&str> = ran
        .err
        .lines()
        .filter(|l| l.starts_with("fray: "))
        .collect();
    assert!(said.iter().any(|line| line.contains("step")), "{ran:#?}");
}

#[test]
fn another_version_or_jdk_is_mentioned() {
    let (lab, home) = found(&["Lost"]);
    let minimized = lab.file("fray-report/001-exception/minimized.fray");
    let text = fs::read_to_string(&minimized).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let jdk = text.lines().find(|line| line.starts_with("jdk ")).unwrap();
    let changed = text
        .replace(&format!("\nfray {version}\n"), "\nfray 0.0.7\n")
        .replace(jdk, "jdk 19.0.2 (Nobody)");
    fs::write(lab.file("old.fray"), changed).unwrap();
    let mut command = lab.command(["replay", "old.fray"]);
    let ran = run(command.env("JAVA_HOME", home)).exits(1);
    assert!(ran.err.contains("made by fray 0.0.7"), "{ran:#?}");
    assert!(ran.err.contains("made on JDK 19.0.2"), "{ran:#?}");
}
