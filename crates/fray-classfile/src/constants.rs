//! Constants added to a pool: encoded at once, each only once.

use crate::Error;
use crate::hash;
use crate::pool::tag;
use crate::reader::put_u16;

/// New constants behind those of a class.
///
/// They are compared with each other only: finding a constant among those of the class would cost a
/// hash of the whole pool per class, which is more than all the rest of a rewrite, to save a few
/// dozen bytes.
#[derive(Debug, Clone, Default)]
pub(crate) struct NewConstants {
    /// The constants as they go into the file.
    bytes: Vec<u8>,
    /// Where each lies in `bytes`, and its index.
    entries: Vec<Entry>,
    /// Open-addressed hash table: number of the entry plus one, 0 for a free place. A power of two
    /// long, half full.
    table: Vec<u16>,
    /// The index the next constant gets; 65,535 is the end, since the entry count itself must fit
    /// in 16 bits.
    next: u16,
}

/// Room for the constants that one class usually gets: a dozen hooks.
const FIRST_TABLE: usize = 64;
const FIRST_BYTES: usize = 512;

/// A longer table is not used again: emptying it would take longer than making a new one.
const MAX_KEPT_TABLE: usize = 1024;

#[derive(Debug, Clone, Copy)]
struct Entry {
    start: u32,
    end: u32,
    index: u16,
    hash: u32,
}

impl NewConstants {
    /// Constants that follow a pool of entry count `count`.
    #[cfg(test)]
    pub(crate) fn after(count: u16) -> Self {
        Self::default().reused_after(count)
    }

    /// Constants that follow a pool of entry count `count`, in the memory of those of another class.
    pub(crate) fn reused_after(mut self, count: u16) -> Self {
        if self.table.len() > MAX_KEPT_TABLE {
            self = Self::default();
        }
        self.bytes.clear();
        self.entries.clear();
        self.table.fill(0);
        self.next = count.max(1);
        self
    }

