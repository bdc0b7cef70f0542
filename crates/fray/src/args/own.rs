//! Options that concern the command only, and not the agent.

use std::ffi::OsString;
use std::path::PathBuf;

use super::CommandLine;

/// One option with a value.
pub struct OwnOption {
    /// The long name, without dashes.
    pub name: &'static str,
    /// Placeholder for the value.
    pub value: &'static str,
    /// What the value may be.
    pub allowed: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// Takes the value.
    pub set: fn(&mut CommandLine, OsString),
}

/// All of them.
pub static OWN: &[OwnOption] = &[OwnOption {
    name: "jdk",
    value: "HOME",
    allowed: "the home directory of a JDK",
    help: "The JDK to use; else JAVA_HOME, else the java on the PATH",
    set: |line, value| line.jdk = Some(PathBuf::from(value)),
}];

/// The option of this name.
pub fn find(name: &str) -> Option<&'static OwnOption> {
    OWN.iter().find(|option| option.name == name)
}
