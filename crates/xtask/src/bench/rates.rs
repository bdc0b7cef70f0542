//! Executions per second of processor time: the plain JVM beside fray.

use anyhow::{Result, ensure};

use super::measure::{Bench, Taken, median};

/// From 2 to 100 threads; the correct twins, so that nothing stops at a failure.
pub const SUBJECTS: [&str; 12] = [
    "sct.AccountOk",
    "sct.BluetoothDriverOk",
    "sct.CircularBufferOk",
    "sct.Lazy01Ok",
    "sct.QueueOk",
    "sct.Reorder3Ok",
    "sct.Reorder10Ok",
    "sct.Reorder50Ok",
    "sct.TokenRingOk",
    "sct.TwoStageOk",
    "sct.TwoStage100Ok",
    "sct.WrongLockOk",
];

/// With static fields: some that fray puts back, and some for which it loads the classes again.
pub const STATEFUL: [&str; 4] = [
    "prim.VolatileStaticOk",
    "prim.PlainStaticOk",
    "prim.HandleStaticOk",
    "prim.ClassInitEscapeOk",
];

/// Processor time in seconds that executions take which only warm up, at least: then as many again are
/// measured. The JVM compiles for about that long, and its compilers' time must not count as the program's, for
/// the plain loop as little as for fray.
const WARM_UP: f64 = 1.5;

/// Executions that are tried first.
const FIRST: u32 = 100;

/// How often each is measured, one after the other and then again.
const ROUNDS: usize = 3;

/// A way to make executions.
#[derive(Clone)]
pub enum Way {
    /// A loop around `main`, with fresh classes or not.
    Plain { reload: bool },
    /// fray with these options.
    Fray(Vec<String>),
    /// Another tool: `java` with these arguments and the number of executions.
    Peer(Vec<String>),
}

/// There are no more executions than these.
#[derive(Debug, thiserror::Error)]
#[error("all of it are {0} executions")]
pub struct Exhausted(pub u32);

impl Way {
    /// fray, with an engine, an isolation and a strategy.
    pub fn fray(engine: &str, isolation: &str, strategy: &str) -> Self {
        Way::Fray(vec![
            format!("--engine={engine}"),
            format!("--isolation={isolation}"),
            format!("--strategy={strategy}"),
        ])
    }

    fn run(&self, bench: &Bench, subject: &str, count: u32) -> Result<Taken> {
        let classes = bench.subjects.display().to_string();
        match self {
            Way::Plain { reload } => {
                let programs = bench.programs.display().to_string();
                let (count, reload) = (count.to_string(), reload.to_string());
                bench.java(&[
                    "-ea", "-cp", &programs, "Loop", &classes, subject, &count, &reload,
                ])
            }
            Way::Fray(options) => {
                let mut arguments = options.clone();
                arguments.push(format!("--iter={count}"));
                arguments.extend(["-cp", &classes, subject].map(str::to_owned));
                let taken = bench.fray(&arguments)?;
                let made = bench.summary("iterations")? as u32;
                ensure!(made == count, Exhausted(made));
                Ok(taken)
            }
            Way::Peer(arguments) => {
                let mut arguments = arguments.clone();
                arguments.push(count.to_string());
                bench.java(&arguments)
            }
        }
    }

    /// Executions per second, once warm.
    pub fn rate(&self, bench: &Bench, subject: &str) -> Result<Rate> {
        self.rate_of(bench, subject, &mut FIRST.clone())
    }

    /// The same. How many executions it takes is found out, and noted for the next time.
    fn rate_of(&self, bench: &Bench, subject: &str, count: &mut u32) -> Result<Rate> {
        loop {
            let warm_up = self.run(bench, subject, *count)?;
            if warm_up.processor > WARM_UP * 0.8 || *count > 1_000_000 {
                let whole = self.run(bench, subject, 2 * *count)?;
                let processor = whole.processor - warm_up.processor;
                // If it is much less, the start of the tool took the time.
                if processor > WARM_UP * 0.3 || *count > 1_000_000 {
                    let per_second = |taken: f64| f64::from(*count) / taken.max(0.01);
                    return Ok(Rate {
                        processor: per_second(processor),
                        clock: per_second(whole.clock - warm_up.clock),
                    });
                }
            }
            let factor = WARM_UP / warm_up.processor;
            *count = (f64::from(*count) * factor.clamp(1.5, 10.0)) as u32;
        }
    }
}

/// Executions per second of processor time, and of time on the clock.
#[derive(Clone, Copy)]
pub struct Rate {
    pub processor: f64,
    pub clock: f64,
}

impl Rate {
    /// The median of each.
    fn median(rates: &[Rate]) -> Rate {
        Rate {
            processor: median(rates.iter().map(|rate| rate.processor).collect()),
            clock: median(rates.iter().map(|rate| rate.clock).collect()),
        }
    }
}

impl std::ops::Div for Rate {
    type Output = Rate;

    fn div(self, other: Rate) -> Rate {
        Rate {
            processor: self.processor / other.processor,
            clock: self.clock / other.clock,
        }
    }
}

/// One subject: what the plain JVM makes, and how many times that the ways of fray make.
pub struct Row {
    pub subject: &'static str,
    /// With the same classes; not a number if no way does that.
    pub plain: Rate,
    /// With fresh ones.
    pub reload: Rate,
    /// In the order of the ways; each against the plain loop with the same isolation, in the same
    /// round.
    pub ratios: Vec<Rate>,
    pub steps: f64,
    pub switch_points: f64,
    pub switches: f64,
}

/// Measures one subject, everything in turn, several times.
pub fn row(bench: &Bench, subject: &'static str, ways: &[(bool, Way)]) -> Result<Row> {
    let plain = [false, true].map(|reload| (reload, Way::Plain { reload }));
    let all: Vec<&(bool, Way)> = plain.iter().chain(ways).collect();
    let is_wanted = |fresh| ways.iter().any(|(other, _)| *other == fresh);
    let mut counts = vec![FIRST; all.len()];
    let mut rates = vec![Vec::new(); all.len()];
    for _ in 0..ROUNDS {
        for ((way, count), rates) in all.iter().zip(&mut counts).zip(&mut rates) {
            if is_wanted(way.0) {
                rates.push(way.1.rate_of(bench, subject, count)?);
            }
        }
    }
    let ratios = ways.iter().zip(&rates[2..]).map(|((fresh, _), rates_of)| {
        let base = &rates[usize::from(*fresh)];
        let rounds: Vec<_> = rates_of.iter().zip(base).map(|(&a, &b)| a / b).collect();
        Rate::median(&rounds)
    });
    Ok(Row {
        subject,
        ratios: ratios.collect(),
        plain: Rate::median(&rates[0]),
        reload: Rate::median(&rates[1]),
        steps: bench.summary("steps_per_execution")?,
        switch_points: bench.summary("switch_points_per_execution")?,
        switches: bench.summary("switches_per_execution")?,
    })
}
