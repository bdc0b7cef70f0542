//! The debug tables: line numbers and local variables.

use crate::Error;
use crate::layout::Layout;
use crate::reader::{Reader, put_u16, put_u32};

/// Appends the content of a `LineNumberTable` at its new positions.
pub(crate) fn line_numbers(
    content: &[u8],
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let mut reader = Reader::new(content);
    let count = reader.u16()?;
    put_u16(out, count);
    for _ in 0..count {
        let [a, b, line @ ..] = reader.array::<4>()?;
        let new = layout.debug(u16::from_be_bytes([a, b]).into())? as u16;
        put_u32(
            out,
            u32::from(new) << 16 | u32::from(u16::from_be_bytes(line)),
        );
    }
    at_end(&reader)
}

/// Appends the content of a `LocalVariableTable` or `LocalVariableTypeTable`, which differ only in
/// what an index means.
pub(crate) fn local_variables(
    content: &[u8],
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let mut reader = Reader::new(content);
    let count = reader.u16()?;
    put_u16(out, count);
    for _ in 0..count {
        range(&mut reader, layout, out)?;
        // Name, descriptor or signature, slot.
        out.extend_from_slice(&reader.array::<6>()?);
    }
    at_end(&reader)
}

/// Moves a start and a length.
pub(crate) fn range(
    reader: &mut Reader<'_>,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let [a, b, c, d] = reader.array()?;
    let start = usize::from(u16::from_be_bytes([a, b]));
    let length = usize::from(u16::from_be_bytes([c, d]));
    let new = layout.debug(start)?;
    let end = if length == 0 {
        new
    } else {
        layout.debug(start + length)?
    };
    put_u32(out, new << 16 | (end - new) & 0xffff);
    Ok(())
}

fn at_end(reader: &Reader<'_>) -> Result<(), Error> {
    if reader.is_empty() {
        Ok(())
    } else {
        Err(Error::Malformed("bytes behind the end of a debug table"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MethodEdit;
    use crate::opcode::*;

    /// `nop`, `sipush`, `ireturn` with two bytes of entry code and one in front of each
    /// instruction.
    fn layout() -> Layout {
        let mut edit = MethodEdit::new();
        edit.entry(&[NOP, NOP])
            .before(0, &[NOP])
            .before(1, &[NOP])
            .before(4, &[NOP]);
        let mut layout = Layout::default();
        layout
            .compute(&[NOP, SIPUSH, 0, 0, IRETURN], &edit)
            .unwrap();
        layout
    }

    #[test]
    fn lines_move_and_the_first_takes_in_the_entry_code() {
        let mut out = Vec::new();
        line_numbers(
            &[0, 3, 0, 0, 0, 7, 0, 1, 0, 8, 0, 4, 0, 9],
            &layout(),
            &mut out,
        )
        .unwrap();
        assert_eq!(out, [0, 3, 0, 0, 0, 7, 0, 4, 0, 8, 0, 8, 0, 9]);
    }

    #[test]
    fn variables_live_from_where_to_where_they_did() {
        let mut out = Vec::new();
        local_variables(
            &[
                0, 2, 0, 0, 0, 5, 1, 2, 3, 4, 0, 0, 0, 1, 0, 3, 5, 6, 7, 8, 0, 1,
            ],
            &layout(),
            &mut out,
        )
        .unwrap();
        assert_eq!(
            out,
            [
                0, 2, 0, 0, 0, 10, 1, 2, 3, 4, 0, 0, 0, 4, 0, 4, 5, 6, 7, 8, 0, 1
            ]
        );
    }

    #[test]
    fn positions_inside_an_instruction_are_taken_as_the_jvm_takes_them() {
        let mut out = Vec::new();
        line_numbers(&[0, 1, 0, 2, 0, 7], &layout(), &mut out).unwrap();
        assert_eq!(out, [0, 1, 0, 4, 0, 7]);
    }

    #[test]
    fn broken_tables_are_refused() {
        for broken in [&[0, 1, 0, 6, 0, 7][..], &[0, 1, 0], &[0, 0, 0], &[]] {
            assert!(
                line_numbers(broken, &layout(), &mut Vec::new()).is_err(),
                "{broken:?}"
            );
        }
        let past_the_end = [0, 1, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0];
        assert!(local_variables(&past_the_end, &layout(), &mut Vec::new()).is_err());
    }
}
