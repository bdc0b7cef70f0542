//! Every method and edge with a scripted strategy, and random programs against an oracle.

mod deadlocks;
mod endings;
mod held;
mod lull;
mod monitors;
mod orders;
mod outside;
mod parking;
mod programs;
mod speed;
mod threads;
mod time;
mod waiting;

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

use super::{Execution, ExecutionOptions, Next, TimeMode};
use crate::op::{Completion, ObjectId, OpKind, Operation, Resource, Step, ThreadId};
use crate::strategy::{Choice, Divergence, Point, Start, Strategy};

const T1: ThreadId = ThreadId(1);
const T2: ThreadId = ThreadId(2);
const T3: ThreadId = ThreadId(3);
const A: ObjectId = ObjectId(1);
const B: ObjectId = ObjectId(2);
const C: ObjectId = ObjectId(3);

fn yielding() -> Operation {
    Operation::new(OpKind::Yield, Resource::default())
}

fn write(object: ObjectId) -> Operation {
    Operation::new(OpKind::Write, Resource { object, member: 1 })
}

/// What a scripted strategy is to choose, and what it saw.
#[derive(Default)]
struct Script {
    /// Threads to choose. Then: whoever ran last, else the lowest number.
    picks: VecDeque<ThreadId>,
    /// Other choices. Then: 0.
    others: VecDeque<usize>,
    /// Candidates of each choice.
    points: Vec<Vec<(ThreadId, Completion)>>,
    /// Alternatives of each other choice.
    asked: Vec<usize>,
    steps: Vec<Step>,
    /// Step at which to claim a divergence.
    diverge_at: Option<u64>,
}

struct Scripted(Arc<Mutex<Script>>);

impl Strategy for Scripted {
    fn begin(&mut self, _: &Start) -> bool {
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        let mut script = self.0.lock().unwrap();
        assert!(point.candidates.len() >= 2);
        assert!(point.candidates.is_sorted_by_key(|c| c.thread));
        assert_eq!(point.step, script.steps.len() as u64);
        let seen = point.candidates.iter().map(|c| (c.thread, c.completion));
        script.points.push(seen.collect());
        let index = |thread| point.candidates.iter().position(|c| c.thread == thread);
        Ok(match script.picks.pop_front() {
            Some(pick) => {
                index(pick).unwrap_or_else(|| panic!("{pick} is not among {:?}", point.candidates))
            }
            None => index(point.current).unwrap_or(0),
        })
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        let mut script = self.0.lock().unwrap();
        script.asked.push(choice.alternatives());
        Ok(script.others.pop_front().unwrap_or(0))
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        let mut script = self.0.lock().unwrap();
        let number = script.steps.len() as u64;
        script.steps.push(*step);
        if script.diverge_at == Some(number) {
            return Err(Divergence {
                step: number,
                expected: "something else".into(),
                actual: step.operation.to_string(),
            });
        }
        Ok(())
    }
}

/// An execution under a scripted strategy.
struct Run {
    execution: Execution,
    script: Arc<Mutex<Script>>,
}

impl Deref for Run {
    type Target = Execution;

    fn deref(&self) -> &Execution {
        &self.execution
    }
}

impl DerefMut for Run {
    fn deref_mut(&mut self) -> &mut Execution {
        &mut self.execution
    }
}

const OPTIONS: ExecutionOptions = ExecutionOptions {
    time: TimeMode::Relaxed,
    max_steps: 1000,
    start_time_nanos: 0,
    spurious: false,
};

impl Run {
    /// The main thread and `others` more, all of which have begun; main runs.
    fn new(options: ExecutionOptions, others: usize) -> Self {
        let script = Arc::new(Mutex::new(Script::default()));
        let strategy = Box::new(Scripted(Arc::clone(&script)));
        let mut run = Run {
            execution: Execution::new(options, strategy),
            script,
        };
        for _ in 0..others {
            let child = run.spawn(T1, false);
            run.pick(&[child.0]);
            assert_eq!(run.at(T1), Next::Switch(child));
            run.pick(&[1]);
            assert_eq!(run.at(child), Next::Switch(T1));
        }
        run.script.lock().unwrap().steps.clear();
        run.script.lock().unwrap().points.clear();
        run.execution.counters = super::Counters::default();
        run
    }

    /// Sets the threads that are chosen at the next choices.
    fn pick(&self, threads: &[u32]) {
        let picks = &mut self.script.lock().unwrap().picks;
        assert!(picks.is_empty(), "{picks:?} have not been chosen");
        picks.extend(threads.iter().map(|&number| ThreadId(number)));
    }

    /// Sets the answers to the next choices that are not about threads.
    fn answer(&self, answers: &[usize]) {
        self.script.lock().unwrap().others.extend(answers);
    }

    /// A switch point with an operation of no consequence.
    fn at(&mut self, me: ThreadId) -> Next {
        self.execution.point(me, yielding(), false)
    }

    /// The next choice goes to this thread.
    fn switch(&mut self, from: ThreadId, to: ThreadId) {
        self.pick(&[to.0]);
        assert_eq!(self.at(from), Next::Switch(to));
    }

    /// The candidates of the last choice.
    fn last_point(&self) -> Vec<(ThreadId, Completion)> {
        self.script.lock().unwrap().points.last().cloned().unwrap()
    }

    /// The steps but yields as text, e.g. `t1 enter #1`.
    fn trace(&self) -> Vec<String> {
        let script = self.script.lock().unwrap();
        let steps = script.steps.iter();
        let told = steps.filter(|step| step.operation != yielding());
        let text = told.map(|step| match step.completion {
            Completion::Normal => format!("{} {}", step.thread, step.operation),
            other => format!("{} {} {other:?}", step.thread, step.operation),
        });
        text.collect()
    }
}
