//! The types of option values, and how each is written.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Which strategy, with its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum StrategySpec {
    /// Random walk.
    Random,
    /// Probabilistic concurrency testing.
    Pct {
        /// Number of ordering constraints that a bug may need, at least 1.
        depth: u32,
    },
    /// Partial order sampling.
    Pos,
    /// Selectively uniform random walk.
    Surw,
    /// All schedules, up to equivalence.
    Dfs,
    /// Delay bounding.
    Delay {
        /// Delays at most; as many as the budget allows if not given.
        bound: Option<u32>,
    },
    /// Iterative context bounding.
    Icb {
        /// Preemptions at most; as many as the budget allows if not given.
        bound: Option<u32>,
    },
    /// A share of the budget for each of several strategies.
    Portfolio,
}

impl StrategySpec {
    /// What [`FromStr`] understands.
    pub const ALLOWED: &'static str =
        "random, pct[:depth], pos, surw, dfs, delay[:n], icb[:n] or portfolio";

    /// Depth of `pct` without a number: as in the evaluation of the Fray paper.
    pub const DEFAULT_PCT_DEPTH: u32 = 3;

    /// PCT's probability falls with k^(depth-1): beyond this the number is a mistake.
    const MAX_PCT_DEPTH: u32 = 100;
}

impl fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategySpec::Random => f.write_str("random"),
            StrategySpec::Pct { depth } => write!(f, "pct:{depth}"),
            StrategySpec::Pos => f.write_str("pos"),
            StrategySpec::Surw => f.write_str("surw"),
            StrategySpec::Dfs => f.write_str("dfs"),
            StrategySpec::Delay { bound: None } => f.write_str("delay"),
            StrategySpec::Delay { bound: Some(n) } => write!(f, "delay:{n}"),
            StrategySpec::Icb { bound: None } => f.write_str("icb"),
            StrategySpec::Icb { bound: Some(n) } => write!(f, "icb:{n}"),
            StrategySpec::Portfolio => f.write_str("portfolio"),
        }
    }
}

impl FromStr for StrategySpec {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_ascii_lowercase();
        let (name, parameter) = match lower.split_once(':') {
            Some((name, parameter)) => (name, Some(parameter.parse().map_err(|_| Self::ALLOWED)?)),
            None => (lower.as_str(), None),
        };
        match (name, parameter) {
            ("random", None) => Ok(StrategySpec::Random),
            ("pct", depth) => match depth.unwrap_or(Self::DEFAULT_PCT_DEPTH) {
                depth @ 1..=Self::MAX_PCT_DEPTH => Ok(StrategySpec::Pct { depth }),
                _ => Err("pct:depth with a depth from 1 to 100"),
            },
            ("pos", None) => Ok(StrategySpec::Pos),
            ("surw", None) => Ok(StrategySpec::Surw),
            ("dfs", None) => Ok(StrategySpec::Dfs),
            ("delay", bound) => Ok(StrategySpec::Delay { bound }),
            ("icb", bound) => Ok(StrategySpec::Icb { bound }),
            ("portfolio", None) => Ok(StrategySpec::Portfolio),
            _ => Err(Self::ALLOWED),
        }
    }
}

impl From<StrategySpec> for String {
    fn from(spec: StrategySpec) -> String {
        spec.to_string()
    }
}

impl TryFrom<String> for StrategySpec {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
            .map_err(|allowed| format!("'{text}' is not a strategy: expected {allowed}"))
    }
}

/// Declares an enumeration whose variants are written as fixed words.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident, $allowed:literal, { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// What [`FromStr`] understands.
            pub const ALLOWED: &'static str = $allowed;
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word,)* })
            }
        }

        impl FromStr for $name {
            type Err = &'static str;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text { $($word => Ok($name::$variant),)* _ => Err(Self::ALLOWED) }
            }
        }
    };
}

words! {
    /// What time is inside an execution.
    TimeMode, "relaxed, virtual or real", {
        /// A timed wait may time out at any point; sleeping takes no time.
        Relaxed = "relaxed",
        /// A discrete-event clock: timeouts fire in the order of their deadlines.
        Virtual = "virtual",
        /// The machine's clock. Not deterministic.
        Real = "real",
    }
}

