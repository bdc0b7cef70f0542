//! The command line's definition: help texts, completions and the man page come from here.
//!
//! `clap` reads the commands (`fray replay` and so on). A run is read by [`crate::args`], since no
//! parser but `java`'s own knows where a `java` command line ends; its options are in here
//! all the same, made from the one table, so that they are documented and completed.

mod option;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::Styles;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use fray_core::config::{Config, OPTIONS, find};

use crate::args::OWN;
use crate::error::Error;

/// Port on which a debugger finds a replay if no other is given: every IDE's default.
pub const DEBUG_PORT: &str = "5005";

/// Options of the table that make sense for a replay, whose other options are in the recording.
const REPLAY_OPTIONS: &[&str] = &[
    "engine",
    "execution-limit",
    "report",
    "json",
    "junit-xml",
    "sarif",
    "quiet",
    "no-color",
];

/// Options that few people need: left out of the short help.
const ADVANCED: &[&str] = &[
    "execution-limit",
    "spurious",
    "spurious-bound",
    "shrink",
    "instrument-locks",
    "replay",
    "dump-classes",
];

/// Columns of help texts at most.
pub const WIDTH: usize = 100;

const USAGE: &str = "\
fray [options] [java options] -cp CLASSPATH Main [args]
       fray [options] [java options] -jar app.jar [args]
       fray [options] [java options] -p MODPATH -m module/Main [args]
       fray junit [options] [java options] -cp CLASSPATH TestClass[#method] ...
       fray COMMAND ...";

const TEMPLATE: &str = "\
fray {version}: {about}

Usage: {usage}

Commands:
{subcommands}

Options (before the main class):
{options}{after-help}";

const AFTER: &str = "\
Java options are passed on untouched; assertions are on unless you say otherwise.
'fray help NAME' explains an option or a command, 'fray help options' lists all options.
";

/// The whole definition.
pub fn command() -> Command {
    Command::new("fray")
        .version(env!("CARGO_PKG_VERSION"))
        .about("finds, replays and explains concurrency bugs of JVM programs")
        .override_usage(USAGE)
        .help_template(TEMPLATE)
        .after_help(AFTER)
        .styles(Styles::plain())
        .max_term_width(WIDTH)
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(
            OPTIONS
                .iter()
                .filter(|option| !option.internal)
                .map(option::arg),
        )
        .args(OWN.iter().map(option::own_arg))
        .arg(flag("help", 'h', "Print this"))
        .arg(flag("version", 'V', "Print the version"))
        .subcommands([
            junit(),
            replay(),
            show(),
            demo(),
            doctor(),
            help(),
            completions(),
            man(),
        ])
}

/// The definition as the short help shows it.
pub fn short() -> Command {
    ADVANCED.iter().fold(command(), |command, &name| {
        command.mut_arg(name, |arg| arg.hide(true))
    })
}

fn flag(name: &'static str, short: char, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .short(short)
        .action(ArgAction::SetTrue)
        .help(help)
}

/// Names of the commands.
pub fn names() -> Vec<String> {
    let names = |command: &Command| command.get_name().to_owned();
    command().get_subcommands().map(names).collect()
}

/// Reads a command line that begins with a command.
pub fn matches(args: Vec<OsString>) -> Result<ArgMatches, Error> {
    let mut all = vec!["fray".into()];
    all.extend(args);
    command().try_get_matches_from(all).map_err(Error::from)
}

/// The options of the table that a command was given, set in a configuration.
pub fn configure(config: &mut Config, matches: &ArgMatches) -> Result<(), Error> {
    for id in matches.ids() {
        let Some(option) = find(id.as_str()) else {
            continue;
        };
        let given = matches.value_source(id.as_str());
        if given != Some(clap::parser::ValueSource::CommandLine) {
            continue;
        }
        let value = match option.value {
            None => "true".to_owned(),
            Some(_) => matches
                .get_one::<String>(option.name)
                .cloned()
                .unwrap_or_default(),
        };
        config
            .set(option.name, &value)
            .map_err(crate::args::ArgsError::from)?;
    }
    Ok(())
}

fn junit() -> Command {
    Command::new("junit")
        .about("Run unmodified JUnit 4 or JUnit 5 tests, each under many schedules")
        .long_about(
            "Finds tests with the JUnit that is on the class path, and runs each test method under many \
             schedules, with everything that JUnit does around it: lifecycle methods, extensions, rules, \
             parameters. Options are those of a run; java options are passed on untouched. Without a \
             selection, all tests in the folders of the class path are run.",
        )
        .override_usage(
            "fray junit [options] [java options] -cp CLASSPATH [TestClass | TestClass#method | package]...",
        )
        .arg(
            Arg::new("tag")
                .long("tag")
                .value_name("TAG")
                .help("Only tests with this tag (JUnit 5); may be given again"),
        )
        .arg(
            Arg::new("exclude-tag")
                .long("exclude-tag")
                .value_name("TAG")
                .help("No tests with this tag (JUnit 5); may be given again"),
        )
        .args(OWN.iter().map(option::own_arg))
}

fn replay() -> Command {
    let options = OPTIONS
        .iter()
        .filter(|option| REPLAY_OPTIONS.contains(&option.name));
    Command::new("replay")
        .about("Run a recorded schedule again, exactly")
        .long_about(
            "Runs a recorded schedule again, exactly: with the program, the arguments and the \
             options that the recording names. Every step is checked, and the first one that differs \
             is named.",
        )
        .arg(
            Arg::new("recording")
                .value_name("REPORT_OR_RECORDING")
                .required(true)
                .value_parser(clap::value_parser!(PathBuf))
                .value_hint(ValueHint::AnyPath)
                .help("A .fray file, the folder of a failure, or a report folder with one failure"),
        )
        .arg(
            Arg::new("trace")
                .long("trace")
                .action(ArgAction::SetTrue)
                .help("Print every step that matters, one column per thread"),
        )
        .arg(
            Arg::new("debug")
                .long("debug")
                .value_name("PORT")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value(DEBUG_PORT)
                .value_parser(clap::value_parser!(u16).range(1..))
                .help("Wait for a debugger (JDWP) on this port, 5005 if not given"),
        )
        .arg(
            Arg::new("original")
                .long("original")
                .action(ArgAction::SetTrue)
                .help("Of a failure's folder, take the schedule as found and not the minimised one"),
        )
        .args(options.map(option::arg))
        .args(OWN.iter().map(option::own_arg))
}

fn show() -> Command {
    let form = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .action(ArgAction::SetTrue)
            .help(help)
    };
    Command::new("show")
        .about("Show a failure to a person")
        .arg(
            Arg::new("report")
                .value_name("REPORT")
                .required(true)
                .value_parser(clap::value_parser!(PathBuf))
                .value_hint(ValueHint::DirPath)
                .help("The folder of a failure, or a report folder"),
        )
        .arg(form(
            "text",
            "Print the trace, one column per thread (the default)",
        ))
        .arg(form(
            "html",
            "Print where the page is, and open it in a browser if there is one",
        ))
        .arg(form("json", "Print everything that is known, as JSON"))
        .group(clap::ArgGroup::new("form").args(["text", "html", "json"]))
}

