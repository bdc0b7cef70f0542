//! The `StackMapTable` attribute: the verifier's frames, whose positions are differences.

use crate::edit::MethodEdit;
use crate::layout::Layout;
use crate::reader::{Reader, patch_u16, put_u16};
use crate::{ClassFile, Error, SkipReason};

/// Kinds of frames (JVMS 4.7.4).
const SAME_LAST: u8 = 63;
const SAME_LOCALS_1_STACK: u8 = 64;
const SAME_LOCALS_1_STACK_LAST: u8 = 127;
const SAME_LOCALS_1_STACK_EXTENDED: u8 = 247;
const CHOP_FIRST: u8 = 248;
const CHOP_LAST: u8 = 250;
const SAME_EXTENDED: u8 = 251;
const APPEND_FIRST: u8 = 252;
const APPEND_LAST: u8 = 254;
const FULL: u8 = 255;

/// Kinds of types in a frame.
const OBJECT: u8 = 7;
const UNINITIALIZED: u8 = 8;

/// The frame of the handler of a wrap, and what is needed to know that it is right.
pub(crate) struct HandlerFrame<'c, 'a> {
    pub(crate) pc: u32,
    /// Index of `java/lang/Throwable`.
    pub(crate) throwable: u16,
    /// The class and the number of the method's parameters, if the handler has `this` in local 0.
    pub(crate) this: Option<(&'c ClassFile<'a>, usize)>,
}

/// Writes the frames of one method at their new positions.
pub(crate) struct FrameWriter<'l> {
    layout: &'l Layout,
    edit: &'l MethodEdit,
    /// Old and new position of the last frame; -1 in front of the first, which makes its
    /// difference the position.
    old: i64,
    new: i64,
}

impl<'l> FrameWriter<'l> {
    pub(crate) fn new(layout: &'l Layout, edit: &'l MethodEdit) -> Self {
        FrameWriter {
            layout,
            edit,
            old: -1,
            new: -1,
        }
    }

    /// Appends the frames of `content` (an attribute's content, or two zero bytes), then that of
    /// the handler.
    pub(crate) fn write(
        mut self,
        content: &[u8],
        handler: Option<&HandlerFrame<'_, '_>>,
        out: &mut Vec<u8>,
    ) -> Result<(), SkipReason> {
        let mut reader = Reader::new(content);
        let count = reader.u16()?;
        let total = count
            .checked_add(u16::from(handler.is_some()))
            .ok_or(SkipReason::TooLarge)?;
        put_u16(out, total);
        let mut this = handler.and_then(|handler| handler.this.as_ref());
        let mut this = this.take().map(|&(class, parameters)| ThisWatch {
            class,
            locals: 1 + parameters,
        });
        for _ in 0..count {
            self.frame(&mut reader, this.as_mut(), out)?;
        }
        if !reader.is_empty() {
            return Err(Error::Malformed("bytes behind the last stack map frame").into());
        }
        if let Some(handler) = handler {
            self.handler(handler, out);
        }
        Ok(())
    }

