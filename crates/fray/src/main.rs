//! The command line of fray.

mod args;
mod builtin;
mod cli;
mod demo;
mod doctor;
mod error;
mod exit;
mod help;
mod jdk;
mod junit;
mod output;
mod progress;
mod replay;
mod report;
mod run;
mod show;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use crate::args::CommandLine;
use crate::error::Error;
use crate::exit::Exit;

fn main() -> ExitCode {
    // Also if it is standard output that cannot be written to.
    std::panic::set_hook(Box::new(|panic| {
        let _ = writeln!(std::io::stderr(), "fray: internal error: {panic}");
        std::process::exit(Exit::Broken as i32);
    }));
    match dispatch(std::env::args_os().skip(1).collect()) {
        Ok(exit) => exit.into(),
        Err(error) => {
            if !matches!(error, Error::AlreadySaid) {
                eprintln!("fray: {error}");
            }
            error.exit().into()
        }
    }
}

fn dispatch(args: Vec<OsString>) -> Result<Exit, Error> {
    let commands = cli::names();
    match args.first().and_then(|first| first.to_str()) {
        Some("--help" | "-h" | "-help" | "-?") => help::short(),
        Some("--version" | "-V") => help::version(),
        Some(first) if commands.iter().any(|command| command == first) => command(args),
        _ => run::command(CommandLine::parse(args, &commands)?),
    }
}

fn command(args: Vec<OsString>) -> Result<Exit, Error> {
    let asks_for_help = |arg: &OsString| arg == "--help" || arg == "-h";
    if let Some(name) = args[0].to_str()
        && args.iter().any(asks_for_help)
        && let Some(text) = help::command_text(name)
    {
        return help::print(&text);
    }
    if args[0] == "junit" {
        return junit::command(args[1..].to_vec());
    }
    let matches = cli::matches(args)?;
    match matches.subcommand() {
        Some(("replay", matches)) => replay::command(matches),
        Some(("show", matches)) => show::command(matches),
        Some(("demo", matches)) => demo::command(matches),
        Some(("doctor", matches)) => doctor::command(matches),
        Some(("help", matches)) => help::command(matches),
        Some(("completions", matches)) => help::completions(matches),
        Some(("man", _)) => help::man(),
        _ => help::short(),
    }
}
