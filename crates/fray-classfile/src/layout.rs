//! First pass over a method: where everything will be.

use std::ops::Range;

use crate::edit::{MethodEdit, Place};
use crate::opcode::{self, Shape, instruction_length, switch_padding};
use crate::{Error, SkipReason};

/// Set in the map for positions inside an instruction.
const INSIDE: u32 = 1 << 31;

/// Code may not be longer than this (JVMS 4.7.3).
const MAX_CODE: usize = 65_535;

/// New positions for the old ones. One value is used for all methods of a class, so that its memory
/// is reused.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// For each old position, and the end: where a jump to it lands. Grows strictly from one
    /// instruction to the next.
    map: Vec<u32>,
    /// The instructions that the second pass cannot simply copy.
    pub(crate) points: Vec<Point>,
    /// New ranges that no exception handler may cover: the exit code of a wrap with its return.
    /// Never adjacent.
    pub(crate) gaps: Vec<Range<u32>>,
    /// The new range of the body: what lies between the entry code and an added handler.
    pub(crate) body: Range<u32>,
}

/// An instruction that moves, changes or has code around it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point {
    pub(crate) pc: u32,
    pub(crate) length: u32,
    /// Number of the first edit item that belongs here, and of the first that does not.
    pub(crate) items: (u32, u32),
}

impl Layout {
    /// Lays out `code` with `edit` (whose items are sorted).
    pub(crate) fn compute(&mut self, code: &[u8], edit: &MethodEdit) -> Result<(), SkipReason> {
        self.points.clear();
        self.gaps.clear();
        self.map.clear();
        self.map.resize(code.len() + 1, 0);
        let at_returns = edit.returns.len() + edit.exit().len();
        let (wrapped, needs_this) = (edit.wrap.is_some(), edit.needs_this());
        let begin = edit.entry.len() + edit.enter().len();
        let (mut new, mut pc, mut item) = (begin, 0, 0);
        while pc < code.len() {
            let length = instruction_length(code, pc)?;
            let opcode = code[pc];
            let first_item = item;
            let mut around = Around::default();
            if edit
                .items
                .get(item)
                .is_some_and(|next| next.pc as usize <= pc)
            {
                item = around.add(edit, item, pc)?;
            }
            if needs_this && stores_local_0(&code[pc..pc + length]) {
                return Err(SkipReason::ThisOverwritten);
            }
            let shape = opcode::shape(opcode);
            let is_return = shape == Shape::Return;
            let at_return = if is_return { at_returns } else { 0 };
            let instruction_at = new + around.before + at_return;
            let new_length = match around.replace {
                Some(length) => length,
                None if shape == Shape::Switch => {
                    length - switch_padding(pc) + switch_padding(instruction_at)
                }
                None => length,
            };
            let after = if around.replace.is_none() && !opcode::falls_through(opcode) {
                0
            } else {
                around.after
            };
            let end = instruction_at + new_length + after;
            if end > MAX_CODE {
                return Err(SkipReason::TooLarge);
            }
            if item > first_item || at_return > 0 || !matches!(shape, Shape::Plain | Shape::Return)
            {
                let items = (first_item as u32, item as u32);
                self.points.push(Point {
                    pc: pc as u32,
                    length: length as u32,
                    items,
                });
            }
            if wrapped && is_return {
                self.add_gap((instruction_at - edit.exit().len()) as u32..end as u32);
            }
            self.map[pc] = new as u32;
            self.map[pc + 1..pc + length].fill(new as u32 | INSIDE);
            new = end;
            pc += length;
        }
        if let Some(stray) = edit.items.get(item) {
            return Err(SkipReason::BadEdit(stray.pc));
        }
        self.map[pc] = new as u32;
        self.body = begin as u32..new as u32;
        Ok(())
    }

    /// Joins adjacent gaps, so that every gap inside a range makes at least one row of an exception
    /// table: the work is then bounded by the table's limit.
    fn add_gap(&mut self, gap: Range<u32>) {
        match self.gaps.last_mut() {
            Some(last) if last.end == gap.start => last.end = gap.end,
            _ => self.gaps.push(gap),
        }
    }

    /// Where a jump to the instruction at `pc` lands.
    #[inline]
    pub(crate) fn target(&self, pc: usize) -> Result<u32, Error> {
        match self.map.split_last() {
            Some((_, starts)) => match starts.get(pc) {
                Some(&new) if new & INSIDE == 0 => Ok(new),
                _ => Err(Error::Malformed(
                    "a code position is not the start of an instruction",
                )),
            },
            None => Err(Error::Malformed("no code")),
        }
    }

    /// Where a range that ends in front of `pc` ends; `pc` may be the end of the code.
    pub(crate) fn end(&self, pc: usize) -> Result<u32, Error> {
        if pc + 1 == self.map.len() {
            Ok(self.body.end)
        } else {
            self.target(pc)
        }
    }

