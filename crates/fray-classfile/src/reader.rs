//! A bounds-checked cursor over big-endian bytes.

use std::ops::Range;

use crate::Error;

/// Reads forward through `bytes`; every read either succeeds or reports [`Error::Truncated`].
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, pos: 0 }
    }

    pub(crate) fn at(bytes: &'a [u8], pos: usize) -> Self {
        Reader { bytes, pos }
    }

    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.pos)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    #[inline]
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let chunk = self
            .bytes
            .get(self.pos..)
            .and_then(|rest| rest.first_chunk::<N>());
        let chunk = chunk.ok_or(Error::Truncated)?;
        self.pos += N;
        Ok(*chunk)
    }

    #[inline]
    pub(crate) fn u8(&mut self) -> Result<u8, Error> {
        self.array::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub(crate) fn u16(&mut self) -> Result<u16, Error> {
        self.array().map(u16::from_be_bytes)
    }

    #[inline]
    pub(crate) fn u32(&mut self) -> Result<u32, Error> {
        self.array().map(u32::from_be_bytes)
    }

    #[inline]
    pub(crate) fn i32(&mut self) -> Result<i32, Error> {
        self.array().map(i32::from_be_bytes)
    }

    #[inline]
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], Error> {
        let rest = self.bytes.get(self.pos..).ok_or(Error::Truncated)?;
        let taken = rest.get(..len).ok_or(Error::Truncated)?;
        self.pos += len;
        Ok(taken)
    }

    #[inline]
    pub(crate) fn skip(&mut self, len: usize) -> Result<(), Error> {
        self.take(len).map(|_| ())
    }
}

/// Appends a big-endian `u16`.
#[inline]
pub(crate) fn put_u16(out: &mut Vec<u8>, value: u16) {
    out.extend_from_slice(&value.to_be_bytes());
}

/// Bytes that [`put_piece`] copies at once.
pub(crate) const PIECE: usize = 16;

/// Appends a part of `source`, most likely a short one. A fixed number of bytes is copied where there
/// are so many, and what was too much taken off again: a copy of any length is a call.
#[inline]
pub(crate) fn put_piece(out: &mut Vec<u8>, source: &[u8], part: Range<usize>) {
    let chunk = source
        .get(part.start..)
        .and_then(|rest| rest.first_chunk::<PIECE>());
    match chunk {
        Some(chunk) if part.len() <= PIECE => {
            let end = out.len() + part.len();
            out.extend_from_slice(chunk);
            out.truncate(end);
        }
        _ => out.extend_from_slice(&source[part]),
    }
}

/// Appends a big-endian `u32`.
#[inline]
pub(crate) fn put_u32(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_be_bytes());
}

/// Overwrites the two bytes at `at`, which the caller has written before.
#[inline]
pub(crate) fn patch_u16(out: &mut [u8], at: usize, value: u16) {
    out[at..at + 2].copy_from_slice(&value.to_be_bytes());
}

/// Overwrites the four bytes at `at`, which the caller has written before.
#[inline]
pub(crate) fn patch_u32(out: &mut [u8], at: usize, value: u32) {
    out[at..at + 4].copy_from_slice(&value.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_no_longer_than_asked_for() {
        let source: Vec<u8> = (0..40).collect();
        for start in 0..40 {
            for end in start..=40 {
                let mut out = vec![9];
                put_piece(&mut out, &source, start..end);
                assert_eq!(out[0], 9);
                assert_eq!(out[1..], source[start..end]);
            }
        }
    }

    #[test]
    fn reads_stop_at_the_end() {
        let mut reader = Reader::new(&[0, 1, 2]);
        assert_eq!(reader.u16(), Ok(1));
        assert_eq!(reader.u16(), Err(Error::Truncated));
        assert_eq!(reader.u8(), Ok(2), "a failed read takes nothing");
        assert!(reader.is_empty());
        assert_eq!(reader.take(usize::MAX), Err(Error::Truncated));
        assert_eq!(Reader::at(&[1], 9).u8(), Err(Error::Truncated));
    }
}