fn demo() -> Command {
    Command::new("demo")
        .about("Built-in example: finds, replays, shrinks, explains")
        .long_about(
            "Runs a small program with a bug that is built in: shows that it passes on plain java, finds \
             the bug, replays it, and explains it. Needs nothing but a JDK.",
        )
        .args(OWN.iter().map(option::own_arg))
}

fn doctor() -> Command {
    Command::new("doctor")
        .about("Which JDKs were found, what is controlled on each, what is not")
        .long_about(
            "Looks for JDKs (--jdk, JAVA_HOME, PATH, FRAY_JDKS, the usual places) and runs a small \
             self-check on each: whether a program is really under control, whether identity hash \
             codes are reproducible, which engines work. Exit code 0 if at least one JDK is good.",
        )
        .args(OWN.iter().map(option::own_arg))
}

fn help() -> Command {
    Command::new("help")
        .about("Explain an option or a command")
        .arg(
            Arg::new("topic")
                .value_name("OPTION_OR_COMMAND")
                .allow_hyphen_values(true)
                .help("Its name, with or without dashes"),
        )
}

fn completions() -> Command {
    Command::new("completions")
        .about("Print completions for a shell")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(clap::value_parser!(clap_complete::Shell)),
        )
}

fn man() -> Command {
    Command::new("man").about("Print the manual page")
}
