//! What a traced execution did: every step, with its stack.
//!
//! Before a thread asks the core, it leaves its stack in the log. When its operation is executed, be it
//! at once or later, a strategy that wraps the real one takes the stack from there.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fray_core::op::{Step, ThreadId};
use fray_core::strategy::{Choice, Divergence, Point, Start, Strategy};
use fray_report::frame::Frame;
use fray_report::model::{Effect, EffectKind, TraceStep};

use crate::agent::agent;
use crate::jni::Env;
use crate::jvmti::{FrameInfo, Jvmti};
use crate::labels::java_line;

/// Frames kept per step.
const DEPTH: usize = 64;

/// Steps traced at the beginning of an execution. Nobody reads more, and a stack takes time.
const FIRST_STEPS: u64 = 20_000;

/// Steps traced before the step limit: what goes round in circles in a livelock.
const LAST_STEPS: u64 = 1_000;

/// The steps so far.
#[derive(Default)]
pub struct Log {
    steps: Vec<TraceStep>,
    /// Per thread the stack at its pending operation, by thread number.
    pending: Vec<Vec<Frame>>,
    /// Who could run, as of the last choice.
    enabled: Vec<ThreadId>,
    index: u64,
    /// The last step, if it wants a value.
    awaited: Option<Awaited>,
}

/// A step whose value is not known yet.
#[derive(Clone, Copy)]
struct Awaited {
    thread: ThreadId,
    /// Its place in the log.
    position: usize,
    /// Whether it reads: then the thread tells by itself.
    reads: bool,
}

/// A log that the session and the strategy share.
#[derive(Clone, Default)]
pub struct SharedLog(Arc<Mutex<Log>>);

impl SharedLog {
    fn lock(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves the calling thread's stack for its next step.
    pub fn leave_stack(&self, env: Env, thread: ThreadId) {
        if !is_traced(self.lock().index) {
            return;
        }
        let frames = current_stack(env, std::ptr::null_mut());
        let mut log = self.lock();
        let index = thread.index();
        if log.pending.len() <= index {
            log.pending.resize(index + 1, Vec::new());
        }
        log.pending[index] = frames;
    }

    /// Something that the calling thread did since its last step.
    pub fn effect(&self, env: Env, thread: ThreadId, kind: EffectKind) {
        let frame = current_stack(env, std::ptr::null_mut()).into_iter().next();
        let mut log = self.lock();
        if let Some(step) = log
            .steps
            .iter_mut()
            .rev()
            .find(|step| step.thread == thread)
        {
            step.effects.push(Effect { kind, frame });
        }
    }

    /// The thread's step, just executed, wants a value; `false` if it is not in the log.
    pub fn await_value(&self, thread: ThreadId, reads: bool) -> bool {
        let mut log = self.lock();
        let (index, position) = (log.index, log.steps.len().wrapping_sub(1));
        let is_last = |step: &TraceStep| step.index + 1 == index && step.thread == thread;
        let found = log.steps.last().is_some_and(is_last);
        log.awaited = found.then_some(Awaited {
            thread,
            position,
            reads,
        });
        found
    }

    /// The last step, if it is a write of this thread whose value is not known yet. Asked once.
    pub fn written(&self, thread: ThreadId) -> Option<usize> {
        self.take_awaited(thread, false)
    }

    /// The same for a read.
    pub fn read(&self, thread: ThreadId) -> Option<usize> {
        self.take_awaited(thread, true)
    }

    fn take_awaited(&self, thread: ThreadId, reads: bool) -> Option<usize> {
        let is_it = |awaited: &mut Awaited| awaited.thread == thread && awaited.reads == reads;
        let awaited = self.lock().awaited.take_if(is_it);
        awaited.map(|awaited| awaited.position)
    }

    /// What the step at this place read or wrote.
    pub fn set_value(&self, position: usize, value: Option<String>) {
        if let Some(step) = self.lock().steps.get_mut(position) {
            step.value = value;
        }
    }

    /// Where the threads are that have an operation pending, for a person.
    pub fn places(&self) -> String {
        let log = self.lock();
        let mut text = String::new();
        for (index, frames) in log
            .pending
            .iter()
            .enumerate()
            .filter(|(_, f)| !f.is_empty())
        {
            text.push_str(&format!("\n  t{} is at {}", index + 1, place(frames)));
        }
        text
    }

    /// All steps.
    pub fn take(&self) -> Vec<TraceStep> {
        std::mem::take(&mut self.lock().steps)
    }
}

/// The innermost frame, and those up to the program's own.
pub fn place(frames: &[Frame]) -> String {
    let program = frames.iter().position(Frame::is_application).unwrap_or(0);
    let lines: Vec<_> = frames.iter().take(program + 1).map(java_line).collect();
    lines.join(", called from ")
}

/// Writes the log, and leaves all decisions to another strategy.
pub struct Tracer {
    inner: Box<dyn Strategy>,
    log: SharedLog,
}

impl Tracer {
    /// Around `inner`.
    pub fn new(inner: Box<dyn Strategy>, log: SharedLog) -> Self {
        Tracer { inner, log }
    }
}

impl Strategy for Tracer {
    fn begin(&mut self, start: &Start) -> bool {
        self.inner.begin(start)
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        self.log.lock().enabled = point
            .candidates
            .iter()
            .filter(|candidate| candidate.completion == fray_core::op::Completion::Normal)
            .map(|candidate| candidate.thread)
            .collect();
        self.inner.choose_thread(point)
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        self.inner.choose_other(choice)
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        // If this step is not as recorded, its stack must still be there.
        self.inner.executed(step)?;
        let mut log = self.log.lock();
        let enabled = std::mem::take(&mut log.enabled);
        let thread = step.thread.index();
        let frames = log
            .pending
            .get_mut(thread)
            .map(std::mem::take)
            .unwrap_or_default();
        let index = log.index;
        log.index += 1;
        log.awaited = None;
        if is_traced(index) {
            log.steps.push(TraceStep {
                index,
                thread: step.thread,
                operation: step.operation,
                completion: step.completion,
                choice: enabled.len() > 1,
                enabled,
                frames,
                value: None,
                blocker: None,
                effects: Vec::new(),
            });
        }
        Ok(())
    }

