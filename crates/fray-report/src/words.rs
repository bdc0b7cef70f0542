//! Operations, obstacles and switches in words.

use fray_core::failure::FailureKind;
use fray_core::op::{Completion, OpKind, Resource, ThreadId};

use crate::derive::{Block, Obstacle, Switch, is_condition};
use crate::frame::{Frame, short_class, telling};
use crate::model::{Effect, EffectKind, TraceStep};
use crate::names::clean;
use crate::view::View;

impl View<'_> {
    /// What the step at this position did: `enters Account#1 (synchronized)`. The
    /// thread is the subject.
    pub fn step_words(&self, position: usize) -> String {
        let step = &self.report.trace[position];
        let mut words = self
            .atomic_words(step)
            .unwrap_or_else(|| self.operation_words(step, self.was_blocked(position)));
        if let Some(via) = self.via(step) {
            words.push_str(&format!(" in {via}"));
        }
        words
    }

    fn operation_words(&self, step: &TraceStep, was_blocked: bool) -> String {
        let resource = step.operation.resource;
        let what = self.names.resource(resource);
        let about_me = resource.as_thread() == Some(step.thread);
        let method = step.frames.first().map_or("", |frame| &frame.method);
        let value = |word: &str| match &step.value {
            Some(value) => format!(" {word} {}", clean(value)),
            None => String::new(),
        };
        match (step.operation.kind, step.completion) {
            (OpKind::Begin, _) => "begins".to_owned(),
            (OpKind::End, _) => "ends".to_owned(),
            (OpKind::Start, _) => format!("starts {what}"),
            (OpKind::Join, Completion::Timeout) => format!("gives up joining {what} (time is up)"),
            (OpKind::Join, _) if method == "isAlive" => format!("asks whether {what} is alive"),
            (OpKind::Join, _) if method == "getState" || method == "threadState" => {
                format!("asks for the state of {what}")
            }
            (OpKind::Join, _) => format!("joins {what}, which has ended"),
            (OpKind::Enter, _) if was_blocked => format!("enters {what} at last (synchronized)"),
            (OpKind::Enter, _) => format!("enters {what} (synchronized)"),
            (OpKind::Wait, _) => format!("waits on {what} and releases it"),
            (OpKind::Reacquire, Completion::Normal) => format!("wakes up and enters {what} again"),
            (OpKind::Reacquire, Completion::Timeout) => {
                format!("stops waiting on {what} (time is up) and enters it again")
            }
            (OpKind::Reacquire, Completion::Spurious) => {
                format!("wakes up for no reason (spurious) and enters {what} again")
            }
            (OpKind::Park, Completion::Timeout) => "stops parking (time is up)".to_owned(),
            (OpKind::Park, Completion::Spurious) => {
                "returns from park for no reason (spurious)".to_owned()
            }
            (OpKind::Park, Completion::Normal) if was_blocked => "is unparked".to_owned(),
            (OpKind::Park, Completion::Normal) => "parks, and goes on at once".to_owned(),
            (OpKind::Unpark, _) => format!("unparks {what}"),
            (OpKind::Interrupt, _) if about_me => "looks at its interrupt status".to_owned(),
            (OpKind::Interrupt, _) if method.starts_with("is") => {
                format!("looks at the interrupt status of {what}")
            }
            (OpKind::Interrupt, _) => format!("interrupts {what}"),
            (OpKind::Read, _) if resource == Resource::THREADS => {
                "looks at the list of threads".to_owned()
            }
            (OpKind::Read, _) => format!("reads {what}{}", value("=")),
            (OpKind::Write, _) => format!("writes {what}{}", value("=")),
            (OpKind::Update, _) => format!("updates {what}{} (atomically)", value("=")),
            (OpKind::Lock, _) if resource == Resource::INITIALISERS => {
                "initialises a class".to_owned()
            }
            (OpKind::Lock, _) if is_condition(step) => {
                lock_words(method, &format!("a condition of {what}"))
            }
            (OpKind::Lock, _) => lock_words(method, &what),
            (OpKind::Yield, _) if method == "onSpinWait" => "spins".to_owned(),
            (OpKind::Yield, _) => "yields".to_owned(),
            (OpKind::Sleep, _) => "sleeps".to_owned(),
            (OpKind::External, _) if resource == Resource::OUTSIDE => {
                "does input or output".to_owned()
            }
            (OpKind::External, _) => "returns from a call outside of fray's control".to_owned(),
        }
    }

    /// An operation of `java.util.concurrent.atomic` by the name of the method that was called.
    fn atomic_words(&self, step: &TraceStep) -> Option<String> {
        let atomic = |frame: &&Frame| frame.class.starts_with("java.util.concurrent.atomic.");
        let method = &step.frames.iter().take_while(atomic).last()?.method;
        let verb = match step.operation.kind {
            OpKind::Read => "reads",
            OpKind::Write => "writes",
            OpKind::Update => "updates",
            _ => return None,
        };
        let object = self.names.object(step.operation.resource.object);
        let value = match &step.value {
            Some(value) => format!(" = {}", clean(value)),
            None => String::new(),
        };
        Some(format!("{verb} {object} ({}){value}", clean(method)))
    }

    /// The JDK method that the program called, if the step is inside of the JDK and what it
    /// does there does not tell: `ThreadPoolExecutor.execute`.
    fn via(&self, step: &TraceStep) -> Option<String> {
        let says_itself = matches!(
            step.operation.kind,
            OpKind::Start | OpKind::Begin | OpKind::End | OpKind::Join
        ) || step.operation.is_hint();
        if says_itself {
            return None;
        }
        self.jdk_call(&step.frames)
            // A method of the lock or atomic itself has been named.
            .filter(|_| self.calls_deeper(step))
    }

    /// Whether the program called something else than the object that the step is about.
    fn calls_deeper(&self, step: &TraceStep) -> bool {
        let named = step.operation.kind == OpKind::Lock || self.atomic_words(step).is_some();
        let jdk: Vec<&Frame> = step.frames.iter().take_while(|f| f.is_jdk()).collect();
        match (jdk.first(), jdk.last()) {
            (Some(inner), Some(outer)) if named => outer_class(inner) != outer_class(outer),
            _ => true,
        }
    }

    /// The JDK method by which the program came to be where this stack is, unless it is one that
    /// only passes on.
    pub(crate) fn jdk_call(&self, frames: &[Frame]) -> Option<String> {
        let place = telling(frames)?;
        let called = frames
            .iter()
            .take_while(|frame| *frame != place)
            .filter(|frame| frame.is_jdk())
            .last()
            .or(frames.first().filter(|frame| frame.is_jdk()))?;
        let class = short_class(&called.class);
        let bare = matches!(
            class.as_str(),
            "Object" | "LockSupport" | "Unsafe" | "Thread"
        );
        (!bare).then(|| clean(&called.short_method()))
    }

    /// What stands in a thread's way: `waits for Account#2, which worker-1 holds`.
    pub fn block_words(&self, block: &Block) -> String {
        let owner = block.owner.map(|owner| self.names.thread(owner));
        let held = |what: String| match &owner {
            Some(owner) => format!("{what}, held by {owner}"),
            None => what,
        };
        match block.obstacle {
            Obstacle::Monitor(object) => {
                held(format!("must wait for {}", self.names.object(object)))
            }
            Obstacle::Lock(object) => {
                let lock = format!("waiting for {}", self.names.object(object));
                format!("parks ({})", held(lock))
            }
            Obstacle::Condition(lock) => {
                let lock = self.names.object(lock);
                format!("parks (waiting for a signal on a condition of {lock})")
            }
            Obstacle::Notification(object) => {
                format!("sleeps until {} is notified", self.names.object(object))
            }
            Obstacle::Permit => match self.jdk_call(self.block_frames(block)) {
                Some(call) => format!("parks in {call}"),
                None => "parks".to_owned(),
            },
            Obstacle::Join(thread) => {
                format!("must wait for the end of {}", self.names.thread(thread))
            }
            Obstacle::Sleep => "sleeps".to_owned(),
            Obstacle::Io => "must wait for input or output".to_owned(),
            Obstacle::External => "is in a call outside of fray's control".to_owned(),
            Obstacle::ClassInit(class) => {
                let class = self.names.object(class);
                let class = class.strip_suffix(".class").unwrap_or(&class).to_owned();
                match owner {
                    Some(owner) => format!("must wait until {owner} has initialised {class}"),
                    None => format!("must wait for the initialisation of {class}"),
                }
            }
        }
    }

    /// What a thread did without a switch point.
    pub fn effect_words(&self, effect: &Effect) -> String {
        match &effect.kind {
            EffectKind::Acquire { object } => format!("has {}", self.names.object(*object)),
            EffectKind::Release { object } => format!("leaves {}", self.names.object(*object)),
            EffectKind::Notify { object, all, woken } => {
                let call = if *all { "notifies all on" } else { "notifies" };
                let who = match woken.as_slice() {
                    [] => "nobody waits there".to_owned(),
                    woken => format!("wakes {}", self.thread_list(woken)),
                };
                format!("{call} {}: {who}", self.names.object(*object))
            }
            EffectKind::Unpark { thread } => format!("unparks {}", self.names.thread(*thread)),
            EffectKind::Interrupt { thread } => {
                format!("interrupts {}", self.names.thread(*thread))
            }
        }
    }

    /// What a switch is: `switch: worker-1 could have gone on (preemption)`.
    pub fn switch_words(&self, switch: &Switch) -> String {
        let (from, to) = (self.names.thread(switch.from), self.names.thread(switch.to));
        if switch.preemption {
            format!("{to} runs, {from} is preempted")
        } else {
            format!("{to} runs")
        }
    }

    /// Names with commas, and `and` before the last; many are cut short.
    pub fn thread_list(&self, threads: &[ThreadId]) -> String {
        const SHOWN: usize = 6;
        let names: Vec<String> = threads.iter().map(|&t| self.names.thread(t)).collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            [one] => one.clone(),
            names if names.len() > SHOWN => format!(
                "{} and {} more",
                names[..SHOWN].join(", "),
                names.len() - SHOWN
            ),
            [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
        }
    }

    /// The failure in one line: `AssertionError: balance is -10`.
    pub fn failure_headline(&self) -> String {
        let failure = &self.report.failure;
        let message = clean(failure.message.lines().next().unwrap_or_default());
        let class = failure.exception_class.as_deref();
        let class = class.map(|class| clean(&short_class(class)));
        match (failure.kind, class) {
            (FailureKind::Assertion | FailureKind::Exception, Some(class)) => {
                // The message may be what `Throwable.toString` gives.
                let full = failure.exception_class.as_deref().unwrap_or_default();
                let message = message.strip_prefix(full).unwrap_or(&message);
                match message.trim_start_matches([':', ' ']) {
                    "" | "null" => class,
                    message => format!("{class}: {message}"),
                }
            }
            (FailureKind::Deadlock, _) => self.deadlock_headline(),
            (kind, _) if message.is_empty() => kind_title(kind).to_owned(),
            _ => message,
        }
    }
}

