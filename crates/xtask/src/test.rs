//! `cargo xtask test`: all tests, on every JDK found.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use fray_testkit::{jdk, skip};

use crate::jdks;

/// Fetches what is missing, builds everything (tests drive the real agent) and runs the tests.
pub fn run(arguments: &[String]) -> Result<()> {
    let start = Instant::now();
    jdks::fetch();
    let features: Vec<u32> = jdk::all().iter().map(jdk::Jdk::feature).collect();
    let missing = jdk::missing(&features).join(", ");
    if !missing.is_empty() {
        // What is missing would pass unseen, since most tests run on whatever JDKs there are.
        ensure!(
            !skip::in_ci(),
            "in CI all tests must run, and these are missing: {missing}"
        );
        skip::aloud(&format!("what needs {missing}"));
    }
    for jdk in jdk::all() {
        println!("testing on JDK {} in {}", jdk.version, jdk.home.display());
    }
    cargo(&["build", "--workspace"])?;
    let mut test = vec!["test", "--workspace", "--no-fail-fast"];
    test.extend(arguments.iter().map(String::as_str));
    cargo(&test)?;
    println!("all tests passed in {} s", start.elapsed().as_secs());
    Ok(())
}

/// Runs cargo on this repository.
pub fn cargo(arguments: &[&str]) -> Result<()> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(program)
        .args(arguments)
        .current_dir(fray_testkit::place::repository())
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "cargo {}: {status}", arguments.join(" "));
    Ok(())
}
