//! The agent library and the `fray` command, as cargo builds them from the tree at hand.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::{java, place};

/// The folder with the agent library and the command, built once per test program in the profile of
/// the test itself. Cargo does not do this: tests cannot depend on a library that only C can link.
fn built() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let folder = place::profile();
        let mut command = Command::new(cargo);
        command.args(["build", "--quiet", "--package=fray", "--package=fray-agent"]);
        if folder.ends_with("release") {
            command.arg("--release");
        }
        command.arg("--target-dir").arg(place::target());
        java::run(command.current_dir(place::repository()));
        folder
    };
    FOLDER.get_or_init(build).clone()
}

/// The agent library.
pub fn library() -> PathBuf {
    let name = format!("libfray_agent{}", std::env::consts::DLL_SUFFIX);
    built().join(name)
}

/// The `fray` command.
pub fn command() -> PathBuf {
    built().join("fray")
}

/// The option of `java` that loads the agent with these settings.
pub fn option(settings: &str) -> OsString {
    let mut option = OsString::from("-agentpath:");
    option.push(library());
    option.push("=");
    option.push(settings);
    option
}