/// What a failure of this kind is called at the head of a report.
pub fn kind_title(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Assertion => "Assertion failed",
        FailureKind::Exception => "Uncaught exception",
        FailureKind::Deadlock => "Deadlock",
        FailureKind::Livelock => "Livelock",
        FailureKind::Race => "Data race",
        FailureKind::Exit => "Exit with an error status",
    }
}

/// The class itself, or that around it: `ReentrantLock` for `ReentrantLock$Sync`.
fn outer_class(frame: &Frame) -> &str {
    frame.class.split('$').next().unwrap_or(&frame.class)
}

/// A call of a method of a class of `java.util.concurrent`, by the method's name.
fn lock_words(method: &str, what: &str) -> String {
    match method {
        "lock" | "lockInterruptibly" => format!("locks {what}"),
        "unlock" => format!("unlocks {what}"),
        "tryLock" => format!("tries to lock {what}"),
        "acquire" | "acquireUninterruptibly" => format!("acquires {what}"),
        "tryAcquire" => format!("tries to acquire {what}"),
        "release" => format!("releases {what}"),
        "countDown" => format!("counts {what} down"),
        "await" => format!("awaits {what}"),
        "awaitNanos" | "awaitUntil" => format!("awaits {what} for some time"),
        "signal" => format!("signals {what}"),
        "signalAll" => format!("signals all on {what}"),
        "writeLock" => format!("locks {what} for writing"),
        "unlockWrite" => format!("unlocks {what} from writing"),
        "readLock" => format!("locks {what} for reading"),
        "unlockRead" => format!("unlocks {what} from reading"),
        "" => format!("uses {what}"),
        method => format!("calls {method} of {what}"),
    }
}

/// Whether two steps would be told in the same words: they can be counted instead.
pub(crate) fn same_words(a: &TraceStep, b: &TraceStep) -> bool {
    let place = |step: &TraceStep| telling(&step.frames).map(|f| (f.class.clone(), f.line));
    // Of a lock the method tells what is done to it.
    let method = |step: &TraceStep| step.frames.first().map(|frame| frame.method.clone());
    a.operation == b.operation
        && a.operation.resource != Resource::default()
        && a.completion == b.completion
        && a.value == b.value
        && a.effects.is_empty()
        && b.effects.is_empty()
        && place(a) == place(b)
        && method(a) == method(b)
}
