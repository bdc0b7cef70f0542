//! Numbers for names.

use std::hash::Hasher;

use fray_classfile::hash;

/// Gives names numbers, from 0 up.
#[derive(Debug, Default)]
pub struct Numbers {
    /// All names, one behind the other: no allocation for each.
    names: Vec<u8>,
    /// Where each name ends.
    ends: Vec<u32>,
    /// Open-addressed hash table, a power of two long and at most half full.
    table: Vec<Slot>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    hash: u32,
    /// The number plus one; 0 if the slot is free.
    number: u32,
}

/// Room for the names of a small program.
const FIRST_TABLE: usize = 256;

impl Numbers {
    /// The number of a name, if it has one.
    pub fn find(&self, name: &[u8]) -> Option<u32> {
        self.look(name, short_hash(name)).ok()
    }

    /// The number of the name that these parts make up, new if it has none yet.
    pub fn number(&mut self, parts: &[&[u8]]) -> u32 {
        if self.ends.len() * 2 >= self.table.len() {
            self.grow();
        }
        // Written behind the others at once, and taken back if it turns out to be known.
        let start = self.names.len();
        for part in parts {
            self.names.extend_from_slice(part);
        }
        let name = &self.names[start..];
        let hash = short_hash(name);
        match self.look(name, hash) {
            Ok(number) => {
                self.names.truncate(start);
                number
            }
            Err(place) => {
                let number = self.ends.len() as u32;
                self.ends.push(self.names.len() as u32);
                self.table[place] = Slot {
                    hash,
                    number: number + 1,
                };
                number
            }
        }
    }

    /// The name with a number.
    pub fn name(&self, number: u32) -> Option<&[u8]> {
        let number = number as usize;
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.names[start as usize..end as usize])
    }

    /// The number of a name, or the slot that is free for it.
    fn look(&self, name: &[u8], hash: u32) -> Result<u32, usize> {
        let mask = self.table.len().wrapping_sub(1);
        let mut place = hash as usize & mask;
        while let Some(slot) = self.table.get(place) {
            match slot.number.checked_sub(1) {
                None => break,
                Some(number) if slot.hash == hash && self.name(number) == Some(name) => {
                    return Ok(number);
                }
                Some(_) => place = (place + 1) & mask,
            }
        }
        Err(place)
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(FIRST_TABLE);
        let old = std::mem::replace(&mut self.table, vec![Slot::default(); size]);
        for slot in old.into_iter().filter(|slot| slot.number != 0) {
            let mut place = slot.hash as usize & (size - 1);
            while self.table[place].number != 0 {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = slot;
        }
    }
}

fn short_hash(name: &[u8]) -> u32 {
    let hash = hash::add_bytes(0, name);
    (hash ^ hash >> 32) as u32
}

/// For hash tables of names.
#[derive(Debug, Default)]
pub struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = hash::add_bytes(self.0, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_numbers_while_the_table_grows() {
        let mut numbers = Numbers::default();
        assert_eq!(numbers.find(b"0"), None);
        for value in 0..5000u32 {
            let name = value.to_string();
            let (head, tail) = name.as_bytes().split_at(name.len() / 2);
            assert_eq!(numbers.number(&[head, tail]), value);
        }
        for value in 0..5000u32 {
            let name = value.to_string();
            assert_eq!(numbers.find(name.as_bytes()), Some(value));
            assert_eq!(numbers.number(&[name.as_bytes()]), value);
            assert_eq!(numbers.name(value), Some(name.as_bytes()));
        }
        assert_eq!((numbers.find(b"5000"), numbers.name(5000)), (None, None));
    }
}
