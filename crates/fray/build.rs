//! Compiles the programs that are built into the command: those of `fray demo` and `fray doctor`, and
//! the launcher of `fray junit`.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCES: &[&str] = &["Bank.java", "SelfCheck.java"];

/// What of `java/junit` does not need JUnit to compile.
const LAUNCHER: &[&str] = &["ConcurrencyFailure.java", "launch"];

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let folder = manifest.join("java");
    let launcher = manifest.join("../../java/junit/src/main/java/dev/fray");
    println!("cargo:rerun-if-changed={}", folder.display());
    println!("cargo:rerun-if-changed={}", launcher.display());
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    compile(
        &out,
        SOURCES.iter().map(|source| folder.join(source)).collect(),
    );

    let classes = out.join("launcher");
    let _ = fs::remove_dir_all(&classes);
    fs::create_dir_all(&classes).expect("the output folder can be written");
    let files = LAUNCHER
        .iter()
        .flat_map(|part| java_files(&launcher.join(part)));
    compile(&classes, files.collect());
    let mut jar = Command::new(tool("jar"));
    jar.arg("--create")
        .arg("--file")
        .arg(out.join("fray-launch.jar"));
    run(jar.arg("-C").arg(&classes).arg("dev"));
}

fn java_files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = path.read_dir().expect("part of the repository");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.retain(|file| file.extension() == Some(OsStr::new("java")));
    files.sort();
    files
}

/// Parameters and local variables are kept, so that a debugger shows them.
fn compile(out: &Path, files: Vec<PathBuf>) {
    let mut javac = Command::new(tool("javac"));
    javac
        .args(["-nowarn", "-g", "--release", "17", "-d"])
        .arg(out);
    run(javac.args(files));
}

fn run(command: &mut Command) {
    match command.output() {
        Ok(output) if output.status.success() => {}
        Ok(output) => panic!(
            "{command:?} failed:\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ),
        Err(error) => panic!(
            "cannot run {command:?}: {error}. Building fray needs a JDK (17 or later): set JAVA_HOME or put javac on the PATH"
        ),
    }
}

/// `JAVA_HOME` first, then the `PATH`: as the JDK's own tools are found.
fn tool(name: &str) -> PathBuf {
    match env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(name)) {
        Some(tool) if tool.exists() => tool,
        _ => PathBuf::from(name),
    }
}
