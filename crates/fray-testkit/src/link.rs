//! Links classes in a JVM, with its verifier on.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;

use crate::jdk::Jdk;
use crate::{java, place};

/// What came out of linking many classes.
#[derive(Debug)]
pub struct Linked {
    /// How many did link.
    pub count: usize,
    /// Whether fray's runtime was in the JVM.
    pub with_agent: bool,
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

    /// How many did not link because another class is missing: one that a library needs only where
    /// it is used with some other library.
    pub fn incomplete(&self) -> usize {
        let errors = self.failed.values().map(String::as_str);
        errors.filter(|error| kind(error) == MISSING).count()
    }
}

/// What linking throws if a class that is needed for it is not there.
const MISSING: &str = "java.lang.NoClassDefFoundError";

/// The part of an error that does not change from run to run. Which of several missing classes is
/// named depends on the order of a class's methods, and that on memory addresses.
fn kind(error: &str) -> &str {
    match error.split_once('\t') {
        Some((kind @ MISSING, _)) => kind,
        _ => error,
    }
}

/// Classes to link in a new JVM.
#[derive(Debug)]
pub struct Job<'a> {
    /// In which JVM.
    pub jdk: &'a Jdk,
    /// With which options.
    pub options: &'a [OsString],
    /// Their names, with dots.
    pub names: &'a BTreeSet<String>,
    /// Where they are; none if the JVM finds them by itself.
    pub pack: Option<&'a Path>,
}

/// Links classes. `name` must be unique among all tests.
pub fn link(name: &str, job: &Job<'_>) -> Linked {
    let folder = place::scratch(&format!("link-{name}"));
    let (names, out) = (folder.join("names"), folder.join("result"));
    let list: Vec<_> = job.names.iter().map(String::as_str).collect();
    std::fs::write(&names, list.join("\n")).expect("the target folder can be written");
    let mut command = job.jdk.tool("java");
    command
        .args([
            "-Xverify:all",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
        ])
        .args(job.options)
        .arg("-cp")
        .arg(java::helpers())
        .arg("Link")
        .args([&names, &out])
        .args(job.pack)
        .current_dir(&folder);
    let output = command.output().expect("java can be run");
    let text = std::fs::read_to_string(&out).unwrap_or_default();
    let Some((failed, end)) = text.trim_end().rsplit_once("linked\t") else {
        panic!(
            "{command:?} did not end well: {}\n{}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    };
    let (count, with_agent) = end.split_once('\t').expect("both are written");
    let linked = Linked {
        count: count.parse().expect("a number"),
        with_agent: with_agent == "true",
        failed: failed
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .map(|(name, error)| (name.to_owned(), error.to_owned()))
            .collect(),
    };
    let seen = linked.count + linked.failed.len();
    assert_eq!(seen, job.names.len(), "{name}: every class was tried");
    linked
}
