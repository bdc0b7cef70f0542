//! Hooked calls, and method handles that stand for them.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::OnceLock;

use fray_classfile::{ClassEditor, Error, Instruction, MemberRef, MethodEdit, opcode, tag};

use crate::code::{invoke, local, parameters, store_and_load, width};
use crate::registry::{Fnv, Registry};
use crate::scope::Scope;
use crate::tables::{Action, CALLS, Call, Receiver, Where, access_of};

type Index = HashMap<&'static [u8], Vec<&'static Call>, BuildHasherDefault<Fnv>>;

/// `REF_invokeStatic`, the kind of method handles for static methods.
const REF_INVOKE_STATIC: u8 = 6;

const UNSAFE: &[u8] = b"jdk/internal/misc/Unsafe";

/// The rows of the table by method name.
fn rows(name: &[u8]) -> &'static [&'static Call] {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let mut index = Index::default();
        for row in CALLS {
            index.entry(row.name.as_bytes()).or_default().push(row);
        }
        index
    });
    index.get(name).map_or(&[], Vec::as_slice)
}

/// What call hooks need to know of the class at hand.
pub struct Context<'c> {
    pub registry: &'c Registry,
    pub class: &'c [u8],
    pub scope: Scope,
    /// First free local variable of the method at hand.
    pub free_local: u16,
}

impl Context<'_> {
    fn find(&self, target: MemberRef<'_>, is_static: bool) -> Option<&'static Call> {
        rows(target.name).iter().copied().find(|row| {
            row.descriptor.as_bytes() == target.descriptor
                && match row.place {
                    Where::Everywhere => true,
                    Where::Loud => self.scope.memory,
                    Where::In(class) => class.as_bytes() == self.class,
                }
                && match row.receiver {
                    Receiver::Any => !is_static,
                    Receiver::Is(class) => class.as_bytes() == target.class,
                    Receiver::Inherits(class) => {
                        self.registry.extends(target.class, class.as_bytes())
                    }
                }
        })
    }

    /// Hooks one instruction if it is a call in the table.
    pub fn hook(
        &self,
        editor: &mut ClassEditor<'_>,
        edit: &mut MethodEdit,
        instruction: &Instruction<'_>,
    ) -> Result<(), Error> {
        if !matches!(
            instruction.opcode,
            opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKESTATIC
        ) {
            return Ok(());
        }
        let target = editor.class_file().pool().member_ref(instruction.index())?;
        let is_static = instruction.opcode == opcode::INVOKESTATIC;
        if let Some(row) = self.find(target, is_static) {
            return apply(row.action, editor, edit, instruction.pc);
        }
        if self.scope.memory
            && target.class == UNSAFE
            && target.descriptor.starts_with(b"(Ljava/lang/Object;J")
        {
            return self.hook_unsafe(editor, edit, instruction.pc, target);
        }
        Ok(())
    }

    /// The object and the offset lie below the other arguments, so those are put aside into
    /// local variables of our own.
    fn hook_unsafe(
        &self,
        editor: &mut ClassEditor<'_>,
        edit: &mut MethodEdit,
        pc: u32,
        target: MemberRef<'_>,
    ) -> Result<(), Error> {
        let Some(access) = access_of(target.name, false) else {
            return Ok(());
        };
        let mut slots = Vec::new();
        let mut next = self.free_local;
        for kind in parameters(target.descriptor).skip(1) {
            slots.push((kind, next));
            next += width(kind);
        }
        let mut code = Vec::new();
        for &(kind, slot) in slots.iter().rev() {
            local(store_and_load(kind).0, slot, &mut code);
        }
        code.push(opcode::DUP);
        local(opcode::LLOAD, self.free_local, &mut code);
        code.extend(invoke(editor, access.offset_hook())?);
        for &(kind, slot) in &slots {
            local(store_and_load(kind).1, slot, &mut code);
        }
        edit.before(pc, &code)
            .extra_stack(3)
            .extra_locals(next - self.free_local);
        Ok(())
    }

    /// Method references such as `lock::notifyAll` reach hooked methods without a call
    /// instruction: their handles are pointed at the hooks.
    pub fn redirect_handles(&self, editor: &mut ClassEditor<'_>) -> Result<(), Error> {
        let pool = editor.class_file().pool();
        for index in 1..pool.len() {
            if pool.tag(index).ok() != Some(tag::METHOD_HANDLE) {
                continue;
            }
            let (kind, member) = pool.method_handle(index)?;
            if !(5..=7).contains(&kind) {
                continue; // not a virtual, static or special call
            }
            let Ok(target) = pool.member_ref(member) else {
                continue;
            };
            if let Some(Call {
                action: Action::Replace(hook),
                ..
            }) = self.find(target, kind == REF_INVOKE_STATIC)
            {
                let hook = editor.method_ref(hook.class, hook.name, hook.descriptor)?;
                editor.redirect_method_handle(index, REF_INVOKE_STATIC, hook)?;
            }
        }
        Ok(())
    }
}

fn apply(
    action: Action,
    editor: &mut ClassEditor<'_>,
    edit: &mut MethodEdit,
    pc: u32,
) -> Result<(), Error> {
    match action {
        Action::Replace(hook) => {
            edit.replace(pc, &invoke(editor, hook)?);
        }
        Action::ReplaceWithThis(hook) => {
            let [a, b, c] = invoke(editor, hook)?;
            edit.replace(pc, &[opcode::ALOAD_0, a, b, c]);
        }
        Action::Probe(hook) => {
            let [a, b, c] = invoke(editor, hook)?;
            edit.before(pc, &[opcode::DUP, a, b, c]);
        }
        Action::Before(hook) => {
            edit.before(pc, &invoke(editor, hook)?);
        }
        Action::AfterWithThis(hook) => {
            let [a, b, c] = invoke(editor, hook)?;
            edit.after(pc, &[opcode::ALOAD_0, a, b, c]);
        }
        Action::Code(code) => {
            edit.replace(pc, code);
        }
    }
    edit.extra_stack(1);
    Ok(())
}
