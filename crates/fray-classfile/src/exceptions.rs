//! The exception table.

use std::ops::Range;

use crate::layout::Layout;
use crate::reader::{patch_u16, put_u16};
use crate::{Code, Error, SkipReason};

/// Appends the moved exception table, with rows for the handler of a wrap at the end.
///
/// `first_rows` gets, for each old row, the number of the first new row made from it: type
/// annotations name rows.
pub(crate) fn write(
    code: &Code<'_>,
    layout: &Layout,
    wrap_handler: Option<u32>,
    first_rows: &mut Vec<u16>,
    out: &mut Vec<u8>,
) -> Result<(), SkipReason> {
    first_rows.clear();
    let count_at = out.len();
    put_u16(out, 0);
    let mut rows = 0u16;
    for entry in code.exceptions() {
        first_rows.push(rows);
        let range = layout.target(entry.start.into())?..layout.covered_end(entry.end.into())?;
        if range.is_empty() {
            return Err(Error::Malformed("an exception range is empty").into());
        }
        let handler = layout.target(entry.handler.into())?;
        put_pieces(
            range,
            &layout.gaps,
            handler,
            entry.catch_type,
            &mut rows,
            out,
        )?;
    }
    if let Some(handler) = wrap_handler {
        put_pieces(
            layout.body.clone(),
            &layout.gaps,
            handler,
            0,
            &mut rows,
            out,
        )?;
    }
    patch_u16(out, count_at, rows);
    Ok(())
}

/// Appends rows for the parts of `range` outside the gaps.
fn put_pieces(
    range: Range<u32>,
    gaps: &[Range<u32>],
    handler: u32,
    catch_type: u16,
    rows: &mut u16,
    out: &mut Vec<u8>,
) -> Result<(), SkipReason> {
    let mut put = |piece: Range<u32>| {
        if !piece.is_empty() {
            *rows = rows.checked_add(1).ok_or(SkipReason::TooLarge)?;
            // The layout keeps all positions below 65,536.
            for word in [
                piece.start as u16,
                piece.end as u16,
                handler as u16,
                catch_type,
            ] {
                put_u16(out, word);
            }
        }
        Ok::<_, SkipReason>(())
    };
    let mut start = range.start;
    let first = gaps.partition_point(|gap| gap.end <= range.start);
    for gap in gaps[first..].iter().take_while(|gap| gap.start < range.end) {
        put(start..gap.start)?;
        start = gap.end;
    }
    put(start..range.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opcode::*;
    use crate::{HandlerLocals, MethodEdit, Wrap};

    fn rewrite(
        bytes: &[u8],
        exceptions: &[u8],
        edit: &MethodEdit,
        handler: Option<u32>,
    ) -> Vec<u8> {
        let code = Code {
            max_stack: 1,
            max_locals: 1,
            bytes,
            exceptions,
            attributes: &[0, 0],
        };
        let mut layout = Layout::default();
        layout.compute(bytes, edit).unwrap();
        let mut out = Vec::new();
        write(&code, &layout, handler, &mut Vec::new(), &mut out).unwrap();
        out
    }

    #[test]
    fn ranges_take_inserted_code_in_with_their_first_instruction() {
        let mut edit = MethodEdit::new();
        edit.entry(&[NOP])
            .before(0, &[NOP])
            .after(1, &[NOP])
            .before(2, &[NOP]);
        let out = rewrite(&[NOP, NOP, RETURN], &[0, 0, 0, 2, 0, 2, 0, 9], &edit, None);
        assert_eq!(out, [0, 1, 0, 1, 0, 5, 0, 5, 0, 9]);
        let out = rewrite(&[NOP, NOP, RETURN], &[0, 0, 0, 3, 0, 1, 0, 9], &edit, None);
        assert_eq!(out[5], 7, "a range may end with the code");
    }

    #[test]
    fn ranges_leave_out_code_that_goes_outside_of_their_end() {
        let mut edit = MethodEdit::new();
        edit.after(1, &[NOP]).outside(1, &[NOP, NOP]);
        // New: nop 0, nop 1, after 2, outside 3-4, return 5.
        let out = rewrite(&[NOP, NOP, RETURN], &[0, 0, 0, 2, 0, 2, 0, 9], &edit, None);
        assert_eq!(out, [0, 1, 0, 0, 0, 3, 0, 5, 0, 9]);
        let out = rewrite(&[NOP, NOP, RETURN], &[0, 0, 0, 3, 0, 2, 0, 9], &edit, None);
        assert_eq!(out[5], 6, "a range that goes on covers it");
    }

    #[test]
    fn a_wrap_covers_the_body_without_its_exits_and_comes_last() {
        let mut edit = MethodEdit::new();
        edit.wrap(Wrap {
            enter: vec![NOP],
            exit: vec![NOP, NOP],
            handler_locals: HandlerLocals::None,
        });
        // New: enter 0, nop 1, exit 2-3, return 4, nop 5, exit 6-7, return 8, handler 9.
        let out = rewrite(
            &[NOP, RETURN, NOP, RETURN],
            &[0, 0, 0, 4, 0, 2, 0, 9],
            &edit,
            Some(9),
        );
        let rows: Vec<_> = out[2..]
            .chunks(8)
            .map(|row| [row[1], row[3], row[5], row[7]])
            .collect();
        assert_eq!(out[1], 4);
        assert_eq!(
            rows,
            [[1, 2, 5, 9], [5, 6, 5, 9], [1, 2, 9, 0], [5, 6, 9, 0]]
        );
    }

    #[test]
    fn broken_rows_are_refused() {
        let bytes = [NOP, RETURN];
        let mut layout = Layout::default();
        layout.compute(&bytes, &MethodEdit::new()).unwrap();
        for row in [
            [0, 1, 0, 1, 0, 0, 0, 0],
            [0, 0, 0, 3, 0, 0, 0, 0],
            [0, 0, 0, 1, 0, 2, 0, 0],
        ] {
            let code = Code {
                max_stack: 1,
                max_locals: 1,
                bytes: &bytes,
                exceptions: &row,
                attributes: &[0, 0],
            };
            assert!(write(&code, &layout, None, &mut Vec::new(), &mut Vec::new()).is_err());
        }
    }
}
