//! Compiling and running Java.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock};

use crate::{jdk, place};

/// The oldest release that fray supports; helpers are compiled for it.
const OLDEST: u32 = 17;

/// Runs a command that must succeed, quietly unless it does not.
pub fn run(command: &mut Command) {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Compiles sources for a release into `out`, with the newest compiler there is.
pub fn compile<S: AsRef<OsStr>>(release: u32, class_path: &Path, out: &Path, sources: &[S]) {
    run(jdk::compiler()
        .tool("javac")
        .args(["-nowarn", "-Xlint:-options", "-XDignore.symbol.file", "-g"])
        .args(["--release", &release.to_string(), "-cp"])
        .arg(class_path)
        .arg("-d")
        .arg(out)
        .args(sources));
}

/// The folder with the compiled helpers of this crate.
pub(crate) fn helpers() -> PathBuf {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
    let sources = ["Link.java", "Pack.java"].map(|name| place::helpers().join(name));
    let stamp: String = sources
        .iter()
        .map(|source| std::fs::read_to_string(source).expect("part of the repository"))
        .collect();
    let folder = place::cache().join("helpers");
    let complete = folder.join("complete");
    if std::fs::read_to_string(&complete).ok().as_ref() != Some(&stamp) {
        // Another test program may be doing the same: each into a folder of its own first.
        let partial = place::scratch(&format!("helpers-{}", std::process::id()));
        compile(OLDEST, &partial, &partial, &sources);
        std::fs::write(partial.join("complete"), &stamp).expect("writable");
        let _ = std::fs::remove_dir_all(&folder);
        if std::fs::rename(&partial, &folder).is_err() {
            assert!(complete.exists(), "{} cannot be made", folder.display());
        }
    }
    folder
}

/// Compiles sources that see what the JDK exports to nobody, such as a package, for the oldest release.
pub fn compile_exporting<S: AsRef<OsStr>>(export: &str, out: &Path, sources: &[S]) {
    // An option for the release would hide all that is not for everybody.
    run(jdk::compiler()
        .tool("javac")
        .args(["-nowarn", "-Xlint:-options", "-XDignore.symbol.file", "-g"])
        .args(["-source", "17", "-target", "17", "--add-exports", export])
        .arg("-d")
        .arg(out)
        .args(sources));
}

/// Compiles sources of packages of java.base that use whatever is inside of it, into a folder that can
/// be patched into it.
pub fn compile_patch(sources: &Path, out: &Path) {
    compile_patch_against(sources, &[], out);
}

/// The same, where the classes and sources of `others` are in place of the JDK's own.
fn compile_patch_against(sources: &Path, others: &[&Path], out: &Path) {
    let mut patch = OsString::from("java.base=");
    patch.push(sources);
    for other in others {
        patch.push(":");
        patch.push(other);
    }
    let mut files = Vec::new();
    let mut folders = vec![sources.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("there are sources") {
            let path = entry.expect("readable").path();
            let list = if path.is_dir() {
                &mut folders
            } else {
                &mut files
            };
            list.push(path);
        }
    }
    run(jdk::compiler()
        .tool("javac")
        .args(["-nowarn", "-Xlint:-options", "-XDignore.symbol.file"])
        .args(["-source", "17", "-target", "17", "-implicit:none"])
        .arg("--patch-module")
        .arg(patch)
        .arg("-d")
        .arg(out)
        .args(files));
}

/// The runtime classes that hooks call, for rewritten classes that run without the agent. Compiled
/// once per test program, whose tests run at the same time.
pub fn runtime() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = place::scratch(&format!("runtime-{}", std::process::id()));
            let java = place::repository().join("java");
            compile_patch(&java.join("runtime"), &folder);
            let stubs = java.join("fiber-stubs");
            compile_patch_against(&java.join("fibers"), &[&stubs, &folder], &folder);
            folder
        })
        .clone()
}
