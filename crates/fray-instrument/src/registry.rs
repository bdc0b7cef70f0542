//! What is known of the classes seen so far: their fields, and whom they extend.
//!
//! Keyed by name alone: two loaders may have classes of one name, which then are taken together. A
//! field counts as volatile if it is so in any of them, at the price of a needless hook.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{PoisonError, RwLock};

use fray_classfile::{ClassFile, Error};

const ACC_FINAL: u16 = 0x0010;
const ACC_VOLATILE: u16 = 0x0040;

/// What is known of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// It is volatile.
    Volatile,
    /// It is neither volatile nor final.
    Plain,
    /// It is final.
    Final,
    /// Its class, or a superclass of it, has not been seen.
    Unknown,
}

#[derive(Debug)]
struct Class {
    superclass: Option<Box<[u8]>>,
    /// Hash of each field's name, and what it is.
    fields: Vec<(u64, Field)>,
}

/// The classes seen so far.
#[derive(Debug, Default)]
pub struct Registry {
    classes: RwLock<HashMap<Box<[u8]>, Class, BuildHasherDefault<QuickHasher>>>,
}

/// Longest chain of superclasses that is followed; a longer one is a cycle in broken input.
const MAX_DEPTH: usize = 256;

impl Registry {
    /// Adds a class. Whatever was known of its name before is kept if it was volatile.
    pub fn add(&self, class: &ClassFile<'_>) -> Result<(), Error> {
        let name = class.name()?;
        let known = self.classes.read().unwrap_or_else(PoisonError::into_inner);
        let fields: Vec<_> = class
            .fields()
            .iter()
            .map(|f| (hash(f.name), kind(f.access)))
            .collect();
        if known.get(name).is_some_and(|old| old.fields == fields) {
            return Ok(());
        }
        drop(known);
        let superclass = class.super_name()?.map(Box::from);
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        let entry = classes.entry(name.into()).or_insert(Class {
            superclass,
            fields: Vec::new(),
        });
        for (name, kind) in fields {
            match entry.fields.iter_mut().find(|(known, _)| *known == name) {
                Some((_, old)) if *old != Field::Volatile => *old = kind,
                Some(_) => {}
                None => entry.fields.push((name, kind)),
            }
        }
        Ok(())
    }

    /// Whether a class of this name has been seen.
    pub fn knows(&self, class: &[u8]) -> bool {
        let classes = self.classes.read().unwrap_or_else(PoisonError::into_inner);
        classes.contains_key(class)
    }

    /// The field that an access through `class` means.
    pub fn field(&self, class: &[u8], name: &[u8]) -> Field {
        let name = hash(name);
        let declared = |class: &Class| {
            class
                .fields
                .iter()
                .find(|(known, _)| *known == name)
                .map(|&(_, kind)| kind)
        };
        self.climb(class, declared).unwrap_or(Field::Unknown)
    }

    /// Whether `class` is known to be `ancestor` or to extend it.
    pub fn extends(&self, class: &[u8], ancestor: &[u8]) -> bool {
        class == ancestor
            || self
                .climb(class, |c| {
                    (c.superclass.as_deref() == Some(ancestor)).then_some(())
                })
                .is_some()
    }

    /// The first answer on the way up the superclasses that have been seen.
    fn climb<R>(&self, class: &[u8], answer: impl Fn(&Class) -> Option<R>) -> Option<R> {
        let classes = self.classes.read().unwrap_or_else(PoisonError::into_inner);
        let mut next = classes.get(class);
        for _ in 0..MAX_DEPTH {
            let current = next?;
            if let Some(found) = answer(current) {
                return Some(found);
            }
            next = classes.get(current.superclass.as_deref()?);
        }
        None
    }
}

fn kind(access: u16) -> Field {
    if access & ACC_VOLATILE != 0 {
        Field::Volatile
    } else if access & ACC_FINAL != 0 {
        Field::Final
    } else {
        Field::Plain
    }
}

/// The hash of some bytes.
pub(crate) fn hash(name: &[u8]) -> u64 {
    let mut hasher = QuickHasher::default();
    hasher.write(name);
    hasher.finish()
}

/// Eight bytes at a time: names are short and come by the thousand, and no attacker chooses them.
#[derive(Debug, Default)]
pub struct QuickHasher(u64);

/// An odd number with its bits well mixed: 2^64 divided by the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl QuickHasher {
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(MIX);
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }
}

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.add(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        let mut last = [0; 8];
        let rest = words.remainder();
        last[..rest.len()].copy_from_slice(rest);
        // The length keeps a name apart from the same one with zeros behind it.
        self.add(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_in_one_place_have_different_hashes() {
        let name = b"java/util/concurrent/atomic/AtomicInteger";
        let mut hashes = std::collections::HashSet::from([hash(name)]);
        for at in 0..name.len() {
            let mut other = *name;
            other[at] ^= 1;
            assert!(hashes.insert(hash(&other)));
            assert!(hashes.insert(hash(&name[..at])));
        }
        assert_ne!(hash(b"a"), hash(b"a\0"));
    }
}
