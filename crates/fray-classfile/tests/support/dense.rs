//! An edit that uses every kind of hook on every method, and changes nothing that a program can
//! see.

use fray_classfile::{
    ClassEditor, ClassFile, Code, Error, HandlerLocals, Instruction, Member, MethodEdit, Rewritten,
    Wrap, opcode::*, tag,
};

const ACC_STATIC: u16 = 0x0008;
const ACC_SYNCHRONIZED: u16 = 0x0020;
const ACC_INTERFACE: u16 = 0x0200;

/// `ldc` knows class constants since Java 5.
const FIRST_WITH_CLASS_CONSTANTS: u16 = 49;

/// How a hook looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hook {
    /// A call, and a field added to each class: what instrumentation really does.
    Call,
    /// Instructions without effect: even the classes with which a JVM boots can run with them.
    Neutral,
}

/// Rewrites a class with hooks at every place where there can be one.
pub fn rewrite(class: &ClassFile<'_>, hook: Hook) -> Result<Rewritten, Error> {
    let mut editor = ClassEditor::new(class);
    let call = match hook {
        Hook::Call => {
            add_field(class, &mut editor)?;
            let [high, low] = editor
                .method_ref("java/lang/Thread", "onSpinWait", "()V")?
                .to_be_bytes();
            vec![INVOKESTATIC, high, low]
        }
        Hook::Neutral => vec![ACONST_NULL, POP],
    };
    for (index, kind) in class.pool().tags() {
        if kind == tag::METHOD_HANDLE {
            let (kind, member) = class.pool().method_handle(index)?;
            editor.redirect_method_handle(index, kind, member)?;
        }
    }
    for (index, method) in class.methods().iter().enumerate() {
        // JDK 17 does not boot when this one method is touched.
        if method.name == b"finalize" && class.name()? == b"java/lang/Object" {
            continue;
        }
        let Ok(Some(code)) = class.code(index) else {
            continue;
        };
        let edit = method_edit(class, &mut editor, index, method, &code, &call)?;
        editor.edit_method(index, edit);
    }
    editor.finish()
}

fn add_field(class: &ClassFile<'_>, editor: &mut ClassEditor<'_>) -> Result<(), Error> {
    // Public, static, synthetic; fields of interfaces must be final.
    let access = if class.access_flags() & ACC_INTERFACE != 0 {
        0x1019
    } else {
        0x1009
    };
    // Module descriptors have no fields, nor a superclass.
    match class.super_name()? {
        Some(_) => editor.add_field(access, "fray$test", "I"),
        None => Ok(()),
    }
}

fn method_edit(
    class: &ClassFile<'_>,
    editor: &mut ClassEditor<'_>,
    index: usize,
    method: &Member<'_>,
    code: &Code<'_>,
    call: &[u8],
) -> Result<MethodEdit, Error> {
    let mut edit = MethodEdit::new();
    for instruction in code.instructions() {
        // A broken method is skipped by the editor: leave it to that.
        let Ok(Instruction { pc, opcode, bytes }) = instruction else {
            break;
        };
        edit.before(pc, call);
        if opcode == ALOAD_0 {
            edit.replace(pc, &[ALOAD, 0]);
        }
        if bytes.len() > 1 {
            edit.after(pc, &[NOP]);
        }
    }
    edit.entry(call)
        .before_returns(call)
        .extra_stack(2)
        .extra_locals(1);
    let is_static = method.access & ACC_STATIC != 0;
    let is_synchronized = method.access & ACC_SYNCHRONIZED != 0;
    if method.name == b"<init>" {
        return Ok(edit);
    }
    let lock = if !is_static {
        vec![ALOAD_0]
    } else if class.major_version() >= FIRST_WITH_CLASS_CONSTANTS {
        let [high, low] = editor.class(class.name()?)?.to_be_bytes();
        vec![LDC_W, high, low]
    } else {
        return Ok(edit);
    };
    let handler_locals = if is_static {
        HandlerLocals::None
    } else {
        HandlerLocals::This
    };
    if is_synchronized {
        let (enter, exit) = (
            [&lock[..], &[MONITORENTER]].concat(),
            [&lock[..], &[MONITOREXIT]].concat(),
        );
        edit.wrap(Wrap {
            enter,
            exit,
            handler_locals,
        });
        editor.set_method_access(index, method.access & !ACC_SYNCHRONIZED);
    } else if index.is_multiple_of(2) && stays_this(code) {
        let exit = [&lock[..], &[POP]].concat();
        edit.wrap(Wrap {
            enter: exit.clone(),
            exit,
            handler_locals,
        });
    } else {
        edit.wrap(Wrap {
            enter: call.to_vec(),
            exit: call.to_vec(),
            handler_locals: HandlerLocals::None,
        });
    }
    Ok(edit)
}

/// Whether a wrap may count on `this`; where not, another kind of wrap is tested instead of
/// skipping the method.
fn stays_this(code: &Code<'_>) -> bool {
    !code.instructions().flatten().any(|instruction| {
        matches!(
            instruction.bytes,
            [ISTORE_0 | LSTORE_0 | FSTORE_0 | DSTORE_0 | ASTORE_0] | [ISTORE..=ASTORE, 0]
        )
    })
}
