//! The hooked calls and methods, one row each.
//!
//! Adding a hook is adding a row, and a method to the runtime classes that it names.

mod calls;
mod classes;
mod entries;
mod locks;
mod references;

pub use calls::CALLS;
pub use classes::{FENCED, KNOWN, OPENED, PUBLISHERS, REFRESHED};
pub use entries::{Arguments, ENTRIES, Entry, RETURNS};
pub use locks::{LOCKS, Lock};
pub use references::{REFERENCES, Reference};

/// The runtime class that most hooks are in.
pub const HOOKS: &str = "java/lang/FrayHooks";
/// The runtime class of hooks about memory.
pub const MEMORY: &str = "java/lang/FrayMemoryHooks";
/// The runtime class that copies arrays element by element.
pub const COPIES: &str = "java/lang/FrayCopies";
/// The runtime class of hooks about threads.
pub const THREADS: &str = "java/lang/FrayThreadHooks";
/// The runtime class of hooks about conditions.
pub const CONDITIONS: &str = "java/lang/FrayConditions";
/// The runtime class that sees the insides of conditions.
pub const NODES: &str = "java/util/concurrent/locks/FrayNodes";

/// The runtime class of what stands in for definitions of hidden classes.
pub const HIDDEN: &str = "java/lang/FrayHidden";

/// The runtime class of hooks in test frameworks.
pub const TOOLS: &str = "java/lang/FrayToolHooks";

const THREAD: &str = "java/lang/Thread";

/// A static method of the runtime.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hook {
    /// Internal name of its class.
    pub class: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
}

/// Which receivers a row is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// The class named in the call is this one.
    Is(&'static str),
    /// Any class: a final method of `Object`, or one that the hook checks itself.
    Any,
    /// A static method of this class, which a call may also name through a subclass.
    Inherits(&'static str),
}

/// In which classes a row applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// Everywhere.
    Everywhere,
    /// Where memory operations are switch points.
    Loud,
    /// In this class only.
    In(&'static str),
    /// In classes whose names begin so.
    Below(&'static str),
    /// In test frameworks: see [`crate::scope::is_tool`].
    Tools,
}

/// What happens to the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The hook is called instead, with the receiver as its first argument.
    Replace(Hook),
    /// As [`Action::Replace`], with `this` as one more argument at the end.
    ReplaceWithThis(Hook),
    /// The hook is called first, with a copy of the topmost stack slot (the receiver, or the last
    /// argument).
    Probe(Hook),
    /// The hook is called first, without arguments.
    Before(Hook),
    /// The hook is called behind it, with `this`.
    AfterWithThis(Hook),
    /// The hook is called behind it, with its result and its last argument (or receiver), an
    /// object; what the hook returns stands in for the result.
    Judge(Hook),
    /// The hook is called behind it, with its result, which it replaces.
    AfterWithResult(Hook),
    /// Another constructor, the second, is called instead, with what the hook returns.
    Construct(Hook, Hook),
    /// These instructions stand in for it.
    Code(&'static [u8]),
}

/// A hooked call.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Of what.
    pub receiver: Receiver,
    /// The method's name.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
    /// In which classes.
    pub place: Where,
    /// What to do.
    pub action: Action,
}

const fn hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: HOOKS,
        name,
        descriptor,
    }
}

const fn memory_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: MEMORY,
        name,
        descriptor,
    }
}

const fn thread_hook(name: &'static str, descriptor: &'static str) -> Hook {
    Hook {
        class: THREADS,
        name,
        descriptor,
    }
}