words! {
    /// Whether static state survives from one execution to the next.
    Isolation, "classes or none", {
        /// Fresh classes for each execution.
        Classes = "classes",
        /// One class loader for all.
        None = "none",
    }
}

words! {
    /// How controlled threads run.
    Engine, "auto, threads or fibers", {
        /// Fibers where the JDK can.
        Auto = "auto",
        /// Real threads.
        Threads = "threads",
        /// Continuations on one carrier thread.
        Fibers = "fibers",
    }
}

/// Which part of a campaign's iterations one of several workers does: those whose
/// number is `index` modulo `of`, so that workers never share a seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Share {
    /// From 0.
    pub index: u32,
    /// Number of workers, at least 1.
    pub of: u32,
}

impl Share {
    /// The only worker.
    pub const WHOLE: Share = Share { index: 0, of: 1 };

    /// What [`FromStr`] understands.
    pub const ALLOWED: &'static str = "i/n with i below n";
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (index, of) = text.split_once('/').ok_or(Self::ALLOWED)?;
        match (index.parse(), of.parse()) {
            (Ok(index), Ok(of)) if index < of => Ok(Share { index, of }),
            _ => Err(Self::ALLOWED),
        }
    }
}

impl From<Share> for String {
    fn from(share: Share) -> String {
        share.to_string()
    }
}

impl TryFrom<String> for Share {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// What [`parse_duration`] understands.
pub(super) const DURATION: &str = "a time such as 60s, 500ms, 5m or 1h";

/// Units by which [`format_duration`] tries to divide, largest first.
const UNITS: [(&str, u64); 6] = [
    ("h", 3_600_000_000_000),
    ("m", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("ns", 1),
];

/// Reads a number with a unit; seconds if there is none.
pub(super) fn parse_duration(text: &str) -> Result<Duration, &'static str> {
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = if unit.is_empty() { "s" } else { unit };
    let number: u64 = number.parse().map_err(|_| DURATION)?;
    UNITS
        .iter()
        .find(|(name, _)| *name == unit)
        .and_then(|(_, nanos)| number.checked_mul(*nanos))
        .map(Duration::from_nanos)
        .ok_or(DURATION)
}

/// Writes a time so that [`parse_duration`] reads the same; at most 584 years.
pub(super) fn format_duration(duration: Duration) -> String {
    let nanos = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
    // Seconds are the largest unit written: "90s" says more at a glance than "1m" and a rest.
    let (unit, size) = UNITS
        .iter()
        .skip(2)
        .find(|(_, size)| nanos.is_multiple_of(*size))
        .copied()
        .unwrap_or(("ns", 1));
    format!("{}{unit}", nanos / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_written_as_they_are_read() {
        for text in [
            "random",
            "pct:1",
            "pct:5",
            "pos",
            "surw",
            "dfs",
            "delay",
            "delay:2",
            "icb",
            "icb:0",
            "portfolio",
        ] {
            assert_eq!(text.parse::<StrategySpec>().unwrap().to_string(), text);
        }
        assert_eq!("PCT".parse(), Ok(StrategySpec::Pct { depth: 3 }));
        for text in [
            "", "pct:0", "pct:", "pct:x", "pos:1", "dfs:2", "icb:-1", "best",
        ] {
            assert!(text.parse::<StrategySpec>().is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_written_as_they_are_read() {
        for text in ["60s", "500ms", "0s", "90s", "7us", "3ns"] {
            assert_eq!(format_duration(parse_duration(text).unwrap()), text);
        }
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("1h"), Ok(Duration::from_secs(3600)));
        assert_eq!(parse_duration("30"), Ok(Duration::from_secs(30)));
        for text in [
            "",
            "s",
            "5 s",
            "1d",
            "-1s",
            "99999999999999999999s",
            "18446744073709551615h",
        ] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shares() {
        assert_eq!("1/4".parse(), Ok(Share { index: 1, of: 4 }));
        for text in ["4/4", "1", "0/0", "/", "a/b"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }
}
