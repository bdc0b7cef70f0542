//! The JDKs of this machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{place, skip};

/// Where packages put JDKs.
const USUAL: [&str; 4] = ["/", "usr", "lib", "jvm"];

/// Below the target folder: JDKs that `cargo xtask` fetched.
pub const FETCHED: &str = "jdks";

/// A JDK that is installed here, or only its runtime.
#[derive(Debug, Clone)]
pub struct Jdk {
    /// The folder that `JAVA_HOME` would be set to.
    pub home: PathBuf,
    /// Version as its `release` file gives it.
    pub version: String,
}

impl Jdk {
    /// A command of this JDK.
    pub fn tool(&self, name: &str) -> Command {
        Command::new(self.home.join("bin").join(name))
    }

    /// Feature release: 17, 21, 25.
    pub fn feature(&self) -> u32 {
        let digits = self.version.split(['.', '+', '-']).next();
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    }
}

/// Every JDK found, one of each version, oldest first: `JAVA_HOME`, the homes in `FRAY_JDKS`, those
/// that `cargo xtask` fetched and the usual folder. There must be one.
pub fn all() -> Vec<Jdk> {
    let mut homes = Vec::new();
    homes.extend(std::env::var_os("JAVA_HOME").map(PathBuf::from));
    if let Some(list) = std::env::var_os("FRAY_JDKS") {
        homes.extend(std::env::split_paths(&list));
    }
    for folder in [place::target().join(FETCHED), USUAL.iter().collect()] {
        homes.extend(below(&folder));
    }
    let mut jdks = BTreeMap::new();
    for home in homes.iter().filter_map(|home| home.canonicalize().ok()) {
        // JDK 8 and older have no image of modules, and are not supported.
        if home.join("lib/modules").exists() && home.join("bin/java").exists() {
            let jdk = Jdk {
                version: version(&home),
                home,
            };
            jdks.entry((jdk.feature(), jdk.version.clone()))
                .or_insert(jdk);
        }
    }
    assert!(
        !jdks.is_empty(),
        "no JDK found: set JAVA_HOME or FRAY_JDKS (homes with ':' between)"
    );
    jdks.into_values().collect()
}

/// The newest JDK found.
pub fn newest() -> Jdk {
    all().pop().expect("there is at least one")
}

/// The first feature release on which threads can be fibers.
pub const FIRST_WITH_FIBERS: u32 = 24;

/// Every JDK found on which threads can be fibers. If there is none that is said aloud, and in CI there
/// must be one.
pub fn with_fibers() -> Vec<Jdk> {
    let mut jdks = all();
    jdks.retain(|jdk| jdk.feature() >= FIRST_WITH_FIBERS);
    if jdks.is_empty() {
        skip::aloud("there is no JDK 24 or later");
    }
    jdks
}

/// What the tests need, of which these feature releases lack something: the oldest release, the one
/// before fibers that has virtual threads, and one with fibers.
pub fn missing(features: &[u32]) -> Vec<String> {
    let mut missing = Vec::new();
    for release in [17, 21] {
        if !features.contains(&release) {
            missing.push(format!("JDK {release}"));
        }
    }
    if features.iter().all(|release| *release < FIRST_WITH_FIBERS) {
        missing.push(format!("a JDK with fibers ({FIRST_WITH_FIBERS} or later)"));
    }
    missing
}

/// The newest JDK found that has a compiler.
pub fn compiler() -> Jdk {
    let with_compiler = |jdk: &Jdk| jdk.home.join("bin/javac").exists();
    let found = all().into_iter().rev().find(with_compiler);
    found.expect("one of the JDKs must have a compiler")
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn version(home: &Path) -> String {
    let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
    let line = release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="));
    line.unwrap_or("unknown").trim_matches('"').to_owned()
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn every_release_that_is_missing_is_named() {
        assert!(missing(&[17, 21, 25]).is_empty());
        assert!(missing(&[11, 17, 21, 24]).is_empty());
        let fibers = "a JDK with fibers (24 or later)";
        assert_eq!(missing(&[17]), ["JDK 21", fibers]);
        assert_eq!(missing(&[25]), ["JDK 17", "JDK 21"]);
        assert_eq!(missing(&[17, 21, 23]), [fibers]);
    }
}
