//! As much of `java`'s own command line as is needed to know where the program begins.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::{ArgsError, argfile};

/// A call of `java`, without fray's options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JavaCommand {
    /// All arguments, as given.
    pub args: Vec<OsString>,
    /// What it runs.
    pub program: Program,
    /// What the program is given, argument files not expanded (`java` does not either).
    pub program_args: Vec<OsString>,
    /// Whether the user says something about assertions.
    pub sets_assertions: bool,
}

/// What a call of `java` runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Program {
    /// Nothing that can be seen from outside.
    #[default]
    Unknown,
    /// A main class, or a source file.
    Class(OsString),
    /// `-jar`.
    Jar(OsString),
    /// `-m`.
    Module(OsString),
}

impl Program {
    /// The class, file or module as it was given.
    pub fn name(&self) -> String {
        match self {
            Program::Unknown => "the program".to_owned(),
            Program::Class(name) | Program::Jar(name) | Program::Module(name) => {
                name.to_string_lossy().into_owned()
            }
        }
    }
}

/// Options whose value is the next argument: the launcher's `IsWhiteSpaceOption`, all JDKs
/// from 17 to 25 taken together.
const WITH_VALUE: &[&str] = &[
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--limit-modules",
    "--patch-module",
    "--describe-module",
    "-d",
    "--source",
    "--enable-native-access",
    "--illegal-native-access",
    "--illegal-access",
    "--finalization",
    "--sun-misc-unsafe-memory-access",
    "--illegal-final-field-mutation",
    "--enable-final-field-mutation",
];

/// The other options of `java` that begin with two dashes.
const LONG: &[&str] = &[
    "--module",
    "--list-modules",
    "--show-module-resolution",
    "--validate-modules",
    "--dry-run",
    "--enable-preview",
    "--disable-@files",
    "--show-version",
    "--help-extra",
];

/// Options by which the user says something about assertions.
const ASSERTIONS: &[&str] = &["-ea", "-enableassertions", "-da", "-disableassertions"];

/// Whether `java` has an option of this name, given without its dashes.
pub fn is_long_option(name: &str) -> bool {
    WITH_VALUE
        .iter()
        .chain(LONG)
        .any(|option| option.strip_prefix("--") == Some(name))
}

/// Whether this option is about assertions.
pub fn is_about_assertions(option: &str) -> bool {
    let name = option.split_once(':').map_or(option, |(name, _)| name);
    ASSERTIONS.contains(&name)
}

/// What the next argument is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Expect {
    /// An option, or the main class.
    #[default]
    Option,
    /// The value of this option.
    Value(String),
    /// The value of `-m`.
    Module,
    /// Nothing that concerns `java`.
    ProgramArg,
}

/// Reads `java`'s arguments one by one, up to the main class and beyond.
#[derive(Debug, Default)]
pub struct Scan {
    expect: Expect,
    seen: bool,
    jar: bool,
    no_argfiles: bool,
    command: JavaCommand,
}

impl Scan {
    /// Whether `arg` is an option, and not a value or an argument of the program.
    pub fn at_option(&self, arg: &OsStr) -> bool {
        self.expect == Expect::Option && arg.as_encoded_bytes().starts_with(b"-")
    }

    /// Whether nothing has been read yet.
    pub fn is_fresh(&self) -> bool {
        !self.seen
    }

    /// Reads one argument of the command line.
    pub fn take(&mut self, arg: &OsStr) -> Result<(), ArgsError> {
        self.seen = true;
        let is_argfile = self.expect != Expect::ProgramArg && !self.no_argfiles;
        match arg.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(path) if is_argfile && !path.is_empty() && !path.starts_with('@') => {
                for word in argfile::read(path)? {
                    self.word(OsStr::new(&word));
                }
            }
            _ => self.word(arg),
        }
        Ok(())
    }

    /// One argument after the expansion of argument files.
    fn word(&mut self, arg: &OsStr) {
        match std::mem::take(&mut self.expect) {
            Expect::Value(_) => {}
            Expect::Module => self.found(Program::Module(arg.to_owned())),
            Expect::ProgramArg => {
                self.command.program_args.push(arg.to_owned());
                self.expect = Expect::ProgramArg;
            }
            Expect::Option => match arg.to_str() {
                Some(option) if option.starts_with('-') => self.option(option),
                _ if self.jar => self.found(Program::Jar(arg.to_owned())),
                _ => self.found(Program::Class(arg.to_owned())),
            },
        }
    }

    fn option(&mut self, option: &str) {
        if let Some(module) = option.strip_prefix("--module=") {
            return self.found(Program::Module(module.into()));
        }
        match option {
            "-jar" => self.jar = true,
            "-m" | "--module" => self.expect = Expect::Module,
            "--disable-@files" => self.no_argfiles = true,
            _ if WITH_VALUE.contains(&option) => self.expect = Expect::Value(option.to_owned()),
            _ => self.command.sets_assertions |= is_about_assertions(option),
        }
    }

    fn found(&mut self, program: Program) {
        self.command.program = program;
        self.expect = Expect::ProgramArg;
    }

    /// The end of the command line.
    pub fn finish(self, command: &mut JavaCommand) -> Result<(), ArgsError> {
        match self.expect {
            Expect::ProgramArg => {
                command.program = self.command.program;
                command.program_args = self.command.program_args;
                command.sets_assertions = self.command.sets_assertions;
                Ok(())
            }
            Expect::Value(option) => Err(ArgsError::JavaValue(option)),
            Expect::Module => Err(ArgsError::JavaValue("-m".into())),
            Expect::Option if self.jar => Err(ArgsError::JavaValue("-jar".into())),
            Expect::Option => Err(ArgsError::NothingToRun),
        }
    }
}

impl JavaCommand {
    /// Whether both run the same with the same arguments. Where it is found may differ.
    pub fn is_same_program(&self, other: &JavaCommand) -> bool {
        let file = |jar: &OsString| Path::new(jar).file_name().map(OsStr::to_owned);
        let same = match (&self.program, &other.program) {
            (Program::Jar(one), Program::Jar(another)) => file(one) == file(another),
            (one, another) => one == another,
        };
        same && self.program_args == other.program_args
    }

    /// The program and its arguments, for a message.
    pub fn words(&self) -> String {
        let mut words = vec![self.program.name()];
        let args = self.program_args.iter();
        words.extend(args.map(|arg| arg.to_string_lossy().into_owned()));
        words.join(" ")
    }

    /// Reads a call of `java` that has no options of fray in it.
    pub fn parse(args: Vec<OsString>) -> Result<JavaCommand, ArgsError> {
        let mut scan = Scan::default();
        for arg in &args {
            scan.take(arg)?;
        }
        let mut command = JavaCommand {
            args,
            ..JavaCommand::default()
        };
        scan.finish(&mut command)?;
        Ok(command)
    }
}
