//! The vocabulary: threads, objects, resources and operations.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A controlled thread. Numbered from 1 in order of creation within one
/// execution, so that equal schedules give equal numbers; 1 is the main thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The thread that runs the program's entry point.
    pub const MAIN: ThreadId = ThreadId(1);

    /// Index into a vector that has one slot per thread, the first for [`Self::MAIN`].
    pub fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// An object (or class) of the program. Numbered in the order in which
/// one execution first meets them; 0 means "no object".
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// No object.
    pub const NONE: ObjectId = ObjectId(0);

    /// What all quiet objects look like from outside.
    pub const QUIET: ObjectId = ObjectId(1);

    /// Whether the object was only met where there are no switch points. A caller that has such
    /// objects gives them odd numbers (see [`crate::execution::Execution::hide_quiet_objects`]). Which of them there are depends on what earlier executions left in caches, so
    /// nothing that is compared between executions may depend on their numbers.
    pub fn is_quiet(self) -> bool {
        self.0 & 1 == 1
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What an operation is about: an object, and within it a field (by offset) or
/// an array element (by index). `member` is 0 for operations on the whole object.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Resource {
    /// The object, or the class for static fields.
    pub object: ObjectId,
    /// Field offset or element index.
    pub member: u32,
}

impl Resource {
    /// The object as a whole: its monitor, or the lock that it is.
    pub fn object(object: ObjectId) -> Self {
        Resource { object, member: 0 }
    }

    /// A thread as a resource: what start, end, join, park, unpark and
    /// interrupt conflict through. Threads live in their own number space, the
    /// top half, so that they never collide with objects.
    pub fn thread(thread: ThreadId) -> Self {
        Resource {
            object: ObjectId(Self::THREAD_BIT | thread.0),
            member: 0,
        }
    }

    /// What all input and output is about: the other end of a connection may be anywhere.
    pub const OUTSIDE: Resource = Resource {
        object: ObjectId::NONE,
        member: 1,
    };

    /// The list of all threads, which each start and each end changes.
    pub const THREADS: Resource = Resource {
        object: ObjectId::NONE,
        member: 2,
    };

    /// What the initialisation of classes that initialise each other is about, as [`OpKind::Lock`].
    pub const INITIALISERS: Resource = Resource {
        object: ObjectId::NONE,
        member: 3,
    };

    /// The thread, if this resource is one.
    pub fn as_thread(self) -> Option<ThreadId> {
        (self.object.0 & Self::THREAD_BIT != 0)
            .then_some(ThreadId(self.object.0 & !Self::THREAD_BIT))
    }

    /// The resource as it is compared between executions: see [`ObjectId::is_quiet`].
    pub fn comparable(self) -> Self {
        if self.as_thread().is_none() && self.object.is_quiet() {
            Resource {
                object: ObjectId::QUIET,
                ..self
            }
        } else {
            self
        }
    }

    const THREAD_BIT: u32 = 1 << 31;
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_thread(), self.member) {
            (Some(thread), _) => write!(f, "{thread}"),
            (None, 0) => write!(f, "{}", self.object),
            (None, member) => write!(f, "{}+{member}", self.object),
        }
    }
}

/// What a thread is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u32)] // no smaller than a copy of it: reading back more than was just written stalls the processor
pub enum OpKind {
    /// First step of a thread. Resource: the thread itself.
    Begin,
    /// `Thread.start`. Resource: the new thread.
    Start,
    /// The thread has ended. Resource: the thread itself.
    End,
    /// `Thread.join`, `isAlive` and alike. Resource: the other thread.
    Join,
    /// Monitor enter. Resource: the object.
    Enter,
    /// `Object.wait`: the thread enters the wait set. Resource: the object.
    Wait,
    /// Back from the wait set: the monitor is taken again. Resource: the object.
    Reacquire,
    /// Permit consumed, or the thread blocks until there is one. Resource: the thread itself.
    Park,
    /// Permit given. Resource: the other thread.
    Unpark,
    /// Interrupt sent, tested or cleared. Resource: the thread concerned.
    Interrupt,
    /// Volatile (or, with `--memory`, plain) read.
    Read,
    /// Volatile (or plain) write.
    Write,
    /// Atomic read-modify-write.
    Update,
    /// Entry of a method of a JDK lock that acquires, releases or queries it.
    Lock,
    /// `Thread.yield`, `onSpinWait`: a hint that others should run.
    Yield,
    /// `Thread.sleep`.
    Sleep,
    /// Input or output ([`Resource::OUTSIDE`]), or the return from a call that blocked outside of
    /// our control.
    External,
}

