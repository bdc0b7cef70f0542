//! The command line of fray.

mod args;
mod error;
mod exit;
mod jdk;
mod progress;
mod run;

use std::process::ExitCode;

use crate::args::CommandLine;
use crate::error::Error;
use crate::exit::Exit;

fn main() -> ExitCode {
    match dispatch() {
        Ok(exit) => exit.into(),
        Err(error) => {
            if !matches!(error, Error::AlreadySaid) {
                eprintln!("fray: {error}");
            }
            error.exit().into()
        }
    }
}

fn dispatch() -> Result<Exit, Error> {
    let line = CommandLine::parse(std::env::args_os().skip(1), &[])?;
    run::command(line)
}
