//! The executor of test programs.

use std::collections::HashMap;

use super::{MAX_STEPS, Op, Program, Regs, Run};
use crate::coverage::TraceHash;
use crate::op::{Completion, ObjectId, OpKind, Operation, Resource, Step, ThreadId};
use crate::strategy::{Candidate, Choice, Divergence, Point, Strategy};

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unborn,
    /// At the instruction of its program counter, or about to begin.
    Ready,
    /// In a wait set.
    Waiting {
        timed: bool,
        spurious: bool,
    },
    /// Notified: takes the monitor again.
    Reacquiring,
    Ended,
}

struct Thread {
    state: State,
    begun: bool,
    pc: usize,
    regs: Regs,
    permit: bool,
    /// Draw of the strategy for a park.
    spurious: Option<bool>,
    number: ThreadId,
}

pub struct Machine<'a> {
    program: &'a Program,
    threads: Vec<Thread>,
    /// Program's index of a thread by its number.
    numbered: Vec<usize>,
    vars: Vec<i64>,
    owners: Vec<Option<usize>>,
    waiters: HashMap<usize, Vec<usize>>,
    /// Objects are numbered in the order in which they are met, as in the JVM.
    objects: Vec<ObjectId>,
    met: u32,
    failure: Option<&'static str>,
    quit: bool,
}

/// Variables and monitors of a program, at most.
const SLOTS: usize = 64;

