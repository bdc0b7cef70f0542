//! What classes keep from one execution to the next.
//!
//! Every execution must find the program's classes as a new JVM would have them. Loading them
//! again does that, and takes longer than most executions. Where none of them can keep anything, the
//! next execution may as well use the same ones: all that a program could tell is that no
//! static initialiser runs, so only such initialisers are allowed here as nobody notices.
//!
//! What a class can keep: static fields, results of bootstrap methods that are not the
//! JDK's, the state of native code, and that a class was defined beside it.
//!
//! Static fields can be put back, if nobody can tell when their initialiser runs: one that only computes values and makes
//! objects of the JDK which depend on nothing else may as well run again before the next execution as in the middle of it.

use fray_classfile::{ClassFile, Error, Member, MemberRef, opcode, tag};

use crate::bootstraps::Bootstraps;

/// What a class keeps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// Nothing that a later execution could find.
    Nothing,
    /// Static fields, which can be put back.
    Statics(Statics),
    /// Maybe more: only a new class is as new.
    Anything,
}

/// How to put back what a class keeps: zero in these fields, and then its static initialiser again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statics {
    /// The class's internal name.
    pub class: Vec<u8>,
    /// The fields that are not as they were.
    pub fields: Vec<StaticField>,
    /// Whether there is a static initialiser.
    pub initialiser: bool,
}

/// A static field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticField {
    /// Its name.
    pub name: Vec<u8>,
    /// Its descriptor.
    pub descriptor: Vec<u8>,
    /// Whether it is final. The JIT compiler takes the first value of such a field for a constant.
    pub is_final: bool,
}

