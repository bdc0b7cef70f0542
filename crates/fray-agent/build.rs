//! Compiles the runtime classes that the agent defines into `java.base`.
//!
//! Any JDK from 17 on will do: the sources use only what all of them have, and
//! the class files are made for 17. The fibers engine uses more, and is compiled against
//! signatures of that.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let java = manifest.join("../../java");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("runtime");
    println!("cargo:rerun-if-changed={}", java.display());
    println!("cargo:rerun-if-env-changed=JAVA_HOME");

    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).expect("cannot create the output folder");
    compile(&java.join("runtime"), &[], &out);
    compile(
        &java.join("fibers"),
        &[&java.join("fiber-stubs"), &out],
        &out,
    );
    write_table(&out);
}

/// Compiles all sources of a folder into `java.base`, where the classes and sources of
/// `others` are in place of the JDK's own.
fn compile(sources: &Path, others: &[&Path], out: &Path) {
    let files = files_below(sources, "java");
    assert!(
        !files.is_empty(),
        "no runtime sources in {}",
        sources.display()
    );
    let mut patch = sources.display().to_string();
    for other in others {
        patch.push_str(&format!(":{}", other.display()));
    }
    let javac = javac();
    let output = Command::new(&javac)
        .args(["-nowarn", "-Xlint:-options", "-XDignore.symbol.file", "-XDstringConcat=inline", "-g"])
        .args(["-source", "17", "-target", "17", "-implicit:none", "--patch-module"])
        .arg(format!("java.base={patch}"))
        .arg("-d")
        .arg(out)
        .args(&files)
        .output()
        .unwrap_or_else(|error| {
            panic!(
                "cannot run {}: {error}. Building fray needs a JDK (17 or later): set JAVA_HOME or put javac on the PATH",
                javac.display()
            )
        });
    assert!(
        output.status.success(),
        "javac failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// `JAVA_HOME` first, then the `PATH`: as the JDK's own tools are found.
fn javac() -> PathBuf {
    match env::var_os("JAVA_HOME") {
        Some(home) if Path::new(&home).join("bin/javac").exists() => {
            Path::new(&home).join("bin/javac")
        }
        _ => PathBuf::from("javac"),
    }
}

/// A Rust table of (class name, class bytes).
fn write_table(out: &Path) {
    let mut table = String::from("&[\n");
    for file in files_below(out, "class") {
        let name = file.strip_prefix(out).expect("below").with_extension("");
        table.push_str(&format!(
            "    ({:?}, include_bytes!({:?})),\n",
            name.display().to_string(),
            file.display().to_string()
        ));
    }
    table.push_str("]\n");
    fs::write(out.join("classes.rs"), table).expect("cannot write the class table");
}

fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("cannot read the folder") {
            let path = entry.expect("cannot read the folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
