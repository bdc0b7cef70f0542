//! Memory stays flat, however many executions there are.
//!
//! `FRAY_FLAT_EXECUTIONS=100000` for a long run. Measured so, after 1,000, 3,000 and 100,000 executions: on JDK 25 a heap
//! of 2.5, 2.5 and 2.6 MB and a metaspace of 11.02, 11.03 and 11.04 MB; on JDK 17, 1.3 MB each time and 8.90, 8.90 and
//! 8.88 MB. The whole process grows by some 200 bytes per execution. On fibers, with classes that all executions share,
//! after 10,000, 100,000 and 1,000,000: a heap of 2.6, 2.6 and 2.7 MB, a metaspace of 10.47, 10.48 and 10.48 MB, 148, 156
//! and 156 MB in all.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::{Lab, java, run};

/// Executions by default: a class loader that stays takes some 40 kB, so one per execution shows.
const EXECUTIONS: u64 = 3_000;

/// After so many everything that is needed once is there.
const WARM: u64 = 1_000;

/// What the numbers may differ by for reasons of their own: when code is compiled, what the collector
/// has not yet got to.
const HEAP: u64 = 2 << 20;
const METASPACE: u64 = 1 << 18;

/// The same for all of the process, with what the JVM keeps free for itself and what fray remembers of
/// behaviours. In a long run a few kilobytes per execution would show.
const RESIDENT_KB: u64 = 150 << 10;

/// Without fresh classes executions are many times as fast, and so as many more.
const SHARED: u64 = 10;

fn executions() -> u64 {
    let executions = std::env::var("FRAY_FLAT_EXECUTIONS").ok();
    executions.map_or(EXECUTIONS, |text| text.parse().unwrap())
}

/// Runs the program so often, and compares what it uses then with what it used when all was warm.
fn stays_flat(home: &Path, times: u64, options: &[&str]) {
    let lab = Lab::new();
    let (warm, executions) = (times * WARM, times * executions());
    let (warm_text, last) = (warm.to_string(), executions.to_string());
    let mut command = lab.command(["--strategy", "random", "--seed", "7", "--iter", &last]);
    command
        .args(options)
        .args(["-Xmx256m", "-XX:+UseSerialGC", "-cp"]);
    command.arg(java::classes());
    command.args(["Flat", "counter", "1", &warm_text, &last]);
    run(command.env("JAVA_HOME", home)).exits(0);
    let text = fs::read_to_string(lab.file("measured")).unwrap();
    println!(
        "{} {options:?}\nexecutions heap metaspace resident\n{text}",
        home.display()
    );
    let number = |word: &str| word.parse::<u64>().unwrap();
    let rows: Vec<Vec<u64>> = text
        .lines()
        .map(|line| line.split(' ').map(number).collect())
        .collect();
    // The first time, classes are loaded that only measuring needs.
    let [_, before, after] = &rows[..] else {
        panic!("not measured three times: {text}");
    };
    assert_eq!((before[0], after[0]), (warm, executions));
    for (column, slack) in [(1, HEAP), (2, METASPACE), (3, RESIDENT_KB)] {
        assert!(after[column] < before[column] + slack, "{text}");
    }
}

#[test]
fn heap_and_metaspace_stay_as_they_were() {
    for home in java::oldest_and_newest() {
        stays_flat(&home, 1, &[]);
    }
}

/// Where one JVM makes a million executions: on fibers, with classes that all of them share.
#[test]
fn fibers_leave_nothing_behind() {
    let has_fibers = |home: &PathBuf| java::feature(home) >= 24;
    for home in java::jdks().into_iter().filter(has_fibers) {
        let options = ["--engine", "fibers", "--isolation", "none", "-Dshared=true"];
        stays_flat(&home, SHARED, &options);
    }
}
