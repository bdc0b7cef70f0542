//! What cannot be tested on this machine must not pass unseen.

use std::io::Write;

/// Whether every test must really run: `.ci/run` sets `CI`, as most such services do.
pub fn in_ci() -> bool {
    std::env::var_os("CI").is_some()
}

/// Says aloud that something is not tested, and why. In CI that is a failure.
pub fn aloud(reason: &str) {
    assert!(!in_ci(), "not tested: {reason}");
    // Not `eprintln!`, which a passing test would swallow.
    let _ = writeln!(std::io::stderr(), "\n*** NOT TESTED: {reason} ***\n");
}
