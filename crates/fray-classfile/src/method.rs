//! Rewrites one method.

use crate::class::{Attribute, Member};
use crate::emit::emit;
use crate::frames::{FrameWriter, HandlerFrame, parameter_count};
use crate::layout::Layout;
use crate::reader::{patch_u16, patch_u32, put_u16, put_u32};
use crate::{
    ClassFile, Code, Error, HandlerLocals, MethodEdit, Scratch, SkipReason, annotations,
    exceptions, tables,
};

/// Class files before this version have no stack map frames; the JVM infers types instead.
const FIRST_WITH_FRAMES: u16 = 50;

/// A `StackMapTable` without frames.
const NO_FRAMES: &[u8] = &[0, 0];

const ACC_STATIC: u16 = 0x0008;

/// Constants that the handler of a wrap needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WrapConstants {
    /// The class `java/lang/Throwable`.
    pub(crate) throwable: u16,
    /// The name `StackMapTable`.
    pub(crate) stack_map_table: u16,
}

/// Rewrites methods of one class, with memory that is used again from one to the next.
pub(crate) struct MethodWriter<'c, 'a> {
    class: &'c ClassFile<'a>,
    layout: &'c mut Layout,
    first_rows: &'c mut Vec<u16>,
}

impl<'c, 'a> MethodWriter<'c, 'a> {
    pub(crate) fn new(class: &'c ClassFile<'a>, scratch: &'c mut Scratch) -> Self {
        MethodWriter {
            class,
            layout: &mut scratch.layout,
            first_rows: &mut scratch.first_rows,
        }
    }

    /// Appends `member` with `edit` done to its code. On an error, `out` has some bytes more that
    /// the caller takes off.
    pub(crate) fn write(
        &mut self,
        member: &Member<'a>,
        edit: &mut MethodEdit,
        wrap: Option<WrapConstants>,
        out: &mut Vec<u8>,
    ) -> Result<(), SkipReason> {
        let at = member.code_at().ok_or(SkipReason::NoCode)?;
        let file = self.class.bytes();
        let code = Code::parse(file, at)?;
        if edit.wrap.is_some() && member.name == b"<init>" {
            return Err(SkipReason::Constructor);
        }
        if edit.needs_this() && member.access & ACC_STATIC != 0 {
            return Err(SkipReason::StaticMethod);
        }
        edit.sort();
        edit.pad();
        self.layout.compute(code.bytes, edit)?;

        let span = member.span();
        out.extend_from_slice(&file[span.start..at + 2]);
        let length_at = out.len();
        put_u32(out, 0);
        self.code(member, &code, edit, wrap, out)?;
        let length = u32::try_from(out.len() - length_at - 4).map_err(|_| SkipReason::TooLarge)?;
        patch_u32(out, length_at, length);
        let old_length =
            u32::from_be_bytes([file[at + 2], file[at + 3], file[at + 4], file[at + 5]]);
        out.extend_from_slice(&file[at + 6 + old_length as usize..span.end]);
        Ok(())
    }

    /// Appends the content of the `Code` attribute.
    fn code(
        &mut self,
        member: &Member<'a>,
        code: &Code<'a>,
        edit: &MethodEdit,
        wrap: Option<WrapConstants>,
        out: &mut Vec<u8>,
    ) -> Result<(), SkipReason> {
        // The handler of a wrap begins with the exception on the stack.
        let stack = if edit.wrap.is_some() {
            code.max_stack.max(1)
        } else {
            code.max_stack
        };
        put_u16(
            out,
            stack
                .checked_add(edit.extra_stack)
                .ok_or(SkipReason::TooLarge)?,
        );
        put_u16(
            out,
            code.max_locals
                .checked_add(edit.extra_locals)
                .ok_or(SkipReason::TooLarge)?,
        );
        let length_at = out.len();
        put_u32(out, 0);
        let handler = emit(code.bytes, edit, self.layout, out)?;
        let length = out.len() - length_at - 4;
        if length > usize::from(u16::MAX) {
            return Err(SkipReason::TooLarge);
        }
        patch_u32(out, length_at, length as u32);
        exceptions::write(code, self.layout, handler, self.first_rows, out)?;

        let has_frames = self.class.major_version() >= FIRST_WITH_FRAMES;
        let handler = match (handler, wrap, has_frames) {
            (Some(pc), Some(constants), true) => {
                Some((self.handler_frame(pc, constants, member, edit)?, constants))
            }
            _ => None,
        };
        self.attributes(code, edit, handler, has_frames, out)
    }

    fn handler_frame(
        &self,
        pc: u32,
        constants: WrapConstants,
        member: &Member<'a>,
        edit: &MethodEdit,
    ) -> Result<HandlerFrame<'c, 'a>, SkipReason> {
        let this = match edit.wrap.as_ref().map(|wrap| wrap.handler_locals) {
            Some(HandlerLocals::This) => Some((self.class, parameter_count(member.descriptor)?)),
            _ => None,
        };
        Ok(HandlerFrame {
            pc,
            throwable: constants.throwable,
            this,
        })
    }

    /// Appends the attributes of the code, moved where they name positions.
    fn attributes(
        &self,
        code: &Code<'a>,
        edit: &MethodEdit,
        handler: Option<(HandlerFrame<'c, 'a>, WrapConstants)>,
        has_frames: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), SkipReason> {
        let count_at = out.len();
        put_u16(out, 0);
        let mut count = 0u16;
        let mut frames_done = false;
        let mut attributes = code.attributes(self.class.pool())?;
        for attribute in &mut attributes {
            let attribute = attribute?;
            let Attribute { name, content, .. } = attribute;
            match name {
                // The table of CLDC, and one in a class too old for it: no desktop JVM reads
                // either.
                b"StackMap" => continue,
                b"StackMapTable" if !has_frames => continue,
                _ => {}
            }
            put_u16(out, attribute.name_index);
            let length_at = out.len();
            put_u32(out, 0);
            match name {
                b"StackMapTable" => {
                    let handler = handler.as_ref().map(|(frame, _)| frame);
                    FrameWriter::new(self.layout, edit).write(content, handler, out)?;
                    frames_done = true;
                }
                b"LineNumberTable" => tables::line_numbers(content, self.layout, out)?,
                b"LocalVariableTable" | b"LocalVariableTypeTable" => {
                    tables::local_variables(content, self.layout, out)?;
                }
                b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                    annotations::write(content, self.layout, edit, self.first_rows, out)?;
                }
                _ => out.extend_from_slice(content),
            }
            patch_length(out, length_at);
            count += 1;
        }
        // The JVM refuses such a method; writing it without them would hide that.
        if attributes.pos() != code.attributes.len() {
            return Err(
                Error::Malformed("bytes behind the last attribute of a method's code").into(),
            );
        }
        if let (Some((frame, constants)), false) = (&handler, frames_done) {
            count = count.checked_add(1).ok_or(SkipReason::TooLarge)?;
            put_u16(out, constants.stack_map_table);
            let length_at = out.len();
            put_u32(out, 0);
            FrameWriter::new(self.layout, edit).write(NO_FRAMES, Some(frame), out)?;
            patch_length(out, length_at);
        }
        patch_u16(out, count_at, count);
        Ok(())
    }
}

/// Fills in the length in front of the attribute that ends here. (What is too long for it is
/// refused with the method.)
fn patch_length(out: &mut [u8], length_at: usize) {
    let length = out.len() - length_at - 4;
    patch_u32(out, length_at, length as u32);
}
