//! Type annotations inside code, some of which name code positions.

use crate::edit::MethodEdit;
use crate::layout::Layout;
use crate::reader::{Reader, put_u16};
use crate::tables::range;
use crate::{Error, SkipReason};

/// Target types (JVMS table 4.7.20-B) that occur in code.
const LOCAL_VARIABLE: u8 = 0x40;
const RESOURCE_VARIABLE: u8 = 0x41;
const CATCH: u8 = 0x42;
const INSTANCEOF: u8 = 0x43;
const METHOD_REFERENCE: u8 = 0x46;
const CAST: u8 = 0x47;
const METHOD_REFERENCE_ARGUMENT: u8 = 0x4b;

/// Appends the content of a `Runtime(In)VisibleTypeAnnotations` attribute of a `Code` attribute.
pub(crate) fn write(
    content: &[u8],
    layout: &Layout,
    edit: &MethodEdit,
    first_rows: &[u16],
    out: &mut Vec<u8>,
) -> Result<(), SkipReason> {
    let mut reader = Reader::new(content);
    let count = reader.u16()?;
    put_u16(out, count);
    for _ in 0..count {
        let target = reader.u8()?;
        out.push(target);
        match target {
            LOCAL_VARIABLE | RESOURCE_VARIABLE => {
                let rows = reader.u16()?;
                put_u16(out, rows);
                for _ in 0..rows {
                    range(&mut reader, layout, out)?;
                    put_u16(out, reader.u16()?);
                }
            }
            CATCH => {
                let row = first_rows.get(usize::from(reader.u16()?));
                put_u16(
                    out,
                    *row.ok_or(Error::Malformed(
                        "an annotation names a missing exception table row",
                    ))?,
                );
            }
            INSTANCEOF..=METHOD_REFERENCE => {
                put_u16(out, layout.instruction(reader.u16()?, edit)? as u16)
            }
            CAST..=METHOD_REFERENCE_ARGUMENT => {
                put_u16(out, layout.instruction(reader.u16()?, edit)? as u16);
                out.push(reader.u8()?);
            }
            _ => return Err(Error::Malformed("unknown target of a type annotation").into()),
        }
        let start = reader.pos();
        skip_path_and_annotation(&mut reader)?;
        out.extend_from_slice(&content[start..reader.pos()]);
    }
    if !reader.is_empty() {
        return Err(Error::Malformed("bytes behind the last type annotation").into());
    }
    Ok(())
}

fn skip_path_and_annotation(reader: &mut Reader<'_>) -> Result<(), Error> {
    let steps = reader.u8()?;
    reader.skip(usize::from(steps) * 2)?;
    skip_annotation(reader)
}

/// What one level of nested values still holds.
struct Level {
    values: u16,
    /// Whether each value has a name in front of it: in annotations, not in arrays.
    named: bool,
}

/// Skips an annotation without recursion: nesting is limited only by the length of the input.
fn skip_annotation(reader: &mut Reader<'_>) -> Result<(), Error> {
    let _type = reader.u16()?;
    let mut level = Level {
        values: reader.u16()?,
        named: true,
    };
    let mut outer = Vec::new();
    loop {
        let Some(values) = level.values.checked_sub(1) else {
            match outer.pop() {
                Some(next) => level = next,
                None => return Ok(()),
            }
            continue;
        };
        level.values = values;
        if level.named {
            reader.skip(2)?;
        }
        let named = match reader.u8()? {
            b'e' => {
                reader.skip(4)?;
                continue;
            }
            b'@' => {
                reader.skip(2)?;
                true
            }
            b'[' => false,
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => {
                reader.skip(2)?;
                continue;
            }
            _ => return Err(Error::Malformed("unknown kind of annotation value")),
        };
        outer.push(level);
        level = Level {
            values: reader.u16()?,
            named,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opcode::*;

    /// One annotation `@T(a = 1)` without a path, behind its target.
    const PLAIN: [u8; 10] = [0, 0, 9, 0, 1, 0, 8, b'I', 0, 7];

    fn rewrite(target: &[u8], annotation: &[u8]) -> Result<Vec<u8>, SkipReason> {
        let mut edit = MethodEdit::new();
        edit.entry(&[NOP; 2]).before(1, &[NOP; 3]);
        let mut layout = Layout::default();
        layout.compute(&[NOP, NOP, RETURN], &edit)?;
        let content = [&[0, 1], target, annotation].concat();
        let mut out = Vec::new();
        write(&content, &layout, &edit, &[0, 5], &mut out)?;
        assert_eq!(
            &out[2 + target.len()..],
            annotation,
            "the annotation itself is copied"
        );
        Ok(out[2..2 + target.len()].to_vec())
    }

    #[test]
    fn every_target_that_names_a_position_moves() {
        for (old, new) in [
            (
                &[0x40, 0, 1, 0, 1, 0, 1, 0, 4][..],
                &[0x40, 0, 1, 0, 3, 0, 4, 0, 4][..],
            ),
            (&[0x42, 0, 1], &[0x42, 0, 5]),
            (&[0x43, 0, 1], &[0x43, 0, 6]),
            (&[0x44, 0, 0], &[0x44, 0, 2]),
            (&[0x47, 0, 2, 9], &[0x47, 0, 7, 9]),
        ] {
            assert_eq!(rewrite(old, &PLAIN).unwrap(), new);
        }
    }

    #[test]
    fn nested_values_are_skipped() {
        let nested = [
            1, 0, 0, 0, 9, 0, 2, 0, 8, b'[', 0, 2, b's', 0, 1, b'@', 0, 9, 0, 0, 0, 8, b'e', 0, 1,
            0, 2,
        ];
        assert!(rewrite(&[0x43, 0, 0], &nested).is_ok());
    }

    #[test]
    fn deep_nesting_and_nonsense_end_in_an_error_only() {
        let mut deep = vec![0, 0, 9, 0, 1, 0, 8];
        for _ in 0..100_000 {
            deep.extend([b'[', 0, 1]);
        }
        for broken in [&deep[..], &[0, 0, 9, 0, 1, 0, 8, b'?'], &[9]] {
            assert!(matches!(
                rewrite(&[0x43, 0, 0], broken),
                Err(SkipReason::Unreadable(_))
            ));
        }
        assert!(rewrite(&[0x10], &PLAIN).is_err() && rewrite(&[0x42, 0, 2], &PLAIN).is_err());
    }
}
