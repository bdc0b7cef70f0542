//! Finds a JDK as `java` itself would be found.

mod release;
mod search;

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::exit::Exit;

pub use search::all;

/// The oldest and the newest JDK on which fray works.
pub const OLDEST: u32 = 17;
/// See [`OLDEST`].
pub const NEWEST: u32 = 25;

/// A JDK that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its directory.
    pub home: PathBuf,
    /// Its version.
    pub version: Version,
    /// Who made it, if it says so.
    pub vendor: Option<String>,
    /// How it was found.
    pub origin: Origin,
}

/// A version such as `17.0.15`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The number that counts: 17.
    pub feature: u32,
    /// As the JDK writes it.
    pub text: String,
}

/// How a JDK was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `--jdk`.
    Option,
    /// `JAVA_HOME`.
    JavaHome,
    /// The `PATH`.
    Path,
    /// `FRAY_JDKS`.
    FrayJdks,
    /// A directory where JDKs usually are.
    UsualPlace,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Option => "--jdk",
            Origin::JavaHome => "JAVA_HOME",
            Origin::Path => "PATH",
            Origin::FrayJdks => "FRAY_JDKS",
            Origin::UsualPlace => "usual place",
        })
    }
}

/// Why there is no JDK to use.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum JdkError {
    /// None anywhere.
    #[error("no JDK found: give --jdk HOME, set JAVA_HOME, or put java on the PATH")]
    None,
    /// The directory is something else.
    #[error("{} (from {origin}) is not a JDK: it has no bin/java", .home.display())]
    NotAJdk {
        /// The directory.
        home: PathBuf,
        /// Who said so.
        origin: Origin,
    },
    /// It does not tell its version.
    #[error("cannot find out the version of the JDK in {}: it has no release file, and its 'java -version' fails", .home.display())]
    NoVersion {
        /// The directory.
        home: PathBuf,
    },
    /// Older than [`OLDEST`].
    #[error("JDK {version} in {} is too old: fray works on JDK {OLDEST} to {NEWEST}", .home.display())]
    TooOld {
        /// The directory.
        home: PathBuf,
        /// The version.
        version: String,
    },
    /// Newer than [`NEWEST`].
    #[error("JDK {version} in {} is newer than this fray knows, and might not be fully controlled: fray works on JDK {OLDEST} to {NEWEST}", .home.display())]
    TooNew {
        /// The directory.
        home: PathBuf,
        /// The version.
        version: String,
    },
}

impl JdkError {
    /// A JDK that is too new is nobody's mistake.
    pub fn exit(&self) -> Exit {
        match self {
            JdkError::TooNew { .. } => Exit::Broken,
            _ => Exit::Usage,
        }
    }
}

impl Jdk {
    /// The JDK to use: `--jdk`, else `JAVA_HOME`, else the `PATH`.
    pub fn choose(option: Option<&Path>) -> Result<Jdk, JdkError> {
        let jdk = match (option, env::var_os("JAVA_HOME").filter(|h| !h.is_empty())) {
            (Some(home), _) => Jdk::at(home, Origin::Option)?,
            (None, Some(home)) => Jdk::at(Path::new(&home), Origin::JavaHome)?,
            (None, None) => Jdk::on_path(env::var_os("PATH"))?,
        };
        jdk.check()?;
        Ok(jdk)
    }

    /// The JDK in this directory.
    pub fn at(home: &Path, origin: Origin) -> Result<Jdk, JdkError> {
        if !home.join("bin/java").is_file() {
            return Err(JdkError::NotAJdk {
                home: home.to_owned(),
                origin,
            });
        }
        let no_version = || JdkError::NoVersion {
            home: home.to_owned(),
        };
        let facts = release::read(home)
            .or_else(|| release::ask(&home.join("bin/java")))
            .ok_or_else(no_version)?;
        Ok(Jdk {
            home: facts.home.unwrap_or_else(|| home.to_owned()),
            version: facts.version,
            vendor: facts.vendor,
            origin,
        })
    }

    /// The JDK of the first `java` on the path.
    fn on_path(path: Option<OsString>) -> Result<Jdk, JdkError> {
        let path = path.unwrap_or_default();
        let java = env::split_paths(&path)
            .map(|folder| folder.join("java"))
            .find(|java| java.is_file())
            .ok_or(JdkError::None)?;
        // Usually a link into the JDK; else a script that knows where it is.
        let java = java.canonicalize().unwrap_or(java);
        let home = java.parent().and_then(Path::parent);
        match home {
            Some(home) if release::read(home).is_some() => Jdk::at(home, Origin::Path),
            _ => {
                let facts = release::ask(&java)
                    .ok_or_else(|| JdkError::NoVersion { home: java.clone() })?;
                let home = facts.home.ok_or(JdkError::None)?;
                Jdk::at(&home, Origin::Path)
            }
        }
    }

    /// Whether fray works on it.
    pub fn check(&self) -> Result<(), JdkError> {
        let (home, version) = (self.home.clone(), self.version.text.clone());
        match self.version.feature {
            feature if feature < OLDEST => Err(JdkError::TooOld { home, version }),
            feature if feature > NEWEST => Err(JdkError::TooNew { home, version }),
            _ => Ok(()),
        }
    }

    /// Its `java` command.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }
}
