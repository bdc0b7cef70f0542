//! A bug of our own ends the run with exit code 3 and a message; it never crosses into the JVM.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use fray_testkit::{agent, java, jdk, place, run};

#[test]
fn a_panic_in_a_native_ends_the_run_with_exit_code_3() {
    let classes = place::scratch("panic");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/BadCall.java");
    java::compile(17, &classes, &classes, &[source]);
    for jdk in jdk::all() {
        let mut command = Command::new(agent::command());
        command
            .args(["--iter=3", "--jdk"])
            .arg(&jdk.home)
            .args(["--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp"])
            .arg(&classes)
            .arg("BadCall")
            .current_dir(&classes);
        let output = run::limited(&mut command, Duration::from_secs(120)).expect("it ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{}: {error}", jdk.version);
        assert!(error.contains("fray: internal error: "), "{error}");
        assert!(!error.contains("SIG"), "the JVM crashed: {error}");
    }
}