impl OpKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [OpKind; 17] = [
        OpKind::Begin,
        OpKind::Start,
        OpKind::End,
        OpKind::Join,
        OpKind::Enter,
        OpKind::Wait,
        OpKind::Reacquire,
        OpKind::Park,
        OpKind::Unpark,
        OpKind::Interrupt,
        OpKind::Read,
        OpKind::Write,
        OpKind::Update,
        OpKind::Lock,
        OpKind::Yield,
        OpKind::Sleep,
        OpKind::External,
    ];

    /// The kind with this number, as the runtime's hooks pass it.
    pub fn from_number(number: u8) -> Option<OpKind> {
        Self::ALL.get(number as usize).copied()
    }

    /// The word used in recordings and traces.
    pub fn word(self) -> &'static str {
        match self {
            OpKind::Begin => "begin",
            OpKind::Start => "start",
            OpKind::End => "end",
            OpKind::Join => "join",
            OpKind::Enter => "enter",
            OpKind::Wait => "wait",
            OpKind::Reacquire => "reacquire",
            OpKind::Park => "park",
            OpKind::Unpark => "unpark",
            OpKind::Interrupt => "interrupt",
            OpKind::Read => "read",
            OpKind::Write => "write",
            OpKind::Update => "update",
            OpKind::Lock => "lock",
            OpKind::Yield => "yield",
            OpKind::Sleep => "sleep",
            OpKind::External => "external",
        }
    }

    /// The kind that [`Self::word`] names.
    pub fn from_word(word: &str) -> Option<OpKind> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// A pending or executed operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Operation {
    /// What is done.
    pub kind: OpKind,
    /// To what.
    pub resource: Resource,
}

impl Operation {
    /// An operation of this kind on this resource.
    pub fn new(kind: OpKind, resource: Resource) -> Self {
        Operation { kind, resource }
    }

    /// Whether the order of the two operations can matter: they are about the
    /// same resource and not both reads. Yields and sleeps conflict with nothing.
    pub fn conflicts_with(&self, other: &Operation) -> bool {
        self.resource == other.resource
            && self.resource != Resource::default()
            && !(self.kind == OpKind::Read && other.kind == OpKind::Read)
            && !self.is_hint()
            && !other.is_hint()
    }

    /// Yield and sleep: they touch no shared state.
    pub fn is_hint(&self) -> bool {
        matches!(self.kind, OpKind::Yield | OpKind::Sleep)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.resource == Resource::default() {
            f.write_str(self.kind.word())
        } else {
            write!(f, "{} {}", self.kind.word(), self.resource)
        }
    }
}

/// How a thread's pending operation would complete if the thread ran now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u32)] // as OpKind
pub enum Completion {
    /// The ordinary way.
    Normal,
    /// A timed wait, park or join gives up.
    Timeout,
    /// A wait or park returns for no reason, as the JVM may.
    Spurious,
}

/// One executed step: who did what, and how it completed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub operation: Operation,
    /// How it completed.
    pub completion: Completion,
    /// Class of the object concerned: a hash of its name, 0 if there is none. The same in
    /// every execution, where object numbers are only the same for equal schedules.
    pub class: u32,
}

/// The hash of a class name, with dots or slashes, as [`Step::class`] has it. Never 0.
///
/// The top byte of a class inside of the JDK is 255, and no other's is: strategies that choose
/// what is worth ordering prefer what the program has made. Objects that programs use as
/// their own (plain ones, locks, atomics) count as theirs.
pub fn class_hash(name: &str) -> u32 {
    let name = name.replace('/', ".");
    // FNV-1a: fixed, because recordings and profiles of other processes must agree.
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    let inside = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if inside(&JDK) && !inside(&PROGRAMS_OWN) {
        hash | JDK_CLASS
    } else if hash & JDK_CLASS == JDK_CLASS {
        hash & !(1 << 31)
    } else {
        hash.max(1)
    }
}

/// Whether this hash is of a class inside of the JDK.
pub fn is_jdk_class(hash: u32) -> bool {
    hash & JDK_CLASS == JDK_CLASS
}

const JDK_CLASS: u32 = 0xff << 24;

const JDK: [&str; 5] = ["java.", "javax.", "jdk.", "sun.", "com.sun."];

const PROGRAMS_OWN: [&str; 3] = [
    "java.lang.Object",
    "java.util.concurrent.atomic.",
    "java.util.concurrent.locks.",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_hashes() {
        assert_eq!(
            class_hash("java/lang/Object"),
            class_hash("java.lang.Object")
        );
        for name in [
            "java.lang.String",
            "jdk/internal/misc/Unsafe",
            "com.sun.X",
            "sun/nio/ch/Net",
        ] {
            assert!(is_jdk_class(class_hash(name)), "{name}");
        }
        for name in [
            "javafx.App",
            "com.sunny.X",
            "sct/Reorder",
            "Main",
            "",
            "java.lang.Object",
            "java.util.concurrent.atomic.AtomicInteger",
        ] {
            assert!(!is_jdk_class(class_hash(name)), "{name}");
            assert_ne!(class_hash(name), 0);
        }
    }
}
