//! `monitorenter` and `monitorexit`.

use fray_classfile::{Error, Instruction, MethodEdit, opcode};

use crate::pen::Pen;
use crate::scope::Scope;
use crate::tables::{ENTER, ENTER_QUIET, EXIT, Hook};

/// Hooks one instruction if it is one of the two.
///
/// Both hooks come first. For the exit this is as good as coming second, since no other
/// controlled thread runs in between, and safer: compilers let the handler that releases a monitor
/// cover its own `monitorexit`, so an error thrown behind it would run it again and again.
pub fn hook(
    pen: &mut Pen<'_>,
    edit: &mut MethodEdit,
    instruction: &Instruction<'_>,
    scope: Scope,
) -> Result<(), Error> {
    let hook = match instruction.opcode {
        opcode::MONITORENTER => enter_hook(scope),
        opcode::MONITOREXIT => EXIT,
        _ => return Ok(()),
    };
    let [a, b, c] = pen.invoke(hook)?;
    edit.before(instruction.pc, &[opcode::DUP, a, b, c]);
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
