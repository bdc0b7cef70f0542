//! Classes that cannot remember anything from one execution to the next.
//!
//! Every execution must find the program's classes as a new JVM would have them. Loading them
//! again does that, and takes longer than most executions. Where none of them can keep anything, the
//! next execution may as well use the same ones: all that a program could tell is that no
//! static initialiser runs, so only such initialisers are allowed here as nobody notices.
//!
//! What a class can keep: static fields, results of bootstrap methods that are not the
//! JDK's, the state of native code, and that a class was defined beside it.

use fray_classfile::{ClassFile, Error, Member, MemberRef, opcode, tag};

/// Descriptors of values that cannot change. (Objects of other immutable classes are made by code that
/// would have to be looked at.)
const VALUES: [&[u8]; 9] = [
    b"Z",
    b"B",
    b"C",
    b"S",
    b"I",
    b"J",
    b"F",
    b"D",
    b"Ljava/lang/String;",
];

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

/// Whether an execution leaves nothing in this class that the next one could find.
pub fn forgets(bytes: &[u8]) -> Result<bool, Error> {
    let class = ClassFile::parse(bytes)?;
    Ok(class.fields().iter().all(field_forgets)
        && class
            .methods()
            .iter()
            .all(|method| method.access & ACC_NATIVE == 0)
        && pool_forgets(&class)?
        && bootstraps_forget(&class)?
        && initialiser_forgets(&class)?)
}

fn field_forgets(field: &Member<'_>) -> bool {
    field.access & ACC_STATIC == 0
        || field.access & ACC_FINAL != 0 && VALUES.contains(&field.descriptor)
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
    for attribute in class.attributes()? {
        let attribute = attribute?;
        if attribute.name == b"BootstrapMethods" {
            return methods_forget(class, attribute.content);
        }
    }
    Ok(true)
}

/// The content of the attribute: a count, then for each its handle and its arguments.
fn methods_forget(class: &ClassFile<'_>, content: &[u8]) -> Result<bool, Error> {
    let u16_at = |at: usize| match content.get(at..at + 2) {
        Some(&[high, low]) => Ok(u16::from_be_bytes([high, low])),
        _ => Err(Error::Truncated),
    };
    let mut at = 2;
    for _ in 0..u16_at(0)? {
        let (_, method) = class.pool().method_handle(u16_at(at)?)?;
        if !BOOTSTRAPS.contains(&class.pool().member_ref(method)?.class) {
            return Ok(false);
        }
        at += 4 + 2 * usize::from(u16_at(at + 2)?);
    }
    Ok(true)
}

/// Whether the static initialiser, if there is one, does nothing but compute values of its class's own
/// fields: whether assertions are on, for example.
fn initialiser_forgets(class: &ClassFile<'_>) -> Result<bool, Error> {
    let initialiser = |method: &Member<'_>| method.name == b"<clinit>";
    let Some(index) = class.methods().iter().position(initialiser) else {
        return Ok(true);
    };
    let Some(code) = class.code(index)? else {
        return Ok(false);
    };
    for instruction in code.instructions() {
        let instruction = instruction?;
        let forgets = match instruction.opcode {
            opcode::GETSTATIC | opcode::PUTSTATIC => {
                class.pool().member_ref(instruction.index())?.class == class.name()?
            }
            opcode::INVOKEVIRTUAL => {
                let target = class.pool().member_ref(instruction.index())?;
                target.class == b"java/lang/Class" && target.name == b"desiredAssertionStatus"
            }
            opcode => is_computation(opcode),
        };
        if !forgets {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Instructions that touch nothing but values and local variables, and throw nothing.
pub fn is_computation(opcode: u8) -> bool {
    match opcode {
        0x00..=0x2d => true,                                        // constants, loads
        0x36..=0x4e => true,                                        // stores
        0x57..=0x6b => true, // the stack; sums, differences, products
        0x6c..=0x73 => matches!(opcode, 0x6e | 0x6f | 0x72 | 0x73), // quotients without an exception
        0x74..=0xa7 => true,                                        // the other operations; jumps
        opcode::RETURN => true,
        _ => false,
    }
}

const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_NATIVE: u16 = 0x0100;
