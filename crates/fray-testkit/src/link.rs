//! Links classes in a JVM, with its verifier on.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use super::corpus;
use super::jdk::Jdk;

/// What came out of linking many classes.
#[derive(Debug)]
pub struct Linked {
    pub count: usize,
    /// Class name and error of those that did not link.
    pub failed: BTreeMap<String, String>,
}

impl Linked {
    /// What fails here and does not fail in the same way in `baseline`.
    pub fn new_failures<'a>(&'a self, baseline: &'a Linked) -> Vec<(&'a str, &'a str)> {
        let failed = self
            .failed
            .iter()
            .map(|(name, error)| (name.as_str(), error.as_str()));
        let same = |name, error| {
            baseline
                .failed
                .get(name)
                .is_some_and(|old| kind(old) == kind(error))
        };
        failed.filter(|&(name, error)| !same(name, error)).collect()
    }
}

/// The part of an error that does not change from run to run. Which of several missing classes is
/// named depends on the order of a class's methods, and that on memory addresses.
fn kind(error: &str) -> &str {
    match error.split_once('\t') {
        Some((kind @ "java.lang.NoClassDefFoundError", _)) => kind,
        _ => error,
    }
}

/// Runs `Link.java` with `mode` on `file`.
pub fn link(jdk: &Jdk, options: &[OsString], mode: &str, file: &Path) -> Linked {
    let classes = corpus::folder().join(format!("link-{}", jdk.version));
    if !classes.join("Link.class").exists() {
        corpus::run(
            jdk.tool("javac")
                .arg("-d")
                .arg(&classes)
                .arg(corpus::java_folder().join("Link.java")),
        );
    }
    let mut command = jdk.tool("java");
    command
        .args(["-Xverify:all", "-XX:TieredStopAtLevel=1"])
        .args(options);
    command
        .arg("-cp")
        .arg(&classes)
        .arg("Link")
        .arg(mode)
        .arg(file);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let mut linked = Linked {
        count: 0,
        failed: BTreeMap::new(),
    };
    let mut ended = false;
    for line in text.lines() {
        if let Some(count) = line.strip_prefix("linked ") {
            linked.count = count.parse().unwrap();
            ended = true;
        } else if let Some((name, error)) = line.split_once('\t') {
            linked.failed.insert(name.to_owned(), error.to_owned());
        }
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        ended,
        "{command:?} did not end well: {}\n{text}\n{errors}",
        output.status
    );
    linked
}
