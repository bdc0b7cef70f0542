//! Compiles the programs that are built into the command: those of `fray demo` and `fray doctor`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCES: &[&str] = &["Bank.java", "SelfCheck.java"];

fn main() {
    let folder =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("java");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    println!("cargo:rerun-if-changed={}", folder.display());
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    let javac = javac();
    // Parameters and local variables are kept, so that a debugger shows them.
    let output = Command::new(&javac)
        .args(["-nowarn", "-g", "--release", "17", "-d"])
        .arg(&out)
        .args(SOURCES.iter().map(|source| folder.join(source)))
        .output();
    match output {
        Ok(output) if output.status.success() => {}
        Ok(output) => panic!("javac failed:\n{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => panic!(
            "cannot run {}: {error}. Building fray needs a JDK (17 or later): set JAVA_HOME or put javac on the PATH",
            javac.display()
        ),
    }
}

/// `JAVA_HOME` first, then the `PATH`: as the JDK's own tools are found.
fn javac() -> PathBuf {
    match env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/javac")) {
        Some(javac) if javac.exists() => javac,
        _ => PathBuf::from("javac"),
    }
}
