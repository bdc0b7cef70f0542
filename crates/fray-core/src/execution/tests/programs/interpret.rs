//! Runs a program under an execution, and believes only what a program can see:
//! that it goes on.

use super::*;
use crate::execution::{Verdict, Wake};

/// All events of a run, and the answers that the strategy gave.
pub fn run(program: &Program, seed: u64, replay: Option<Vec<usize>>) -> (Vec<Event>, Vec<usize>) {
    let log = Arc::new(Mutex::new(Log {
        replay: replay.map(VecDeque::from),
        random: Random(seed | 1),
        ..Log::default()
    }));
    let strategy = Box::new(Logging(Arc::clone(&log)));
    let mut interpreter = Interpreter {
        program,
        execution: Execution::new(program.options, strategy),
        log: Arc::clone(&log),
        random: Random(seed.rotate_left(32) | 1),
        threads: program.ids().map(|_| Thread::default()).collect(),
        owners: [None; 4],
    };
    interpreter.run();
    let log = std::mem::take(&mut *log.lock().unwrap());
    (log.events, log.answers)
}

/// Xorshift.
#[derive(Default)]
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

#[derive(Default)]
struct Log {
    events: Vec<Event>,
    answers: Vec<usize>,
    replay: Option<VecDeque<usize>>,
    random: Random,
}

impl Log {
    fn answer(&mut self, alternatives: usize) -> usize {
        let answer = match &mut self.replay {
            Some(answers) => answers.pop_front().expect("as many choices as before"),
            None => self.random.below(alternatives),
        };
        self.answers.push(answer);
        answer
    }
}

struct Logging(Arc<Mutex<Log>>);

impl Strategy for Logging {
    fn begin(&mut self, _: &Start) -> bool {
        true
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        let mut log = self.0.lock().unwrap();
        let candidates = point.candidates.iter().map(|c| (c.thread, c.completion));
        log.events.push(Event::Choice(candidates.collect()));
        Ok(log.answer(point.candidates.len()))
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        let mut log = self.0.lock().unwrap();
        let answer = log.answer(choice.alternatives());
        log.events.push(Event::Other(answer));
        Ok(answer)
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        self.0.lock().unwrap().events.push(Event::Step(*step));
        Ok(())
    }
}

#[derive(Default)]
struct Thread {
    position: usize,
    /// The instruction that it was at when it gave up the token.
    blocked_at: Option<Instruction>,
    /// How often it had entered the monitor that it waits on.
    depth: u32,
    interrupted: bool,
    outside: bool,
}

struct Interpreter<'a> {
    program: &'a Program,
    execution: Execution,
    log: Arc<Mutex<Log>>,
    random: Random,
    threads: Vec<Thread>,
    /// Who is inside which monitor how often, as the program sees it.
    owners: [Option<(ThreadId, u32)>; 4],
}

