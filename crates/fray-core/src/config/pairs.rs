//! The agent's option string: `strategy=pos,iter=500,keep-going`.
//!
//! Pairs are separated by commas; `\,` is a comma and `\\` a backslash inside a value. A
//! flag without a value is on. Any option of [`OPTIONS`] can be given, by its long name.

use super::{Config, ConfigError, OPTIONS, find};

impl Config {
    /// Reads an option string, starting from the defaults.
    pub fn from_pairs(text: &str) -> Result<Config, ConfigError> {
        let mut config = Config::default();
        config.set_pairs(text)?;
        Ok(config)
    }

    /// Reads an option string on top of what is set already.
    pub fn set_pairs(&mut self, text: &str) -> Result<(), ConfigError> {
        for pair in split(text) {
            match pair.split_once('=') {
                Some((name, value)) => self.set(name, value)?,
                None => match find(&pair) {
                    Some(option) if option.value.is_some() => {
                        return Err(ConfigError::MissingValue {
                            option: option.name,
                            allowed: option.allowed,
                        });
                    }
                    _ => self.set(&pair, "true")?,
                },
            }
        }
        Ok(())
    }

    /// Writes all options that have a value, defaults included, so that what is read
    /// back does not depend on the version that reads it.
    pub fn to_pairs(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.pairs() {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(name);
            text.push('=');
            for c in value.chars() {
                if matches!(c, ',' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
        }
        text
    }

    /// All options that have a value, by name.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        OPTIONS
            .iter()
            .filter_map(|option| Some((option.name, (option.get)(self)?)))
    }
}

/// The non-empty parts between commas, unescaped.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let last = parts.last_mut().expect("never empty");
        match c {
            ',' => parts.push(String::new()),
            // A lone backslash stays, so that Windows paths need no doubling.
            '\\' => match chars.clone().next() {
                Some(escaped @ (',' | '\\')) => {
                    chars.next();
                    last.push(escaped);
                }
                _ => last.push('\\'),
            },
            _ => last.push(c),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::config::{Engine, StrategySpec};

    #[test]
    fn reads_what_the_agent_gets() {
        let config =
            Config::from_pairs("strategy=pct:4,iter=500,keep-going,spurious=false,report=a\\,b")
                .unwrap();
        let expected = Config {
            strategy: StrategySpec::Pct { depth: 4 },
            iter: 500,
            keep_going: true,
            spurious: false,
            report: PathBuf::from("a,b"),
            ..Config::default()
        };
        assert_eq!(config, expected);
        assert_eq!(Config::from_pairs(""), Ok(Config::default()));
    }

    #[test]
    fn says_what_is_wrong() {
        let error = |text| Config::from_pairs(text).unwrap_err().to_string();
        assert_eq!(error("seeed=1"), "there is no option 'seeed'");
        assert_eq!(
            error("iter"),
            "option 'iter' needs a value: a number from 1"
        );
        assert_eq!(
            error("iter=0"),
            "'0' is not a value for option 'iter': expected a number from 1"
        );
        assert_eq!(
            error("memory=yes"),
            "'yes' is not a value for option 'memory': expected true or false"
        );
    }

    proptest! {
        #[test]
        fn round_trip(
            seed in any::<Option<u64>>(),
            iter in 1u64..,
            limit in proptest::option::of(0u64..1_000_000_000_000),
            flags in any::<[bool; 4]>(),
            path in "[^\n]{1,20}",
        ) {
            let config = Config {
                seed,
                iter,
                time_limit: limit.map(Duration::from_nanos),
                keep_going: flags[0],
                spurious: flags[1],
                no_color: flags[2],
                engine: if flags[3] { Engine::Fibers } else { Engine::Threads },
                replay: Some(PathBuf::from(&path)),
                report: PathBuf::from(&path),
                ..Config::default()
            };
            prop_assert_eq!(Config::from_pairs(&config.to_pairs()), Ok(config));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,60}") {
            let _ = Config::from_pairs(&text);
        }
    }
}
