//! Hooks at the entries and the exits of methods, one row each.

use super::{Hook, THREAD, hook, thread_hook};

const fn shutdown_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: "java/lang/FrayShutdown",
        name,
        descriptor,
    }
}

const fn handle_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: "java/lang/FrayHandles",
        name,
        descriptor,
    }
}

/// What a hook at the entry of a method is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arguments {
    /// Nothing.
    Nothing,
    /// `this`.
    This,
    /// A field of `this`: name and descriptor.
    Field(&'static str, &'static str),
    /// `this` and the first parameter, a `long`.
    ThisAndLong,
    /// `this` and the first parameter, an object.
    ThisAndObject,
    /// The first parameter of an instance method, an `int`.
    Int,
    /// The first parameter of a static method, an object.
    First,
    /// At returns: the returned object, and the first parameter of an instance method, an object.
    ResultAndObject,
}

/// A hook at the entry or the exits of a method.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Internal name of the class.
    pub class: &'static str,
    /// The method's name; all overloads with code, unless there is a descriptor.
    pub method: &'static str,
    /// Its descriptor, or "" for any.
    pub descriptor: &'static str,
    /// What the hook is passed.
    pub arguments: Arguments,
    /// At the entry.
    pub hook: Hook,
}

const fn entry(
    class: &'static str,
    method: &'static str,
    descriptor: &'static str,
    arguments: Arguments,
    hook: Hook,
) -> Entry {
    Entry {
        class,
        method,
        descriptor,
        arguments,
        hook,
    }
}

const fn io_hook(name: &'static str) -> Hook {
    Hook {
        class: "java/lang/FrayIo",
        name,
        descriptor: "()V",
    }
}

const GROUP: &str = "java/lang/ThreadGroup";
const ROLL_CALL: Hook = thread_hook("rollCall", "()V");

const THREAD_BEAN: &str = "sun/management/ThreadImpl";
const ASKS_JVM: Hook = thread_hook("asksJvm", "()V");

const FD: Arguments = Arguments::Field("fd", "Ljava/io/FileDescriptor;");
const READ: Hook = hook("readFrom", "(Ljava/lang/Object;Ljava/lang/Object;)V");
const WRITE: Hook = hook("writeTo", "(Ljava/lang/Object;Ljava/lang/Object;)V");
const READ_OWN: Hook = hook("readFrom", "(Ljava/lang/Object;)V");
const WRITE_OWN: Hook = hook("writeTo", "(Ljava/lang/Object;)V");

