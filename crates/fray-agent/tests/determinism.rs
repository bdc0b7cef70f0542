//! Equal seeds give equal executions, whatever earlier ones left in the JVM.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use fray_testkit::{agent, java, jdk, place, run};

/// Far more than it takes.
const LIMIT: Duration = Duration::from_secs(120);

/// A new folder with this program, compiled: two tests may have the same one.
fn compiled(name: &str) -> PathBuf {
    static FOLDERS: AtomicU32 = AtomicU32::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let programs = place::repository().join("crates/fray-agent/tests/programs");
    let out = place::scratch(&format!("determinism-{name}-{number}"));
    let source = programs.join(format!("{name}.java"));
    java::compile(17, &out, &out, &[source]);
    out
}

/// Runs a program on every JDK and demands that nothing is found.
fn clean(name: &str, options: &[&str]) {
    let classes = compiled(name);
    clean_with(name, options, &classes, classes.as_os_str());
}

fn clean_with(name: &str, options: &[&str], folder: &Path, class_path: &OsStr) {
    for jdk in jdk::all() {
        let mut command = Command::new(agent::command());
        command
            .args(options)
            .args(["--seed=1", "--no-color", "--jdk"])
            .arg(&jdk.home)
            .arg("--report")
            .arg(folder.join("report"))
            .arg("-cp")
            .arg(class_path)
            .arg(name);
        let output = run::limited(&mut command, LIMIT);
        let output = output.unwrap_or_else(|| panic!("{command:?} does not end"));
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}\n{text}");
    }
}

#[test]
fn what_looks_random_follows_from_the_seed() {
    clean("Drawn", &["--iter=10", "--check-determinism"]);
}

/// Such a search begins where an earlier execution went: what looks random must be as it was there.
#[test]
fn what_looks_random_is_the_same_throughout_a_systematic_search() {
    clean("Drawn", &["--iter=50", "--strategy=dfs"]);
}

#[test]
fn every_execution_finds_a_fresh_jdk() {
    clean("Fresh", &["--iter=4", "--check-determinism"]);
}

/// JDK 17 generates a class for a method that has been called by reflection fifteen times, which is for good if it is the JDK's.
#[test]
fn what_reflection_calls_often_is_called_as_ever() {
    clean("Reflects", &["--iter=5", "--check-determinism"]);
}

/// The threads that handle references and clean are not controlled.
#[test]
fn what_a_collection_sets_going_is_there_when_it_returns() {
    clean("Collects", &["--iter=20", "--check-determinism"]);
}

/// Jars are opened, and their manifests read, in the first execution only.
#[test]
fn jars_that_are_open_already_are_no_part_of_the_schedule() {
    let classes = compiled("ReadsJars");
    let manifest = classes.join("manifest");
    std::fs::write(&manifest, "Class-Path: none\nSome: thing\n").unwrap();
    let jars: Vec<PathBuf> = ["one.jar", "two.jar"].map(|name| classes.join(name)).into();
    for jar in &jars {
        java::run(
            jdk::compiler()
                .tool("jar")
                .arg("--create")
                .arg("--file")
                .arg(jar)
                .arg("--manifest")
                .arg(&manifest)
                .arg("-C")
                .arg(&classes)
                .arg("ReadsJars.class"),
        );
    }
    let path = std::env::join_paths([&classes].into_iter().chain(&jars)).unwrap();
    let options = ["--iter=5", "--strategy=random", "--check-determinism"];
    clean_with("ReadsJars", &options, &classes, &path);
}
