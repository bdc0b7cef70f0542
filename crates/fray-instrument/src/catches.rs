//! Handlers of a program that catch every error.
//!
//! A thread whose execution is over is unwound by an error that the hooks throw. A program that catches
//! all errors would take it for one of its own: log it, go on, and run into the next hook; a loop around
//! such a handler would never end.

use std::collections::BTreeSet;

use fray_classfile::{ClassFile, Code, Error, MethodEdit, opcode};

use crate::pen::Pen;
use crate::tables::CAUGHT;

/// What that error is, and all that it is a kind of.
const CATCHES_IT: [&[u8]; 2] = [b"java/lang/Throwable", b"java/lang/Error"];

/// Lets the handlers of a method throw that error again. Those of `finally` and of monitors do so anyway.
pub fn hook(
    pen: &mut Pen<'_>,
    edit: &mut MethodEdit,
    class: &ClassFile<'_>,
    code: &Code<'_>,
) -> Result<(), Error> {
    let mut handlers = BTreeSet::new();
    for row in code.exceptions() {
        // One that covers itself would catch it again, for ever.
        let covers_itself = (row.start..row.end).contains(&row.handler);
        if row.catch_type != 0
            && !covers_itself
            && CATCHES_IT.contains(&class.pool().class_name(row.catch_type)?)
        {
            handlers.insert(row.handler);
        }
    }
    if handlers.is_empty() {
        return Ok(());
    }
    let [a, b, c] = pen.invoke(CAUGHT)?;
    for handler in handlers {
        edit.before(handler.into(), &[opcode::DUP, a, b, c]);
    }
    edit.extra_stack(1);
    Ok(())
}
