//! Second pass over a method: writes the code that the layout has measured.

use crate::edit::{MethodEdit, Place};
use crate::layout::{Layout, Point};
use crate::opcode::{self, Shape, switch_padding};
use crate::reader::{Reader, put_piece, put_u16, put_u32};
use crate::{Error, SkipReason};

/// Appends the new code to `out`. Returns where the handler of a wrap begins.
pub(crate) fn emit(
    code: &[u8],
    edit: &MethodEdit,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<Option<u32>, SkipReason> {
    let base = out.len();
    out.extend_from_slice(edit.entry_code());
    out.extend_from_slice(edit.enter());
    let mut copied = 0;
    for point in &layout.points {
        // What lies between two points has neither jumps nor edits: one copy for the whole run.
        put_piece(out, code, copied..point.pc as usize);
        copied = (point.pc + point.length) as usize;
        if point.length == 0 {
            for item in &edit.items[point.items.0 as usize..point.items.1 as usize] {
                edit.put(item, out);
            }
        } else {
            emit_point(code, edit, layout, *point, base, out)?;
        }
    }
    out.extend_from_slice(&code[copied..]);
    debug_assert_eq!(
        out.len() - base,
        layout.body.end as usize,
        "both passes agree"
    );
    if edit.wrap.is_none() {
        return Ok(None);
    }
    out.extend_from_slice(edit.exit());
    out.push(opcode::ATHROW);
    Ok(Some(layout.body.end))
}

fn emit_point(
    code: &[u8],
    edit: &MethodEdit,
    layout: &Layout,
    point: Point,
    base: usize,
    out: &mut Vec<u8>,
) -> Result<(), SkipReason> {
    let pc = point.pc as usize;
    let instruction = &code[pc..pc + point.length as usize];
    let shape = opcode::shape(instruction[0]);
    let items = point.items.0 as usize..point.items.1 as usize;
    let mut replaced = false;
    let mut after = items.end;
    for (number, item) in items.clone().zip(&edit.items[items]) {
        match item.place {
            Place::Before => edit.put(item, out),
            Place::Replace => {
                emit_return_code(shape, edit, out);
                edit.put(item, out);
                replaced = true;
            }
            Place::After | Place::Outside => {
                after = number;
                break;
            }
        }
    }
    if !replaced {
        emit_return_code(shape, edit, out);
        let at = out.len() - base;
        match shape {
            Shape::Plain | Shape::Return => {
                put_piece(out, code, pc..pc + instruction.len());
            }
            Shape::Jump16 => jump16(instruction, pc, at, layout, out)?,
            Shape::Jump32 => {
                out.push(instruction[0]);
                jump32(&mut Reader::at(instruction, 1), pc, at, layout, out)?;
            }
            Shape::Switch => switch(instruction, pc, at, layout, out)?,
        }
    }
    if replaced || opcode::falls_through(instruction[0]) {
        for item in &edit.items[after..point.items.1 as usize] {
            edit.put(item, out);
        }
    }
    Ok(())
}

fn emit_return_code(shape: Shape, edit: &MethodEdit, out: &mut Vec<u8>) {
    if shape == Shape::Return {
        out.extend_from_slice(edit.return_code());
        out.extend_from_slice(edit.exit());
    }
}

/// The distance from the new position `at` to the new place of what lies `offset` from the old
/// position `pc`.
fn moved(offset: i32, pc: usize, at: usize, layout: &Layout) -> Result<i32, Error> {
    let target = usize::try_from(pc as i64 + i64::from(offset));
    let target = target.map_err(|_| Error::Malformed("a jump leaves the code"))?;
    // Both are below 65,536.
    Ok(layout.target(target)? as i32 - at as i32)
}

fn jump16(
    instruction: &[u8],
    pc: usize,
    at: usize,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<(), SkipReason> {
    let offset = Reader::at(instruction, 1).u16()? as i16;
    let offset = moved(i32::from(offset), pc, at, layout)?;
    let offset = i16::try_from(offset).map_err(|_| SkipReason::JumpTooFar)?;
    out.push(instruction[0]);
    put_u16(out, offset as u16);
    Ok(())
}

/// Moves the next 32-bit offset of `operands`.
fn jump32(
    operands: &mut Reader<'_>,
    pc: usize,
    at: usize,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<(), SkipReason> {
    let offset = moved(operands.i32()?, pc, at, layout)?;
    put_u32(out, offset as u32);
    Ok(())
}

fn switch(
    instruction: &[u8],
    pc: usize,
    at: usize,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<(), SkipReason> {
    out.push(instruction[0]);
    out.extend_from_slice(&[0; 3][..switch_padding(at)]);
    let mut operands = Reader::at(instruction, 1 + switch_padding(pc));
    jump32(&mut operands, pc, at, layout, out)?;
    if instruction[0] == opcode::TABLESWITCH {
        out.extend_from_slice(operands.take(8)?);
        while !operands.is_empty() {
            jump32(&mut operands, pc, at, layout, out)?;
        }
    } else {
        out.extend_from_slice(operands.take(4)?);
        while !operands.is_empty() {
            out.extend_from_slice(operands.take(4)?);
            jump32(&mut operands, pc, at, layout, out)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opcode::*;
    use crate::{HandlerLocals, Wrap};

    fn rewrite(code: &[u8], edit: &mut MethodEdit) -> Result<Vec<u8>, SkipReason> {
        edit.sort();
        let (mut layout, mut out) = (Layout::default(), Vec::new());
        layout.compute(code, edit)?;
        emit(code, edit, &layout, &mut out)?;
        Ok(out)
    }

    #[test]
    fn jumps_to_an_instruction_run_what_is_before_it_but_not_the_entry_code() {
        let code = [NOP, GOTO, 0xff, 0xff];
        let new = rewrite(&code, MethodEdit::new().entry(&[POP]).before(0, &[DUP])).unwrap();
        assert_eq!(new, [POP, DUP, NOP, GOTO, 0xff, 0xfe]);
    }

    #[test]
    fn jumps_to_the_next_instruction_skip_what_is_after_this_one() {
        let code = [IFEQ, 0, 4, NOP, RETURN];
        let new = rewrite(
            &code,
            MethodEdit::new()
                .after(0, &[DUP])
                .after(3, &[POP])
                .after(4, &[SWAP]),
        )
        .unwrap();
        assert_eq!(
            new,
            [IFEQ, 0, 6, DUP, NOP, POP, RETURN],
            "nothing behind a return"
        );
    }

    #[test]
    fn everything_around_a_return_comes_in_order() {
        let mut edit = MethodEdit::new();
        edit.wrap(Wrap {
            enter: vec![1],
            exit: vec![2, 3],
            handler_locals: HandlerLocals::None,
        });
        edit.entry(&[4]).before(0, &[5]).before_returns(&[6]);
        assert_eq!(
            rewrite(&[RETURN], &mut edit).unwrap(),
            [4, 1, 5, 6, 2, 3, RETURN, 2, 3, ATHROW]
        );
        edit.replace(0, &[7]).after(0, &[8]);
        assert_eq!(
            rewrite(&[RETURN], &mut edit).unwrap(),
            [4, 1, 5, 6, 2, 3, 7, 8, 2, 3, ATHROW]
        );
    }

    #[test]
    fn switches_are_padded_anew() {
        let mut code = vec![TABLESWITCH, 0, 0, 0];
        code.extend([
            0, 0, 0, 20, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 21, RETURN, RETURN,
        ]);
        code[7] = 20;
        let new = rewrite(
            &code,
            MethodEdit::new().entry(&[NOP]).before(21, &[NOP, NOP]),
        )
        .unwrap();
        let mut expected = vec![NOP, TABLESWITCH, 0, 0];
        expected.extend([
            0, 0, 0, 19, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 20, RETURN, NOP, NOP, RETURN,
        ]);
        assert_eq!(new, expected);

        let mut code = vec![NOP, LOOKUPSWITCH, 0, 0];
        code.extend([
            0, 0, 0, 19, 0, 0, 0, 1, 0, 0, 0, 9, 255, 255, 255, 255, RETURN,
        ]);
        let new = rewrite(&code, MethodEdit::new().after(0, &[DUP, POP, NOP])).unwrap();
        let mut expected = vec![NOP, DUP, POP, NOP, LOOKUPSWITCH, 0, 0, 0];
        expected.extend([
            0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 9, 255, 255, 255, 252, RETURN,
        ]);
        assert_eq!(new, expected);
    }

    #[test]
    fn wide_jumps_move() {
        let code = [GOTO_W, 0, 0, 0, 6, NOP, RETURN];
        let new = rewrite(&code, MethodEdit::new().before(5, &[NOP, NOP])).unwrap();
        assert_eq!(new, [GOTO_W, 0, 0, 0, 8, NOP, NOP, NOP, RETURN]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let far = [GOTO, 0, 3, RETURN];
        let edit = &mut MethodEdit::new();
        edit.before(3, &[NOP])
            .after(0, &[0; 10])
            .replace(0, &[GOTO, 0, 3])
            .before(0, &vec![NOP; 65_530]);
        assert_eq!(rewrite(&far, edit), Err(SkipReason::TooLarge));
        let mut code = vec![GOTO, 0, 4, NOP, RETURN];
        assert_eq!(
            rewrite(&code, MethodEdit::new().before(3, &vec![NOP; 40_000])),
            Err(SkipReason::JumpTooFar)
        );
        code[2] = 99;
        assert!(matches!(
            rewrite(&code, MethodEdit::new().before(3, &[NOP])),
            Err(SkipReason::Unreadable(_))
        ));
        code[1] = 0x80;
        assert!(matches!(
            rewrite(&code, MethodEdit::new().before(3, &[NOP])),
            Err(SkipReason::Unreadable(_))
        ));
    }
}
