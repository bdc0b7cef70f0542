//! `cargo xtask artifacts`: the Java artifacts, with the agent library inside.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use fray_testkit::{agent, place};

/// What the library is called inside of its artifact.
const RESOURCE: &str = "dev/fray/native/linux-x86_64/libfray_agent.so";

/// Builds the artifacts and installs them into a Maven repository; the user's own if none is given.
pub fn build(arguments: &[String]) -> Result<()> {
    let repository = arguments.first().map(PathBuf::from);
    install(repository.as_deref())
}

/// The same, as tests need it.
fn install(repository: Option<&Path>) -> Result<()> {
    let target = place::target().join("java");
    let library = target.join("native").join(RESOURCE);
    std::fs::create_dir_all(library.parent().context("it lies in a folder")?)?;
    std::fs::copy(agent::library(), &library)?;
    // Line tables are of use to nobody there, and most of the size. Not everybody has the program.
    let _ = Command::new("strip").arg("-g").arg(&library).status();
    let sum = Command::new("sha256sum")
        .arg("-b")
        .arg(&library)
        .output()
        .context("cannot run sha256sum")?;
    ensure!(sum.status.success(), "sha256sum failed");
    let line = String::from_utf8_lossy(&sum.stdout).into_owned();
    let checksum = line.split_whitespace().next().context("no checksum")?;
    std::fs::write(library.with_extension("so.sha256"), format!("{checksum}\n"))?;
    let mut maven = Command::new("mvn");
    maven
        .args(["-q", "-B", "install", "-f"])
        .arg(place::repository().join("java/pom.xml"))
        .arg(format!("-Dfray.target={}", target.display()));
    if let Some(repository) = repository {
        maven.arg(format!("-Dmaven.repo.local={}", repository.display()));
    }
    let status = maven.status().context("cannot run mvn")?;
    ensure!(status.success(), "{maven:?}: {status}");
    Ok(())
}
