//! The constant pool, as an index of offsets into the input.

use crate::Error;
use crate::reader::Reader;

/// Tags of the constants, as in JVMS table 4.4-A.
pub mod tag {
    #![allow(missing_docs)] // The names are those of the specification.
    pub const UTF8: u8 = 1;
    pub const INTEGER: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const LONG: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const CLASS: u8 = 7;
    pub const STRING: u8 = 8;
    pub const FIELD_REF: u8 = 9;
    pub const METHOD_REF: u8 = 10;
    pub const INTERFACE_METHOD_REF: u8 = 11;
    pub const NAME_AND_TYPE: u8 = 12;
    pub const METHOD_HANDLE: u8 = 15;
    pub const METHOD_TYPE: u8 = 16;
    pub const DYNAMIC: u8 = 17;
    pub const INVOKE_DYNAMIC: u8 = 18;
    pub const MODULE: u8 = 19;
    pub const PACKAGE: u8 = 20;
}

/// A field or method as an instruction or a method handle names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberRef<'a> {
    /// Internal name of the class named in the reference (not necessarily the one that declares
    /// the member).
    pub class: &'a [u8],
    /// Name of the member.
    pub name: &'a [u8],
    /// Its descriptor.
    pub descriptor: &'a [u8],
    /// Whether it is an interface method reference.
    pub interface: bool,
}

/// The constants of a class. Indices are those of the class file: 1 up to (not including)
/// [`len`](Self::len).
#[derive(Debug, Clone)]
pub struct ConstantPool<'a> {
    bytes: &'a [u8],
    /// Offset of each constant's tag; 0 for entry 0 and for the unusable slot behind a long or
    /// double.
    offsets: Vec<u32>,
    /// A bit for each tag that some constant has.
    kinds: u32,
    end: usize,
}

const PASSES_THE_END: Error = Error::Malformed("a long passes the end of the constant pool");

/// Bytes of each constant with its tag; of a string without its characters. 0 for unknown tags.
static SIZES: [u8; 256] = {
    let mut sizes = [0; 256];
    let mut tag = 0;
    while tag < sizes.len() {
        sizes[tag] = match tag as u8 {
            tag::UTF8
            | tag::CLASS
            | tag::STRING
            | tag::METHOD_TYPE
            | tag::MODULE
            | tag::PACKAGE => 3,
            tag::METHOD_HANDLE => 4,
            tag::INTEGER | tag::FLOAT | tag::FIELD_REF..=tag::NAME_AND_TYPE => 5,
            tag::DYNAMIC | tag::INVOKE_DYNAMIC => 5,
            tag::LONG | tag::DOUBLE => 9,
            _ => 0,
        };
        tag += 1;
    }
    sizes
};

/// What is wrong with a constant of which there is hardly more than its tag.
#[cold]
fn cut_off(index: u16, tag: Option<&u8>) -> Error {
    match tag {
        Some(&tag) if SIZES[usize::from(tag)] == 0 => Error::UnknownConstant { index, tag },
        _ => Error::Truncated,
    }
}

impl<'a> ConstantPool<'a> {
    /// Offset of the pool's entry count in every class file.
    pub const COUNT_AT: usize = 8;

