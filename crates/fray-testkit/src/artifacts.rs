//! The Java artifacts, with the agent library inside, as Maven builds them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::java::run;
use crate::{agent, libraries, place};

/// What the library is called inside of its artifact.
const RESOURCE: &str = "dev/fray/native/linux-x86_64/libfray_agent.so";

/// Builds the artifacts and installs them into a Maven repository; the user's own if none is given.
pub fn install(repository: Option<&Path>) {
    let target = place::target().join("java");
    let library = target.join("native").join(RESOURCE);
    std::fs::create_dir_all(library.parent().expect("a folder")).expect("writable");
    std::fs::copy(agent::library(), &library).expect("writable");
    // Line tables are of use to nobody there, and most of the size. Not everybody has the program.
    let _ = Command::new("strip").arg("-g").arg(&library).status();
    let sum = Command::new("sha256sum").arg("-b").arg(&library).output();
    let sum = sum.expect("sha256sum is part of every Linux");
    assert!(sum.status.success(), "sha256sum failed");
    let line = String::from_utf8_lossy(&sum.stdout).into_owned();
    let checksum = line.split_whitespace().next().expect("a checksum");
    std::fs::write(library.with_extension("so.sha256"), checksum).expect("writable");
    let mut maven = Command::new("mvn");
    maven
        .args(["-q", "-B", "install", "-f"])
        .arg(place::repository().join("java/pom.xml"))
        .arg(format!("-Dfray.target={}", target.display()));
    if let Some(repository) = repository {
        maven.arg(format!("-Dmaven.repo.local={}", repository.display()));
    }
    run(&mut maven);
}

/// A repository of the tests' own with the artifacts in it; `None`, said aloud, without a network.
/// It is made anew only if the agent or a source is another one.
pub fn repository() -> Option<PathBuf> {
    static READY: OnceLock<Option<PathBuf>> = OnceLock::new();
    let ready = READY.get_or_init(|| {
        libraries::junit()?;
        let folder = place::cache().join("m2");
        let stamp = folder.join("fray.stamp");
        let state = state();
        if std::fs::read_to_string(&stamp).ok().as_ref() != Some(&state) {
            install(Some(&folder));
            std::fs::write(&stamp, &state).expect("writable");
        }
        Some(folder)
    });
    ready.clone()
}

/// A hash of everything that the artifacts are made from.
fn state() -> String {
    let mut files = vec![agent::library()];
    let mut folders = vec![place::repository().join("java")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        std::fs::read(&file).expect("readable").hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}
