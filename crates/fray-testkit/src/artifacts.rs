//! The Java artifacts, with the agent library inside, as Maven builds them.

use std::path::Path;
use std::process::Command;

use crate::java::run;
use crate::{agent, place};

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
