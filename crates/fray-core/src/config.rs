//! The one configuration: command line, annotations, build plugins and agent all use it.
//!
//! Defaults are in [`Config::default`] and nowhere else. What options there are, how they
//! are called and what they mean is in [`OPTIONS`], from which the help text, the
//! documentation and the agent's option string come.

mod option;
mod pairs;
mod value;

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use option::{OPTIONS, OptionInfo, find};
pub use value::{Engine, Isolation, Share, StrategySpec, TimeMode};

/// Everything that can be set for a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    /// How schedules are chosen.
    pub strategy: StrategySpec,
    /// Executions at most.
    pub iter: u64,
    /// Stop after this time.
    pub time_limit: Option<Duration>,
    /// The whole campaign is a function of it; fresh if not given.
    pub seed: Option<u64>,
    /// Go on after a failure.
    pub keep_going: bool,
    /// Switch points at all shared field and array accesses.
    pub memory: bool,
    /// Report data races.
    pub races: bool,
    /// What sleeping, timing out and reading a clock mean.
    pub time: TimeMode,
    /// Whether every execution gets fresh classes.
    pub isolation: Isolation,
    /// How controlled threads run.
    pub engine: Engine,
    /// Run once uncontrolled first.
    pub warm_up: bool,
    /// An execution of more steps is a livelock.
    pub max_steps: u64,
    /// Wall-clock time after which one execution is given up.
    pub execution_limit: Duration,
    /// Parallel workers.
    pub jobs: u32,
    /// Which of several workers this process is; the command line sets it.
    pub share: Share,
    /// Run each schedule twice and name the first difference.
    pub check_determinism: bool,
    /// Whether waits and parks may return for no reason, as the JVM allows.
    pub spurious: bool,
    /// Spurious returns per execution that exhaustive strategies explore.
    pub spurious_bound: u32,
    /// Executions that may be spent on making a failing schedule smaller.
    pub shrink: u64,
    /// Switch points inside the JDK's locks too.
    pub instrument_locks: bool,
    /// Stay idle until a test asks: the JVM belongs to a test framework.
    pub embedded: bool,
    /// Run this recording instead of a search.
    pub replay: Option<PathBuf>,
    /// Write every rewritten class to this directory.
    pub dump_classes: Option<PathBuf>,
    /// Where reports go.
    pub report: PathBuf,
    /// Print the summary as JSON.
    pub json: bool,
    /// Write the result as JUnit XML.
    pub junit_xml: Option<PathBuf>,
    /// Write the result as SARIF.
    pub sarif: Option<PathBuf>,
    /// Print failures only.
    pub quiet: bool,
    /// No colours and no progress bar.
    pub no_color: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            strategy: StrategySpec::Portfolio,
            iter: 1000,
            time_limit: None,
            seed: None,
            keep_going: false,
            memory: false,
            races: false,
            time: TimeMode::Relaxed,
            isolation: Isolation::Classes,
            engine: Engine::Auto,
            warm_up: false,
            max_steps: 1_000_000,
            execution_limit: Duration::from_secs(60),
            jobs: 1,
            share: Share::WHOLE,
            check_determinism: false,
            spurious: true,
            spurious_bound: 1,
            shrink: 500,
            instrument_locks: false,
            embedded: false,
            replay: None,
            dump_classes: None,
            report: PathBuf::from("fray-report"),
            json: false,
            junit_xml: None,
            sarif: None,
            quiet: false,
            no_color: false,
        }
    }
}

impl Config {
    /// The defaults of annotated tests, which are many and short: one strategy that
    /// needs no executions to learn from.
    pub fn for_junit() -> Self {
        Config {
            strategy: StrategySpec::Pos,
            ..Config::default()
        }
    }

    /// Sets one option by its name or one of its aliases.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let option = find(name).ok_or_else(|| ConfigError::UnknownOption {
            option: name.to_owned(),
        })?;
        (option.set)(self, value).map_err(|allowed| ConfigError::BadValue {
            option: option.name,
            value: value.to_owned(),
            allowed,
        })
    }
}

/// What is wrong with an option.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// There is no such option.
    #[error("there is no option '{option}'")]
    UnknownOption {
        /// The name that was given.
        option: String,
    },
    /// The option needs a value and has none.
    #[error("option '{option}' needs a value: {allowed}")]
    MissingValue {
        /// The option's name.
        option: &'static str,
        /// What the value may be.
        allowed: &'static str,
    },
    /// The value is not one of those allowed.
    #[error("'{value}' is not a value for option '{option}': expected {allowed}")]
    BadValue {
        /// The option's name.
        option: &'static str,
        /// The value that was given.
        value: String,
        /// What the value may be.
        allowed: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_promised() {
        let config = Config::default();
        assert_eq!(config.strategy, StrategySpec::Portfolio);
        assert_eq!(config.iter, 1000);
        assert_eq!(config.max_steps, 1_000_000);
        assert_eq!(config.report, PathBuf::from("fray-report"));
        assert_eq!(config.execution_limit, Duration::from_secs(60));
        assert!(config.spurious);
        assert_eq!(Config::for_junit().strategy, StrategySpec::Pos);
    }

    #[test]
    fn errors_name_the_option_and_what_is_allowed() {
        let mut config = Config::default();
        let error = config.set("time", "fast").unwrap_err();
        assert_eq!(
            error.to_string(),
            "'fast' is not a value for option 'time': expected relaxed, virtual or real"
        );
        let error = config.set("colour", "red").unwrap_err();
        assert_eq!(error.to_string(), "there is no option 'colour'");
        assert_eq!(config, Config::default());
    }

    #[test]
    fn serde_round_trip() {
        let config = Config {
            seed: Some(u64::MAX),
            strategy: StrategySpec::Pct { depth: 4 },
            time_limit: Some(Duration::from_millis(1500)),
            ..Config::default()
        };
        let text = serde_json::to_string(&config).unwrap();
        assert_eq!(serde_json::from_str::<Config>(&text).unwrap(), config);
        assert_eq!(
            serde_json::from_str::<Config>(r#"{"strategy": "pct:4"}"#)
                .unwrap()
                .strategy,
            config.strategy
        );
    }
}
