//! What the agent hands over: one failure, with everything needed to explain it.
//!
//! The agent executes the minimised schedule once more with tracing on and fills a
//! [`FailureReport`]. Nothing here is computed from anything else in here: who holds what, which
//! steps matter and what a preemption was is the business of [`crate::derive`], so that the
//! agent, which runs inside of the program under test, does as little as possible.

use fray_core::execution::DeadlockReport;
use fray_core::failure::Failure;
use fray_core::op::{Completion, ObjectId, OpKind, Operation, ThreadId};
use serde::{Deserialize, Serialize};

use crate::frame::Frame;

/// One failure and the execution that shows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FailureReport {
    /// Version of fray.
    pub version: String,
    /// Version and vendor of the JDK.
    pub jdk: String,
    /// The command as the user typed it.
    pub target: String,
    /// The strategy that found it, with its parameters.
    pub strategy: String,
    /// Seed of the campaign.
    pub seed: u64,
    /// Number of the execution within the campaign, from 0.
    pub iteration: u64,
    /// How many executions have shown the same failure so far.
    #[serde(default = "one")]
    pub count: u64,
    /// What went wrong.
    pub failure: Failure,
    /// For a deadlock: who waits for what.
    #[serde(default)]
    pub deadlock: Option<DeadlockReport>,
    /// For a livelock: how long the execution was when it was given up.
    #[serde(default)]
    pub livelock: Option<LivelockReport>,
    /// Whether the recorded schedule, executed again, gave the same failure.
    pub replayed: bool,
    /// Whether that was on real threads.
    #[serde(default)]
    pub confirmed_on_threads: bool,
    /// Steps of the execution. The trace may have fewer: its beginning may be left out.
    pub steps: u64,
    /// Preemptions of the execution that found it.
    pub preemptions: u64,
    /// Preemptions of the execution shown here.
    pub minimized_preemptions: u64,
    /// Hash of the behaviour, as in the recording.
    #[serde(with = "crate::hex")]
    pub trace_hash: u64,
    /// All threads there have been, in order of number.
    pub threads: Vec<ThreadLabel>,
    /// The objects that the trace mentions.
    #[serde(default)]
    pub objects: Vec<ObjectLabel>,
    /// The steps, in the order in which they were executed. The numbers need not begin at 0: of a
    /// very long execution the last steps are enough.
    pub trace: Vec<TraceStep>,
    /// The exact command that runs this schedule again.
    pub replay_command: String,
    /// Remarks for the reader, each a sentence.
    #[serde(default)]
    pub notes: Vec<String>,
    /// What the program did that fray does not control, each a few words.
    #[serde(default)]
    pub uncontrolled: Vec<String>,
}

fn one() -> u64 {
    1
}

impl FailureReport {
    /// The number of the execution in words for people, who count from 1. Files for machines have
    /// [`Self::iteration`].
    pub fn execution(&self) -> u64 {
        self.iteration + 1
    }
}

/// A livelock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LivelockReport {
    /// Steps executed when the limit was reached.
    pub steps: u64,
}

/// What is known of a thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadLabel {
    /// Its number.
    pub id: ThreadId,
    /// Its name; need not be unique.
    pub name: String,
    /// Whether it is a daemon.
    #[serde(default)]
    pub daemon: bool,
    /// Who started it.
    #[serde(default)]
    pub created_by: Option<ThreadId>,
    /// Whether it had ended when the execution was over.
    pub ended: bool,
    /// If it had not: what it was about to do or waited for.
    #[serde(default)]
    pub pending: Option<Pending>,
}

/// What a thread was about to do when the execution was over. It is no step, since it was
/// never done; for a deadlock it is all that matters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// The operation.
    pub operation: Operation,
    /// For a park: the object that `LockSupport.getBlocker` gives, or the lock that it stands for.
    #[serde(default)]
    pub blocker: Option<ObjectId>,
    /// For a park: the thread that owns the blocker, if it has an owner.
    #[serde(default)]
    pub owner: Option<ThreadId>,
    /// The stack, innermost first.
    #[serde(default)]
    pub frames: Vec<Frame>,
}

/// What is known of an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObjectLabel {
    /// Its number.
    pub id: ObjectId,
    /// Its class, with dots, e.g. `com.acme.Account` or `int[]`. For an object that is a class,
    /// whose members are static fields, `java.lang.Class`, and the class's own name in [`Self::name`].
    pub class: String,
    /// A field through which it is known, e.g. `Bank.left`.
    #[serde(default)]
    pub name: Option<String>,
    /// Names of its members that the trace mentions, by [`fray_core::op::Resource::member`]. An
    /// array element is called `[3]`.
    #[serde(default)]
    pub fields: Vec<(u32, String)>,
}

/// One executed step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceStep {
    /// Its number in the execution, from 0, as in the recording.
    pub index: u64,
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub operation: Operation,
    /// How it completed.
    pub completion: Completion,
    /// Whether more than one thread could run.
    pub choice: bool,
    /// All threads that could have made a step here and would not have done so by a timeout or
    /// a spurious wake-up, in order of number. May be left empty if that is only the thread itself;
    /// with [`Self::choice`], empty means that it is not known. Of a `wait` it is not looked at,
    /// since nobody is asked before it.
    #[serde(default)]
    pub enabled: Vec<ThreadId>,
    /// The stack, innermost first: frames of the program and of the JDK, none of fray.
    #[serde(default)]
    pub frames: Vec<Frame>,
    /// The value read or written, as a person should see it.
    #[serde(default)]
    pub value: Option<String>,
    /// For a park: the object that `LockSupport.getBlocker` gives, or the lock that it stands for.
    #[serde(default)]
    pub blocker: Option<ObjectId>,
    /// What the thread did from here to its next step that is no step of its own, in order.
    #[serde(default)]
    pub effects: Vec<Effect>,
}

impl TraceStep {
    /// The threads that could have gone on here; `None` if that is not known.
    pub fn able(&self) -> Option<&[ThreadId]> {
        match (self.operation.kind, self.enabled.as_slice()) {
            (OpKind::Wait, _) => None,
            (_, []) if self.choice => None,
            (_, []) => Some(std::slice::from_ref(&self.thread)),
            (_, enabled) => Some(enabled),
        }
    }
}

/// Something a thread does without a switch point. See [`TraceStep::effects`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// What.
    pub kind: EffectKind,
    /// Where.
    #[serde(default)]
    pub frame: Option<Frame>,
}

/// Kinds of [`Effect`]. All are optional: without them fewer things can be told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffectKind {
    /// A lock of the JDK, at whose method the thread was, is its own now.
    Acquire {
        /// The lock.
        object: ObjectId,
    },
    /// A monitor was left for good (not only one of several entries), or a lock released.
    Release {
        /// The monitor's object, or the lock.
        object: ObjectId,
    },
    /// `notify` or `notifyAll`.
    Notify {
        /// The object.
        object: ObjectId,
        /// Whether it was `notifyAll`.
        all: bool,
        /// Who left the wait set. Empty: nobody waited, the notification is lost.
        woken: Vec<ThreadId>,
    },
    /// A permit was given.
    Unpark {
        /// To whom.
        thread: ThreadId,
    },
    /// An interrupt was sent.
    Interrupt {
        /// To whom.
        thread: ThreadId,
    },
}
