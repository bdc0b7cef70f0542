//! Hooks at the entry or the exits of particular methods.

use fray_classfile::{ConstantPool, Error, Member, MethodEdit, opcode, tag};

use crate::code::with_index;
use crate::pen::Pen;
use crate::tables::{
    Arguments, ENTRIES, Entry, LOCK_HOOK, LOCKS, RETURNS, SYNCHRONIZER_HOOK, SYNCHRONIZER_METHODS,
    SYNCHRONIZERS, access_of,
};

const ACC_PUBLIC_OR_PROTECTED: u16 = 0x0001 | 0x0004;
const ACC_STATIC: u16 = 0x0008;

/// The hooks that a class's methods may have at their entries: found once per class.
#[derive(Clone, Copy)]
pub struct ClassEntries {
    listed: bool,
    lock: Option<&'static crate::tables::Lock>,
    synchronizer: bool,
    handle: Option<HandleKind>,
}

/// Where the implementation of a VarHandle has the variable that it is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HandleKind {
    /// In the second argument, at an offset that the handle has.
    InstanceField,
    /// At a base and an offset that the handle has.
    StaticField,
    /// An array, and an index.
    Element,
    /// A memory segment, and an offset.
    Segment,
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
            handle: handle_kind(class),
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
        if let Some(kind) = self.handle {
            hook_handle(pen, edit, class, method, kind, memory)?;
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

fn handle_kind(class: &[u8]) -> Option<HandleKind> {
    let rest = class.strip_prefix(b"java/lang/invoke/VarHandle")?;
    let dollar = rest.iter().position(|&b| b == b'$');
    match dollar.map(|at| &rest[at + 1..]) {
        Some(b"FieldInstanceReadOnly" | b"FieldInstanceReadWrite") => {
            Some(HandleKind::InstanceField)
        }
        Some(b"FieldStaticReadOnly" | b"FieldStaticReadWrite") => Some(HandleKind::StaticField),
        Some(b"Array" | b"ArrayHandle" | b"ByteBufferHandle") => Some(HandleKind::Element),
        None if rest.starts_with(b"SegmentAs") => Some(HandleKind::Segment),
        _ => None,
    }
}

/// The static methods of VarHandle implementations are what every access ends in, whether it
/// was compiled, interpreted or reflective; the first argument is the handle.
fn hook_handle(
    pen: &mut Pen<'_>,
    edit: &mut MethodEdit,
    class: &[u8],
    method: &Member<'_>,
    kind: HandleKind,
    memory: bool,
) -> Result<(), Error> {
    if method.access & ACC_STATIC == 0
        || !method
            .descriptor
            .starts_with(b"(Ljava/lang/invoke/VarHandle;")
    {
        return Ok(());
    }
    let Some(access) = access_of(method.name, memory) else {
        return Ok(());
    };
    let mut code = Vec::new();
    match kind {
        HandleKind::InstanceField => {
            let owner = read_only_class(class);
            let cast = pen.class(&owner)?;
            let offset = pen.field_ref(&owner, "fieldOffset", "J")?;
            code.extend([opcode::ALOAD_1, opcode::ALOAD_0]);
            code.extend(with_index(opcode::CHECKCAST, cast));
            code.extend(with_index(opcode::GETFIELD, offset));
            code.extend(pen.invoke(access.offset_hook())?);
        }
        HandleKind::StaticField => {
            let owner = read_only_class(class);
            let cast = pen.class(&owner)?;
            let base = pen.field_ref(&owner, "base", "Ljava/lang/Object;")?;
            let offset = pen.field_ref(&owner, "fieldOffset", "J")?;
            code.push(opcode::ALOAD_0);
            if has_lazy_handles(pen.class_file().pool()) {
                let target = pen.method_ref(HANDLE, LAZY_TARGET.0, LAZY_TARGET.1)?;
                code.extend(with_index(opcode::INVOKEVIRTUAL, target));
            }
            code.extend(with_index(opcode::CHECKCAST, cast));
            code.push(opcode::DUP);
            code.extend(with_index(opcode::GETFIELD, base));
            code.push(opcode::SWAP);
            code.extend(with_index(opcode::GETFIELD, offset));
            code.extend(pen.invoke(access.offset_hook())?);
        }
        HandleKind::Element => {
            code.extend([opcode::ALOAD_1, opcode::ILOAD_2]);
            code.extend(pen.invoke(access.element_hook())?);
        }
        HandleKind::Segment => {
            code.extend([opcode::ALOAD_1, opcode::LLOAD_2]);
            code.extend(pen.invoke(access.offset_hook())?);
        }
    }
    edit.entry(&code).extra_stack(4);
    Ok(())
}

const HANDLE: &str = "java/lang/invoke/VarHandle";

/// How an implementation gets at the handle proper, if it may be passed a stand-in.
const LAZY_TARGET: (&str, &str) = ("target", "()Ljava/lang/invoke/VarHandle;");

/// Whether handles of this class may be passed as stand-ins that initialise the field's class first
/// (since JDK 22). Before, the method of this name is there but gives nothing.
fn has_lazy_handles(pool: &ConstantPool<'_>) -> bool {
    let method_refs = pool.tags().filter(|&(_, kind)| kind == tag::METHOD_REF);
    let mut targets = method_refs.filter_map(|(index, _)| pool.member_ref(index).ok());
    targets.any(|target| {
        target.class == HANDLE.as_bytes()
            && target.name == LAZY_TARGET.0.as_bytes()
            && target.descriptor == LAZY_TARGET.1.as_bytes()
    })
}

/// The class that declares a handle's fields: `...ReadWrite` extends `...ReadOnly`.
fn read_only_class(class: &[u8]) -> Vec<u8> {
    match class.strip_suffix(b"ReadWrite") {
        Some(stem) => [stem, b"ReadOnly"].concat(),
        None => class.to_vec(),
    }
}
