//! All JDKs of this machine, for `fray doctor`.

use std::env;
use std::path::{Path, PathBuf};

use super::{Jdk, JdkError, Origin};

/// Directories whose subdirectories are JDKs; `~` is the home directory.
const USUAL: &[&str] = &[
    "/usr/lib/jvm",
    "/usr/java",
    "/usr/local/lib/jvm",
    "/opt",
    "/opt/java",
    "/opt/jdk",
    "~/.jdks",
    "~/.sdkman/candidates/java",
    "~/.gradle/jdks",
    "~/.asdf/installs/java",
    "~/.local/share/mise/installs/java",
    "~/.jabba/jdk",
    "/Library/Java/JavaVirtualMachines",
    "~/Library/Java/JavaVirtualMachines",
];

/// Every JDK that can be found, each once, the one that `fray` would use first. What the user
/// names and is none comes as an error.
pub fn all(option: Option<&Path>) -> Vec<Result<Jdk, JdkError>> {
    let mut found: Vec<Result<Jdk, JdkError>> = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut add = |jdk: Result<Jdk, JdkError>| {
        let home = match &jdk {
            Ok(jdk) => &jdk.home,
            Err(JdkError::NotAJdk { home, .. } | JdkError::NoVersion { home }) => home,
            Err(_) => return,
        };
        let home = home.canonicalize().unwrap_or_else(|_| home.clone());
        if !seen.contains(&home) {
            seen.push(home);
            found.push(jdk);
        }
    };
    if let Some(home) = option {
        add(Jdk::at(home, Origin::Option));
    }
    if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        add(Jdk::at(Path::new(&home), Origin::JavaHome));
    }
    add(Jdk::on_path(env::var_os("PATH")));
    for home in env::split_paths(&env::var_os("FRAY_JDKS").unwrap_or_default()) {
        if !home.as_os_str().is_empty() {
            add(Jdk::at(&home, Origin::FrayJdks));
        }
    }
    for home in usual_homes() {
        add(Jdk::at(&home, Origin::UsualPlace));
    }
    found
}

/// Directories in the usual places that hold a `java`.
fn usual_homes() -> Vec<PathBuf> {
    let user = env::var_os("HOME").map(PathBuf::from);
    let folders = USUAL
        .iter()
        .filter_map(|place| match place.strip_prefix("~/") {
            Some(rest) => Some(user.as_ref()?.join(rest)),
            None => Some(PathBuf::from(place)),
        });
    let mut homes: Vec<PathBuf> = folders
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .flat_map(|path| [path.join("Contents/Home"), path])
        .filter(|home| home.join("bin/java").is_file())
        .collect();
    homes.sort();
    homes
}
