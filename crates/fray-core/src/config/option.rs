//! The table of options.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::Config;
use super::value::{
    DURATION, Engine, Isolation, Share, StrategySpec, TimeMode, format_duration, parse_duration,
};

/// One option: its names, its meaning, and how it is read and written.
pub struct OptionInfo {
    /// The long name, without dashes.
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// Placeholder for the value in help texts; `None` for a flag, which may be given
    /// without a value and then means `true`.
    pub value: Option<&'static str>,
    /// What the value may be, for error messages.
    pub allowed: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// The default in words, where [`Self::get`] has nothing to show.
    pub no_default: &'static str,
    /// Whether help texts leave it out: options that one part of fray gives to another.
    pub internal: bool,
    /// Reads the value; the error is what would have been allowed.
    pub set: fn(&mut Config, &str) -> Result<(), &'static str>,
    /// Writes the value so that [`Self::set`] reads the same; `None` if it is not set.
    pub get: fn(&Config) -> Option<String>,
}

impl OptionInfo {
    /// The default, as a person would write it.
    pub fn default_text(&self) -> String {
        match ((self.get)(&Config::default()), self.value) {
            (Some(value), Some(_)) => value,
            (Some(value), None) => if value == "true" { "on" } else { "off" }.to_owned(),
            (None, _) => self.no_default.to_owned(),
        }
    }
}

/// The option of this name or alias.
pub fn find(name: &str) -> Option<&'static OptionInfo> {
    OPTIONS
        .iter()
        .find(|option| option.name == name || option.aliases.contains(&name))
}

fn parse<T: FromStr>(slot: &mut T, text: &str, allowed: &'static str) -> Result<(), &'static str> {
    *slot = text.parse().map_err(|_| allowed)?;
    Ok(())
}

fn show<T: Display>(value: T) -> Option<String> {
    Some(value.to_string())
}

/// Empty means "not set", so that a value from elsewhere can be taken back.
fn parse_path(slot: &mut Option<PathBuf>, text: &str) -> Result<(), &'static str> {
    *slot = (!text.is_empty()).then(|| PathBuf::from(text));
    Ok(())
}

fn show_path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

const COUNT: &str = "a number from 1";
const NUMBER: &str = "a number";
const FLAG: &str = "true or false";
const PATH: &str = "a path";

fn parse_count(text: &str) -> Result<u64, &'static str> {
    match text.replace(['_', '\''], "").parse() {
        Ok(0) | Err(_) => Err(COUNT),
        Ok(number) => Ok(number),
    }
}

fn parse_seed(text: &str) -> Result<u64, &'static str> {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    }
    .map_err(|_| "a number, decimal or 0x...")
}

/// A row whose field implements `FromStr` and `Display`.
macro_rules! plain {
    ($name:literal $(| $alias:literal)*, $value:expr, $allowed:expr, $help:literal, $field:ident) => {
        OptionInfo {
            name: $name, aliases: &[$($alias),*], value: $value, allowed: $allowed, help: $help,
            no_default: "", internal: false,
            set: |config, text| parse(&mut config.$field, text, $allowed),
            get: |config| show(config.$field),
        }
    };
}

macro_rules! flag {
    ($name:literal $(| $alias:literal)*, $help:literal, $field:ident) => {
        plain!($name $(| $alias)*, None, FLAG, $help, $field)
    };
}

macro_rules! count {
    ($name:literal, $help:literal, $field:ident) => {
        OptionInfo {
            name: $name,
            aliases: &[],
            value: Some("N"),
            allowed: COUNT,
            help: $help,
            no_default: "",
            internal: false,
            set: |config, text| {
                config.$field = parse_count(text)?.try_into().map_err(|_| COUNT)?;
                Ok(())
            },
            get: |config| show(config.$field),
        }
    };
}

macro_rules! path {
    ($name:literal, $value:literal, $help:literal, $field:ident) => {
        OptionInfo {
            name: $name,
            aliases: &[],
            value: Some($value),
            allowed: PATH,
            help: $help,
            no_default: "none",
            internal: false,
            set: |config, text| parse_path(&mut config.$field, text),
            get: |config| config.$field.as_deref().map(show_path),
        }
    };
}