    /// The entry count of the whole pool.
    pub(crate) fn count(&self) -> u16 {
        self.next
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn utf8(&mut self, text: &[u8]) -> Result<u16, Error> {
        let length = u16::try_from(text.len()).map_err(|_| Error::StringTooLong(text.len()))?;
        self.intern(tag::UTF8, &length.to_be_bytes(), text, 1)
    }

    /// A constant of two bytes: class, string.
    pub(crate) fn one(&mut self, tag: u8, index: u16) -> Result<u16, Error> {
        self.intern(tag, &index.to_be_bytes(), &[], 1)
    }

    /// A constant of two indices: references, name and type.
    pub(crate) fn two(&mut self, tag: u8, first: u16, second: u16) -> Result<u16, Error> {
        self.intern(tag, &first.to_be_bytes(), &second.to_be_bytes(), 1)
    }

    pub(crate) fn method_handle(&mut self, kind: u8, member: u16) -> Result<u16, Error> {
        self.intern(tag::METHOD_HANDLE, &[kind], &member.to_be_bytes(), 1)
    }

    pub(crate) fn integer(&mut self, value: i32) -> Result<u16, Error> {
        self.intern(tag::INTEGER, &value.to_be_bytes(), &[], 1)
    }

    pub(crate) fn long(&mut self, value: i64) -> Result<u16, Error> {
        self.intern(tag::LONG, &value.to_be_bytes(), &[], 2)
    }

    pub(crate) fn class(&mut self, name: &[u8]) -> Result<u16, Error> {
        let name = self.utf8(name)?;
        self.one(tag::CLASS, name)
    }

    pub(crate) fn member(
        &mut self,
        tag: u8,
        class: &[u8],
        name: &[u8],
        descriptor: &[u8],
    ) -> Result<u16, Error> {
        let class = self.class(class)?;
        self.member_of(tag, class, name, descriptor)
    }

    /// As [`Self::member`], for a class whose constant is known.
    pub(crate) fn member_of(
        &mut self,
        tag: u8,
        class: u16,
        name: &[u8],
        descriptor: &[u8],
    ) -> Result<u16, Error> {
        let (name, descriptor) = (self.utf8(name)?, self.utf8(descriptor)?);
        let name_and_type = self.two(tag::NAME_AND_TYPE, name, descriptor)?;
        self.two(tag, class, name_and_type)
    }

    fn intern(&mut self, tag: u8, head: &[u8], tail: &[u8], slots: u16) -> Result<u16, Error> {
        if self.entries.len() * 2 >= self.table.len() {
            self.grow();
        }
        let hash = hash(tag, head, tail);
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        while let Some(number) = self.table[place].checked_sub(1) {
            let entry = self.entries[usize::from(number)];
            if entry.hash == hash && self.holds(entry, tag, head, tail) {
                return Ok(entry.index);
            }
            place = (place + 1) & mask;
        }
        let index = self.next;
        self.next = index.checked_add(slots).ok_or(Error::PoolFull)?;
        let start = self.bytes.len() as u32;
        self.bytes.push(tag);
        self.bytes.extend_from_slice(head);
        self.bytes.extend_from_slice(tail);
        self.entries.push(Entry {
            start,
            end: self.bytes.len() as u32,
            index,
            hash,
        });
        self.table[place] = self.entries.len() as u16;
        Ok(index)
    }

    fn holds(&self, entry: Entry, tag: u8, head: &[u8], tail: &[u8]) -> bool {
        let stored = &self.bytes[entry.start as usize..entry.end as usize];
        stored[0] == tag
            && stored[1..]
                .strip_prefix(head)
                .is_some_and(|rest| rest == tail)
    }

    fn grow(&mut self) {
        if self.table.is_empty() {
            self.bytes.reserve(FIRST_BYTES);
            self.entries.reserve(FIRST_TABLE / 2);
        }
        let size = (self.table.len() * 2).max(FIRST_TABLE);
        self.table.clear();
        self.table.resize(size, 0);
        for (number, entry) in self.entries.iter().enumerate() {
            let mut place = entry.hash as usize & (size - 1);
            while self.table[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = number as u16 + 1;
        }
    }
}

fn hash(tag: u8, head: &[u8], tail: &[u8]) -> u32 {
    let hash = hash::add_bytes(hash::add_bytes(tag.into(), head), tail);
    (hash ^ hash >> 32) as u32
}

/// Appends a field without attributes.
pub(crate) fn put_field(out: &mut Vec<u8>, access: u16, name: u16, descriptor: u16) {
    for word in [access, name, descriptor, 0] {
        put_u16(out, word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_constants_are_stored_once() {
        let mut constants = NewConstants::after(10);
        let first = constants
            .member(tag::METHOD_REF, b"A", b"b", b"()V")
            .unwrap();
        let length = constants.bytes().len();
        assert_eq!(
            constants.member(tag::METHOD_REF, b"A", b"b", b"()V"),
            Ok(first)
        );
        assert_eq!(constants.bytes().len(), length);
        assert_ne!(
            constants.member(tag::FIELD_REF, b"A", b"b", b"()V"),
            Ok(first)
        );
    }

    #[test]
    fn many_constants_survive_growth_of_the_table() {
        let mut constants = NewConstants::after(1);
        let indices: Vec<_> = (0..5000).map(|i| constants.integer(i).unwrap()).collect();
        for (value, &index) in indices.iter().enumerate() {
            assert_eq!(constants.integer(value as i32), Ok(index));
        }
    }

    #[test]
    fn the_pool_fills_up_at_65535_entries() {
        let mut constants = NewConstants::after(65_533);
        assert_eq!(constants.long(1), Ok(65_533));
        assert_eq!(constants.integer(1), Err(Error::PoolFull));
        assert_eq!(constants.long(1), Ok(65_533), "what is there stays usable");
        let mut constants = NewConstants::after(65_534);
        assert_eq!(constants.long(1), Err(Error::PoolFull));
        assert_eq!(constants.integer(1), Ok(65_534));
        assert_eq!(constants.count(), 65_535);
        assert_eq!(
            constants.utf8(&[b'a'; 70_000]),
            Err(Error::StringTooLong(70_000))
        );
    }
}
