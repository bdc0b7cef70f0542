//! Folders.

use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("it lies in crates").into()
}

/// Cargo's folder for the profile that the running test was built in.
pub fn profile() -> PathBuf {
    let own = std::env::current_exe().expect("a program knows where it is");
    // target/PROFILE/deps/NAME, or target/PROFILE/NAME for a command.
    let mut folders = own.ancestors().skip(1);
    let profile = folders.find(|folder| folder.file_name().is_some_and(|name| name != "deps"));
    profile.expect("programs lie in a folder").into()
}

/// Cargo's target folder: the one that the running test was built into.
pub fn target() -> PathBuf {
    let profile = profile();
    profile.parent().unwrap_or(&profile).into()
}

/// A folder for what tests write and later runs use again.
pub fn cache() -> PathBuf {
    let folder = target().join("testkit");
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

/// A fresh folder for one test, which must name it uniquely.
pub fn scratch(name: &str) -> PathBuf {
    let folder = cache().join("scratch").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

/// The folder of this crate's Java helpers.
pub(crate) fn helpers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("java")
}
