//! From a row of the option table to an argument of `clap`.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ValueHint};
use fray_core::config::OptionInfo;

use crate::args::OwnOption;
use crate::help;

/// An option of the table.
pub fn arg(option: &OptionInfo) -> Arg {
    let help = format!("{} [{}]", option.help, option.default_text());
    let arg = Arg::new(option.name)
        .long(option.name)
        .aliases(option.aliases.iter().copied())
        .help(help)
        .long_help(help::explain(option.name).unwrap_or(option.help));
    match option.value {
        None => arg.action(ArgAction::SetTrue),
        Some(placeholder) => {
            let arg = arg
                .value_name(placeholder)
                .value_hint(hint(placeholder))
                .hide_possible_values(true);
            match words(option.allowed) {
                Some(words) => arg.value_parser(PossibleValuesParser::new(words)),
                None => arg,
            }
        }
    }
}

/// An option of the command line only.
pub fn own_arg(option: &OwnOption) -> Arg {
    Arg::new(option.name)
        .long(option.name)
        .value_name(option.value)
        .value_hint(hint(option.value))
        .value_parser(clap::value_parser!(std::path::PathBuf))
        .help(option.help)
        .long_help(help::explain(option.name).unwrap_or(option.help))
}

fn hint(placeholder: &str) -> ValueHint {
    match placeholder {
        "DIR" | "HOME" => ValueHint::DirPath,
        "FILE" => ValueHint::FilePath,
        _ => ValueHint::Other,
    }
}

/// The words that an option allows, if it allows nothing but words: `relaxed, virtual or real`.
fn words(allowed: &'static str) -> Option<Vec<&'static str>> {
    let words: Vec<&str> = allowed
        .split(", ")
        .flat_map(|part| part.split(" or "))
        .map(|word| word.split('[').next().unwrap_or(word))
        .collect();
    let is_word = |word: &&str| word.bytes().all(|b| b.is_ascii_lowercase());
    (words.len() > 1 && words.iter().all(is_word)).then_some(words)
}

#[cfg(test)]
mod tests {
    use fray_core::config::find;

    use super::*;

    #[test]
    fn words_are_completed_and_sentences_are_not() {
        let allowed = |name| words(find(name).unwrap().allowed);
        assert_eq!(allowed("time"), Some(vec!["relaxed", "virtual", "real"]));
        assert_eq!(allowed("strategy").unwrap()[1], "pct");
        for name in ["iter", "seed", "report", "time-limit", "share"] {
            assert_eq!(allowed(name), None, "{name}");
        }
    }
}
