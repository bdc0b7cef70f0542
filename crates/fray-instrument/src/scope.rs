//! What counts in which class.
//!
//! A program synchronises through its own classes and through the parts of the JDK that exist for
//! that. Everything else in the JDK is *quiet*: its monitors are honoured, so that blocking in them
//! is seen, but taking a free one is not a point at which another thread may be chosen. This keeps
//! the choices where they matter, and keeps caches of the JDK, warm in one execution and cold in
//! the next, out of the schedule.

use crate::tables::STARTED;

/// Who defines a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The JDK's own loaders.
    Jdk,
    /// These too, before the JVM is up.
    Start,
    /// Anybody else.
    Application,
}

impl Origin {
    /// Whether it is a class of the JDK.
    pub fn is_jdk(self) -> bool {
        self != Origin::Application
    }
}

/// What is hooked in a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Monitor enter is a switch point; else it only blocks.
    pub loud_monitors: bool,
    /// Volatile fields, Unsafe, yields, interrupts are switch points.
    pub memory: bool,
    /// Unsafe is a switch point: with `--memory` plain accesses by it too.
    pub gateway: bool,
    /// An application class: with `--memory` its plain accesses count too.
    pub application: bool,
    /// Part of a tool that calls tests.
    pub caller: bool,
    /// Its static initialiser runs before there is anything to control.
    pub started: bool,
}

/// The scope of code that is left alone altogether.
const NOTHING: Scope = Scope {
    loud_monitors: false,
    memory: false,
    gateway: false,
    application: false,
    caller: false,
    started: false,
};

/// Packages of the JDK through which programs synchronise by memory: prefixes.
const LOUD_MEMORY: &[&str] = &["java/util/concurrent/"];

/// Classes that access the memory which a program names to them: what implements VarHandles, and, on
/// JDK 17, reflection.
const GATEWAYS: &[&str] = &[
    "java/lang/invoke/VarHandle",
    "jdk/internal/reflect/Unsafe",
    "sun/misc/Unsafe",
];

/// Exceptions from [`LOUD_MEMORY`]: locks whose methods are atomic up to blocking, hooked at entry
/// by [`crate::tables::LOCKS`] instead.
const ATOMIC_LOCKS: &[&str] = &[
    "java/util/concurrent/locks/",
    "java/util/concurrent/Semaphore",
    "java/util/concurrent/CountDownLatch",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/concurrent/TimeUnit",
];

/// Classes of the JDK whose monitors are part of what they promise: prefixes.
const LOUD_MONITORS: &[&str] = &[
    "java/beans/ChangeListenerMap",
    "java/io/",
    "java/lang/StringBuffer",
    "java/util/Collections$Synchronized",
    "java/util/Hashtable",
    "java/util/Observable",
    "java/util/Properties",
    "java/util/Random",
    "java/util/Stack",
    "java/util/TaskQueue",
    "java/util/Timer",
    "java/util/Vector",
    "java/util/concurrent/",
];

/// Parts of the JDK that use concurrent collections, atomics and locks for their own ends: whatever
/// they do in a method that calls these is no affair of the program.
const PRIVATE_USERS: &[&str] = &[
    "com/sun/",
    "java/io/ObjectStreamClass",
    "java/lang/",
    "java/net/",
    "java/nio/",
    "java/security/",
    "java/sql/",
    "java/text/",
    "java/time/",
    "java/util/Calendar",
    "java/util/Currency",
    "java/util/Date",
    "java/util/Formatter",
    "java/util/GregorianCalendar",
    "java/util/Locale",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "java/util/TimeZone",
    "java/util/jar/",
    "java/util/logging/",
    "java/util/regex/",
    "java/util/zip/",
    "javax/",
    "jdk/internal/",
    "jdk/xml/",
    "sun/",
];

/// Exceptions from [`PRIVATE_USERS`]: the locks of streams and connections, which threads of a program
/// may share, what programs reach Unsafe through, and what reflection calls methods through when it has
/// called them often.
const SHARED_USERS: &[&str] = &[
    "jdk/internal/misc/InternalLock",
    "jdk/internal/reflect/Generated",
    "sun/misc/Unsafe",
    "sun/nio/ch/DatagramChannelImpl",
    "sun/nio/ch/NioSocketImpl",
    "sun/nio/ch/ServerSocketChannelImpl",
    "sun/nio/ch/SinkChannelImpl",
    "sun/nio/ch/SocketChannelImpl",
    "sun/nio/ch/SourceChannelImpl",
];

/// Whether a class of the JDK uses concurrent classes for its own ends only.
pub fn is_private_user(name: &[u8]) -> bool {
    any_prefix(PRIVATE_USERS, name) && !any_prefix(SHARED_USERS, name)
}

/// Test frameworks and what works inside of tests: prefixes. They are the program's in name only:
/// what they do with concurrent classes is for their own ends, as in the JDK, and their caches are
/// warm in one execution and cold in the next. The methods that they call are the program's.
const TOOLS: &[&str] = &[
    "junit/extensions/",
    "junit/framework/",
    "junit/runner/",
    "net/bytebuddy/",
    "org/apiguardian/",
    "org/assertj/",
    "org/hamcrest/",
    "org/jacoco/",
    "org/junit/",
    "org/mockito/",
    "org/objenesis/",
    "org/opentest4j/",
    "org/spockframework/",
];

/// Those of [`TOOLS`] that call the program's methods. The others call the JDK's, some of which
/// look at who calls them.
const CALLERS: &[&str] = &["junit/", "org/junit/", "org/spockframework/"];

