//! What no tool that uses real threads can go below on this machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, Thread};

use anyhow::{Context, Result, bail};

use super::measure::{take, timed};

/// The floor, in microseconds of processor time.
#[derive(Clone, Copy)]
pub struct Floor {
    /// To hand a token to another thread by a futex, both on one core.
    pub hand_off: f64,
    /// To start and join a native thread.
    pub start: f64,
}

impl Floor {
    /// Runs this program again, on one core as fray keeps its threads, with few and with many; once, so that what is
    /// compared with it can be measured in turn.
    pub fn measure() -> Result<Self> {
        let program = std::env::current_exe()?;
        let run = |what: &str, count: u32| -> Result<f64> {
            let mut command = timed("taskset");
            command.args(["-c", "0"]).arg(&program);
            command.args(["floor", what, &count.to_string()]);
            Ok(take(&mut command, &[0])?.processor)
        };
        let per = |what: &str, count: u32| -> Result<f64> {
            let few = count / 10;
            Ok((run(what, count)? - run(what, few)?) / f64::from(count - few) * 1e6)
        };
        Ok(Floor {
            hand_off: per("hand-offs", 400_000)?,
            start: per("starts", 40_000)?,
        })
    }
}

/// `xtask floor WHAT COUNT`: makes so many of them.
pub fn run(arguments: &[String]) -> Result<()> {
    let [what, count] = arguments else {
        bail!("what, and how many?")
    };
    let count = count.parse().context("how many?")?;
    match what.as_str() {
        "hand-offs" => hand_over(count),
        "starts" => (0..count).for_each(|_| drop(thread::spawn(|| {}).join())),
        _ => bail!("no such floor"),
    }
    Ok(())
}

fn hand_over(times: u32) {
    let token = Arc::new(AtomicU32::new(0));
    let (shared, first) = (Arc::clone(&token), thread::current());
    let second = thread::spawn(move || pass(&shared, 1, &first, times));
    pass(&token, 0, second.thread(), times);
    second.join().expect("it does not panic");
}

/// Takes every second number and gives the next one to the other thread.
fn pass(token: &AtomicU32, mine: u32, other: &Thread, times: u32) {
    loop {
        let value = token.load(Ordering::Acquire);
        if value >= times {
            other.unpark();
            return;
        }
        if value % 2 == mine {
            token.store(value + 1, Ordering::Release);
            other.unpark();
        } else {
            thread::park();
        }
    }
}
