//! Takes the command line apart: what is for fray, and what is for `java`.
//!
//! `fray [fray options] [java options] Main args` is read from left to right. Up to the main
//! class, options that [`OPTIONS`] or [`OWN`] know are fray's; everything else is passed to `java` in the
//! order given, character by character. From the main class on, all is the program's.

mod argfile;
mod java;
mod own;

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use fray_core::config::{Config, ConfigError, OPTIONS, OptionInfo, find};

pub use java::{JavaCommand, Program, is_about_assertions};
pub use own::{OWN, OwnOption};

/// A command line that runs a program.
#[derive(Debug, Default)]
pub struct CommandLine {
    /// fray's options.
    pub config: Config,
    /// Those that were given, in order.
    pub given: Vec<(&'static str, String)>,
    /// `--jdk`.
    pub jdk: Option<PathBuf>,
    /// The rest.
    pub java: JavaCommand,
}

/// What is wrong with a command line.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgsError {
    /// An option of fray has a wrong value, or none.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// An option that only the command line has lacks its value.
    #[error("option '{option}' needs a value: {allowed}")]
    MissingValue {
        /// Its name.
        option: &'static str,
        /// What the value may be.
        allowed: &'static str,
    },
    /// Neither fray nor java has this option.
    #[error("there is no option '--{given}': did you mean '--{meant}'?")]
    Misspelt {
        /// What was given.
        given: String,
        /// The option of fray that is nearest.
        meant: &'static str,
    },
    /// The last option wants a value.
    #[error("java option '{0}' needs a value")]
    JavaValue(String),
    /// No main class, jar or module.
    #[error("nothing to run: give a main class, -jar FILE or -m MODULE, as for java")]
    NothingToRun,
    /// A command that is not at the first place.
    #[error("'{0}' must come first: fray {0} ...")]
    CommandNotFirst(String),
    /// An `@argfile` that cannot be read.
    #[error("cannot read the argument file '{path}': {why}")]
    ArgFile {
        /// The file.
        path: String,
        /// Why not.
        why: String,
    },
}

impl CommandLine {
    /// Reads what follows the name of the command.
    pub fn parse(
        args: impl IntoIterator<Item = OsString>,
        commands: &[String],
    ) -> Result<CommandLine, ArgsError> {
        let mut line = CommandLine::default();
        let mut args: VecDeque<OsString> = args.into_iter().collect();
        let mut scan = java::Scan::default();
        while let Some(arg) = args.pop_front() {
            if scan.at_option(&arg) && line.take_own(&arg, &mut args)? {
                continue;
            }
            if scan.is_fresh()
                && arg
                    .to_str()
                    .is_some_and(|a| commands.iter().any(|c| c == a))
            {
                return Err(ArgsError::CommandNotFirst(
                    arg.to_string_lossy().into_owned(),
                ));
            }
            scan.take(&arg)?;
            line.java.args.push(arg);
        }
        scan.finish(&mut line.java)?;
        Ok(line)
    }

    /// Reads `arg` if it is fray's, with its value from `rest` if it needs one.
    fn take_own(&mut self, arg: &OsStr, rest: &mut VecDeque<OsString>) -> Result<bool, ArgsError> {
        let Some(text) = arg.to_str().and_then(|arg| arg.strip_prefix("--")) else {
            return Ok(false);
        };
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        if let Some(option) = find(name).filter(|option| !option.internal) {
            let value = match value.or_else(|| next_value(option, rest)) {
                Some(value) => value,
                None => {
                    return Err(ArgsError::Config(ConfigError::MissingValue {
                        option: option.name,
                        allowed: option.allowed,
                    }));
                }
            };
            self.config.set(option.name, &value)?;
            self.given.push((option.name, value));
            return Ok(true);
        }
        if let Some(option) = own::find(name) {
            let value = value
                .map(OsString::from)
                .or_else(|| rest.pop_front())
                .ok_or(ArgsError::MissingValue {
                    option: option.name,
                    allowed: option.allowed,
                })?;
            (option.set)(self, value);
            return Ok(true);
        }
        match misspelt(name) {
            Some(meant) if !java::is_long_option(name) => Err(ArgsError::Misspelt {
                given: name.to_owned(),
                meant,
            }),
            _ => Ok(false),
        }
    }
}

/// A flag is on if nothing else is said; everything else takes the next argument.
fn next_value(option: &OptionInfo, rest: &mut VecDeque<OsString>) -> Option<String> {
    match option.value {
        None => Some("true".into()),
        Some(_) => rest
            .pop_front()
            .map(|value| value.to_string_lossy().into_owned()),
    }
}

/// How alike two names must be for one to be a misspelling of the other. `--iterations` is to
/// `--iter` as 0.9; nothing that any JDK has comes near.
const ALIKE: f64 = 0.88;

/// The option of fray that was probably meant.
fn misspelt(name: &str) -> Option<&'static str> {
    OPTIONS
        .iter()
        .filter(|option| !option.internal)
        .map(|option| option.name)
        .chain(OWN.iter().map(|option| option.name))
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests;