/// Those of [`TOOLS`] that make classes and keep them, in maps which are somewhere else than what asks
/// them: no name tells that these are concurrent.
const MAKERS: &[&str] = &["net/bytebuddy/", "org/mockito/", "org/objenesis/"];

/// Exceptions from [`TOOLS`]: what looks into the program's concurrent objects, and what calls the answers that
/// a test has for a mock.
const SHARED_TOOLS: &[&str] = &[
    "org/assertj/core/api/",
    "org/assertj/core/internal/",
    "org/hamcrest/",
    "org/mockito/internal/stubbing/StubbedInvocationMatcher",
];

/// Whether a tool uses concurrent classes for its own ends only.
pub fn is_private_tool(name: &[u8]) -> bool {
    is_tool(name) && !any_prefix(SHARED_TOOLS, name)
}

/// Whether any collection that such a tool has may be a concurrent one.
pub fn is_maker(name: &[u8]) -> bool {
    any_prefix(MAKERS, name)
}

/// What of fray itself is on a program's class path.
const OWN_TOOL: &str = "dev/fray/";

/// Whether a class belongs to a tool that runs or watches tests.
pub fn is_tool(name: &[u8]) -> bool {
    any_prefix(TOOLS, name) || name.starts_with(OWN_TOOL.as_bytes())
}

/// Classes of fray itself, and what it switches fibers with.
const OWN: &[&str] = &[
    "java/lang/Fray",
    "java/util/concurrent/locks/Fray",
    "sun/nio/ch/Fray",
    "jdk/internal/vm/Continuation",
];

/// Whether synchronized methods of this class are marked as known to the JIT compiler. They are
/// not known to it without the flag (which is as well, since it would leave out our hooks), and
/// the JVM complains about a mark without knowledge.
pub fn is_intrinsic_holder(name: &[u8]) -> bool {
    name == b"java/lang/StringBuffer"
}

fn any_prefix(prefixes: &[&str], name: &[u8]) -> bool {
    prefixes
        .iter()
        .any(|prefix| name.starts_with(prefix.as_bytes()))
}

/// Packages of the JDK's modules that other loaders than the boot loader define.
const JDK_PACKAGES: &[&str] = &["java/", "javax/", "jdk/", "sun/", "com/sun/"];

/// Whether a class of this name is the JDK's.
pub fn is_jdk(name: &[u8]) -> bool {
    any_prefix(JDK_PACKAGES, name)
}

/// What is hooked in this class; `None` if it must not be touched.
pub fn of(name: &[u8], origin: Origin, instrument_locks: bool) -> Option<Scope> {
    if any_prefix(OWN, name) {
        return None;
    }
    // Some put classes into the boot loader.
    if is_tool(name) {
        return Some(Scope {
            caller: any_prefix(CALLERS, name),
            ..NOTHING
        });
    }
    if origin == Origin::Application {
        return Some(Scope {
            loud_monitors: true,
            memory: true,
            application: true,
            ..NOTHING
        });
    }
    let atomic_lock = !instrument_locks && any_prefix(ATOMIC_LOCKS, name);
    Some(Scope {
        loud_monitors: any_prefix(LOUD_MONITORS, name) && !atomic_lock,
        memory: any_prefix(LOUD_MEMORY, name) && !atomic_lock,
        gateway: any_prefix(GATEWAYS, name),
        started: origin == Origin::Start && is_started(name),
        ..NOTHING
    })
}

/// Whether this class of the JDK has been initialised when the JVM is up.
pub fn is_started(name: &[u8]) -> bool {
    STARTED.iter().any(|started| started.as_bytes() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jdk(name: &str) -> Scope {
        of(name.as_bytes(), Origin::Jdk, false).unwrap()
    }

    #[test]
    fn locks_are_atomic_unless_asked_for() {
        assert!(!jdk("java/util/concurrent/locks/ReentrantLock").memory);
        assert!(!jdk("java/util/concurrent/Semaphore$Sync").memory);
        let inside = of(
            b"java/util/concurrent/locks/ReentrantLock",
            Origin::Jdk,
            true,
        )
        .unwrap();
        assert!(inside.memory);
    }

    #[test]
    fn programs_synchronise_through_atomics_and_vectors_but_not_class_loaders() {
        assert!(jdk("java/util/concurrent/atomic/AtomicInteger").memory);
        assert!(jdk("java/util/Vector").loud_monitors);
        assert!(!jdk("jdk/internal/loader/BuiltinClassLoader").loud_monitors);
    }

    #[test]
    fn test_frameworks_are_quiet_and_tests_are_not() {
        let scope = |name: &str| of(name.as_bytes(), Origin::Application, false).unwrap();
        assert!(scope("org/junit/runners/ParentRunner").caller);
        assert!(!scope("org/junit/runners/ParentRunner").memory);
        assert!(
            !scope("org/jacoco/agent/rt/Agent").caller && is_tool(b"org/jacoco/agent/rt/Agent")
        );
        assert!(scope("com/acme/BankTest").application);
        assert!(!scope("junit/tests/BankTest").caller);
    }

    #[test]
    fn static_initialisers_that_run_early_are_known_to_have_run_only_then() {
        let started = |origin| of(b"java/util/Collections", origin, false).unwrap().started;
        assert!(started(Origin::Start));
        assert!(!started(Origin::Jdk));
        assert!(
            !of(b"java/util/Timer", Origin::Start, false)
                .unwrap()
                .started
        );
    }

    #[test]
    fn the_runtime_is_never_touched() {
        assert_eq!(of(b"java/lang/FrayHooks", Origin::Jdk, false), None);
    }
}
