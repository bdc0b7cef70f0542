//! Several workers, one result.

mod support;

use std::fs;

use serde_json::Value;
use support::{Lab, Ran, java, run};

fn fray(lab: &Lab, options: &[&str], program: &str) -> (Ran, Value) {
    let mut command = lab.command(["--jobs", "2", "--json"]);
    command
        .args(options)
        .arg("-cp")
        .arg(java::classes())
        .arg(program);
    let ran = run(command.env("JAVA_HOME", java::jdk()));
    let text = fs::read(lab.file("fray-report/summary.json")).unwrap();
    let summary: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&ran.out).unwrap(), summary);
    (ran, summary)
}

/// Folders of failures in the report folder.
fn folders(lab: &Lab) -> Vec<String> {
    let entries = fs::read_dir(lab.file("fray-report")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != "summary.json").collect()
}

#[test]
fn the_executions_are_shared_out() {
    let lab = Lab::new();
    let (ran, summary) = fray(&lab, &["--iter", "201"], "Counted");
    ran.exits(0);
    assert_eq!(summary["iterations"], 201);
}

#[test]
fn equal_failures_are_reported_once() {
    let lab = Lab::new();
    let (ran, summary) = fray(
        &lab,
        &["--iter", "400", "--seed", "7", "--keep-going"],
        "Lost",
    );
    ran.exits(1);
    assert_eq!(summary["iterations"], 400);
    let failures = summary["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 1, "{summary:#}");
    assert!(failures[0]["count"].as_u64().unwrap() > 1, "{summary:#}");
    assert_eq!(folders(&lab), [failures[0]["folder"].as_str().unwrap()]);
}

#[test]
fn the_first_failure_ends_all_workers() {
    let lab = Lab::new();
    let (ran, summary) = fray(&lab, &["--iter", "1000000000", "--seed", "7"], "Lost");
    ran.exits(1);
    assert_eq!(summary["failures"].as_array().unwrap().len(), 1);
    assert_eq!(folders(&lab).len(), 1);
}

#[test]
fn what_is_wrong_is_said_once() {
    let lab = Lab::new();
    let mut command = lab.command(["--jobs", "3", "-cp", ".", "Nowhere"]);
    let ran = run(command.env("JAVA_HOME", java::jdk()))
        .exits(2)
        .says("java could not start Nowhere (its own message is above): nothing ran");
    assert_eq!(
        ran.err.matches("Could not find or load main class").count(),
        1
    );
}
