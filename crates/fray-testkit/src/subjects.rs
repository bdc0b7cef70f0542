//! The programs in `subjects`: each with a known bug, and its correct twin.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::Deserialize;

use crate::{java, jdk, place};

/// One program and its twin, as `subjects.toml` describes them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// The main class of the program with the bug.
    pub class: String,
    /// The main class of its twin, in which no schedule may fail.
    pub ok: String,
    /// Threads that run besides the main thread.
    pub threads: u32,
    /// What its bug looks like.
    pub bug: String,
    /// The collection that it belongs to.
    pub set: String,
    /// What it exercises.
    pub primitive: String,
    /// The bug in one sentence.
    pub what: String,
    /// The oldest JDK that it runs on.
    #[serde(default = "oldest")]
    pub min_jdk: u32,
    /// Whether the bug needs switches at plain accesses.
    #[serde(default)]
    pub memory: bool,
    /// Whether only a race detector sees the bug.
    #[serde(default)]
    pub races: bool,
    /// Whether random search hardly finds it.
    #[serde(default)]
    pub rare: bool,
}

impl Subject {
    /// Whether another process decides what happens when: its executions replay, since a replay waits
    /// for it, but a campaign is not a function of the seed.
    pub fn has_process(&self) -> bool {
        self.primitive == "Process"
    }
}

fn oldest() -> u32 {
    17
}

/// Source folders, and the releases that they are compiled for.
const SOURCES: [(&str, u32); 2] = [("java", 17), ("java21", 21)];

/// All subjects, in the order of the file.
pub fn all() -> Vec<Subject> {
    #[derive(Deserialize)]
    struct File {
        subject: Vec<Subject>,
    }
    let path = place::repository().join("subjects").join("subjects.toml");
    let text = std::fs::read_to_string(&path).expect("part of the repository");
    let file: File = toml::from_str(&text).expect("it says what its head explains");
    file.subject
}

/// The folder with the compiled subjects; those for a release that no compiler here knows are not in
/// it.
pub fn classes() -> PathBuf {
    // Tests of one process come here at the same time.
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(compiled).clone()
}

fn compiled() -> PathBuf {
    let root = place::repository()
        .join("subjects")
        .join("src")
        .join("main");
    let mut stamp = DefaultHasher::new();
    let mut sources = Vec::new();
    for (folder, release) in SOURCES {
        let files = java_files(&root.join(folder));
        for file in &files {
            std::fs::read(file).expect("readable").hash(&mut stamp);
        }
        sources.push((release, files));
    }
    let compiler = jdk::compiler();
    compiler.version.hash(&mut stamp);
    let folder = place::cache().join(format!("subjects-{:016x}", stamp.finish()));
    if !folder.exists() {
        let partial = place::scratch(&format!("subjects-{}", std::process::id()));
        for (release, files) in sources {
            if compiler.feature() >= release {
                java::compile(release, &partial, &partial, &files);
            }
        }
        if std::fs::rename(&partial, &folder).is_err() {
            assert!(folder.exists(), "{} cannot be made", folder.display());
        }
    }
    folder
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in folder.read_dir().expect("part of the repository") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files.extend(java_files(&path));
        } else if path.extension().is_some_and(|end| end == "java") {
            files.push(path);
        }
    }
    files.sort();
    files
}