/// Classes that programs make locks of their own with: the methods by which these handle their state
/// and look at their queues, each a switch point of the lock.
pub const SYNCHRONIZERS: &[&str] = &[
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
];
/// See [`SYNCHRONIZERS`].
pub const SYNCHRONIZER_METHODS: &[&str] = &[
    "getState",
    "setState",
    "compareAndSetState",
    "hasQueuedThreads",
    "hasContended",
    "getFirstQueuedThread",
    "isQueued",
    "hasQueuedPredecessors",
    "getQueueLength",
    "getQueuedThreads",
    "getExclusiveQueuedThreads",
    "getSharedQueuedThreads",
    "hasWaiters",
    "getWaitQueueLength",
    "getWaitingThreads",
];
/// The hook at their entries.
pub const SYNCHRONIZER_HOOK: Hook = hook("synchronizer", "(Ljava/lang/Object;)V");

/// The hook at the entry of a method of a lock.
pub const LOCK_HOOK: Hook = hook("lock", "(Ljava/lang/Object;)V");

/// Methods inside of which a thread gives up control only if it really blocks: what the JVM
/// calls on its own, at moments that depend on what ran before. Besides these, every static
/// initialiser and every `loadClass`.
pub const QUIET: &[(&str, &[&str])] = &[
    (
        "java/lang/invoke/MethodHandleNatives",
        &[
            "linkCallSite",
            "linkMethod",
            "linkMethodHandleConstant",
            "linkDynamicConstant",
            "findMethodHandleType",
        ],
    ),
    (
        "jdk/internal/reflect/ReflectionFactory",
        &[
            "newMethodAccessor",
            "newConstructorAccessor",
            "newFieldAccessor",
        ],
    ),
    (
        "jdk/internal/reflect/MethodAccessorGenerator",
        &["generate"],
    ),
    (
        "java/lang/ClassLoader",
        &["loadClass", "getSystemClassLoader", "definePackage"],
    ),
    (
        "java/lang/Class",
        &[
            "desiredAssertionStatus",
            "getEnumConstantsShared",
            "reflectionData",
        ],
    ),
    (
        // Looked for once in the life of the JVM.
        "java/nio/file/spi/FileSystemProvider",
        &["installedProviders"],
    ),
    (
        // What is known of a serializable class, for as long as the class is there.
        "java/io/ObjectStreamClass",
        &[
            "lookup",
            "getReflector",
            "getSerialVersionUID",
            "initNonProxy",
            "initProxy",
        ],
    ),
    ("java/beans/Introspector", &["getBeanInfo"]),
    (
        "sun/util/resources/BreakIteratorResourceBundle",
        &["handleGetObject"],
    ),
    ("java/util/ResourceBundle", &["getBundleImpl"]),
    (
        // The first thread takes longer: permissions are made for all.
        "java/util/concurrent/ForkJoinPool$DefaultForkJoinWorkerThreadFactory",
        &["newThread"],
    ),
    (
        "java/util/Locale",
        &["getInstance", "getDisplayLocale", "getFormatLocale"],
    ),
    (
        "java/nio/charset/Charset",
        &["forName", "isSupported", "lookup"],
    ),
    ("java/time/format/DateTimeFormatter", &["ofPattern"]),
    (
        "java/lang/management/ManagementFactory",
        &["getPlatformMBeanServer"],
    ),
    ("java/util/logging/Logger", &["demandLogger", "getLogger"]),
    // Class loaders keep jars open, and what was found out about them. A file that is open already
    // is not opened again, whoever has forgotten to close it.
    ("jdk/internal/loader/URLClassPath", &["getLoader"]),
    (
        "java/util/jar/JarFile",
        &[
            "checkForSpecialAttributes",
            "getManifestFromReference",
            "initializeVerifier",
            "maybeInstantiateVerifier",
        ],
    ),
    ("java/util/zip/ZipFile$Source", &["get", "release"]),
    // What the machine gives to its containers is read from files once.
    ("jdk/internal/platform/CgroupSubsystemFactory", &["create"]),
    // Providers, trusted certificates and the forms of their names are kept for the life of the JVM.
    ("sun/security/jca/ProviderConfig", &["getProvider"]),
    ("javax/net/ssl/SSLContext", &["getDefault"]),
    (
        "sun/security/ssl/TrustStoreManager",
        &["getTrustedCerts", "getTrustedKeyStore"],
    ),
    (
        "sun/security/x509/X500Name",
        &["getRFC2253CanonicalName", "getRFC2253Name"],
    ),
    // Since JDK 24 its first use in a JVM prints a warning.
    (
        "sun/misc/Unsafe",
        &["beforeMemoryAccess", "beforeMemoryAccessSlow"],
    ),
    (
        "java/util/logging/LogManager",
        &["ensureLogManagerInitialized", "getLogManager"],
    ),
];

