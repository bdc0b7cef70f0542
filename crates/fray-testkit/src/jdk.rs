//! The JDKs of this machine.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A JDK that is installed here.
#[derive(Debug, Clone)]
pub struct Jdk {
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

/// Every JDK found, oldest first: `JAVA_HOME`, the homes in `FRAY_JDKS` and the usual folder. There
/// must be one.
pub fn all() -> Vec<Jdk> {
    let mut homes = BTreeSet::new();
    let mut add = |home: &Path| {
        // JDK 8 and older have no image of modules, and are not supported.
        if let (Ok(home), true) = (home.canonicalize(), home.join("lib/modules").exists()) {
            homes.insert(home);
        }
    };
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        add(Path::new(&home));
    }
    if let Some(list) = std::env::var_os("FRAY_JDKS") {
        std::env::split_paths(&list).for_each(|home| add(&home));
    }
    let usual: PathBuf = ["/usr", "lib", "jvm"].iter().collect();
    for entry in usual.read_dir().into_iter().flatten().flatten() {
        add(&entry.path());
    }
    let mut jdks: Vec<_> = homes
        .into_iter()
        .filter(|home| home.join("bin/javac").exists())
        .map(|home| Jdk {
            version: version(&home),
            home,
        })
        .collect();
    jdks.sort_by_key(Jdk::feature);
    assert!(
        !jdks.is_empty(),
        "no JDK found: set JAVA_HOME or FRAY_JDKS (homes with ':' between)"
    );
    jdks
}

/// The newest JDK found.
pub fn newest() -> Jdk {
    all().pop().expect("there is at least one")
}

fn version(home: &Path) -> String {
    let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
    let line = release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="));
    line.unwrap_or("unknown").trim_matches('"').to_owned()
}
