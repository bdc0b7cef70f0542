//! The JDKs of this machine, and the programs of `tests/java`, compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Oldest and newest feature version that fray works on.
const SUPPORTED: std::ops::RangeInclusive<u32> = 17..=25;

/// All usable JDKs: of `JAVA_HOME`, `FRAY_JDKS` and `/usr/lib/jvm`, one per feature version.
pub fn jdks() -> Vec<PathBuf> {
    let mut homes: Vec<PathBuf> = Vec::new();
    homes.extend(std::env::var_os("JAVA_HOME").map(PathBuf::from));
    if let Some(more) = std::env::var_os("FRAY_JDKS") {
        homes.extend(std::env::split_paths(&more));
    }
    let usual = fs::read_dir("/usr/lib/jvm").into_iter().flatten();
    let mut usual: Vec<PathBuf> = usual.map(|entry| entry.unwrap().path()).collect();
    usual.sort();
    homes.extend(usual);
    let mut seen = Vec::new();
    homes.retain(|home| {
        let Some(version) = feature(home) else {
            return false;
        };
        let new = SUPPORTED.contains(&version) && !seen.contains(&version);
        seen.push(version);
        new && home.join("bin/java").is_file()
    });
    assert!(!homes.is_empty(), "these tests need a JDK from 17 to 25");
    homes
}

/// Any of them.
pub fn jdk() -> PathBuf {
    jdks().remove(0)
}

/// The feature version of a JDK.
pub fn feature(home: &Path) -> Option<u32> {
    let text = fs::read_to_string(home.join("release")).ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("JAVA_VERSION="))?;
    let version = line.split('"').nth(1)?;
    version.split('.').next()?.parse().ok()
}

/// Where the classes of `tests/java` are.
pub fn classes() -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        // Each test binary has its own, since they may run at the same time.
        let name = std::env::current_exe().unwrap();
        let name = name.file_name().unwrap();
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&out).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
        let sources = fs::read_dir(folder).unwrap();
        let sources = sources.map(|entry| entry.unwrap().path());
        compile(&out, sources.filter(|path| path.is_file()), &[]);
        out
    })
}

/// Compiles Java sources for all JDKs.
pub fn compile(out: &Path, sources: impl IntoIterator<Item = PathBuf>, options: &[&str]) {
    let javac = jdks()
        .into_iter()
        .map(|home| home.join("bin/javac"))
        .find(|javac| javac.is_file())
        .expect("these tests need a javac");
    let output = Command::new(javac)
        .args(["--release", "17", "-g", "-nowarn", "-d"])
        .arg(out)
        .args(options)
        .args(sources)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}
