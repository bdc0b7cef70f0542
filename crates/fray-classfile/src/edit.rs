//! What to do with the code of one method.

use std::ops::Range;

use crate::reader::{PIECE, put_piece};

/// Room for the first items of a method and their code: most methods need no more.
const FIRST_ITEMS: usize = 16;
const FIRST_BYTES: usize = 64;

/// The changes to one method's code, given by the positions of the original instructions.
///
/// All inserted bytes are straight-line instructions: no jumps, no switches, and the operand stack
/// as deep behind them as in front (except where a replacement stands for an instruction that
/// changes it). Around one instruction the order is: [`before`](Self::before),
/// [`before_returns`](Self::before_returns), the exit code of a [`Wrap`], the instruction or
/// its replacement, [`after`](Self::after), [`outside`](Self::outside).
#[derive(Debug, Clone, Default)]
pub struct MethodEdit {
    pub(crate) items: Vec<Item>,
    /// All inserted code, one piece behind the other: no allocation per piece.
    bytes: Vec<u8>,
    /// Whether `items` are in the order the writer needs.
    unsorted: bool,
    entry: Range<u32>,
    returns: Range<u32>,
    /// Few methods have one: edits are moved about, and should be small.
    pub(crate) wrap: Option<Box<Wrap>>,
    pub(crate) extra_stack: u16,
    pub(crate) extra_locals: u16,
}

/// A try/finally around a whole method body.
///
/// `enter` runs once, outside the try. `exit` runs in front of every return and, when anything is
/// thrown out of the body, in an added handler which then throws it on. No handler (neither the
/// added one nor one of the method) covers the exit code, so it never runs twice. The added handler
/// comes last in the exception table: those of the method win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrap {
    /// Code at method entry, in front of the try.
    pub enter: Vec<u8>,
    /// Code at every way out. In the handler it finds the exception on the stack and must leave it
    /// there.
    pub exit: Vec<u8>,
    /// What `exit` may read in the handler.
    pub handler_locals: HandlerLocals,
}

/// The local variables that are alive in the handler of a [`Wrap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandlerLocals {
    /// None: fits every method but a constructor.
    None,
    /// Local 0 is `this`: fits instance methods that never store into local 0.
    This,
}

/// Where an item's bytes go, in the order in which they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Before,
    Replace,
    After,
    Outside,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Item {
    pub(crate) pc: u32,
    pub(crate) place: Place,
    start: u32,
    end: u32,
}

impl Item {
    pub(crate) fn len(&self) -> usize {
        (self.end - self.start) as usize
    }
}

impl MethodEdit {
    /// An edit that changes nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes everything back. The memory stays, for another method.
    pub fn clear(&mut self) {
        self.items.clear();
        self.bytes.clear();
        self.unsorted = false;
        (self.entry, self.returns) = (0..0, 0..0);
        self.wrap = None;
        (self.extra_stack, self.extra_locals) = (0, 0);
    }

    /// Whether it takes little memory.
    pub(crate) fn is_small(&self) -> bool {
        self.items.capacity() <= FIRST_ITEMS * 16 && self.bytes.capacity() <= FIRST_BYTES * 32
    }

    /// Code to run once when the method is called. Not run again when a loop jumps back to position
    /// 0, and in front of the `enter` code of a [`Wrap`]. A second call appends.
    pub fn entry(&mut self, bytes: &[u8]) -> &mut Self {
        self.entry = self.extended(self.entry.clone(), bytes);
        self
    }

    /// Code in front of the instruction at `pc`; jumps to `pc` run it. An exception handler that
    /// covers the instruction covers this code too.
    pub fn before(&mut self, pc: u32, bytes: &[u8]) -> &mut Self {
        self.push(pc, Place::Before, bytes)
    }

    /// Other code in place of the instruction at `pc`. Replacing it by nothing leaves a `nop`.
    pub fn replace(&mut self, pc: u32, bytes: &[u8]) -> &mut Self {
        // A frame of the verifier may sit on this position and on the next one, and two frames
        // cannot share a position.
        self.push(
            pc,
            Place::Replace,
            if bytes.is_empty() {
                &[crate::opcode::NOP]
            } else {
                bytes
            },
        )
    }

    /// Code right behind the instruction at `pc`; jumps to the next instruction do not run it.
    /// Behind an instruction that never falls through (goto, return, athrow, a switch) it could
    /// not run and is left out.
    pub fn after(&mut self, pc: u32, bytes: &[u8]) -> &mut Self {
        self.push(pc, Place::After, bytes)
    }

    /// As [`after`](Self::after), and behind that code; but an exception handler whose range ends with the
    /// instruction does not cover it. Where a monitor is released this is what makes the difference to the
    /// compilers of the JVM: the handler that releases it may only be reached while it is held.
    pub fn outside(&mut self, pc: u32, bytes: &[u8]) -> &mut Self {
        self.push(pc, Place::Outside, bytes)
    }

    /// Code in front of every return instruction, with the value to return on the stack. A second
    /// call appends.
    pub fn before_returns(&mut self, bytes: &[u8]) -> &mut Self {
        self.returns = self.extended(self.returns.clone(), bytes);
        self
    }

    /// Puts a try/finally around the whole body. There is one: a second call replaces the first.
    pub fn wrap(&mut self, wrap: Wrap) -> &mut Self {
        self.wrap = Some(Box::new(wrap));
        self
    }