    /// Indexes the pool of the class file `bytes`, of which nothing else is looked at.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut reader = Reader::at(bytes, Self::COUNT_AT);
        let count = reader.u16()?;
        // The smallest slot takes three bytes: a count that cannot be true reserves nothing.
        if usize::from(count.saturating_sub(1)) * 3 > reader.remaining() {
            return Err(Error::Truncated);
        }
        let mut offsets = vec![0; usize::from(count)];
        let (mut index, mut kinds) = (1, 0);
        let mut at = reader.pos();
        while index < count {
            offsets[usize::from(index)] = at as u32;
            // Every constant has a tag and two bytes at least.
            let Some(&[tag, high, low]) = bytes.get(at..).and_then(|rest| rest.first_chunk())
            else {
                return Err(cut_off(index, bytes.get(at)));
            };
            let size = match SIZES[usize::from(tag)] {
                0 => return Err(Error::UnknownConstant { index, tag }),
                size => usize::from(size),
            };
            // Strings are as common as all others together, so a branch here would often be guessed
            // wrong; as sums these need none.
            let text = usize::from(u16::from_be_bytes([high, low]));
            at += size + usize::from(tag == tag::UTF8) * text;
            kinds |= 1 << (tag % 32);
            let slots = 1 + u16::from(matches!(tag, tag::LONG | tag::DOUBLE));
            index = index.checked_add(slots).ok_or(PASSES_THE_END)?;
        }
        if at > bytes.len() {
            return Err(Error::Truncated);
        }
        if index > count.max(1) {
            return Err(PASSES_THE_END);
        }
        Ok(ConstantPool {
            bytes,
            offsets,
            kinds,
            end: at,
        })
    }

    /// One more than the largest index. (Zero in a broken class only.)
    pub fn len(&self) -> u16 {
        self.offsets.len() as u16
    }

    /// Whether there is no constant at all.
    pub fn is_empty(&self) -> bool {
        self.offsets.len() <= 1
    }

    /// Where the pool ends in the class file.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// Where the constant begins in the class file, if there is one.
    pub(crate) fn offset(&self, index: u16) -> Option<usize> {
        self.offsets
            .get(usize::from(index))
            .filter(|&&offset| offset != 0)
            .map(|&offset| offset as usize)
    }

    /// The constant's tag (see [`tag`]).
    pub fn tag(&self, index: u16) -> Result<u8, Error> {
        let offset = self.offset(index).ok_or(Error::WrongConstant {
            index,
            wanted: "a constant",
        })?;
        Ok(self.bytes[offset])
    }

    /// Whether there is a constant with this tag.
    pub fn has(&self, tag: u8) -> bool {
        self.kinds & 1 << (tag % 32) != 0
    }

    /// Every constant as its index and tag.
    pub fn tags(&self) -> impl Iterator<Item = (u16, u8)> + '_ {
        let present = self
            .offsets
            .iter()
            .enumerate()
            .filter(|&(_, &offset)| offset != 0);
        present.map(|(index, &offset)| (index as u16, self.bytes[offset as usize]))
    }

    /// A cursor on the constant's contents, if its tag is `tag`.
    #[inline]
    fn open(&self, index: u16, tag: u8, wanted: &'static str) -> Result<Reader<'a>, Error> {
        match self.offset(index) {
            Some(offset) if self.bytes[offset] == tag => Ok(Reader::at(self.bytes, offset + 1)),
            _ => Err(Error::WrongConstant { index, wanted }),
        }
    }

    /// The bytes of a `CONSTANT_Utf8`, in the JVM's modified UTF-8.
    #[inline]
    pub fn utf8(&self, index: u16) -> Result<&'a [u8], Error> {
        let mut reader = self.open(index, tag::UTF8, "a string of characters")?;
        let length = reader.u16()?;
        reader.take(usize::from(length))
    }

    /// The internal name of a `CONSTANT_Class` (`java/lang/Object`, or `[I` for an array).
    #[inline]
    pub fn class_name(&self, index: u16) -> Result<&'a [u8], Error> {
        self.utf8(self.open(index, tag::CLASS, "a class")?.u16()?)
    }

    /// The characters of a `CONSTANT_String`.
    pub fn string(&self, index: u16) -> Result<&'a [u8], Error> {
        self.utf8(self.open(index, tag::STRING, "a string")?.u16()?)
    }

    /// The value of a `CONSTANT_Integer`.
    pub fn integer(&self, index: u16) -> Result<i32, Error> {
        self.open(index, tag::INTEGER, "an integer")?.i32()
    }

    /// Name and descriptor of a `CONSTANT_NameAndType`.
    pub fn name_and_type(&self, index: u16) -> Result<(&'a [u8], &'a [u8]), Error> {
        let mut reader = self.open(index, tag::NAME_AND_TYPE, "a name and type")?;
        Ok((self.utf8(reader.u16()?)?, self.utf8(reader.u16()?)?))
    }

    /// A field, method or interface method reference.
    pub fn member_ref(&self, index: u16) -> Result<MemberRef<'a>, Error> {
        let wrong = Error::WrongConstant {
            index,
            wanted: "a field or method",
        };
        let offset = self.offset(index).ok_or(wrong)?;
        let tag = self.bytes[offset];
        if !matches!(
            tag,
            tag::FIELD_REF | tag::METHOD_REF | tag::INTERFACE_METHOD_REF
        ) {
            return Err(wrong);
        }
        let mut reader = Reader::at(self.bytes, offset + 1);
        let class = self.class_name(reader.u16()?)?;
        let (name, descriptor) = self.name_and_type(reader.u16()?)?;
        Ok(MemberRef {
            class,
            name,
            descriptor,
            interface: tag == tag::INTERFACE_METHOD_REF,
        })
    }

    /// Kind (JVMS table 5.4.3.5-A) and member reference of a `CONSTANT_MethodHandle`.
    pub fn method_handle(&self, index: u16) -> Result<(u8, u16), Error> {
        let mut reader = self.open(index, tag::METHOD_HANDLE, "a method handle")?;
        Ok((reader.u8()?, reader.u16()?))
    }

    /// Bootstrap method number, name and descriptor of a `CONSTANT_InvokeDynamic`.
    pub fn invoke_dynamic(&self, index: u16) -> Result<(u16, &'a [u8], &'a [u8]), Error> {
        let mut reader = self.open(index, tag::INVOKE_DYNAMIC, "a dynamic call site")?;
        let bootstrap = reader.u16()?;
        let (name, descriptor) = self.name_and_type(reader.u16()?)?;
        Ok((bootstrap, name, descriptor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(count: u16, constants: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; ConstantPool::COUNT_AT];
        bytes.extend(count.to_be_bytes());
        bytes.extend(constants);
        bytes
    }

    #[test]
    fn constants_are_found_behind_a_long() {
        let bytes = file(
            5,
            &[
                tag::LONG,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                9,
                tag::UTF8,
                0,
                1,
                b'A',
                tag::CLASS,
                0,
                3,
            ],
        );
        let pool = ConstantPool::parse(&bytes).unwrap();
        assert_eq!(pool.class_name(4), Ok(&b"A"[..]));
        assert_eq!(
            pool.tags().collect::<Vec<_>>(),
            [(1, tag::LONG), (3, tag::UTF8), (4, tag::CLASS)]
        );
        assert!(pool.has(tag::LONG) && pool.has(tag::CLASS) && !pool.has(tag::METHOD_HANDLE));
        assert!(
            pool.tag(2).is_err(),
            "the second slot of a long is no constant"
        );
        assert!(pool.tag(0).is_err() && pool.tag(5).is_err());
        assert!(pool.class_name(3).is_err() && pool.member_ref(3).is_err());
    }

    #[test]
    fn a_pool_that_cannot_be_is_refused() {
        assert_eq!(
            ConstantPool::parse(&file(0xffff, &[1, 0, 0])).unwrap_err(),
            Error::Truncated
        );
        let unknown = Error::UnknownConstant { index: 1, tag: 2 };
        assert_eq!(
            ConstantPool::parse(&file(2, &[2, 0, 0])).unwrap_err(),
            unknown
        );
        let half_a_long = file(2, &[tag::LONG, 0, 0, 0, 0, 0, 0, 0, 9]);
        assert!(ConstantPool::parse(&half_a_long).is_err());
    }
}