    /// Where the instruction at `pc` itself is, behind the code inserted before it. Not for
    /// returns.
    pub(crate) fn instruction(&self, pc: u16, edit: &MethodEdit) -> Result<u32, Error> {
        let before = edit
            .items_at(u32::from(pc))
            .iter()
            .filter(|item| item.place == Place::Before);
        Ok(self.target(usize::from(pc))? + before.map(|item| item.len() as u32).sum::<u32>())
    }

    /// A position of a debug table. These may lie inside an instruction (obfuscators do that and
    /// the JVM accepts it) and then go with it. Position 0 stays 0: entry code belongs to the
    /// first line and sees the parameters.
    pub(crate) fn debug(&self, pc: usize) -> Result<u32, Error> {
        match self.map.get(pc) {
            Some(_) if pc == 0 => Ok(0),
            Some(&new) => Ok(new & !INSIDE),
            None => Err(Error::Malformed(
                "a debug table names a position outside the code",
            )),
        }
    }
}

/// Sizes of the edit items around one instruction.
#[derive(Debug, Default)]
struct Around {
    before: usize,
    replace: Option<usize>,
    after: usize,
}

impl Around {
    /// Sums up the items at `pc`, of which number `item` is the first; returns the number behind
    /// the last.
    fn add(&mut self, edit: &MethodEdit, mut item: usize, pc: usize) -> Result<usize, SkipReason> {
        while let Some(next) = edit.items.get(item) {
            if next.pc as usize > pc {
                break;
            }
            // An item left over from an earlier position fell inside an instruction.
            if (next.pc as usize) < pc {
                return Err(SkipReason::BadEdit(next.pc));
            }
            match next.place {
                Place::Before => self.before += next.len(),
                Place::After => self.after += next.len(),
                Place::Replace if self.replace.is_some() => {
                    return Err(SkipReason::BadEdit(next.pc));
                }
                Place::Replace => self.replace = Some(next.len()),
            }
            item += 1;
        }
        Ok(item)
    }
}

/// Whether an instruction overwrites local variable 0.
fn stores_local_0(instruction: &[u8]) -> bool {
    use opcode::*;
    matches!(
        *instruction,
        [ISTORE_0 | LSTORE_0 | FSTORE_0 | DSTORE_0 | ASTORE_0]
            | [ISTORE..=ASTORE, 0]
            | [WIDE, ISTORE..=ASTORE, 0, 0]
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opcode::*;
    use crate::{HandlerLocals, Wrap};

    fn layout(code: &[u8], edit: &MethodEdit) -> Result<Layout, SkipReason> {
        let mut layout = Layout::default();
        layout.compute(code, edit).map(|()| layout)
    }

    #[test]
    fn positions_move_with_what_is_around_them() {
        let mut edit = MethodEdit::new();
        edit.entry(&[NOP; 2])
            .before(0, &[NOP; 3])
            .after(0, &[NOP; 5])
            .before_returns(&[NOP; 7]);
        let layout = layout(&[SIPUSH, 0, 0, IRETURN], &edit).unwrap();
        assert_eq!(layout.target(0), Ok(2));
        assert_eq!(layout.instruction(0, &edit), Ok(5));
        assert_eq!(layout.target(3), Ok(13));
        assert_eq!(layout.end(4), Ok(21));
        assert!(layout.target(1).is_err() && layout.target(4).is_err() && layout.end(5).is_err());
        assert_eq!(
            (layout.debug(0), layout.debug(1), layout.debug(3)),
            (Ok(0), Ok(2), Ok(13))
        );
    }

    #[test]
    fn edits_must_sit_on_instructions() {
        for pc in [1, 4, 9] {
            let mut edit = MethodEdit::new();
            edit.before(pc, &[NOP]);
            assert_eq!(
                layout(&[SIPUSH, 0, 0, IRETURN], &edit).unwrap_err(),
                SkipReason::BadEdit(pc)
            );
        }
        let mut twice = MethodEdit::new();
        twice.replace(0, &[NOP]).replace(0, &[NOP]);
        assert_eq!(
            layout(&[RETURN], &twice).unwrap_err(),
            SkipReason::BadEdit(0)
        );
    }

    #[test]
    fn gaps_of_neighbouring_returns_are_joined() {
        let mut edit = MethodEdit::new();
        edit.wrap(Wrap {
            enter: vec![],
            exit: vec![NOP; 2],
            handler_locals: HandlerLocals::None,
        });
        let layout = layout(&[NOP, RETURN, RETURN, NOP, RETURN], &edit).unwrap();
        assert_eq!(layout.gaps, [1..7, 8..11]);
    }

    #[test]
    fn stores_into_this_are_seen_in_every_form() {
        for store in [&[ASTORE_0][..], &[ISTORE, 0], &[WIDE, LSTORE, 0, 0]] {
            assert!(stores_local_0(store));
        }
        for other in [
            &[ASTORE_1][..],
            &[ASTORE, 1],
            &[WIDE, ASTORE, 1, 0],
            &[ALOAD_0],
            &[IASTORE],
        ] {
            assert!(!stores_local_0(other));
        }
    }
}
