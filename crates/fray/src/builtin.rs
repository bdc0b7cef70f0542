//! The programs that are built into the command.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

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