/// Hooks at method entries.
#[rustfmt::skip]
pub const ENTRIES: &[Entry] = &[
    entry(THREAD, "join", "(J)V", Arguments::ThisAndLong, thread_hook("beforeJoin", "(Ljava/lang/Thread;J)V")),
    entry(THREAD, "interrupt", "()V", Arguments::This, thread_hook("beforeInterrupt", "(Ljava/lang/Thread;)V")),
    entry("java/util/concurrent/locks/LockSupport", "getBlocker", "", Arguments::First, thread_hook("aliveProbe", "(Ljava/lang/Object;)V")),
    entry(THREAD, "exit", "()V", Arguments::This, thread_hook("exiting", "(Ljava/lang/Thread;)V")),
    entry(THREAD, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V", Arguments::ThisAndObject, thread_hook("uncaught", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V")),
    entry(THREAD, "getAllStackTraces", "()Ljava/util/Map;", Arguments::Nothing, ROLL_CALL),
    entry(GROUP, "activeCount", "()I", Arguments::Nothing, ROLL_CALL),
    entry(GROUP, "enumerate", "([Ljava/lang/Thread;)I", Arguments::Nothing, ROLL_CALL),
    entry(GROUP, "enumerate", "([Ljava/lang/Thread;Z)I", Arguments::Nothing, ROLL_CALL),
    entry(GROUP, "interrupt", "()V", Arguments::Nothing, ROLL_CALL),
    entry(THREAD_BEAN, "getThreadCount", "", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "getDaemonThreadCount", "", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "getAllThreadIds", "", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "getThreadInfo", "([JI)[Ljava/lang/management/ThreadInfo;", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "getThreadInfo", "([JZZI)[Ljava/lang/management/ThreadInfo;", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "dumpAllThreads", "(ZZI)[Ljava/lang/management/ThreadInfo;", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "findDeadlockedThreads", "", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "findMonitorDeadlockedThreads", "", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "getThreadCpuTime", "(J)J", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "getThreadUserTime", "(J)J", Arguments::Nothing, ASKS_JVM),
    entry(THREAD_BEAN, "getThreadAllocatedBytes", "(J)J", Arguments::Nothing, ASKS_JVM),
    entry("com/sun/management/internal/HotSpotDiagnostic", "dumpThreads", "(Ljava/lang/String;Lcom/sun/management/HotSpotDiagnosticMXBean$ThreadDumpFormat;)V", Arguments::Nothing, ASKS_JVM),
    entry("com/sun/management/internal/DiagnosticCommandImpl", "invoke", "", Arguments::Nothing, ASKS_JVM),
    entry("java/lang/ProcessImpl", "start", "", Arguments::Nothing, io_hook("starting")),
    entry("sun/nio/ch/Net", "connect", "(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;Ljava/net/InetAddress;I)I", Arguments::Nothing, io_hook("act")),
    entry("sun/nio/ch/UnixDomainSockets", "connect", "(Ljava/io/FileDescriptor;Ljava/nio/file/Path;)I", Arguments::Nothing, io_hook("act")),
    entry("sun/nio/ch/SocketDispatcher", "close", "", Arguments::Nothing, io_hook("close")),
    entry("sun/nio/ch/SocketDispatcher", "preClose", "", Arguments::Nothing, io_hook("close")),
    entry("sun/nio/ch/UnixDispatcher", "close", "", Arguments::Nothing, io_hook("close")),
    entry("sun/nio/ch/UnixDispatcher", "implPreClose", "", Arguments::Nothing, io_hook("close")),
    entry("sun/nio/ch/SocketDispatcher", "read", "", Arguments::ThisAndObject, READ),
    entry("sun/nio/ch/SocketDispatcher", "readv", "", Arguments::ThisAndObject, READ),
    entry("sun/nio/ch/SocketDispatcher", "write", "", Arguments::ThisAndObject, WRITE),
    entry("sun/nio/ch/SocketDispatcher", "writev", "", Arguments::ThisAndObject, WRITE),
    entry("sun/nio/ch/DatagramDispatcher", "read", "", Arguments::ThisAndObject, READ),
    entry("sun/nio/ch/DatagramDispatcher", "readv", "", Arguments::ThisAndObject, READ),
    entry("sun/nio/ch/DatagramChannelImpl", "receiveIntoNativeBuffer", "", FD, READ_OWN),
    entry("sun/nio/ch/FileDispatcherImpl", "read", "", Arguments::ThisAndObject, READ),
    entry("sun/nio/ch/FileDispatcherImpl", "readv", "", Arguments::ThisAndObject, READ),
    entry("sun/nio/ch/FileDispatcherImpl", "write", "", Arguments::ThisAndObject, WRITE),
    entry("sun/nio/ch/FileDispatcherImpl", "writev", "", Arguments::ThisAndObject, WRITE),
    entry("sun/nio/ch/UnixFileDispatcherImpl", "read", "", Arguments::ThisAndObject, READ),
    entry("sun/nio/ch/UnixFileDispatcherImpl", "readv", "", Arguments::ThisAndObject, READ),
    entry("sun/nio/ch/UnixFileDispatcherImpl", "write", "", Arguments::ThisAndObject, WRITE),
    entry("sun/nio/ch/UnixFileDispatcherImpl", "writev", "", Arguments::ThisAndObject, WRITE),
    entry("sun/nio/ch/UnixDomainSockets", "accept", "", Arguments::First, READ_OWN),
    entry("java/io/FileInputStream", "read", "()I", FD, READ_OWN),
    entry("java/io/FileInputStream", "read", "([B)I", FD, READ_OWN),
    entry("java/io/FileInputStream", "read", "([BII)I", FD, READ_OWN),
    entry("java/io/FileInputStream", "available", "()I", FD, hook("availableFrom", "(Ljava/lang/Object;)V")),
    entry("java/io/FileOutputStream", "write", "(I)V", FD, WRITE_OWN),
    entry("java/io/FileOutputStream", "write", "([B)V", FD, WRITE_OWN),
    entry("java/io/FileOutputStream", "write", "([BII)V", FD, WRITE_OWN),

    entry("java/lang/Runtime", "exit", "(I)V", Arguments::Int, hook("exitProgram", "(I)V")),
    entry("java/lang/Runtime", "halt", "(I)V", Arguments::Int, hook("haltProgram", "(I)V")),
    entry("java/lang/ApplicationShutdownHooks", "add", "(Ljava/lang/Thread;)V", Arguments::First, shutdown_hook("adding", "(Ljava/lang/Thread;)V")),
    entry("java/lang/ApplicationShutdownHooks", "runHooks", "()V", Arguments::Nothing, shutdown_hook("running", "()V")),
    entry("java/security/SecureRandom", "nextBytes", "([B)V", Arguments::This, hook("secureRandom", "(Ljava/lang/Object;)V")),
];