    /// Stack slots that the inserted code needs on top of what the method uses. Of several calls
    /// the largest counts: pieces of inserted code never run inside each other.
    pub fn extra_stack(&mut self, slots: u16) -> &mut Self {
        self.extra_stack = self.extra_stack.max(slots);
        self
    }

    /// Local variable slots to add behind those of the method. Of several calls the largest counts.
    pub fn extra_locals(&mut self, slots: u16) -> &mut Self {
        self.extra_locals = self.extra_locals.max(slots);
        self
    }

    /// Whether this edit leaves the code as it is.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
            && self.entry.is_empty()
            && self.returns.is_empty()
            && self.wrap.is_none()
            && self.extra_stack == 0
            && self.extra_locals == 0
    }

    fn push(&mut self, pc: u32, place: Place, bytes: &[u8]) -> &mut Self {
        self.unsorted |= self
            .items
            .last()
            .is_some_and(|last| (last.pc, last.place) > (pc, place));
        if self.items.capacity() == 0 {
            self.items.reserve(FIRST_ITEMS);
            self.bytes.reserve(FIRST_BYTES);
        }
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(bytes);
        self.items.push(Item {
            pc,
            place,
            start,
            end: self.bytes.len() as u32,
        });
        self
    }

    /// A piece that has the bytes of `piece` and then `more`.
    fn extended(&mut self, piece: Range<u32>, more: &[u8]) -> Range<u32> {
        let start = self.bytes.len() as u32;
        self.bytes
            .extend_from_within(piece.start as usize..piece.end as usize);
        self.bytes.extend_from_slice(more);
        start..self.bytes.len() as u32
    }

    /// Brings the items into the order of the code; equal places keep the order in which they were
    /// given.
    pub(crate) fn sort(&mut self) {
        if self.unsorted {
            self.items.sort_by_key(|item| (item.pc, item.place));
            self.unsorted = false;
        }
    }

    /// Puts bytes that nobody sees behind all pieces, for [`put_piece`] to be quick with the last one.
    pub(crate) fn pad(&mut self) {
        self.bytes.extend_from_slice(&[0; PIECE]);
    }

    /// Appends the code of an item.
    #[inline]
    pub(crate) fn put(&self, item: &Item, out: &mut Vec<u8>) {
        put_piece(out, &self.bytes, item.start as usize..item.end as usize);
    }

    #[cfg(test)]
    pub(crate) fn bytes_of(&self, item: &Item) -> &[u8] {
        &self.bytes[item.start as usize..item.end as usize]
    }

    /// The items at one position.
    pub(crate) fn items_at(&self, pc: u32) -> &[Item] {
        let first = self.items.partition_point(|item| item.pc < pc);
        let count = self.items[first..]
            .iter()
            .take_while(|item| item.pc == pc)
            .count();
        &self.items[first..first + count]
    }

    /// Bytes of inserted code per pass through the method: what the output grows by, but for
    /// padding and returns.
    pub(crate) fn inserted(&self) -> usize {
        let wrap = self
            .wrap
            .as_ref()
            .map_or(0, |wrap| wrap.enter.len() + wrap.exit.len() * 4 + 64);
        // Three returns are more than most methods have.
        self.bytes.len() + self.return_code().len() * 2 + wrap
    }

    pub(crate) fn entry_code(&self) -> &[u8] {
        &self.bytes[self.entry.start as usize..self.entry.end as usize]
    }

    pub(crate) fn return_code(&self) -> &[u8] {
        &self.bytes[self.returns.start as usize..self.returns.end as usize]
    }

    pub(crate) fn enter(&self) -> &[u8] {
        self.wrap.as_ref().map_or(&[], |wrap| &wrap.enter)
    }

    pub(crate) fn exit(&self) -> &[u8] {
        self.wrap.as_ref().map_or(&[], |wrap| &wrap.exit)
    }

    /// Whether the handler of a wrap counts on `this` being in local 0.
    pub(crate) fn needs_this(&self) -> bool {
        self.wrap
            .as_ref()
            .is_some_and(|wrap| wrap.handler_locals == HandlerLocals::This)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_sorted_stably_and_only_when_needed() {
        let mut edit = MethodEdit::new();
        edit.after(4, &[1])
            .before(4, &[2])
            .before(4, &[3])
            .before(0, &[4]);
        assert!(edit.unsorted);
        edit.sort();
        let bytes: Vec<_> = edit
            .items
            .iter()
            .map(|item| edit.bytes_of(item)[0])
            .collect();
        assert_eq!(bytes, [4, 2, 3, 1]);
        assert_eq!(edit.items_at(4).len(), 3);
        assert!(edit.items_at(2).is_empty());
    }

    #[test]
    fn a_cleared_edit_is_as_good_as_new() {
        let mut edit = MethodEdit::new();
        edit.after(4, &[1]).before(4, &[2]).entry(&[3]);
        edit.before_returns(&[4]).extra_stack(5).extra_locals(6);
        edit.wrap(Wrap {
            enter: vec![7],
            exit: vec![8],
            handler_locals: HandlerLocals::This,
        });
        edit.clear();
        assert!(edit.is_empty() && !edit.needs_this());
        assert_eq!(format!("{edit:?}"), format!("{:?}", MethodEdit::new()));
    }

    #[test]
    fn nothing_is_replaced_by_a_nop() {
        let mut edit = MethodEdit::new();
        edit.replace(0, &[]);
        assert_eq!(edit.bytes_of(&edit.items[0]), [crate::opcode::NOP]);
    }
}
