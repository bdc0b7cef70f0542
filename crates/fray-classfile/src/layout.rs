//! First pass over a method: where everything will be.

use std::cell::OnceCell;
use std::ops::Range;

use crate::edit::{MethodEdit, Place};
use crate::opcode::{self, Shape, instruction_length, plain_length, switch_padding};
use crate::{Error, SkipReason};

/// In the map: the position is inside an instruction.
const INSIDE: u32 = u32::MAX;

/// Code may not be longer than this (JVMS 4.7.3).
const MAX_CODE: usize = 65_535;

/// New positions for the old ones. One value is used for all methods of a class, so that its memory
/// is reused.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    /// For each old position, and the end: where a jump to it lands. Grows strictly from one
    /// instruction to the next.
    map: Vec<u32>,
    /// The map with every position inside an instruction taken as that instruction's. Made when
    /// first needed: only odd debug tables name such positions.
    inside: OnceCell<Vec<u32>>,
    /// The instructions that the second pass cannot simply copy.
    pub(crate) points: Vec<Point>,
    /// New ranges that no exception handler may cover: the exit code of a wrap with its return.
    /// Never adjacent.
    pub(crate) gaps: Vec<Range<u32>>,
    /// New ranges of the code that goes outside of exception ranges which end there.
    outside: Vec<Range<u32>>,
    /// The new range of the body: what lies between the entry code and an added handler.
    pub(crate) body: Range<u32>,
}

/// An instruction that moves, changes or has code around it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point {
    pub(crate) pc: u32,
    /// 0 if the instruction itself is copied with what follows: it only has code in front.
    pub(crate) length: u32,
    /// Number of the first edit item that belongs here, and of the first that does not.
    pub(crate) items: (u32, u32),
}

impl Layout {
    /// Lays out `code` with `edit` (whose items are sorted).
    pub(crate) fn compute(&mut self, code: &[u8], edit: &MethodEdit) -> Result<(), SkipReason> {
        self.points.clear();
        self.gaps.clear();
        self.outside.clear();
        self.inside.take();
        self.map.clear();
        self.map.resize(code.len() + 1, INSIDE);
        let begin = edit.entry_code().len() + edit.enter().len();
        let mut at = Cursor {
            old: 0,
            new: begin,
            item: 0,
        };
        loop {
            // A handler that counts on `this` needs a look at every instruction.
            let untouched = match edit.items.get(at.item) {
                _ if edit.needs_this() => 0,
                Some(item) => code.len().min(item.pc as usize),
                None => code.len(),
            };
            self.plain_run(&code[..untouched], &mut at);
            if at.old >= code.len() {
                break;
            }
            if !self.code_before_plain(code, edit, &mut at) {
                self.one_instruction(code, edit, &mut at)?;
            }
        }
        if at.old > code.len() {
            return Err(Error::Malformed("an instruction passes the end of the code").into());
        }
        if at.new > MAX_CODE {
            return Err(SkipReason::TooLarge);
        }
        if let Some(stray) = edit.items.get(at.item) {
            return Err(SkipReason::BadEdit(stray.pc));
        }
        self.map[at.old] = at.new as u32;
        self.body = begin as u32..at.new as u32;
        Ok(())
    }

    /// Goes on over the instructions that only need to be copied: nine in ten. `code` ends in front
    /// of the next edit.
    fn plain_run(&mut self, code: &[u8], at: &mut Cursor) {
        let map = &mut self.map[..code.len()];
        let (mut old, mut new) = (at.old, at.new);
        while old < code.len() {
            let Some(length) = plain_length(code[old]) else {
                break;
            };
            map[old] = new as u32;
            new += length;
            old += length;
        }
        (at.old, at.new) = (old, new);
    }

