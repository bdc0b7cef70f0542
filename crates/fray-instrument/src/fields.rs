//! Field and array accesses.

use fray_classfile::{ClassEditor, Error, Instruction, MemberRef, MethodEdit, opcode};

use crate::code::{invoke, push_int, with_index};
use crate::registry::{Field, Registry};
use crate::sites::Sites;
use crate::tables::Access;

/// What field hooks need to know of the class at hand.
pub struct Context<'c> {
    pub registry: &'c Registry,
    pub sites: &'c Sites,
    /// Plain accesses count too.
    pub plain: bool,
    /// The class file's version.
    pub major: u16,
}

/// Hooks one instruction if it accesses a field or, with `plain`, an array element.
/// `this_ready`: in a constructor, whether `this` has been initialised; before that it cannot be
/// passed to anybody.
pub fn hook(
    context: &Context<'_>,
    editor: &mut ClassEditor<'_>,
    edit: &mut MethodEdit,
    instruction: &Instruction<'_>,
    this_ready: bool,
) -> Result<(), Error> {
    match instruction.opcode {
        opcode::GETFIELD | opcode::PUTFIELD | opcode::GETSTATIC | opcode::PUTSTATIC => {
            let field = editor.class_file().pool().member_ref(instruction.index())?;
            let own = field.class == editor.class_file().name()?;
            if instruction.opcode == opcode::PUTFIELD && own && !this_ready {
                return Ok(());
            }
            field_access(context, editor, edit, instruction, field)
        }
        opcode::IALOAD..=opcode::SALOAD | opcode::IASTORE..=opcode::SASTORE if context.plain => {
            element_access(editor, edit, instruction)
        }
        _ => Ok(()),
    }
}

fn field_access(
    context: &Context<'_>,
    editor: &mut ClassEditor<'_>,
    edit: &mut MethodEdit,
    instruction: &Instruction<'_>,
    field: MemberRef<'_>,
) -> Result<(), Error> {
    match context.registry.field(field.class, field.name) {
        Field::Volatile | Field::Unknown => {}
        Field::Plain if context.plain => {}
        Field::Plain | Field::Final => return Ok(()),
    }
    let is_static = matches!(instruction.opcode, opcode::GETSTATIC | opcode::PUTSTATIC);
    if is_static && context.major < FIRST_WITH_CLASS_CONSTANTS {
        return Ok(());
    }
    let reads = matches!(instruction.opcode, opcode::GETSTATIC | opcode::GETFIELD);
    let access = if reads { Access::Read } else { Access::Write };
    let site = context
        .sites
        .number(field.class, field.name, field.descriptor, context.plain);
    let mut code = Vec::with_capacity(12);
    if is_static {
        let class = editor.class(field.class)?;
        code.extend(with_index(opcode::LDC_W, class));
    } else if reads {
        code.push(opcode::DUP);
    } else if matches!(field.descriptor, b"J" | b"D") {
        // object, value -> object, value, object
        code.extend([opcode::DUP2_X1, opcode::POP2, opcode::DUP_X2]);
    } else {
        code.extend([opcode::DUP2, opcode::POP]);
    }
    push_int(editor, site, &mut code)?;
    let hook = if is_static {
        access.static_hook()
    } else {
        access.field_hook()
    };
    code.extend(invoke(editor, hook)?);
    edit.before(instruction.pc, &code).extra_stack(3);
    Ok(())
}

/// The first version in which `ldc` loads class constants (Java 5).
const FIRST_WITH_CLASS_CONSTANTS: u16 = 49;

fn element_access(
    editor: &mut ClassEditor<'_>,
    edit: &mut MethodEdit,
    instruction: &Instruction<'_>,
) -> Result<(), Error> {
    let mut code = Vec::with_capacity(8);
    let access = match instruction.opcode {
        opcode::IALOAD..=opcode::SALOAD => {
            code.push(opcode::DUP2);
            Access::Read
        }
        // array, index, value -> array, index, value, array, index
        opcode::LASTORE | opcode::DASTORE => {
            code.extend([opcode::DUP2_X2, opcode::POP2, opcode::DUP2_X2]);
            Access::Write
        }
        _ => {
            code.extend([opcode::DUP_X2, opcode::POP, opcode::DUP2_X1]);
            Access::Write
        }
    };
    code.extend(invoke(editor, access.element_hook())?);
    edit.before(instruction.pc, &code).extra_stack(4);
    Ok(())
}

/// Follows a constructor to the point from which on `this` is initialised: the first call of a
/// constructor that is not for an object made by `new` here.
pub struct ThisTracker {
    ready: bool,
    made: u32,
}

impl ThisTracker {
    /// For a method of this name.
    pub fn new(method: &[u8]) -> Self {
        ThisTracker {
            ready: method != b"<init>",
            made: 0,
        }
    }

    /// Whether `this` can be passed on in front of the instruction to come.
    pub fn ready(&self) -> bool {
        self.ready
    }

    /// Steps over an instruction.
    pub fn pass(&mut self, instruction: &Instruction<'_>, is_init: bool) {
        match instruction.opcode {
            opcode::NEW => self.made += 1,
            opcode::INVOKESPECIAL if is_init && self.made > 0 => self.made -= 1,
            opcode::INVOKESPECIAL if is_init => self.ready = true,
            _ => {}
        }
    }
}