    fray_core::pass_on!(self => self.inner);

    fn log(&mut self) -> Option<&fray_core::strategy::record::Log> {
        self.inner.log()
    }

    fn journal(&mut self) -> Option<&mut fray_core::strategy::journal::Journal> {
        self.inner.journal()
    }
}

/// Whether a step with this number is traced.
fn is_traced(index: u64) -> bool {
    index < FIRST_STEPS || index + LAST_STEPS >= agent().config.max_steps
}

/// The stack of a thread (the calling one if null), innermost frame first, without fray's own
/// frames and whatever is below the program's first.
pub fn current_stack(env: Env, thread: jni_sys::jobject) -> Vec<Frame> {
    let jvmti = agent().jvmti;
    let frames = jvmti.stack_trace(thread, DEPTH).into_iter();
    of_program(frames.map(|info| describe(env, jvmti, info)))
}

/// The same of a fiber that is not mounted: class, method, file and line of each frame.
pub fn fiber_stack(parts: &[String]) -> Vec<Frame> {
    let frame = |part: &[String]| Frame {
        class: part[0].clone(),
        method: part[1].clone(),
        file: (!part[2].is_empty()).then(|| part[2].clone()),
        line: part[3].parse().unwrap_or(0),
    };
    of_program(parts.chunks_exact(4).map(frame))
}

/// Whether the frame is fray's or the JVM's own glue around a lambda or a method handle. Stacks from
/// Java do not show it, those from JVMTI do.
fn is_hidden(frame: &Frame) -> bool {
    const OURS: [&str; 2] = ["java.lang.Fray", "sun.nio.ch.Fray"];
    OURS.iter().any(|ours| frame.class.starts_with(ours))
        || frame.class.contains("$$Lambda")
        || frame.class.starts_with("java.lang.invoke.LambdaForm$")
}

fn of_program(stack: impl Iterator<Item = Frame>) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::new();
    for frame in stack {
        if frame.class == "java.lang.FrayLauncher" || frame.class == "jdk.internal.vm.Continuation"
        {
            while frames
                .last()
                .is_some_and(|last| last.class.contains("reflect"))
            {
                frames.pop();
            }
            if !frames.is_empty() {
                break;
            }
        } else if !is_hidden(&frame) {
            frames.push(frame);
        }
    }
    frames
}

pub fn describe(env: Env, jvmti: Jvmti, info: FrameInfo) -> Frame {
    let class = jvmti.method_class(info.method);
    let signature = jvmti.class_signature(class);
    let file = jvmti.source_file(class);
    env.drop_local_ref(class);
    let name = signature
        .strip_prefix('L')
        .and_then(|s| s.strip_suffix(';'))
        .unwrap_or(&signature);
    // What follows a dot is what Java puts behind a slash: the address of a hidden class.
    let (name, hidden) = name.split_once('.').unwrap_or((name, ""));
    let slash = if hidden.is_empty() { "" } else { "/" };
    Frame {
        class: format!("{}{slash}{hidden}", name.replace('/', ".")),
        method: jvmti.method_name(info.method),
        file,
        line: u32::try_from(jvmti.line(info)).unwrap_or(0),
    }
}
