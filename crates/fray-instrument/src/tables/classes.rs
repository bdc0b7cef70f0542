//! What is changed in the declarations of the JDK's classes, and which of them the runtime asks for.

use super::THREAD;

/// Static final fields of the JDK that every execution gets anew: they lose the `final`, so that
/// the JIT compiler does not take their first value for a constant.
pub const REFRESHED: &[(&str, &str)] = &[
    ("java/util/concurrent/ForkJoinPool", "common"),
    ("java/util/concurrent/CompletableFuture", "ASYNC_POOL"),
    ("java/util/concurrent/CompletableFuture$Delayer", "delayer"),
    ("java/util/concurrent/SubmissionPublisher", "ASYNC_POOL"),
    ("jdk/internal/net/http/HttpClientImpl", "ASYNC_POOL"),
    (
        "sun/nio/ch/SimpleAsynchronousFileChannelImpl$DefaultExecutorHolder",
        "defaultExecutor",
    ),
    (
        "sun/nio/ch/ThreadPool$DefaultThreadPoolHolder",
        "defaultThreadPool",
    ),
];

/// Fields of the JDK that threads share without a lock and that are not declared volatile: their class puts
/// fences around its accesses instead. They become volatile.
pub const FENCED: &[(&str, &[&str])] = &[
    (
        "java/util/concurrent/ConcurrentSkipListMap",
        &["head", "adder"],
    ),
    (
        "java/util/concurrent/ConcurrentSkipListMap$Node",
        &["val", "next"],
    ),
    (
        "java/util/concurrent/ConcurrentSkipListMap$Index",
        &["right"],
    ),
    ("java/util/concurrent/Exchanger$Slot", &["entry"]),
    // Since JDK 21 also what a SynchronousQueue is made of.
    (
        "java/util/concurrent/LinkedTransferQueue$DualNode",
        &["next", "waiter"],
    ),
    (
        "java/util/concurrent/SubmissionPublisher$BufferedSubscription",
        &["head", "tail"],
    ),
];

/// Classes of the JDK that put what other threads take, who read it as volatile, into arrays by plain stores under a lock
/// which those do not take, and the methods that do so: their stores of references count as volatile.
pub const PUBLISHERS: &[(&str, &[&str])] = &[(
    "java/util/concurrent/ForkJoinPool$WorkQueue",
    &[
        "push",
        "lockedPush",
        "growArray",
        "tryRemove",
        "tryRemoveAndExec",
    ],
)];

/// Private methods of the JDK that the runtime calls: they lose the `private`.
pub const OPENED: &[(&str, &str)] = &[
    (THREAD, "start0"),
    (THREAD, "exit"),
    (THREAD, "getThreads"),
    (THREAD, "dumpThreads"),
];

/// Classes of the JDK that are remembered besides those with switch points: the runtime asks whether
/// they are loaded.
pub const KNOWN: &[&str] = &[
    THREAD,
    "java/io/DeleteOnExitHook",
    "java/io/ObjectInputFilter$Config",
    "java/lang/management/ManagementFactory",
    "java/net/Authenticator",
    "java/net/CookieHandler",
    "java/net/DatagramSocket",
    "java/net/HttpURLConnection",
    "java/net/ProxySelector",
    "java/net/ResponseCache",
    "java/net/ServerSocket",
    "java/net/Socket",
    "java/net/URL",
    "java/net/URLConnection",
    "java/rmi/server/RMISocketFactory",
    "java/security/Security",
    "java/sql/DriverManager",
    "java/util/Locale",
    "java/util/TimeZone",
    "java/util/logging/FileHandler",
    "java/util/logging/LogManager",
    "javax/management/MBeanServerFactory",
    "javax/naming/spi/NamingManager",
    "javax/net/ssl/HttpsURLConnection",
    "javax/net/ssl/SSLContext",
    "jdk/internal/net/http/HttpClientImpl",
    "jdk/nio/zipfs/ZipFileSystemProvider",
    "sun/net/www/http/HttpClient",
    "sun/nio/ch/FileLockTable",
    "sun/nio/ch/LinuxAsynchronousChannelProvider",
    "sun/nio/ch/SimpleAsynchronousFileChannelImpl$DefaultExecutorHolder",
    "sun/nio/ch/ThreadPool$DefaultThreadPoolHolder",
    "sun/security/jca/Providers",
];