    fn frame(
        &mut self,
        reader: &mut Reader<'_>,
        this: Option<&mut ThisWatch<'_, '_>>,
        out: &mut Vec<u8>,
    ) -> Result<(), SkipReason> {
        let kind = reader.u8()?;
        match kind {
            0..=SAME_LAST => match self.delta(kind.into())? {
                delta if delta <= SAME_LAST.into() => out.push(delta as u8),
                delta => put_head(out, SAME_EXTENDED, delta),
            },
            SAME_LOCALS_1_STACK..=SAME_LOCALS_1_STACK_LAST => {
                match self.delta((kind - SAME_LOCALS_1_STACK).into())? {
                    delta if delta <= SAME_LAST.into() => {
                        out.push(SAME_LOCALS_1_STACK + delta as u8)
                    }
                    delta => put_head(out, SAME_LOCALS_1_STACK_EXTENDED, delta),
                }
                self.types(1, reader, out)?;
            }
            SAME_LOCALS_1_STACK_EXTENDED => {
                put_head(out, kind, self.delta(reader.u16()?)?);
                self.types(1, reader, out)?;
            }
            CHOP_FIRST..=SAME_EXTENDED => {
                put_head(out, kind, self.delta(reader.u16()?)?);
                if let (Some(this), CHOP_FIRST..=CHOP_LAST) = (this, kind) {
                    this.chop(usize::from(SAME_EXTENDED - kind))?;
                }
            }
            APPEND_FIRST..=APPEND_LAST => {
                put_head(out, kind, self.delta(reader.u16()?)?);
                let count = kind - SAME_EXTENDED;
                if let Some(this) = this {
                    this.locals += usize::from(count);
                }
                self.types(count.into(), reader, out)?;
            }
            FULL => {
                put_head(out, kind, self.delta(reader.u16()?)?);
                let locals = reader.u16()?;
                if let Some(this) = this {
                    this.full(locals, reader.clone())?;
                }
                put_u16(out, locals);
                self.types(locals, reader, out)?;
                let stack = reader.u16()?;
                put_u16(out, stack);
                self.types(stack, reader, out)?;
            }
            _ => return Err(Error::Malformed("unknown kind of stack map frame").into()),
        }
        Ok(())
    }

    /// The difference to write for the frame that follows the last one by `old_delta`.
    fn delta(&mut self, old_delta: u16) -> Result<u16, Error> {
        self.old += 1 + i64::from(old_delta);
        // Never negative: the first step leads to 0 or further.
        let new = i64::from(self.layout.target(self.old as usize)?);
        let delta = new - self.new - 1;
        self.new = new;
        u16::try_from(delta).map_err(|_| Error::Malformed("stack map frames are out of order"))
    }

    /// Copies types; a new object not yet initialised is named by the position of its `new`
    /// instruction.
    fn types(&self, count: u16, reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        for _ in 0..count {
            let kind = reader.u8()?;
            out.push(kind);
            match kind {
                OBJECT => put_u16(out, reader.u16()?),
                UNINITIALIZED => put_u16(
                    out,
                    self.layout.instruction(reader.u16()?, self.edit)? as u16,
                ),
                0..OBJECT => {}
                _ => return Err(Error::Malformed("unknown type in a stack map frame")),
            }
        }
        Ok(())
    }

    /// Appends the handler's frame: the throwable on the stack, and `this` or nothing in the
    /// locals.
    fn handler(&self, handler: &HandlerFrame<'_, '_>, out: &mut Vec<u8>) {
        put_head(out, FULL, (i64::from(handler.pc) - self.new - 1) as u16);
        put_u16(out, u16::from(handler.this.is_some()));
        if let Some((class, _)) = handler.this {
            out.push(OBJECT);
            put_u16(out, class.this_class());
        }
        put_u16(out, 1);
        out.push(OBJECT);
        put_u16(out, handler.throwable);
    }
}

fn put_head(out: &mut Vec<u8>, kind: u8, delta: u16) {
    let at = out.len();
    out.extend_from_slice(&[kind, 0, 0]);
    patch_u16(out, at + 1, delta);
}

/// Watches that every frame keeps `this` in local 0. Most compilers always do; one that computes
/// liveness may drop it where it is no longer used, and a handler that counts on it would then be
/// refused by the verifier.
struct ThisWatch<'c, 'a> {
    class: &'c ClassFile<'a>,
    /// Number of types in the locals of the last frame.
    locals: usize,
}

impl ThisWatch<'_, '_> {
    fn chop(&mut self, count: usize) -> Result<(), SkipReason> {
        self.locals = self.locals.saturating_sub(count);
        if self.locals == 0 {
            Err(SkipReason::ThisOverwritten)
        } else {
            Ok(())
        }
    }