/// All options, in the order in which help shows them.
#[rustfmt::skip]
pub static OPTIONS: &[OptionInfo] = &[
    plain!("strategy" | "scheduler", Some("S"), StrategySpec::ALLOWED,
        "How schedules are chosen: random, pct[:depth], pos, surw, dfs, delay[:n], icb[:n], portfolio", strategy),
    count!("iter", "Executions at most", iter),
    OptionInfo {
        name: "time-limit", aliases: &[], value: Some("TIME"), allowed: DURATION,
        help: "Stop after this time, such as 60s or 5m", no_default: "none", internal: false,
        set: |config, text| { config.time_limit = Some(parse_duration(text)?); Ok(()) },
        get: |config| config.time_limit.map(format_duration),
    },
    OptionInfo {
        name: "seed", aliases: &[], value: Some("N"), allowed: NUMBER,
        help: "The whole campaign is a function of it; printed when not given", no_default: "fresh", internal: false,
        set: |config, text| { config.seed = Some(parse_seed(text)?); Ok(()) },
        get: |config| config.seed.map(|seed| seed.to_string()),
    },
    flag!("keep-going", "Go on after a failure; equal failures are counted, not repeated", keep_going),
    flag!("memory", "Switch points at all shared field and array accesses", memory),
    flag!("races", "Report data races (implies access tracking)", races),
    plain!("time", Some("MODE"), TimeMode::ALLOWED,
        "What time is: relaxed (timeouts fire at any point), virtual (in order of deadlines) or real", time),
    plain!("isolation", Some("KIND"), Isolation::ALLOWED,
        "Fresh classes for each execution, or none: one class loader for all", isolation),
    plain!("engine", Some("ENGINE"), Engine::ALLOWED,
        "How controlled threads run: threads, fibers (JDK 24 and later), or auto: fibers where the JDK can", engine),
    flag!("warm-up" | "dummyRun", "Run once uncontrolled first", warm_up),
    count!("max-steps", "An execution of more steps is a livelock", max_steps),
    OptionInfo {
        name: "execution-limit", aliases: &[], value: Some("TIME"), allowed: DURATION,
        help: "Give up an execution that takes longer than this", no_default: "", internal: false,
        set: |config, text| { config.execution_limit = parse_duration(text)?; Ok(()) },
        get: |config| Some(format_duration(config.execution_limit)),
    },
    count!("jobs", "Parallel workers, one merged report", jobs),
    flag!("check-determinism", "Run each schedule twice and name the first difference", check_determinism),
    flag!("spurious", "Let waits and parks return for no reason, as the JVM may", spurious),
    plain!("spurious-bound", Some("N"), NUMBER,
        "Spurious returns per execution that dfs, delay and icb explore", spurious_bound),
    plain!("shrink", Some("N"), NUMBER,
        "Executions that may be spent on making a failing schedule smaller", shrink),
    flag!("instrument-locks", "Switch points inside the JDK's own locks too", instrument_locks),
    path!("replay", "FILE", "Run this recording instead of a search", replay),
    path!("dump-classes", "DIR", "Write every rewritten class there", dump_classes),
    OptionInfo {
        name: "report", aliases: &[], value: Some("DIR"), allowed: PATH,
        help: "Where reports go", no_default: "", internal: false,
        set: |config, text| { config.report = PathBuf::from(text); Ok(()) },
        get: |config| Some(show_path(&config.report)),
    },
    flag!("json", "Print the summary as JSON", json),
    path!("junit-xml", "FILE", "Write the result as JUnit XML", junit_xml),
    path!("sarif", "FILE", "Write the result as SARIF", sarif),
    flag!("quiet", "Print failures only", quiet),
    flag!("no-color", "No colours and no progress bar", no_color),
    OptionInfo {
        name: "embedded", aliases: &[], value: None, allowed: FLAG,
        help: "Stay idle until a test asks: the JVM belongs to a test framework", no_default: "off", internal: true,
        set: |config, text| parse(&mut config.embedded, text, FLAG),
        get: |config| config.embedded.then(|| "true".to_owned()),
    },
    OptionInfo {
        name: "share", aliases: &[], value: Some("I/N"), allowed: Share::ALLOWED,
        help: "Which of several workers this process is", no_default: "", internal: true,
        set: |config, text| parse(&mut config.share, text, Share::ALLOWED),
        get: |config| show(config.share),
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique_and_complete() {
        let names: Vec<_> = OPTIONS
            .iter()
            .flat_map(|option| option.aliases.iter().chain([&option.name]))
            .collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());

        // Every field of Config has a row, and every row a field.
        let json = serde_json::to_value(Config::default()).unwrap();
        let fields: HashSet<_> = json.as_object().unwrap().keys().cloned().collect();
        let rows: HashSet<_> = OPTIONS.iter().map(|o| o.name.to_owned()).collect();
        assert_eq!(fields, rows);
    }

    #[test]
    fn every_default_reads_back() {
        for option in OPTIONS {
            let mut config = Config::default();
            if let Some(text) = (option.get)(&config) {
                (option.set)(&mut config, &text).unwrap();
                assert_eq!(config, Config::default(), "{}", option.name);
            }
            assert!(!option.default_text().is_empty(), "{}", option.name);
            assert!(!option.help.ends_with('.'), "{}", option.name);
        }
    }

    #[test]
    fn defaults_in_words() {
        assert_eq!(find("seed").unwrap().default_text(), "fresh");
        assert_eq!(find("time-limit").unwrap().default_text(), "none");
        assert_eq!(find("memory").unwrap().default_text(), "off");
        assert_eq!(find("scheduler").unwrap().default_text(), "portfolio");
    }
}
