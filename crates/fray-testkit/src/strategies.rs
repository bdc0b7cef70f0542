//! The strategies that tests and measurements go through.

/// What `fray` uses when nothing is said.
pub const DEFAULT: &str = STRATEGIES[0];

/// Every strategy there is, the default first, with the bounds that published comparisons use.
pub const STRATEGIES: [&str; 8] = [
    "portfolio",
    "random",
    "pct:3",
    "pos",
    "surw",
    "dfs",
    "delay:2",
    "icb:2",
];