    /// Goes on over an instruction that only needs to be copied and has one piece of code in front:
    /// nearly all that have anything. Says whether it was such a one.
    fn code_before_plain(&mut self, code: &[u8], edit: &MethodEdit, at: &mut Cursor) -> bool {
        let Some(length) = plain_length(code[at.old]) else {
            return false;
        };
        let item = match edit.items.get(at.item..) {
            Some([item, next, ..]) if next.pc != item.pc => item,
            Some([item]) => item,
            _ => return false,
        };
        if item.pc as usize != at.old || item.place != Place::Before || edit.needs_this() {
            return false;
        }
        self.points.push(Point {
            pc: item.pc,
            length: 0,
            items: (at.item as u32, at.item as u32 + 1),
        });
        self.map[at.old] = at.new as u32;
        at.item += 1;
        at.old += length;
        at.new += item.len() + length;
        true
    }

    /// Goes on over one instruction of any kind, with what the edit puts around it.
    fn one_instruction(
        &mut self,
        code: &[u8],
        edit: &MethodEdit,
        at: &mut Cursor,
    ) -> Result<(), SkipReason> {
        let pc = at.old;
        let length = instruction_length(code, pc)?;
        if edit.needs_this() && stores_local_0(&code[pc..pc + length]) {
            return Err(SkipReason::ThisOverwritten);
        }
        let first_item = at.item;
        let mut around = Around::default();
        at.item = around.add(edit, first_item, pc)?;
        let shape = opcode::shape(code[pc]);
        let at_return = match shape {
            Shape::Return => edit.return_code().len() + edit.exit().len(),
            _ => 0,
        };
        let instruction_at = at.new + around.before + at_return;
        let new_length = match (around.replace, shape) {
            (Some(length), _) => length,
            (None, Shape::Switch) => length - switch_padding(pc) + switch_padding(instruction_at),
            (None, _) => length,
        };
        let reached = around.replace.is_some() || opcode::falls_through(code[pc]);
        if !reached {
            (around.after, around.outside) = (0, 0);
        }
        let end = instruction_at + new_length + around.after + around.outside;
        if end > MAX_CODE {
            return Err(SkipReason::TooLarge);
        }
        let copied = matches!(shape, Shape::Plain | Shape::Return) && at_return == 0;
        if at.item > first_item || !copied {
            let items = (first_item as u32, at.item as u32);
            self.points.push(Point {
                pc: pc as u32,
                length: length as u32,
                items,
            });
        }
        if around.outside > 0 {
            self.outside.push((end - around.outside) as u32..end as u32);
        }
        if edit.wrap.is_some() && shape == Shape::Return {
            self.add_gap((instruction_at - edit.exit().len()) as u32..end as u32);
        }
        self.map[pc] = at.new as u32;
        at.old = pc + length;
        at.new = end;
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
                Some(&new) if new != INSIDE => Ok(new),
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

    /// As [`Self::end`], for a range of the exception table.
    pub(crate) fn covered_end(&self, pc: usize) -> Result<u32, Error> {
        let end = self.end(pc)?;
        let outside = self.outside.binary_search_by_key(&end, |range| range.end);
        Ok(outside.map_or(end, |index| self.outside[index].start))
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

    /// The map without gaps, see the field.
    #[cold]
    fn inside(&self) -> &[u32] {
        self.inside.get_or_init(|| {
            let mut last = 0;
            let of_instruction = |&new: &u32| {
                if new != INSIDE {
                    last = new;
                }
                last
            };
            self.map.iter().map(of_instruction).collect()
        })
    }

    /// A position of a debug table. These may lie inside an instruction (obfuscators do that and
    /// the JVM accepts it) and then go with it. Position 0 stays 0: entry code belongs to the
    /// first line and sees the parameters.
    pub(crate) fn debug(&self, pc: usize) -> Result<u32, Error> {
        match self.map.get(pc) {
            Some(_) if pc == 0 => Ok(0),
            Some(&INSIDE) => Ok(self.inside()[pc]),
            Some(&new) => Ok(new),
            None => Err(Error::Malformed(
                "a debug table names a position outside the code",
            )),
        }
    }
}

/// How far the layout has come.
#[derive(Debug)]
struct Cursor {
    old: usize,
    new: usize,
    /// Number of the next edit item.
    item: usize,
}

/// Sizes of the edit items around one instruction.
#[derive(Debug, Default)]
struct Around {
    before: usize,
    replace: Option<usize>,
    after: usize,
    outside: usize,
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
                Place::Outside => self.outside += next.len(),
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
