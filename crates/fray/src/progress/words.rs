//! Numbers and states in words.

use crate::run::event::{Phase, Progress};

/// `1234567` as `1,234,567`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 failure`, `2 failures`.
pub fn plural(number: u64, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {what}{s}", count(number))
}

/// How the search goes, without the number of executions.
pub fn state(progress: &Progress) -> String {
    let rate = progress.executions as f64 / progress.seconds.max(1e-3);
    let rate = if rate < 10.0 {
        format!("{rate:.1}")
    } else {
        count(rate.round() as u64)
    };
    let doing = match progress.phase {
        Phase::Explore => "",
        Phase::Confirm => ", replaying the failure",
        Phase::Shrink => ", shrinking the failure",
        Phase::Trace => ", tracing the failure",
    };
    format!(
        "{rate}/s, {}, {}{doing}",
        plural(progress.behaviours, "behaviour"),
        plural(progress.failures, "failure")
    )
}

/// The time that is left.
pub fn left(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s}s left"),
        (0, m, s) => format!("{m}m {s:02}s left"),
        (h, m, _) => format!("{h}h {m:02}m left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(plural(1, "failure"), "1 failure");
        assert_eq!(plural(1000, "failure"), "1,000 failures");
    }

    #[test]
    fn times() {
        assert_eq!(left(0.0), "0s left");
        assert_eq!(left(61.5), "1m 02s left");
        assert_eq!(left(7260.0), "2h 01m left");
    }

    #[test]
    fn states() {
        let progress = Progress {
            executions: 100,
            seconds: 2.0,
            behaviours: 3,
            failures: 1,
            phase: Phase::Shrink,
        };
        assert_eq!(
            state(&progress),
            "50/s, 3 behaviours, 1 failure, shrinking the failure"
        );
    }
}
