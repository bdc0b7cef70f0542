//! The programs that are built into the command.

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::args::{JavaCommand, Program};
use crate::error::Error;

/// A program: what is written to a folder so that `java` can run it.
pub struct Builtin {
    /// The main class.
    pub main: &'static str,
    /// File names and contents.
    files: &'static [(&'static str, &'static [u8])],
}

/// The example of `fray demo`, with its source, which the report shows.
pub static DEMO: Builtin = Builtin {
    main: "Bank",
    files: &[
        (
            "Bank.class",
            include_bytes!(concat!(env!("OUT_DIR"), "/Bank.class")),
        ),
        ("Bank.java", include_bytes!("../java/Bank.java")),
    ],
};

/// What `fray doctor` runs.
pub static SELF_CHECK: Builtin = Builtin {
    main: "SelfCheck",
    files: &[(
        "SelfCheck.class",
        include_bytes!(concat!(env!("OUT_DIR"), "/SelfCheck.class")),
    )],
};

impl Builtin {
    /// Writes the program to a folder.
    pub fn extract(&self, folder: &Path) -> Result<(), Error> {
        for (name, bytes) in self.files {
            let file = folder.join(name);
            fs::write(&file, bytes).map_err(Error::io(format!("write {}", file.display())))?;
        }
        Ok(())
    }

    /// The text of one of its files.
    pub fn text(&self, name: &str) -> &'static str {
        let file = self.files.iter().find(|(file, _)| *file == name);
        file.and_then(|(_, bytes)| std::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }

    /// The call of `java` that runs it from the folder.
    pub fn command(&self, folder: &Path, args: &[&str]) -> JavaCommand {
        let mut all: Vec<OsString> = vec!["-cp".into(), folder.into(), self.main.into()];
        let program_args: Vec<OsString> = args.iter().map(OsString::from).collect();
        all.extend(program_args.iter().cloned());
        JavaCommand {
            args: all,
            program: Program::Class(self.main.into()),
            program_args,
            sets_assertions: false,
        }
    }
}

/// What runs JUnit tests.
static LAUNCH_JAR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/fray-launch.jar"));

/// The jar that runs JUnit tests, as a file that stays: recordings name it.
pub fn launch_jar() -> Result<PathBuf, Error> {
    let mut hasher = DefaultHasher::new();
    LAUNCH_JAR.hash(&mut hasher);
    let name = format!("fray-launch-{:016x}.jar", hasher.finish());
    let mut failed = None;
    for folder in caches() {
        let file = folder.join(&name);
        if fs::read(&file).is_ok_and(|bytes| bytes == LAUNCH_JAR) {
            return Ok(file);
        }
        // Under another name first: somebody else may be doing the same.
        let written = fs::create_dir_all(&folder)
            .and_then(|()| tempfile::NamedTempFile::new_in(&folder))
            .and_then(|mut partial| {
                partial.write_all(LAUNCH_JAR)?;
                partial.persist(&file)?;
                Ok(())
            });
        match written {
            Ok(()) => return Ok(file),
            Err(error) => failed = Some(error),
        }
    }
    let error = failed.unwrap_or_else(|| std::io::ErrorKind::NotFound.into());
    Err(Error::io(format!("write {name}"))(error))
}

/// The user's cache, and where that cannot be written the folder for temporary files.
fn caches() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or(home);
    let user = rustix::process::getuid().as_raw();
    let temporary = std::env::temp_dir().join(format!("fray-{user}"));
    let own = cache.map(|cache| cache.join("fray"));
    own.into_iter().chain([temporary]).collect()
}
