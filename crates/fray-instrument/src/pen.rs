//! An editor that remembers what it has written into the class at hand.

use std::ops::{Deref, DerefMut};

use fray_classfile::{ClassEditor, ClassFile, Error, Scratch, opcode};

use crate::code::with_index;
use crate::tables::Hook;

/// Edits one class. A class calls few different hooks, each many times: their places in the constant
/// pool are kept, since looking one up there takes five hashes.
pub struct Pen<'a> {
    editor: ClassEditor<'a>,
    /// The hooks called so far, compared by the addresses of their texts.
    hooks: Vec<(Hook, [u8; 3])>,
    /// The class of the last new one, and its index.
    class: Option<(&'static str, u16)>,
}

impl<'a> Pen<'a> {
    /// For a class that nothing was done to yet.
    pub fn new(scratch: Scratch, class: &'a ClassFile<'a>) -> Self {
        Pen {
            editor: ClassEditor::reusing(scratch, class),
            hooks: Vec::new(),
            class: None,
        }
    }

    /// A call of a hook.
    pub fn invoke(&mut self, hook: Hook) -> Result<[u8; 3], Error> {
        let same = |(known, _): &&(Hook, _)| {
            std::ptr::eq(known.name, hook.name)
                && std::ptr::eq(known.descriptor, hook.descriptor)
                && std::ptr::eq(known.class, hook.class)
        };
        if let Some(&(_, call)) = self.hooks.iter().find(same) {
            return Ok(call);
        }
        let class = match self.class {
            Some((name, index)) if std::ptr::eq(name, hook.class) => index,
            _ => self.editor.class(hook.class)?,
        };
        self.class = Some((hook.class, class));
        let index = self
            .editor
            .method_ref_of(class, hook.name, hook.descriptor)?;
        let call = with_index(opcode::INVOKESTATIC, index);
        self.hooks.push((hook, call));
        Ok(call)
    }

    /// Pushes an `int`.
    pub fn push_int(&mut self, value: u32) -> Result<[u8; 3], Error> {
        if let Ok(small) = i16::try_from(value) {
            let [high, low] = small.to_be_bytes();
            return Ok([opcode::SIPUSH, high, low]);
        }
        let index = self.editor.integer(value as i32)?;
        Ok(with_index(opcode::LDC_W, index))
    }

    /// The editor, to finish the class with.
    pub fn into_editor(self) -> ClassEditor<'a> {
        self.editor
    }
}

impl<'a> Deref for Pen<'a> {
    type Target = ClassEditor<'a>;

    fn deref(&self) -> &ClassEditor<'a> {
        &self.editor
    }
}

impl DerefMut for Pen<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.editor
    }
}
