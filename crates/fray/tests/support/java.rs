//! The JDKs of this machine, and the programs of `tests/java`, compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use fray_testkit::jdk;

/// Oldest and newest feature version that fray works on.
const SUPPORTED: std::ops::RangeInclusive<u32> = 17..=25;

/// All usable JDKs, one per feature version, oldest first.
pub fn jdks() -> Vec<PathBuf> {
    let mut all = jdk::all();
    all.retain(|jdk| SUPPORTED.contains(&jdk.feature()));
    all.dedup_by_key(|jdk| jdk.feature());
    assert!(!all.is_empty(), "these tests need a JDK from 17 to 25");
    all.into_iter().map(|jdk| jdk.home).collect()
}

/// For slow tests of what hardly differs from one JDK to the next.
pub fn oldest_and_newest() -> Vec<PathBuf> {
    let mut all = jdks();
    let newest = all.pop().unwrap();
    all.truncate(1);
    all.push(newest);
    all
}

/// Any of them.
pub fn jdk() -> PathBuf {
    jdks().remove(0)
}

/// The feature version of a JDK.
pub fn feature(home: &Path) -> u32 {
    let all = jdk::all().into_iter();
    let mut with_home = all.filter(|jdk| jdk.home == home);
    with_home.next().expect("one of those found").feature()
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
