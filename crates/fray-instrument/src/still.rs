//! Static initialisers of the JDK that need no hooks.
//!
//! Every static initialiser is quiet: when it runs depends on what ran before, so nothing in it may be
//! a switch point. Most of the JDK's reach none anyway, and classes without any hook stay as they are:
//! from 25 on the JVM verifies every class of its own that an agent has changed, and loads
//! what the verifier asks for.

use fray_classfile::{ClassFile, Code, Error, Member, MemberRef, opcode};

use crate::scope::Scope;
use crate::tables::STILL;

/// How deep calls of the class's own methods are followed.
const DEPTH: u32 = 3;

/// Native methods that only introduce a class to its native code.
const REGISTERS: [&[u8]; 3] = [b"registerNatives", b"initIDs", b"initNative"];

/// Whether it is a static initialiser of the JDK that reaches no switch point, or runs before there are any.
pub fn is_still(class: &ClassFile<'_>, method: &Member<'_>, scope: Scope) -> Result<bool, Error> {
    if method.name != b"<clinit>" || scope.application || scope.memory {
        return Ok(false);
    }
    if scope.started {
        return Ok(true);
    }
    own_is_still(class, method.name, method.descriptor, DEPTH)
}

fn own_is_still(
    class: &ClassFile<'_>,
    name: &[u8],
    descriptor: &[u8],
    depth: u32,
) -> Result<bool, Error> {
    let wanted = |method: &Member<'_>| method.name == name && method.descriptor == descriptor;
    let Some(index) = class.methods().iter().position(wanted) else {
        return Ok(false); // inherited
    };
    match class.code(index)? {
        Some(_) if class.methods()[index].access & ACC_SYNCHRONIZED != 0 => Ok(false),
        Some(code) => code_is_still(class, &code, depth),
        None => Ok(REGISTERS.contains(&name)),
    }
}

fn code_is_still(class: &ClassFile<'_>, code: &Code<'_>, depth: u32) -> Result<bool, Error> {
    for instruction in code.instructions() {
        let instruction = instruction?;
        let still = match instruction.opcode {
            opcode::MONITORENTER | opcode::INVOKEINTERFACE | opcode::INVOKEDYNAMIC => false,
            opcode::INVOKEVIRTUAL..=opcode::INVOKESTATIC => {
                let target = class.pool().member_ref(instruction.index())?;
                call_is_still(class, instruction.opcode, target, depth)?
            }
            _ => true,
        };
        if !still {
            return Ok(false);
        }
    }
    Ok(true)
}

fn call_is_still(
    class: &ClassFile<'_>,
    opcode: u8,
    target: MemberRef<'_>,
    depth: u32,
) -> Result<bool, Error> {
    let listed = STILL.iter().any(|(class, methods)| {
        class.as_bytes() == target.class && methods.iter().any(|m| m.as_bytes() == target.name)
    });
    if listed {
        return Ok(true);
    }
    // What a virtual call reaches is not known.
    if depth == 0 || opcode == opcode::INVOKEVIRTUAL || target.class != class.name()? {
        return Ok(false);
    }
    own_is_still(class, target.name, target.descriptor, depth - 1)
}

const ACC_SYNCHRONIZED: u16 = 0x0020;