    fn full(&mut self, locals: u16, mut types: Reader<'_>) -> Result<(), SkipReason> {
        self.locals = usize::from(locals);
        let holds_this = locals > 0
            && types.u8()? == OBJECT
            && self.class.pool().class_name(types.u16()?)? == self.class.name()?;
        if holds_this {
            Ok(())
        } else {
            Err(SkipReason::ThisOverwritten)
        }
    }
}

/// Number of parameters in a method descriptor.
pub(crate) fn parameter_count(descriptor: &[u8]) -> Result<usize, Error> {
    let broken = Error::Malformed("a broken method descriptor");
    let mut rest = descriptor.strip_prefix(b"(").ok_or(broken)?;
    let mut count = 0;
    loop {
        let kind = rest.iter().position(|&byte| byte != b'[').ok_or(broken)?;
        let end = match rest[kind] {
            b')' => return Ok(count),
            b'L' => {
                kind + rest[kind..]
                    .iter()
                    .position(|&byte| byte == b';')
                    .ok_or(broken)?
            }
            _ => kind,
        };
        rest = &rest[end + 1..];
        count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opcode::*;

    /// Rewrites frames of a method of `nop`s, each with `pad` more in front; position `2 n` is a
    /// `new`.
    fn rewrite(content: &[u8], pad: usize) -> Result<Vec<u8>, SkipReason> {
        let code = vec![NOP; 300];
        let mut edit = MethodEdit::new();
        for pc in 0..300 {
            edit.before(pc, &vec![NOP; pad]);
        }
        let mut layout = Layout::default();
        layout.compute(&code, &edit)?;
        let mut out = Vec::new();
        FrameWriter::new(&layout, &edit)
            .write(content, None, &mut out)
            .map(|()| out)
    }

    #[test]
    fn frames_without_edits_stay_the_same_bytes() {
        let frames = [
            0, 8, 5, 64, 1, 251, 0, 70, 247, 0, 1, 7, 0, 9, 248, 0, 3, 253, 0, 4, 1, 8, 0, 2, 255,
            0, 5, 0, 2, 3, 4, 0, 1, 6, 10,
        ];
        assert_eq!(rewrite(&frames, 0).unwrap(), frames);
    }

    #[test]
    fn short_frames_grow_when_the_difference_does() {
        assert_eq!(rewrite(&[0, 2, 63, 63], 0).unwrap(), [0, 2, 63, 63]);
        assert_eq!(
            rewrite(&[0, 2, 40, 40], 1).unwrap(),
            [0, 2, 251, 0, 80, 251, 0, 81]
        );
        assert_eq!(
            rewrite(&[0, 2, 0, 104, 1], 1).unwrap(),
            [0, 2, 0, 247, 0, 81, 1]
        );
        assert_eq!(rewrite(&[0, 1, 74, 1], 1).unwrap(), [0, 1, 84, 1]);
    }

    #[test]
    fn an_uninitialized_object_is_named_by_its_instruction_not_by_what_is_before_it() {
        assert_eq!(
            rewrite(&[0, 1, 252, 0, 9, 8, 0, 4], 2).unwrap(),
            [0, 1, 252, 0, 27, 8, 0, 14]
        );
    }

    #[test]
    fn broken_tables_are_refused() {
        for broken in [
            &[0, 1, 128][..],
            &[0, 1],
            &[0, 1, 0, 0],
            &[0, 1, 64, 9],
            &[0, 1, 251, 2, 0],
            &[0, 1, 64, 8, 2, 0],
            &[],
        ] {
            assert!(
                matches!(rewrite(broken, 1), Err(SkipReason::Unreadable(_))),
                "{broken:?}"
            );
        }
    }

    #[test]
    fn parameters_are_counted() {
        for (descriptor, count) in [("()V", 0), ("(IJ)V", 2), ("([[ILa/B;[La/B;Z)V", 4)] {
            assert_eq!(parameter_count(descriptor.as_bytes()), Ok(count));
        }
        for broken in ["", "I", "(", "(I", "(La)V", "([[["] {
            assert!(parameter_count(broken.as_bytes()).is_err(), "{broken}");
        }
    }
}
