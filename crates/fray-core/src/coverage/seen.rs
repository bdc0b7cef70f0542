//! The behaviours of a campaign.

use std::collections::HashMap;

/// Counts behaviours and estimates how likely the next one is new.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    /// How often each behaviour was seen.
    counts: HashMap<u64, u32>,
    /// Behaviours seen exactly once.
    once: u64,
    executions: u64,
    /// One bit per execution: whether it was new. What a curve is drawn from.
    new: Vec<u64>,
}

impl Coverage {
    /// Adds an execution. `true`: its behaviour is new.
    pub fn add(&mut self, trace_hash: u64) -> bool {
        let count = self.counts.entry(trace_hash).or_default();
        *count = count.saturating_add(1);
        let is_new = *count == 1;
        match *count {
            1 => self.once += 1,
            2 => self.once -= 1,
            _ => {}
        }
        let bit = self.executions % 64;
        if bit == 0 {
            self.new.push(0);
        }
        if is_new && let Some(word) = self.new.last_mut() {
            *word |= 1 << bit;
        }
        self.executions += 1;
        is_new
    }

    /// Executions added.
    pub fn executions(&self) -> u64 {
        self.executions
    }

    /// Different behaviours seen.
    pub fn distinct(&self) -> u64 {
        self.counts.len() as u64
    }

    /// How often this behaviour was seen.
    pub fn times(&self, trace_hash: u64) -> u32 {
        self.counts.get(&trace_hash).copied().unwrap_or(0)
    }

    /// How many of the last `n` executions showed something new.
    pub fn new_among_last(&self, n: u64) -> u64 {
        (self.executions.saturating_sub(n)..self.executions)
            .filter(|i| self.new[(i / 64) as usize] >> (i % 64) & 1 == 1)
            .count() as u64
    }

    /// Probability that one more execution shows a new behaviour, by Good and Turing: the
    /// share of executions whose behaviour was seen exactly once (Good, "The population
    /// frequencies of species and the estimation of population parameters", Biometrika 1953).
    /// 1 if nothing has been seen.
    pub fn unseen(&self) -> f64 {
        if self.executions == 0 {
            return 1.0;
        }
        self.once as f64 / self.executions as f64
    }

    /// One sentence for the end of a run.
    pub fn sentence(&self) -> String {
        let n = self.executions;
        if n == 0 {
            return "Nothing was executed.".to_owned();
        }
        let distinct = self.distinct();
        let tail = n.div_ceil(10);
        let new = self.new_among_last(tail);
        let head = format!(
            "{n} {} showed {distinct} different {}; {new} of the last {tail} {} new",
            plural(n, "execution", "executions"),
            plural(distinct, "behaviour", "behaviours"),
            plural(new, "was", "were"),
        );
        // Below 30 executions the estimate says nothing; its error is about 1/sqrt(n).
        if n < 30 {
            return format!("{head}.");
        }
        let percent = self.unseen() * 100.0;
        if percent < 0.1 {
            format!("{head}, and the next one would be new with a probability below 0.1 %.")
        } else if percent < 10.0 {
            format!(
                "{head}, and the next one would be new with a probability of about {percent:.1} %."
            )
        } else {
            format!(
                "{head}, and the next one would be new with a probability of about {percent:.0} %: more executions would show more."
            )
        }
    }
}

fn plural<'a>(n: u64, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn counts() {
        let mut coverage = Coverage::default();
        assert!(coverage.add(1));
        assert!(!coverage.add(1));
        assert!(coverage.add(2));
        assert_eq!(coverage.distinct(), 2);
        assert_eq!(coverage.times(1), 2);
        assert_eq!(coverage.new_among_last(2), 1);
        assert_eq!(coverage.new_among_last(100), 2);
        assert!((coverage.unseen() - 1.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn estimates_the_unseen_mass() {
        // 1000 behaviours, all equally likely; after n draws the truth is (1 - 1/1000)^n.
        let mut rng = Rng::new(5);
        let mut coverage = Coverage::default();
        for n in 1..=3000u32 {
            coverage.add(rng.below(1000));
            if n % 500 == 0 {
                let truth = 0.999f64.powi(n as i32);
                // Standard deviation at most 0.03 here; the seed is fixed.
                assert!((coverage.unseen() - truth).abs() < 0.1, "{n}");
            }
        }
    }

    #[test]
    fn sentences() {
        let mut coverage = Coverage::default();
        assert_eq!(coverage.sentence(), "Nothing was executed.");
        coverage.add(7);
        assert_eq!(
            coverage.sentence(),
            "1 execution showed 1 different behaviour; 1 of the last 1 was new."
        );
        for _ in 0..99 {
            coverage.add(7);
        }
        assert_eq!(
            coverage.sentence(),
            "100 executions showed 1 different behaviour; 0 of the last 10 were new, and the \
             next one would be new with a probability below 0.1 %."
        );
        for i in 0..100 {
            coverage.add(1000 + i);
        }
        assert!(
            coverage
                .sentence()
                .ends_with("about 50 %: more executions would show more.")
        );
    }
}
