//! Calls that are hooked, one line each.

use super::{
    Action, CONDITIONS, Call, HIDDEN, Hook, NODES, Receiver, THREAD, TOOLS, Where, hook,
    thread_hook,
};

use Action::{
    AfterWithResult, AfterWithThis, Before, Code, Construct, Judge, Probe, Replace, ReplaceWithThis,
};
use Receiver::{Any, Inherits, Is};
use Where::{Below, Everywhere, In, Loud, Tools};

const fn condition_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: CONDITIONS,
        name,
        descriptor,
    }
}

const fn net_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: "sun/nio/ch/FrayNet",
        name,
        descriptor,
    }
}

const fn io_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: "java/lang/FrayIo",
        name,
        descriptor,
    }
}

const fn outsider_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: "java/lang/FrayOutsiders",
        name,
        descriptor,
    }
}

const fn node_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: NODES,
        name,
        descriptor,
    }
}

const fn hidden_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: HIDDEN,
        name,
        descriptor,
    }
}

const fn tool_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: TOOLS,
        name,
        descriptor,
    }
}

const fn call(
    receiver: Receiver,
    name: &'static str,
    descriptor: &'static str,
    place: Where,
    action: Action,
) -> Call {
    Call {
        receiver,
        name,
        descriptor,
        place,
        action,
    }
}

const fn shared_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: "java/lang/FrayShared",
        name,
        descriptor,
    }
}

const READ_SETTING: Action = Before(shared_hook("readSetting", "()V"));
const WRITE_SETTING: Action = Before(shared_hook("writeSetting", "()V"));
const QUEUE: &str = "java/lang/ref/ReferenceQueue";
const ON_QUEUE: Action = Probe(shared_hook("queue", "(Ljava/lang/ref/ReferenceQueue;)V"));

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const NET: &str = "sun/nio/ch/Net";
const LOCK_SUPPORT: &str = "java/util/concurrent/locks/LockSupport";
const CONDITION: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";
const CONDITION_NODE: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionNode";
const LONG_CONDITION: &str =
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject";
const LONG_CONDITION_NODE: &str =
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionNode";

const fn native_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: "java/lang/FrayNatives",
        name,
        descriptor,
    }
}

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const METHOD_HANDLES: &str = "java/lang/invoke/MethodHandles";
const DECLARED_METHODS: Hook = Hook {
    class: "java/lang/FrayHandles",
    name: "declaredMethods",
    descriptor: "([Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;",
};
const UPCALLS: Hook = Hook {
    class: "java/lang/FrayUpcalls",
    name: "guard",
    descriptor: "(Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;",
};

/// Pushes `false`.
const ICONST_0: &[u8] = &[0x03];
/// Takes the receiver away.
const POP: &[u8] = &[0x57];
/// Takes the receiver away and pushes `false`.
const POP_ICONST_0: &[u8] = &[0x57, 0x03];
/// Takes the receiver away and pushes 1.
const POP_ICONST_1: &[u8] = &[0x57, 0x04];
/// Pushes `0L`.
const LCONST_0: &[u8] = &[0x09];
/// Pushes null.
const ACONST_NULL: &[u8] = &[0x01];