impl Interpreter<'_> {
    fn run(&mut self) {
        let mut next = self.advance(ThreadId::MAIN);
        loop {
            match next {
                Next::Switch(thread) => {
                    self.resume(thread);
                    self.return_sometimes();
                    next = self.advance(thread);
                }
                Next::Idle if self.execution.time_ahead().is_some() => {
                    next = self.execution.pass_time();
                }
                Next::Idle => {
                    self.tell(Event::Idle);
                    next = self.return_one().expect("somebody is outside");
                }
                Next::Stuck => {
                    assert_eq!(self.execution.declare_deadlock(), Next::Over);
                    next = Next::Over;
                }
                Next::Over => break,
                Next::Stay | Next::Wait => unreachable!("{next:?}"),
            }
        }
        match self.execution.verdict() {
            Some(Verdict::Completed) => self.tell(Event::Completed),
            Some(Verdict::Deadlock(_)) => self.tell(Event::Deadlock),
            other => panic!("{other:?}"),
        }
    }

    fn tell(&self, event: Event) {
        self.log.lock().unwrap().events.push(event);
    }

    /// Runs a thread until another one is to run. Never `Stay`.
    fn advance(&mut self, me: ThreadId) -> Next {
        loop {
            let thread = &mut self.threads[me.index()];
            let Some(&instruction) = self.program.code(me).get(thread.position) else {
                return self.execution.end(me, ObjectId::NONE);
            };
            thread.position += 1;
            thread.blocked_at = Some(instruction);
            match self.execute(me, instruction) {
                None => {}
                Some(Next::Stay) => self.resume(me),
                Some(next) => return next,
            }
        }
    }

    /// `None`: it was no switch point.
    fn execute(&mut self, me: ThreadId, instruction: Instruction) -> Option<Next> {
        let execution = &mut self.execution;
        let status = std::mem::take(&mut self.threads[me.index()].interrupted);
        let mut keep_status = true;
        let next = match instruction {
            Instruction::Start(child) => {
                assert_eq!(execution.spawn(me, self.program.is_daemon(child)), child);
                let operation = Operation::new(OpKind::Start, Resource::thread(child));
                Some(execution.point(me, operation, false))
            }
            Instruction::Point { quiet } => Some(execution.point(me, write(A), quiet)),
            Instruction::Enter { object, quiet } => Some(execution.enter(me, object, quiet)),
            Instruction::Exit(object) => {
                assert!(execution.exit(me, object));
                let (owner, count) = self.owners[object.0 as usize].unwrap();
                assert_eq!(owner, me);
                self.owners[object.0 as usize] = (count > 1).then(|| (me, count - 1));
                None
            }
            // An interrupted thread gets an exception instead, and goes on.
            Instruction::Wait(..) | Instruction::Join(..) | Instruction::Sleep(_) if status => {
                keep_status = false;
                None
            }
            Instruction::Wait(object, timeout) => {
                let (owner, depth) = self.owners[object.0 as usize].take().unwrap();
                assert_eq!(owner, me);
                self.threads[me.index()].depth = depth;
                Some(execution.wait(me, object, timeout))
            }
            Instruction::Notify(object) => {
                execution.notify(Some(me), object);
                None
            }
            Instruction::NotifyAll(object) => {
                execution.notify_all(object);
                None
            }
            Instruction::Park { timeout, quiet } => {
                Some(execution.park(me, timeout, status, quiet))
            }
            Instruction::Unpark(target) => {
                execution.unpark(target);
                None
            }
            Instruction::Interrupt(target) => {
                execution.interrupt(target);
                if let Some(thread) = self.threads.get_mut(target.index()) {
                    thread.interrupted = true;
                }
                None
            }
            Instruction::Join(target, timeout) => Some(execution.join(me, target, timeout)),
            Instruction::Sleep(nanos) => Some(execution.sleep(me, nanos)),
            Instruction::ReadClock => {
                execution.read_clock();
                None
            }
            Instruction::External => {
                self.threads[me.index()].outside = true;
                Some(execution.external_begin(me))
            }
        };
        self.threads[me.index()].interrupted |= status && keep_status;
        next
    }

    /// A thread holds the token again: what it blocked at is done.
    fn resume(&mut self, me: ThreadId) {
        assert_eq!(self.execution.holder(), Some(me));
        let thread = &mut self.threads[me.index()];
        let wake = self.execution.wake(me);
        match thread.blocked_at.take() {
            Some(Instruction::Enter { object, .. }) => {
                let owner = &mut self.owners[object.0 as usize];
                let count = match *owner {
                    None => 1,
                    Some((inside, count)) => {
                        assert_eq!(inside, me, "two threads in {object}");
                        count + 1
                    }
                };
                *owner = Some((me, count));
                assert_eq!(self.execution.owner(object), *owner);
            }
            Some(Instruction::Wait(object, _)) => {
                let owner = &mut self.owners[object.0 as usize];
                assert_eq!(*owner, None, "two threads in {object}");
                *owner = Some((me, thread.depth));
                assert_eq!(self.execution.owner(object), *owner);
            }
            _ => {}
        }
        if wake == Wake::Interrupted {
            assert!(std::mem::take(&mut thread.interrupted));
        }
    }

    /// Calls return at any time.
    fn return_sometimes(&mut self) {
        if self.random.below(3) == 0
            && let Some(next) = self.return_one()
        {
            assert_eq!(next, Next::Wait);
        }
    }

    /// The first external call returns.
    fn return_one(&mut self) -> Option<Next> {
        let index = self.threads.iter().position(|thread| thread.outside)?;
        self.threads[index].outside = false;
        let thread = ThreadId(index as u32 + 1);
        self.tell(Event::Returned(thread));
        Some(match self.execution.external_end(thread) {
            Next::Stay => Next::Switch(thread),
            next => next,
        })
    }
}