/// Methods that reach no switch point, in any state of the JVM, and that the JDK's static initialisers
/// call: one that calls no others has no need to be made quiet.
pub const STILL: &[(&str, &[&str])] = &[
    ("java/lang/Object", &["<init>"]),
    ("java/lang/Enum", &["<init>"]),
    (
        "java/lang/Class",
        &["desiredAssertionStatus", "getPrimitiveClass"],
    ),
    (
        "jdk/internal/access/SharedSecrets",
        &["getJavaLangAccess", "getJavaLangInvokeAccess"],
    ),
    ("jdk/internal/misc/CDS", &["initializeFromArchive"]),
    (
        "jdk/internal/misc/Unsafe",
        &[
            "arrayBaseOffset",
            "arrayIndexScale",
            "getUnsafe",
            "isBigEndian",
            "objectFieldOffset",
        ],
    ),
];

/// Classes of the JDK that the start of the JVM initialises, and that have no other hook than the one which makes
/// static initialisers quiet: loaded before the JVM is up they stay as they are. (The agent sees to it that they
/// have been initialised then.) From 25 on the JVM verifies every class of its own that an agent has changed:
/// these are a tenth of the processor time of "hello world".
pub const STARTED: &[&str] = &[
    "java/lang/Character$CharacterCache",
    "java/lang/CharacterDataLatin1",
    "java/lang/Integer$IntegerCache",
    "java/lang/Math",
    "java/lang/Thread$ThreadIdentifiers",
    "java/lang/VersionProps",
    "java/lang/invoke/MethodHandleStatics",
    "java/lang/module/Configuration",
    "java/lang/module/ModuleDescriptor",
    "java/lang/module/ModuleDescriptor$Modifier",
    "java/lang/module/ModuleDescriptor$Requires$Modifier",
    "java/lang/reflect/AccessFlag",
    "java/lang/reflect/AccessFlag$Location",
    "java/lang/reflect/AccessibleObject",
    "java/net/URI",
    "java/nio/Buffer",
    "java/util/Collections",
    "java/util/HexFormat",
    "jdk/internal/loader/ClassLoaders",
    "jdk/internal/loader/ClassLoaders$AppClassLoader",
    "jdk/internal/loader/ClassLoaders$PlatformClassLoader",
    "jdk/internal/misc/Signal$Handler",
    "jdk/internal/module/Builder",
    "jdk/internal/module/ModuleLoaderMap$Mapper",
    "jdk/internal/module/ModuleLoaderMap$Modules",
    "jdk/internal/module/ModulePatcher",
    "jdk/internal/module/SystemModuleFinders",
    "jdk/internal/module/SystemModules$default",
    "jdk/internal/util/ArraysSupport",
    "jdk/internal/util/Preconditions",
    "sun/net/util/IPAddressUtil$MASKS",
    "sun/net/www/ParseUtil",
    "sun/nio/cs/UTF_8",
];

/// The hooks around a quiet method.
pub const QUIET_ENTER: Hook = hook("quietEnter", "()V");
/// See [`QUIET_ENTER`].
pub const QUIET_EXIT: Hook = hook("quietExit", "()V");

/// The hooks around the static initialiser of an application class.
pub const INIT_ENTER: Hook = hook("initEnter", "(Ljava/lang/Class;)V");
/// See [`INIT_ENTER`].
pub const INIT_EXIT: Hook = hook("initExit", "()V");