/// All hooked calls.
#[rustfmt::skip]
pub const CALLS: &[Call] = &[
    call(Any, "wait", "()V", Everywhere, Replace(hook("waitOn", "(Ljava/lang/Object;)V"))),
    call(Any, "wait", "(J)V", Everywhere, Replace(hook("waitOn", "(Ljava/lang/Object;J)V"))),
    call(Any, "wait", "(JI)V", Everywhere, Replace(hook("waitOn", "(Ljava/lang/Object;JI)V"))),
    call(Any, "notify", "()V", Everywhere, Replace(hook("notifyOne", "(Ljava/lang/Object;)V"))),
    call(Any, "notifyAll", "()V", Everywhere, Replace(hook("notifyEvery", "(Ljava/lang/Object;)V"))),

    call(Is(UNSAFE), "park", "(ZJ)V", Everywhere, Replace(hook("park", "(Ljdk/internal/misc/Unsafe;ZJ)V"))),
    call(Is(UNSAFE), "unpark", "(Ljava/lang/Object;)V", Everywhere, Replace(hook("unpark", "(Ljdk/internal/misc/Unsafe;Ljava/lang/Object;)V"))),
    call(Is(LOCK_SUPPORT), "unpark", "(Ljava/lang/Thread;)V", Loud, Probe(hook("unparkPoint", "(Ljava/lang/Thread;)V"))),

    call(Inherits(THREAD), "sleep", "(J)V", Everywhere, Replace(thread_hook("sleep", "(J)V"))),
    call(Inherits(THREAD), "sleep", "(JI)V", Everywhere, Replace(thread_hook("sleep", "(JI)V"))),
    call(Inherits(THREAD), "sleep", "(Ljava/time/Duration;)V", Everywhere, Replace(thread_hook("sleep", "(Ljava/time/Duration;)V"))),
    call(Inherits(THREAD), "yield", "()V", Loud, Replace(thread_hook("yieldNow", "()V"))),
    call(Inherits(THREAD), "onSpinWait", "()V", Loud, Replace(thread_hook("spinWait", "()V"))),
    call(Inherits(THREAD), "interrupted", "()Z", Loud, Before(thread_hook("interruptedPoint", "()V"))),
    // Whoever clears it, the JDK's locks too, has seen what was done before the interrupt.
    call(Is(THREAD), "clearInterruptEvent", "()V", In(THREAD), Before(thread_hook("interruptSeen", "()V"))),
    call(Any, "isInterrupted", "()Z", Loud, Probe(thread_hook("interruptProbe", "(Ljava/lang/Object;)V"))),
    call(Any, "isAlive", "()Z", Everywhere, Probe(thread_hook("aliveProbe", "(Ljava/lang/Object;)V"))),

    // Shared by way of classes that are quiet. (The settings that a program may write while others read them.)
    call(Is(QUEUE), "poll", "()Ljava/lang/ref/Reference;", Loud, ON_QUEUE),
    call(Is(QUEUE), "remove", "()Ljava/lang/ref/Reference;", Loud, ON_QUEUE),
    call(Is(QUEUE), "remove", "(J)Ljava/lang/ref/Reference;", Loud, Replace(shared_hook("remove", "(Ljava/lang/ref/ReferenceQueue;J)Ljava/lang/ref/Reference;"))),
    call(Any, "enqueue", "()Z", Loud, Probe(shared_hook("enqueue", "(Ljava/lang/Object;)V"))),
    call(Is("java/lang/System"), "getProperty", "(Ljava/lang/String;)Ljava/lang/String;", Loud, READ_SETTING),
    call(Is("java/lang/System"), "getProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", Loud, READ_SETTING),
    call(Is("java/lang/System"), "getProperties", "()Ljava/util/Properties;", Loud, READ_SETTING),
    call(Is("java/lang/Boolean"), "getBoolean", "(Ljava/lang/String;)Z", Loud, READ_SETTING),
    call(Is("java/lang/Integer"), "getInteger", "(Ljava/lang/String;)Ljava/lang/Integer;", Loud, READ_SETTING),
    call(Is("java/lang/Integer"), "getInteger", "(Ljava/lang/String;I)Ljava/lang/Integer;", Loud, READ_SETTING),
    call(Is("java/lang/Integer"), "getInteger", "(Ljava/lang/String;Ljava/lang/Integer;)Ljava/lang/Integer;", Loud, READ_SETTING),
    call(Is("java/lang/Long"), "getLong", "(Ljava/lang/String;)Ljava/lang/Long;", Loud, READ_SETTING),
    call(Is("java/lang/Long"), "getLong", "(Ljava/lang/String;J)Ljava/lang/Long;", Loud, READ_SETTING),
    call(Is("java/lang/Long"), "getLong", "(Ljava/lang/String;Ljava/lang/Long;)Ljava/lang/Long;", Loud, READ_SETTING),
    call(Is("java/lang/System"), "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", Loud, WRITE_SETTING),
    call(Is("java/lang/System"), "clearProperty", "(Ljava/lang/String;)Ljava/lang/String;", Loud, WRITE_SETTING),
    call(Is("java/lang/System"), "setProperties", "(Ljava/util/Properties;)V", Loud, WRITE_SETTING),
    call(Inherits(THREAD), "getDefaultUncaughtExceptionHandler", "()Ljava/lang/Thread$UncaughtExceptionHandler;", Loud, READ_SETTING),
    call(Inherits(THREAD), "setDefaultUncaughtExceptionHandler", "(Ljava/lang/Thread$UncaughtExceptionHandler;)V", Loud, WRITE_SETTING),
    call(Is("java/util/Locale"), "getDefault", "()Ljava/util/Locale;", Loud, READ_SETTING),
    call(Is("java/util/Locale"), "getDefault", "(Ljava/util/Locale$Category;)Ljava/util/Locale;", Loud, READ_SETTING),
    call(Is("java/util/Locale"), "setDefault", "(Ljava/util/Locale;)V", Loud, WRITE_SETTING),
    call(Is("java/util/Locale"), "setDefault", "(Ljava/util/Locale$Category;Ljava/util/Locale;)V", Loud, WRITE_SETTING),
    call(Is("java/util/TimeZone"), "getDefault", "()Ljava/util/TimeZone;", Loud, READ_SETTING),
    call(Is("java/util/TimeZone"), "setDefault", "(Ljava/util/TimeZone;)V", Loud, WRITE_SETTING),

    call(Is(THREAD), "nextThreadID", "()J", In(THREAD), AfterWithResult(thread_hook("threadId", "(J)J"))),
    call(Is("java/lang/Thread$ThreadIdentifiers"), "next", "()J", In(THREAD), AfterWithResult(thread_hook("threadId", "(J)J"))),
    call(Is(THREAD), "start0", "()V", In(THREAD), Replace(native_hook("start", "(Ljava/lang/Thread;)V"))),
    call(Is("jdk/internal/misc/VM"), "toThreadState", "(I)Ljava/lang/Thread$State;", In(THREAD), ReplaceWithThis(thread_hook("threadState", "(ILjava/lang/Thread;)Ljava/lang/Thread$State;"))),
    call(Is(THREAD), "getUncaughtExceptionHandler", "()Ljava/lang/Thread$UncaughtExceptionHandler;", In(THREAD), Replace(thread_hook("handler", "(Ljava/lang/Thread;)Ljava/lang/Thread$UncaughtExceptionHandler;"))),

    // A condition wakes up for no reason: the loops of the JDK, which would go on waiting, are left.
    call(Is(LOCK_SUPPORT), "park", "()V", In(CONDITION_NODE), AfterWithThis(condition_hook("parked", "(Ljava/lang/Object;)V"))),
    call(Is(LOCK_SUPPORT), "park", "()V", In(LONG_CONDITION_NODE), AfterWithThis(condition_hook("parked", "(Ljava/lang/Object;)V"))),
    call(Is(LOCK_SUPPORT), "parkNanos", "(Ljava/lang/Object;J)V", In(CONDITION), AfterWithThis(condition_hook("parked", "(Ljava/lang/Object;)V"))),
    call(Is(LOCK_SUPPORT), "parkNanos", "(Ljava/lang/Object;J)V", In(LONG_CONDITION), AfterWithThis(condition_hook("parked", "(Ljava/lang/Object;)V"))),
    call(Is(LOCK_SUPPORT), "parkUntil", "(Ljava/lang/Object;J)V", In(CONDITION), AfterWithThis(condition_hook("parked", "(Ljava/lang/Object;)V"))),
    call(Is(LOCK_SUPPORT), "parkUntil", "(Ljava/lang/Object;J)V", In(LONG_CONDITION), AfterWithThis(condition_hook("parked", "(Ljava/lang/Object;)V"))),
    call(Is(CONDITION_NODE), "isReleasable", "()Z", In(CONDITION_NODE), Judge(condition_hook("releasable", "(ZLjava/lang/Object;)Z"))),
    call(Is(LONG_CONDITION_NODE), "isReleasable", "()Z", In(LONG_CONDITION_NODE), Judge(condition_hook("releasable", "(ZLjava/lang/Object;)Z"))),
    call(Is(CONDITION), "canReacquire", "(Ljava/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionNode;)Z", In(CONDITION), Judge(node_hook("awake", "(ZLjava/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionNode;)Z"))),
    call(Is(LONG_CONDITION), "canReacquire", "(Ljava/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionNode;)Z", In(LONG_CONDITION), Judge(node_hook("awake", "(ZLjava/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionNode;)Z"))),

    // What the JVM does not know of threads that are fibers. (The JDK never asks for the carrier
    // while one of them is the current thread, except to find out which thread it is on.)
    call(Is(THREAD), "currentCarrierThread", "()Ljava/lang/Thread;", Everywhere, Replace(native_hook("carrier", "()Ljava/lang/Thread;"))),
    call(Is(THREAD), "getThreads", "()[Ljava/lang/Thread;", In(THREAD), Replace(native_hook("threads", "()[Ljava/lang/Thread;"))),
    call(Is(THREAD), "dumpThreads", "([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;", In(THREAD), Replace(native_hook("dump", "([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;"))),
    call(Is(THREAD), "asyncGetStackTrace", "()[Ljava/lang/StackTraceElement;", In(THREAD), Replace(native_hook("stack", "(Ljava/lang/Thread;)[Ljava/lang/StackTraceElement;"))),
    // What is not the program's is left out before it is stored: serialization reads it there.
    call(Is("java/lang/StackTraceElement"), "of", "(Ljava/lang/Object;I)[Ljava/lang/StackTraceElement;", In("java/lang/Throwable"), AfterWithResult(thread_hook("ownFrames", "([Ljava/lang/StackTraceElement;)[Ljava/lang/StackTraceElement;"))),
    call(Is("java/lang/StackWalker"), "getContScope", "()Ljdk/internal/vm/ContinuationScope;", In("java/lang/StackStreamFactory$AbstractStackWalker"), Replace(native_hook("scope", "(Ljava/lang/StackWalker;)Ljdk/internal/vm/ContinuationScope;"))),

    // What native code calls must not be left by the error that ends a thread.
    call(Is(METHOD_HANDLES), "insertArguments", "(Ljava/lang/invoke/MethodHandle;I[Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;", In("jdk/internal/foreign/abi/UpcallLinker"), AfterWithResult(UPCALLS)),

    // Virtual threads become threads of their own: the JDK has a kind for where continuations
    // are missing.
    call(Is("jdk/internal/vm/ContinuationSupport"), "isSupported", "()Z", In("java/lang/ThreadBuilders"), Code(ICONST_0)),
    // So there never is a continuation of one. Asking for their scope would initialise hundreds of classes.
    call(Is("java/lang/VirtualThread"), "continuationScope", "()Ljdk/internal/vm/ContinuationScope;", Everywhere, Code(ACONST_NULL)),
    // Final fields of the program that are put back between executions are not final any more for the JVM.
    call(Is("java/lang/Class"), "getDeclaredFields0", "(Z)[Ljava/lang/reflect/Field;", In("java/lang/Class"), AfterWithResult(hook("declaredFields", "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;"))),
    // Synchronized methods are not so any more for the JVM.
    call(Is("java/lang/Class"), "getDeclaredMethods0", "(Z)[Ljava/lang/reflect/Method;", In("java/lang/Class"), AfterWithResult(DECLARED_METHODS)),
    // The salt of immutable sets and maps differs from one JVM to the next.
    call(Is("java/lang/System"), "nanoTime", "()J", In("java/util/ImmutableCollections"), Code(LCONST_0)),

    // The JVM shows no agent the hidden classes that a program defines. (Those of the JDK have nothing to hook.)
    call(Is(LOOKUP), "defineHiddenClass", "([BZ[Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;)Ljava/lang/invoke/MethodHandles$Lookup;", Loud, Replace(hidden_hook("defineHiddenClass", "(Ljava/lang/invoke/MethodHandles$Lookup;[BZ[Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;)Ljava/lang/invoke/MethodHandles$Lookup;"))),
    call(Is(LOOKUP), "defineHiddenClassWithClassData", "([BLjava/lang/Object;Z[Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;)Ljava/lang/invoke/MethodHandles$Lookup;", Loud, Replace(hidden_hook("defineHiddenClassWithClassData", "(Ljava/lang/invoke/MethodHandles$Lookup;[BLjava/lang/Object;Z[Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;)Ljava/lang/invoke/MethodHandles$Lookup;"))),

    // Random numbers for programs that only want to tell things apart.
    call(Is("java/security/SecureRandom"), "nextBytes", "([B)V", In("java/util/UUID"), Replace(hook("uuidBytes", "(Ljava/security/SecureRandom;[B)V"))),
    call(Is("java/util/concurrent/atomic/AtomicLong"), "getAndAdd", "(J)J", Below("jdk/internal/random/"), AfterWithResult(hook("generatorSeed", "(J)J"))),
    call(Is("java/util/concurrent/atomic/AtomicLong"), "getAndAdd", "(J)J", Below("jdk/random/"), AfterWithResult(hook("generatorSeed", "(J)J"))),
    call(Is("java/lang/Process"), "waitFor", "()I", Everywhere, Replace(io_hook("waitFor", "(Ljava/lang/Process;)I"))),
    call(Is("java/lang/Process"), "waitFor", "(JLjava/util/concurrent/TimeUnit;)Z", Everywhere, Replace(io_hook("waitFor", "(Ljava/lang/Process;JLjava/util/concurrent/TimeUnit;)Z"))),
    // A thread that is not controlled would put the rest of a process's output aside at any moment.
    call(Is("java/lang/ProcessImpl$ProcessPipeInputStream"), "processExited", "()V", In("java/lang/ProcessImpl"), Code(POP)),
    call(Is("java/lang/ProcessImpl$ProcessPipeOutputStream"), "processExited", "()V", In("java/lang/ProcessImpl"), Code(POP)),
    // Threads that the JDK takes for virtual would wait for one that polls; ours need not.
    call(Is(THREAD), "isVirtual", "()Z", Below("sun/nio/ch/"), Code(POP_ICONST_0)),
    call(Is(NET), "accept", "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I", Everywhere, Replace(net_hook("accept", "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I"))),
    call(Is(NET), "bind", "(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;Ljava/net/InetAddress;I)V", Everywhere, Replace(net_hook("bind", "(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;Ljava/net/InetAddress;I)V"))),
    call(Is(NET), "listen", "(Ljava/io/FileDescriptor;I)V", Everywhere, Before(io_hook("act", "()V"))),
    call(Is(NET), "shutdown", "(Ljava/io/FileDescriptor;I)V", Everywhere, Before(io_hook("act", "()V"))),
    call(Is(NET), "poll", "(Ljava/io/FileDescriptor;IJ)I", Everywhere, Replace(net_hook("poll", "(Ljava/io/FileDescriptor;IJ)I"))),
    call(Is(NET), "pollConnect", "(Ljava/io/FileDescriptor;J)Z", Everywhere, Replace(net_hook("pollConnect", "(Ljava/io/FileDescriptor;J)Z"))),
    call(Is("sun/nio/ch/EPoll"), "wait", "(IJII)I", Everywhere, Replace(net_hook("wait", "(IJII)I"))),
    call(Is("java/nio/channels/CompletionHandler"), "completed", "(Ljava/lang/Object;Ljava/lang/Object;)V", In("sun/nio/ch/Invoker"), Replace(net_hook("completed", "(Ljava/nio/channels/CompletionHandler;Ljava/lang/Object;Ljava/lang/Object;)V"))),
    call(Is("java/nio/channels/CompletionHandler"), "failed", "(Ljava/lang/Throwable;Ljava/lang/Object;)V", In("sun/nio/ch/Invoker"), Replace(net_hook("failed", "(Ljava/nio/channels/CompletionHandler;Ljava/lang/Throwable;Ljava/lang/Object;)V"))),
    call(Is("java/util/function/Consumer"), "accept", "(Ljava/lang/Object;)V", In("sun/nio/ch/SelectorImpl"), Replace(net_hook("selected", "(Ljava/util/function/Consumer;Ljava/lang/Object;)V"))),

    // These spin for a while before they park if there are several processors, which makes hundreds of
    // steps, all of them useless: on one processor they look again and park.
    call(Is("java/lang/Runtime"), "availableProcessors", "()I", In("java/util/concurrent/LinkedTransferQueue$DualNode"), Code(POP_ICONST_1)),
    call(Is("java/lang/Runtime"), "availableProcessors", "()I", In("java/util/concurrent/Exchanger"), Code(POP_ICONST_1)),
    call(Is("java/lang/Runtime"), "availableProcessors", "()I", In("java/util/concurrent/Phaser"), Code(POP_ICONST_1)),
    call(Is("java/lang/Runtime"), "availableProcessors", "()I", Everywhere, Replace(hook("processors", "(Ljava/lang/Runtime;)I"))),
    call(Is("java/lang/Runtime"), "gc", "()V", Everywhere, Replace(outsider_hook("collect", "(Ljava/lang/Runtime;)V"))),
    call(Is("java/lang/System"), "nanoTime", "()J", Everywhere, Replace(hook("nanoTime", "()J"))),
    call(Is("java/lang/System"), "currentTimeMillis", "()J", Everywhere, Replace(hook("currentTimeMillis", "()J"))),
    // A framework calls a test: what is the program's is not quiet.
    call(Is("java/lang/reflect/Method"), "invoke", "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", Tools, Replace(tool_hook("invoke", "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;"))),
    call(Is("java/lang/reflect/Constructor"), "newInstance", "([Ljava/lang/Object;)Ljava/lang/Object;", Tools, Replace(tool_hook("newInstance", "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;"))),
    call(Is("org/junit/jupiter/api/function/Executable"), "execute", "()V", Tools, Probe(tool_hook("loud", "(Ljava/lang/Object;)V"))),
    // It asks which loader finds its own classes as well as those of a test.
    call(Is("java/lang/ClassLoader"), "getParent", "()Ljava/lang/ClassLoader;", Below("net/bytebuddy/dynamic/loading/MultipleParentClassLoader"), Replace(tool_hook("parent", "(Ljava/lang/ClassLoader;)Ljava/lang/ClassLoader;"))),
    // It makes up names for classes that are not there yet, and would draw a number that the program draws else.
    call(Is("java/util/Random"), "<init>", "()V", In("net/bytebuddy/utility/RandomString"), Construct(tool_hook("seed", "()J"), Hook { class: "java/util/Random", name: "<init>", descriptor: "(J)V" })),
    // It gives a test so much real time: the time of an execution is none that could be compared.
    call(Is("java/util/concurrent/FutureTask"), "get", "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;", Tools, Replace(tool_hook("get", "(Ljava/util/concurrent/Future;JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;"))),
    call(Is("java/util/concurrent/Future"), "get", "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;", Tools, Replace(tool_hook("get", "(Ljava/util/concurrent/Future;JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;"))),

    call(Is("jdk/internal/misc/VM"), "getNanoTimeAdjustment", "(J)J", Everywhere, Replace(hook("nanoTimeAdjustment", "(J)J"))),
];