/// Hooks in front of every return: with `this`, or with the returned object, which they replace.
pub const RETURNS: &[Entry] = &[
    entry(
        THREAD,
        "interrupt",
        "()V",
        Arguments::This,
        thread_hook("afterInterrupt", "(Ljava/lang/Thread;)V"),
    ),
    entry(
        "java/lang/Enum",
        "<init>",
        "(Ljava/lang/String;I)V",
        Arguments::This,
        hook("enumConstant", "(Ljava/lang/Enum;)V"),
    ),
    entry(
        "java/lang/ExceptionInInitializerError",
        "<init>",
        "",
        Arguments::Nothing,
        thread_hook("initialiserFailed", "()V"),
    ),
    entry(
        "sun/launcher/LauncherHelper",
        "checkAndLoadMain",
        "",
        Arguments::ThisAndObject,
        Hook {
            class: "java/lang/FrayLauncher",
            name: "launched",
            descriptor: "(Ljava/lang/Class;)Ljava/lang/Class;",
        },
    ),
    entry(
        "jdk/internal/misc/Signal",
        "handle",
        "",
        Arguments::ThisAndObject,
        Hook {
            class: "java/lang/FraySignals",
            name: "handled",
            descriptor: "(Ljdk/internal/misc/Signal$Handler;)Ljdk/internal/misc/Signal$Handler;",
        },
    ),
    // What finds, binds and unreflects all comes here.
    entry(
        "java/lang/invoke/MethodHandles$Lookup",
        "getDirectMethodCommon",
        "",
        Arguments::ThisAndObject,
        handle_hook(
            "direct",
            "(Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;",
        ),
    ),
    entry(
        "java/lang/invoke/MethodHandles$Lookup",
        "getDirectFieldCommon",
        "",
        Arguments::ThisAndObject,
        handle_hook(
            "field",
            "(Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;",
        ),
    ),
    entry(
        "jdk/internal/reflect/ReflectionFactory",
        "newMethodAccessor",
        "",
        Arguments::ResultAndObject,
        handle_hook(
            "accessor",
            "(Ljdk/internal/reflect/MethodAccessor;Ljava/lang/reflect/Method;)Ljdk/internal/reflect/MethodAccessor;",
        ),
    ),
];