/// Classes of variables and of monitors.
const VAR: u32 = 1;
const MONITOR: u32 = VAR + SLOTS as u32;

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program) -> Self {
        let threads = program
            .threads
            .iter()
            .map(|_| Thread {
                state: State::Unborn,
                begun: false,
                pc: 0,
                regs: Regs::default(),
                permit: false,
                spurious: None,
                number: ThreadId(0),
            })
            .collect();
        let mut machine = Machine {
            program,
            threads,
            numbered: Vec::new(),
            vars: vec![0; SLOTS],
            owners: vec![None; SLOTS],
            waiters: HashMap::new(),
            objects: vec![ObjectId::NONE; 2 * SLOTS],
            met: 0,
            failure: None,
            quit: false,
        };
        machine.bear(0);
        machine.threads[0].begun = true;
        machine
    }

    fn bear(&mut self, index: usize) {
        self.numbered.push(index);
        let thread = &mut self.threads[index];
        assert!(thread.state == State::Unborn, "started twice");
        thread.number = ThreadId(self.numbered.len() as u32);
        thread.state = State::Ready;
    }

    pub fn run(mut self, strategy: &mut dyn Strategy) -> Run {
        let mut hash = TraceHash::default();
        let mut schedule: Vec<u32> = Vec::new();
        let mut diverged = None;
        let mut current = ThreadId::MAIN;
        loop {
            if let Err(divergence) = self.local(current, strategy) {
                diverged = Some(divergence);
                break;
            }
            if self.failure.is_some() || self.quit {
                break;
            }
            let candidates = self.candidates();
            if candidates
                .iter()
                .all(|c| c.completion == Completion::Spurious)
            {
                if self
                    .threads
                    .iter()
                    .any(|t| !matches!(t.state, State::Ended | State::Unborn))
                {
                    self.failure = Some("deadlock");
                }
                break;
            }
            if schedule.len() as u64 >= MAX_STEPS {
                self.failure = Some("livelock");
                break;
            }
            let chosen = if let [only] = candidates[..] {
                Ok(only)
            } else {
                let point = Point {
                    step: schedule.len() as u64,
                    current,
                    candidates: &candidates,
                };
                strategy
                    .choose_thread(&point)
                    .map(|index| candidates[index])
            };
            let step = match chosen {
                Ok(chosen) => Step {
                    thread: chosen.thread,
                    operation: chosen.operation,
                    completion: chosen.completion,
                    class: chosen.class,
                },
                Err(divergence) => {
                    diverged = Some(divergence);
                    break;
                }
            };
            current = step.thread;
            self.apply(&step);
            hash.executed(&step);
            schedule.push(step.thread.0);
            if let Err(divergence) = strategy.executed(&step) {
                diverged = Some(divergence);
                break;
            }
        }
        Run {
            failure: self.failure,
            diverged,
            steps: schedule.len() as u64,
            trace_hash: hash.value(),
            schedule,
        }
    }

    fn instruction(&self, index: usize) -> Option<&'a Op> {
        self.program.threads[index].get(self.threads[index].pc)
    }

    fn object(&mut self, class: u32) -> ObjectId {
        let object = &mut self.objects[(class - VAR) as usize];
        if *object == ObjectId::NONE {
            self.met += 1;
            *object = ObjectId(self.met);
        }
        *object
    }

    /// The pending operation of a live thread.
    fn pending(&mut self, index: usize) -> (Operation, u32) {
        let thread = &self.threads[index];
        let own = Resource::thread(thread.number);
        if !thread.begun {
            return (Operation::new(OpKind::Begin, own), 0);
        }
        let (kind, class) = match self.instruction(index) {
            None => return (Operation::new(OpKind::End, own), 0),
            Some(Op::Start(_)) => {
                // The number that it will have: whoever starts next is next.
                let child = ThreadId(self.numbered.len() as u32 + 1);
                return (Operation::new(OpKind::Start, Resource::thread(child)), 0);
            }
            Some(Op::Join(target)) => {
                let target = Resource::thread(self.threads[*target].number);
                return (Operation::new(OpKind::Join, target), 0);
            }
            Some(Op::Unpark(target)) => {
                let target = Resource::thread(self.threads[*target].number);
                return (Operation::new(OpKind::Unpark, target), 0);
            }
            Some(Op::Park) => return (Operation::new(OpKind::Park, own), 0),
            Some(Op::Yield) => return (Operation::new(OpKind::Yield, Resource::default()), 0),
            Some(Op::Read(var, _)) => (OpKind::Read, VAR + *var as u32),
            Some(Op::Write(var, _)) => (OpKind::Write, VAR + *var as u32),
            Some(Op::Add(var, ..)) => (OpKind::Update, VAR + *var as u32),
            Some(Op::Enter(monitor)) => (OpKind::Enter, MONITOR + *monitor as u32),
            Some(Op::Wait(monitor) | Op::TimedWait(monitor)) => {
                let kind = match thread.state {
                    State::Ready => OpKind::Wait,
                    _ => OpKind::Reacquire,
                };
                (kind, MONITOR + *monitor as u32)
            }
            Some(_) => unreachable!("local instructions are done before"),
        };
        let object = self.object(class);
        (Operation::new(kind, Resource::object(object)), class)
    }

    fn readiness(&self, index: usize) -> Option<Completion> {
        let thread = &self.threads[index];
        let free = |monitor: &usize| self.owners[*monitor].is_none();
        let normal = Some(Completion::Normal);
        match (thread.state, self.instruction(index)) {
            (State::Unborn | State::Ended, _) => None,
            _ if !thread.begun => normal,
            (
                State::Waiting { timed, spurious },
                Some(Op::Wait(monitor) | Op::TimedWait(monitor)),
            ) => match (timed, spurious) {
                _ if !free(monitor) => None,
                (_, true) => Some(Completion::Spurious),
                (true, _) => Some(Completion::Timeout),
                _ => None,
            },
            (State::Reacquiring, Some(Op::Wait(monitor) | Op::TimedWait(monitor)))
            | (State::Ready, Some(Op::Enter(monitor))) => normal.filter(|_| free(monitor)),
            (_, Some(Op::Park)) if thread.permit => normal,
            (_, Some(Op::Park)) => (thread.spurious == Some(true)).then_some(Completion::Spurious),
            (_, Some(Op::Join(target))) => {
                normal.filter(|_| self.threads[*target].state == State::Ended)
            }
            _ => normal,
        }
    }

    fn candidates(&mut self) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for number in 0..self.numbered.len() {
            let index = self.numbered[number];
            if let Some(completion) = self.readiness(index) {
                let (operation, class) = self.pending(index);
                candidates.push(Candidate {
                    thread: self.threads[index].number,
                    operation,
                    completion,
                    class,
                });
            }
        }
        candidates
    }

    fn apply(&mut self, step: &Step) {
        let index = self.numbered[step.thread.index()];
        if !self.threads[index].begun {
            self.threads[index].begun = true;
            return;
        }
        let mut next = true;
        match self.instruction(index) {
            None => {
                self.threads[index].state = State::Ended;
                next = false;
            }
            Some(Op::Start(child)) => self.bear(*child),
            Some(Op::Unpark(target)) => self.threads[*target].permit = true,
            Some(Op::Park) => {
                self.threads[index].permit = false;
                self.threads[index].spurious = None;
            }
            Some(Op::Read(var, reg)) => {
                self.threads[index].regs[*reg] = self.vars[*var];
            }
            Some(Op::Write(var, value)) => {
                self.vars[*var] = value(&self.threads[index].regs);
            }
            Some(Op::Add(var, amount, reg)) => {
                self.threads[index].regs[*reg] = self.vars[*var];
                self.vars[*var] += amount;
            }
            Some(Op::Enter(monitor)) => {
                self.owners[*monitor] = Some(index);
            }
            Some(op @ (Op::Wait(monitor) | Op::TimedWait(monitor))) => {
                if self.threads[index].state == State::Ready {
                    self.owners[*monitor] = None;
                    self.waiters.entry(*monitor).or_default().push(index);
                    self.threads[index].state = State::Waiting {
                        timed: matches!(op, Op::TimedWait(_)),
                        spurious: false,
                    };
                    // Whether it may wake for no reason is asked before anything else.
                    self.threads[index].spurious = None;
                    next = false;
                } else {
                    self.waiters
                        .entry(*monitor)
                        .or_default()
                        .retain(|w| *w != index);
                    self.owners[*monitor] = Some(index);
                    self.threads[index].state = State::Ready;
                    self.threads[index].regs[0] = i64::from(step.completion == Completion::Timeout);
                }
            }
            Some(_) => {}
        }
        if next {
            self.threads[index].pc += 1;
        }
    }

    /// Does the instructions of a thread that are no steps, and asks for a spurious wake-up
    /// if it has come to a blocking place.
    fn local(&mut self, thread: ThreadId, strategy: &mut dyn Strategy) -> Result<(), Divergence> {
        let index = self.numbered[thread.index()];
        while self.threads[index].begun && self.failure.is_none() {
            let Some(op) = self.instruction(index) else {
                break;
            };
            let thread = &mut self.threads[index];
            match op {
                Op::Get(var, reg) => {
                    thread.regs[*reg] = self.vars[*var];
                }
                Op::Put(var, value) => {
                    self.vars[*var] = value(&thread.regs);
                }
                Op::Init(var, reg) => {
                    if self.vars[*var] == 0 {
                        self.vars[*var] = i64::from(thread.number.0);
                        strategy.unseen(thread.number);
                    }
                    thread.regs[*reg] = self.vars[*var];
                }
                Op::Quit => {
                    self.quit = true;
                    return Ok(());
                }
                Op::If(condition, target) => {
                    if condition(&thread.regs) {
                        thread.pc = *target;
                        continue;
                    }
                }
                Op::Assert(condition, message) => {
                    if !condition(&thread.regs) {
                        self.failure = Some(message);
                    }
                }
                Op::Exit(monitor) => {
                    assert_eq!(self.owners[*monitor].take(), Some(index), "not the owner");
                }
                Op::Notify(monitor) => {
                    assert_eq!(self.owners[*monitor], Some(index), "not the owner");
                    self.notify(*monitor, strategy)?;
                }
                _ => break,
            }
            self.threads[index].pc += 1;
        }
        self.ask_spurious(index, strategy)
    }

    fn notify(&mut self, monitor: usize, strategy: &mut dyn Strategy) -> Result<(), Divergence> {
        let waiters = self.waiters.entry(monitor).or_default().clone();
        let taken = match waiters.len() {
            0 => return Ok(()),
            1 => 0,
            _ => {
                let numbers: Vec<_> = waiters.iter().map(|w| self.threads[*w].number).collect();
                let object = self.object(MONITOR + monitor as u32);
                strategy.choose_other(&Choice::NotifyTarget {
                    object,
                    waiters: &numbers,
                })?
            }
        };
        self.waiters.entry(monitor).or_default().remove(taken);
        self.threads[waiters[taken]].state = State::Reacquiring;
        Ok(())
    }

    fn ask_spurious(
        &mut self,
        index: usize,
        strategy: &mut dyn Strategy,
    ) -> Result<(), Divergence> {
        let thread = &self.threads[index];
        let blocks = thread.begun
            && thread.spurious.is_none()
            && match thread.state {
                State::Waiting { .. } => true,
                State::Ready => matches!(self.instruction(index), Some(Op::Park)) && !thread.permit,
                _ => false,
            };
        if blocks {
            let choice = Choice::Spurious {
                thread: thread.number,
                operation: self.pending(index).0,
            };
            let drawn = strategy.choose_other(&choice)? == 1;
            let thread = &mut self.threads[index];
            thread.spurious = Some(drawn);
            if let State::Waiting { spurious, .. } = &mut thread.state {
                *spurious = drawn;
            }
        }
        Ok(())
    }
}
