//! What the exit status means. The only place that says so.

use std::process::ExitCode;

/// How the command ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Exit {
    /// Nothing was found.
    #[default]
    Clean = 0,
    /// A failure was found.
    Found = 1,
    /// Wrong usage: nothing ran.
    Usage = 2,
    /// fray could not do its job.
    Broken = 3,
}

impl Exit {
    /// What an agent's exit status says; a status that no agent has means that it could not
    /// do its job.
    pub fn of_agent(status: i32) -> Exit {
        match status {
            0 => Exit::Clean,
            1 => Exit::Found,
            2 => Exit::Usage,
            _ => Exit::Broken,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