/// Classes whose constructors, of whatever arguments, do the same at any time and on any thread.
const MADE: &[&str] = &[
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
const MADE_PACKAGES: &[&str] = &[
    "java/util/concurrent/atomic/",
    "java/util/concurrent/locks/",
];

/// Methods that look for members of classes: what they give is as good as what they gave before, but the JIT compiler makes
/// much of it as long as it is a constant.
const LOOKED_UP: &[(&str, &str)] = &[
    ("java/lang/invoke/MethodHandles", "arrayElementVarHandle"),
    ("java/lang/invoke/MethodHandles", "lookup"),
    (
        "java/lang/invoke/MethodHandles$Lookup",
        "findStaticVarHandle",
    ),
    ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle"),
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

/// Static methods that do the same at any time: the class, and how their names begin.
const MAKERS: &[(&str, &str)] = &[
    ("java/lang/Boolean", "valueOf"),
    ("java/lang/Byte", "valueOf"),
    ("java/lang/Character", "valueOf"),
    ("java/lang/Double", "valueOf"),
    ("java/lang/Float", "valueOf"),
    ("java/lang/Integer", "valueOf"),
    ("java/lang/Long", "valueOf"),
    ("java/lang/Short", "valueOf"),
    ("java/lang/ThreadLocal", "withInitial"),
    ("java/util/Arrays", "asList"),
    ("java/util/Collections", "synchronized"),
    ("java/util/concurrent/ConcurrentHashMap", "newKeySet"),
];

/// Descriptors of values that cannot change, besides texts. (Objects of other immutable classes are made by code that
/// would have to be looked at.)
const PRIMITIVES: &[u8] = b"ZBCSIJFD";
const TEXT: &[u8] = b"Ljava/lang/String;";

/// Methods that change what belongs to a class, its loader or its module, or load native code, by their
/// names and the classes that calls of them name ("": any). Whoever may call one is not looked at
/// any further.
const CHANGERS: [(&str, &str); 16] = [
    ("", "clearAssertionStatus"),
    ("", "setClassAssertionStatus"),
    ("", "setDefaultAssertionStatus"),
    ("", "setPackageAssertionStatus"),
    ("", "staticFieldBase"),
    ("", "staticFieldOffset"),
    ("java/lang/Module", "addExports"),
    ("java/lang/Module", "addOpens"),
    ("java/lang/Module", "addReads"),
    ("java/lang/Module", "addUses"),
    ("java/lang/Runtime", "load"),
    ("java/lang/Runtime", "loadLibrary"),
    ("java/lang/System", "load"),
    ("java/lang/System", "loadLibrary"),
    (LOOKUP, "defineClass"),
    (LOOKUP, "defineHidden"),
];

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

/// Classes whose bootstrap methods always make the same of the same: lambdas, texts, records, switches.
const BOOTSTRAPS: [&[u8]; 4] = [
    b"java/lang/invoke/LambdaMetafactory",
    b"java/lang/invoke/StringConcatFactory",
    b"java/lang/runtime/ObjectMethods",
    b"java/lang/runtime/SwitchBootstraps",
];

/// What a class keeps from one execution to the next.
pub fn keeps(bytes: &[u8]) -> Result<Keeps, Error> {
    let class = ClassFile::parse(bytes)?;
    let is_native = |method: &Member<'_>| method.access & ACC_NATIVE != 0;
    if class.methods().iter().any(is_native)
        || !pool_forgets(&class)?
        || !bootstraps_forget(&class)?
    {
        return Ok(Keeps::Anything);
    }
    let initialiser = initialiser(&class)?;
    if initialiser > Initialiser::Makes {
        return Ok(Keeps::Anything);
    }
    let mut fields = Vec::new();
    for field in class.fields() {
        let is_final = field.access & ACC_FINAL != 0;
        if field.access & ACC_STATIC == 0 || is_final && is_value(&class, field, initialiser)? {
            continue;
        }
        // Fields of interfaces must be final; a constant in any other would have to be put back.
        if class.access_flags() & ACC_INTERFACE != 0 || has_constant(&class, field)? {
            return Ok(Keeps::Anything);
        }
        fields.push(StaticField {
            name: field.name.to_vec(),
            descriptor: field.descriptor.to_vec(),
            is_final,
        });
    }
    if fields.is_empty() {
        return Ok(Keeps::Nothing);
    }
    Ok(Keeps::Statics(Statics {
        class: class.name()?.to_vec(),
        fields,
        initialiser: initialiser != Initialiser::Missing,
    }))
}

/// Whether the final field has the same value whenever the class is initialised.
fn is_value(
    class: &ClassFile<'_>,
    field: &Member<'_>,
    initialiser: Initialiser,
) -> Result<bool, Error> {
    Ok(match field.descriptor {
        [kind] => PRIMITIVES.contains(kind),
        TEXT => initialiser < Initialiser::Makes || has_constant(class, field)?,
        _ => false,
    })
}

fn has_constant(class: &ClassFile<'_>, field: &Member<'_>) -> Result<bool, Error> {
    for attribute in class.member_attributes(field)? {
        if attribute?.name == b"ConstantValue" {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether there is no call of a changer.
fn pool_forgets(class: &ClassFile<'_>) -> Result<bool, Error> {
    let pool = class.pool();
    for (index, kind) in pool.tags() {
        if kind == tag::METHOD_REF && changes(pool.member_ref(index)?) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn changes(method: MemberRef<'_>) -> bool {
    CHANGERS.iter().any(|(class, name)| {
        method.name.starts_with(name.as_bytes())
            && (class.is_empty() || class.as_bytes() == method.class)
    })
}

fn bootstraps_forget(class: &ClassFile<'_>) -> Result<bool, Error> {
    let mut bootstraps = Bootstraps::of(class)?;
    while let Some(bootstrap) = bootstraps.next()? {
        let (_, method) = class.pool().method_handle(bootstrap.method)?;
        if !BOOTSTRAPS.contains(&class.pool().member_ref(method)?.class) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What a static initialiser does: the most of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Initialiser {
    /// There is none.
    Missing,
    /// It computes values of its class's own fields: whether assertions are on, for example.
    Computes,
    /// It makes objects that depend on nothing else, too.
    Makes,
    /// It looks for members of classes.
    LooksUp,
    /// Maybe more.
    Acts,
}

/// Whether it may matter to other threads that, when and by whom the class is initialised.
pub(crate) fn is_noticeable(class: &ClassFile<'_>) -> Result<bool, Error> {
    Ok(initialiser(class)? == Initialiser::Acts)
}

fn initialiser(class: &ClassFile<'_>) -> Result<Initialiser, Error> {
    let initialiser = |method: &Member<'_>| method.name == b"<clinit>";
    let Some(index) = class.methods().iter().position(initialiser) else {
        return Ok(Initialiser::Missing);
    };
    let Some(code) = class.code(index)? else {
        return Ok(Initialiser::Acts);
    };
    let mut most = Initialiser::Computes;
    for instruction in code.instructions() {
        let instruction = instruction?;
        let member = || class.pool().member_ref(instruction.index());
        let does = match instruction.opcode {
            opcode::GETSTATIC | opcode::PUTSTATIC if member()?.class == class.name()? => {
                Initialiser::Computes
            }
            opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKESTATIC => call(member()?),
            opcode::NEW if is_made(class.pool().class_name(instruction.index())?) => {
                Initialiser::Makes
            }
            opcode::INVOKEDYNAMIC if bootstraps_forget(class)? => Initialiser::Makes,
            opcode if is_computation(opcode) => Initialiser::Computes,
            opcode if handles_arrays(opcode) => Initialiser::Makes,
            _ => Initialiser::Acts,
        };
        most = most.max(does);
    }
    Ok(most)
}

fn call(method: MemberRef<'_>) -> Initialiser {
    let is_in = |table: &[(&str, &str)]| {
        table.iter().any(|(class, name)| {
            class.as_bytes() == method.class && method.name.starts_with(name.as_bytes())
        })
    };
    if method.name == b"<init>" && is_made(method.class) || is_in(MAKERS) {
        Initialiser::Makes
    } else if is_in(&[("java/lang/Class", "desiredAssertionStatus")]) {
        Initialiser::Computes
    } else if is_in(LOOKED_UP) {
        Initialiser::LooksUp
    } else {
        Initialiser::Acts
    }
}

fn is_made(class: &[u8]) -> bool {
    let begins = |package: &&str| class.starts_with(package.as_bytes());
    MADE.iter().any(|made| made.as_bytes() == class) || MADE_PACKAGES.iter().any(begins)
}

/// Instructions that touch nothing but values and local variables, and throw nothing.
fn is_computation(opcode: u8) -> bool {
    match opcode {
        0x00..=0x2d => true,                                        // constants, loads
        0x36..=0x4e => true,                                        // stores
        0x57..=0x6b => true, // the stack; sums, differences, products
        0x6c..=0x73 => matches!(opcode, 0x6e | 0x6f | 0x72 | 0x73), // quotients without an exception
        0x74..=0xa7 | 0xc6 | 0xc7 => true,                          // the other operations; jumps
        opcode::RETURN => true,
        _ => false,
    }
}

/// Instructions that make arrays, or handle those which were made here: there are no others. A class whose initialiser
/// fails is not put back.
fn handles_arrays(opcode: u8) -> bool {
    matches!(opcode, 0x2e..=0x35 | 0x4f..=0x56 | 0xbc..=0xbe | 0xc5)
}

const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_NATIVE: u16 = 0x0100;
const ACC_INTERFACE: u16 = 0x0200;
