//! `monitorenter` and `monitorexit`.

use fray_classfile::{Error, Instruction, MethodEdit, opcode};

use crate::pen::Pen;
use crate::scope::Scope;
use crate::tables::{ENTER, ENTER_QUIET, EXIT, Hook};

/// Hooks one instruction if it is one of the two.
///
/// The hook for the entry comes first, since it may block. That for the exit comes second, outside of the
/// ranges that end there: no other controlled thread runs in between, so it is as good, and with a call that may
/// throw while the monitor is held the compilers of the JVM give up. (Source compilers let the handler that
/// releases a monitor cover its own `monitorexit`: C1 takes no handler that can reach itself.)
pub fn hook(
    pen: &mut Pen<'_>,
    edit: &mut MethodEdit,
    instruction: &Instruction<'_>,
    scope: Scope,
) -> Result<(), Error> {
    match instruction.opcode {
        opcode::MONITORENTER => {
            let [a, b, c] = pen.invoke(enter_hook(scope))?;
            edit.before(instruction.pc, &[opcode::DUP, a, b, c]);
        }
        opcode::MONITOREXIT => {
            edit.before(instruction.pc, &[opcode::DUP]);
            edit.outside(instruction.pc, &pen.invoke(EXIT)?);
        }
        _ => return Ok(()),
    }
    edit.extra_stack(1);
    Ok(())
}

/// Whether code may have one of the two: cheaper than walking over its instructions.
pub fn may_be_in(code: &[u8]) -> bool {
    // No early way out, so that many bytes are compared at a time. The opcodes differ in the last bit.
    let is_monitor = |byte: u8| byte & !1 == opcode::MONITORENTER;
    code.iter().fold(false, |any, &byte| any | is_monitor(byte))
}

/// The hook for monitor enter in code of this scope.
pub fn enter_hook(scope: Scope) -> Hook {
    if scope.loud_monitors {
        ENTER
    } else {
        ENTER_QUIET
    }
}