/// An array has been cloned: called with both.
pub const CLONED: Hook = Hook {
    class: COPIES,
    name: "cloned",
    descriptor: "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
};

/// Monitor hooks.
pub const ENTER: Hook = hook("enter", "(Ljava/lang/Object;)V");
/// Monitor enter that is no switch point.
pub const ENTER_QUIET: Hook = hook("enterQuiet", "(Ljava/lang/Object;)V");
/// Monitor exit.
pub const EXIT: Hook = hook("exit", "(Ljava/lang/Object;)V");
/// A handler of the program has caught some error.
pub const CAUGHT: Hook = hook("caught", "(Ljava/lang/Throwable;)V");

/// Hooks of memory operations, by what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Load.
    Read,
    /// Store.
    Write,
    /// Atomic read-modify-write.
    Update,
}

impl Access {
    /// The hook for an instance field, called with the holder and the site.
    pub fn field_hook(self) -> Hook {
        match self {
            Access::Read => memory_hook("readField", "(Ljava/lang/Object;I)V"),
            Access::Write | Access::Update => memory_hook("writeField", "(Ljava/lang/Object;I)V"),
        }
    }

    /// The hook for a static field, called with the class and the site.
    pub fn static_hook(self) -> Hook {
        match self {
            Access::Read => memory_hook("readStatic", "(Ljava/lang/Class;I)V"),
            Access::Write | Access::Update => memory_hook("writeStatic", "(Ljava/lang/Class;I)V"),
        }
    }

    /// The hook for an array instruction, called with the array and the index.
    pub fn instruction_hook(self) -> Hook {
        match self {
            Access::Read => memory_hook("loadElement", "(Ljava/lang/Object;I)V"),
            Access::Write | Access::Update => memory_hook("storeElement", "(Ljava/lang/Object;I)V"),
        }
    }

    /// The hook for an element that a handle gets or sets, called with the array and the index.
    pub fn element_hook(self) -> Hook {
        match self {
            Access::Read => memory_hook("readElement", "(Ljava/lang/Object;I)V"),
            Access::Write | Access::Update => memory_hook("writeElement", "(Ljava/lang/Object;I)V"),
        }
    }

    /// The hook for a field that reflection accesses, called with the object and the offset.
    pub fn plain_hook(self) -> Hook {
        match self {
            Access::Read => memory_hook("readPlain", "(Ljava/lang/Object;J)V"),
            Access::Write | Access::Update => memory_hook("writePlain", "(Ljava/lang/Object;J)V"),
        }
    }

    /// The hook for an object and an offset.
    pub fn offset_hook(self) -> Hook {
        match self {
            Access::Read => memory_hook("read", "(Ljava/lang/Object;J)V"),
            Access::Write => memory_hook("write", "(Ljava/lang/Object;J)V"),
            Access::Update => memory_hook("update", "(Ljava/lang/Object;J)V"),
        }
    }
}

/// What a method of `Unsafe` does to memory, by its name; `None` if nothing that orders threads.
pub fn access_of(method: &[u8]) -> Option<Access> {
    let ends = |suffix: &str| method.ends_with(suffix.as_bytes());
    let is = |prefix: &str| method.starts_with(prefix.as_bytes());
    if is("compareAnd") || is("weakCompareAnd") || is("getAnd") {
        return Some(Access::Update);
    }
    let ordered = ends("Volatile") || ends("Acquire") || ends("Release") || ends("Opaque");
    ordered.then(|| plain_access_of(method)).flatten()
}

/// What any method that gets or puts does to memory, by its name.
pub fn plain_access_of(method: &[u8]) -> Option<Access> {
    match method.get(..3)? {
        b"get" => Some(Access::Read),
        b"put" => Some(Access::Write),
        _ => None,
    }
}
