//! Ctrl-C: the run ends cleanly, with the report so far.

mod support;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::{Lab, Ran, java};

/// How long a run may take to end after Ctrl-C.
const LIMIT: Duration = Duration::from_secs(15);

fn start(lab: &Lab, options: &[&str], program: &str) -> Child {
    let mut command = lab.command(["--iter", "1000000000", "--seed", "7"]);
    command
        .args(options)
        .arg("-cp")
        .arg(java::classes())
        .arg(program);
    command.env("JAVA_HOME", java::jdk());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Gives the run time to get going, then interrupts it.
fn interrupt(child: Child) -> Ran {
    std::thread::sleep(Duration::from_secs(4));
    let kill = |signal: &str| {
        let mut kill = Command::new("kill");
        kill.args([signal, &child.id().to_string()])
            .status()
            .unwrap()
    };
    assert!(kill("-INT").success());
    let since = Instant::now();
    let ran = Ran::of(&child.wait_with_output().unwrap());
    assert!(since.elapsed() < LIMIT, "{ran:#?}");
    ran
}

#[test]
fn nothing_found_so_far() {
    let lab = Lab::new();
    let ran = interrupt(start(&lab, &[], "Counted")).exits(0);
    assert!(!ran.out.is_empty(), "{ran:#?}");
    assert!(lab.file("fray-report/summary.json").is_file(), "{ran:#?}");
}

#[test]
fn something_found_so_far() {
    let lab = Lab::new();
    let ran = interrupt(start(&lab, &["--keep-going"], "Lost")).exits(1);
    assert!(ran.out.contains("fray replay"), "{ran:#?}");
}

#[test]
fn several_workers() {
    let lab = Lab::new();
    interrupt(start(&lab, &["--jobs", "2"], "Counted")).exits(0);
    assert!(lab.file("fray-report/summary.json").is_file());
}
