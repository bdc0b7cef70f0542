//! For tests: small concurrent programs and an executor for them, so that strategies can
//! be measured without a JVM.

mod machine;
pub mod programs;

use crate::coverage::Coverage;
use crate::rng::derive;
use crate::strategy::{Divergence, End, Start, Strategy};

/// Registers of a thread.
pub type Regs = [i64; 6];

/// An instruction. Those marked "step" are switch points; the others are done together with
/// the step before.
#[derive(Clone)]
pub enum Op {
    /// Step: starts a thread of the program.
    Start(usize),
    /// Step: waits for its end.
    Join(usize),
    /// Step: volatile read of a variable into a register.
    Read(usize, usize),
    /// Step: volatile write.
    Write(usize, fn(&Regs) -> i64),
    /// Step: atomic addition; the old value goes into a register.
    Add(usize, i64, usize),
    /// Step: enters a monitor.
    Enter(usize),
    /// Leaves it.
    Exit(usize),
    /// Step: waits on a monitor that it owns, and a second one to come back.
    Wait(usize),
    /// The same, with a timeout; register 0 is 1 if that fired.
    TimedWait(usize),
    /// Wakes one waiter.
    Notify(usize),
    /// Step: takes the permit.
    Park,
    /// Step: gives one.
    Unpark(usize),
    /// Step: does nothing.
    Yield,
    /// Plain read, which is no step.
    Get(usize, usize),
    /// Plain write, which is no step.
    Put(usize, fn(&Regs) -> i64),
    /// Who initialises it? The number of the first thread that comes here goes into a register, of all.
    Init(usize, usize),
    /// Ends the execution, whatever others have still to do.
    Quit,
    /// Goes on elsewhere if the condition holds.
    If(fn(&Regs) -> bool, usize),
    /// The execution fails unless the condition holds.
    Assert(fn(&Regs) -> bool, &'static str),
}

/// A program: its threads, of which the first is the main thread. Plain variables are 0 at
/// first and are numbered from 0, as are monitors.
#[derive(Clone)]
pub struct Program {
    pub threads: Vec<Vec<Op>>,
}

/// What an execution of a program showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub failure: Option<&'static str>,
    pub diverged: Option<Divergence>,
    pub steps: u64,
    pub trace_hash: u64,
    /// Thread numbers, step by step.
    pub schedule: Vec<u32>,
}

/// Failure of an execution of more steps than this.
pub const MAX_STEPS: u64 = 20_000;

impl Program {
    /// One execution; `begin` and `end` are the caller's.
    pub fn run(&self, strategy: &mut dyn Strategy) -> Run {
        machine::Machine::new(self).run(strategy)
    }

    /// Up to `n` executions of a campaign with this seed; `f` says whether to go on.
    /// Returns how many there were.
    pub fn explore(
        &self,
        strategy: &mut dyn Strategy,
        seed: u64,
        n: u64,
        mut f: impl FnMut(&Run) -> bool,
    ) -> u64 {
        let mut coverage = Coverage::default();
        for iteration in 0..n {
            let start = Start {
                iteration,
                seed: derive(seed, iteration),
            };
            if !strategy.begin(&start) {
                return iteration;
            }
            let run = self.run(strategy);
            assert_eq!(run.diverged, None, "iteration {iteration}");
            strategy.end(&End {
                steps: run.steps,
                failed: run.failure.is_some(),
                trace_hash: run.trace_hash,
                new_behaviour: coverage.add(run.trace_hash),
            });
            if !f(&run) {
                return iteration + 1;
            }
        }
        n
    }

    /// Number of the first failing execution, from 1.
    pub fn first_failure(&self, strategy: &mut dyn Strategy, seed: u64, n: u64) -> Option<u64> {
        let mut failed = false;
        let count = self.explore(strategy, seed, n, |run| {
            failed = run.failure.is_some();
            !failed
        });
        failed.then_some(count)
    }
}
