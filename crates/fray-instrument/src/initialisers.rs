//! Static initialisers of which nobody can tell when, and by which thread, they were run.
//!
//! All that they do is to make new objects of the JDK's, from nothing that others have, and to
//! store them in fields of their own class. Any other may matter to whoever uses its class.

use fray_classfile::{ClassFile, Error, MemberRef, opcode};

use crate::forgets::is_computation;

/// Classes of the JDK whose constructors, with arguments of that kind, have no effect but a new object.
const PASSIVE: &[&str] = &[
    "java/lang/Object",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
    "java/lang/ThreadLocal",
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/BitSet",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/Hashtable",
    "java/util/IdentityHashMap",
    "java/util/LinkedHashMap",
    "java/util/LinkedHashSet",
    "java/util/LinkedList",
    "java/util/PriorityQueue",
    "java/util/Stack",
    "java/util/TreeMap",
    "java/util/TreeSet",
    "java/util/Vector",
    "java/util/WeakHashMap",
    "java/util/concurrent/ArrayBlockingQueue",
    "java/util/concurrent/CompletableFuture",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/ConcurrentLinkedDeque",
    "java/util/concurrent/ConcurrentLinkedQueue",
    "java/util/concurrent/ConcurrentSkipListMap",
    "java/util/concurrent/ConcurrentSkipListSet",
    "java/util/concurrent/CopyOnWriteArrayList",
    "java/util/concurrent/CopyOnWriteArraySet",
    "java/util/concurrent/CountDownLatch",
    "java/util/concurrent/CyclicBarrier",
    "java/util/concurrent/DelayQueue",
    "java/util/concurrent/Exchanger",
    "java/util/concurrent/LinkedBlockingDeque",
    "java/util/concurrent/LinkedBlockingQueue",
    "java/util/concurrent/LinkedTransferQueue",
    "java/util/concurrent/Phaser",
    "java/util/concurrent/PriorityBlockingQueue",
    "java/util/concurrent/Semaphore",
    "java/util/concurrent/SynchronousQueue",
];

/// Packages all of whose classes are of that kind.
const PASSIVE_PACKAGES: &[&str] = &[
    "java/util/concurrent/atomic/",
    "java/util/concurrent/locks/",
];

/// Static and virtual methods that are of that kind too.
const PASSIVE_METHODS: &[(&str, &str)] = &[
    ("java/lang/Class", "desiredAssertionStatus"),
    ("java/lang/invoke/MethodHandles", "lookup"),
    ("java/lang/invoke/MethodHandles", "arrayElementVarHandle"),
    ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle"),
    (
        "java/lang/invoke/MethodHandles$Lookup",
        "findStaticVarHandle",
    ),
    ("java/lang/Boolean", "valueOf"),
    ("java/lang/Integer", "valueOf"),
    ("java/lang/Long", "valueOf"),
    (
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
        "newUpdater",
    ),
    (
        "java/util/concurrent/atomic/AtomicLongFieldUpdater",
        "newUpdater",
    ),
    (
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
        "newUpdater",
    ),
];

/// Whether it may matter to other threads that, when and by whom the class is initialised.
pub fn is_noticeable(class: &ClassFile<'_>) -> Result<bool, Error> {
    let initialiser = class
        .methods()
        .iter()
        .position(|method| method.name == b"<clinit>");
    let Some(code) = initialiser.map(|index| class.code(index)).transpose()? else {
        return Ok(false);
    };
    let Some(code) = code else {
        return Ok(true);
    };
    for instruction in code.instructions() {
        let instruction = instruction?;
        let passive = match instruction.opcode {
            opcode::GETSTATIC | opcode::PUTSTATIC => {
                class.pool().member_ref(instruction.index())?.class == class.name()?
            }
            opcode::INVOKESPECIAL | opcode::INVOKESTATIC | opcode::INVOKEVIRTUAL => {
                is_passive(class.pool().member_ref(instruction.index())?)
            }
            // If nothing of the class is called, that is all that happens.
            opcode::NEW | opcode::NEWARRAY | opcode::ANEWARRAY => true,
            opcode => is_computation(opcode),
        };
        if !passive {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_passive(method: MemberRef<'_>) -> bool {
    let Ok(class) = std::str::from_utf8(method.class) else {
        return false;
    };
    if method.name == b"<init>" {
        PASSIVE.contains(&class) || PASSIVE_PACKAGES.iter().any(|it| class.starts_with(it))
    } else {
        PASSIVE_METHODS
            .iter()
            .any(|(of, name)| *of == class && name.as_bytes() == method.name)
    }
}
