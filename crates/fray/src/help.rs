//! `--help`, `fray help OPTION`, completions and the man page.

use std::io::{self, Write};

use clap::ArgMatches;
use fray_core::config::find;

use crate::args::OWN;
use crate::cli;
use crate::error::Error;
use crate::exit::Exit;

/// Explanations of options: paragraphs under a line `[name]`.
const OPTIONS_TEXT: &str = include_str!("help/options.txt");

/// What comes after the options in the man page.
const MAN_EXTRA: &str = include_str!("help/man.txt");

/// The explanation of an option.
pub fn explain(option: &str) -> Option<&'static str> {
    sections()
        .find(|(name, _)| *name == option)
        .map(|(_, text)| text)
}

fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    OPTIONS_TEXT
        .split("\n[")
        .filter_map(|section| section.split_once("]\n"))
        .map(|(name, text)| (name.trim_start_matches('['), text.trim()))
}

/// Prints the short help.
pub fn short() -> Result<Exit, Error> {
    print(&cli::short().render_help().to_string())
}

/// `fray --version`.
pub fn version() -> Result<Exit, Error> {
    print(concat!("fray ", env!("CARGO_PKG_VERSION"), "\n"))
}

/// `fray help [OPTION_OR_COMMAND]`.
pub fn command(matches: &ArgMatches) -> Result<Exit, Error> {
    let Some(topic) = matches.get_one::<String>("topic") else {
        return short();
    };
    if topic == "options" {
        return print(&cli::command().render_help().to_string());
    }
    let name = topic.trim_start_matches('-');
    // `replay` is both; dashes tell.
    let text = match name == topic {
        true => command_text(name).or_else(|| option_text(name)),
        false => option_text(name),
    };
    match text {
        Some(text) => print(&text),
        None => Err(Error::NoSuchTopic(topic.clone())),
    }
}

/// One command, explained.
pub fn command_text(name: &str) -> Option<String> {
    let command = cli::command().find_subcommand(name)?.clone();
    let command = command
        .bin_name(format!("fray {name}"))
        .max_term_width(cli::WIDTH);
    Some(
        command
            .clone()
            .disable_help_flag(true)
            .render_help()
            .to_string(),
    )
}

/// One option, explained.
fn option_text(name: &str) -> Option<String> {
    if let Some(option) = find(name).filter(|option| !option.internal) {
        let mut head = format!("--{}", option.name);
        if let Some(value) = option.value {
            head.push_str(&format!(" {value}"));
        }
        for alias in option.aliases {
            head.push_str(&format!(", also --{alias}"));
        }
        return Some(format!(
            "{head}\n\n{}\n\nValue:   {}\nDefault: {}\n",
            explain(option.name).unwrap_or(option.help),
            option.allowed,
            option.default_text()
        ));
    }
    let option = OWN.iter().find(|option| option.name == name)?;
    Some(format!(
        "--{} {}\n\n{}\n\nValue:   {}\n",
        option.name,
        option.value,
        explain(option.name).unwrap_or(option.help),
        option.allowed
    ))
}

/// `fray completions SHELL`.
pub fn completions(matches: &ArgMatches) -> Result<Exit, Error> {
    if let Some(&shell) = matches.get_one::<clap_complete::Shell>("shell") {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut cli::command(), "fray", &mut text);
        return print(&String::from_utf8_lossy(&text));
    }
    Ok(Exit::Clean)
}

/// `fray man`.
pub fn man() -> Result<Exit, Error> {
    let command = cli::command()
        .long_about(
            "Runs an unmodified JVM program many times, each time under another thread schedule that \
             it fully controls, until an assertion, an uncaught exception, a deadlock or a livelock \
             shows; then replays that schedule exactly, makes it smaller and shows it.",
        )
        .after_long_help(MAN_EXTRA);
    let mut text = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut text)
        .map_err(Error::io("make the man page"))?;
    print(&String::from_utf8_lossy(&text))
}

/// A reader that has seen enough, such as `head`, is no error.
pub fn print(text: &str) -> Result<Exit, Error> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::io("write to standard output")(error))
        }
        _ => Ok(Exit::Clean),
    }
}

#[cfg(test)]
mod tests {
    use fray_core::config::OPTIONS;

    use super::*;

    #[test]
    fn every_option_is_explained_and_every_explanation_has_an_option() {
        let mut expected: Vec<&str> = OPTIONS
            .iter()
            .filter(|option| !option.internal)
            .map(|option| option.name)
            .chain(OWN.iter().map(|option| option.name))
            .collect();
        let mut found: Vec<&str> = sections().map(|(name, _)| name).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
        for (name, text) in sections() {
            assert!(text.len() > 40 && text.ends_with('.'), "{name}: {text}");
        }
    }

    #[test]
    fn the_definition_is_sound() {
        cli::command().debug_assert();
    }

    #[test]
    fn lines_of_the_short_help_fit_a_terminal() {
        for line in cli::command().render_help().to_string().lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}
