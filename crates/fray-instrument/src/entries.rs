//! Hooks at the entry or the exits of particular methods.

use fray_classfile::{Error, Member, MethodEdit, opcode};

use crate::code::with_index;
use crate::pen::Pen;
use crate::tables::{
    Access, Arguments, ENTRIES, Entry, Hook, LOCK_HOOK, LOCKS, RETURNS, SYNCHRONIZER_HOOK,
    SYNCHRONIZER_METHODS, SYNCHRONIZERS,
};

const ACC_PUBLIC_OR_PROTECTED: u16 = 0x0001 | 0x0004;
const ACC_STATIC: u16 = 0x0008;

/// The hooks that a class's methods may have at their entries: found once per class.
#[derive(Clone, Copy)]
pub struct ClassEntries {
    listed: bool,
    lock: Option<&'static crate::tables::Lock>,
    synchronizer: bool,
    /// It implements VarHandles of elements.
    elements: bool,
}

impl ClassEntries {
    /// What there is for this class of the JDK.
    pub fn of(class: &[u8]) -> Self {
        ClassEntries {
            listed: ENTRIES
                .iter()
                .chain(RETURNS)
                .any(|row| row.class.as_bytes() == class),
            lock: LOCKS.iter().find(|lock| lock.class.as_bytes() == class),
            synchronizer: SYNCHRONIZERS.iter().any(|it| it.as_bytes() == class),
            elements: class.starts_with(b"java/lang/invoke/VarHandle")
                && class.ends_with(b"$Array"),
        }
    }

    /// Adds the hooks of one method.
    pub fn hook(
        &self,
        pen: &mut Pen<'_>,
        edit: &mut MethodEdit,
        class: &[u8],
        method: &Member<'_>,
        memory: bool,
    ) -> Result<(), Error> {
        if self.listed {
            let matches = |row: &&Entry| {
                row.class.as_bytes() == class
                    && row.method.as_bytes() == method.name
                    && (row.descriptor.is_empty() || row.descriptor.as_bytes() == method.descriptor)
            };
            for row in ENTRIES.iter().filter(matches) {
                let mut code = arguments(pen, class, row.arguments)?;
                code.extend(pen.invoke(row.hook)?);
                edit.entry(&code).extra_stack(3);
            }
            for row in RETURNS.iter().filter(matches) {
                // An object about to be returned is on the stack already.
                let mut code = match row.arguments {
                    Arguments::ThisAndObject => Vec::new(),
                    other => arguments(pen, class, other)?,
                };
                code.extend(pen.invoke(row.hook)?);
                edit.before_returns(&code).extra_stack(3);
            }
        }
        if let Some(lock) = self.lock
            && method.access & ACC_STATIC == 0
            && method.access & ACC_PUBLIC_OR_PROTECTED != 0
            && lock.methods.iter().any(|m| m.as_bytes() == method.name)
        {
            let mut code = arguments(pen, class, lock.resource)?;
            code.extend(pen.invoke(LOCK_HOOK)?);
            edit.entry(&code).extra_stack(3);
        }
        if self.synchronizer
            && SYNCHRONIZER_METHODS
                .iter()
                .any(|m| m.as_bytes() == method.name)
        {
            let mut code = arguments(pen, class, Arguments::This)?;
            code.extend(pen.invoke(SYNCHRONIZER_HOOK)?);
            edit.entry(&code).extra_stack(1);
        }
        // All but these access elements by Unsafe.
        if self.elements
            && memory
            && let Some(hook) = element_hook(method)
        {
            let mut code = vec![opcode::ALOAD_1, opcode::ILOAD_2];
            code.extend(pen.invoke(hook)?);
            edit.entry(&code).extra_stack(2);
        }
        Ok(())
    }
}

/// Pushes what a hook is passed.
fn arguments(pen: &mut Pen<'_>, class: &[u8], arguments: Arguments) -> Result<Vec<u8>, Error> {
    Ok(match arguments {
        Arguments::Nothing => Vec::new(),
        Arguments::This | Arguments::First => vec![opcode::ALOAD_0],
        Arguments::ThisAndLong => vec![opcode::ALOAD_0, opcode::LLOAD_1],
        Arguments::ThisAndObject => vec![opcode::ALOAD_0, opcode::ALOAD_1],
        Arguments::ResultAndObject => vec![opcode::ALOAD_1],
        Arguments::Int => vec![opcode::ILOAD_1],
        Arguments::Field(name, descriptor) => {
            let field = pen.field_ref(class, name, descriptor)?;
            let mut code = vec![opcode::ALOAD_0];
            code.extend(with_index(opcode::GETFIELD, field));
            code
        }
    })
}

/// The hook of a method that gets or sets an element; its arguments are the handle, the array and an index.
fn element_hook(method: &Member<'_>) -> Option<Hook> {
    let access = match method.name {
        b"get" => Access::Read,
        b"set" => Access::Write,
        _ => return None,
    };
    (method.access & ACC_STATIC != 0).then(|| access.element_hook())
}
