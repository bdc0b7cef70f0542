//! Numbers for hooked fields, which rewritten code passes to the hooks.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Mutex, PoisonError};

use crate::registry::{QuickHasher, hash};

/// A field as an instruction names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    /// The class named in the instruction, with dots.
    pub class: String,
    /// The field.
    pub field: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether the access counts even if the field turns out not to be volatile.
    pub plain_counts: bool,
}

/// All hooked fields so far.
#[derive(Debug, Default)]
pub struct Sites {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// The keys of all sites, one behind the other: class, field, descriptor and whether plain
    /// accesses count. With `--memory` there are many, and few are ever asked for.
    keys: Vec<u8>,
    /// Where each key ends.
    ends: Vec<usize>,
    /// Numbers by the hash of the key; a key whose hash is taken has the next one that is free.
    numbers: HashMap<u64, u32, BuildHasherDefault<QuickHasher>>,
}

/// Between the parts of a key: no name has it.
const END: u8 = 0xff;

impl Inner {
    fn key(&self, number: usize) -> Option<&[u8]> {
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.keys[start..end])
    }
}

impl Sites {
    /// The number of a field, new if it has none yet.
    pub fn number(&self, class: &[u8], field: &[u8], descriptor: &[u8], plain_counts: bool) -> u32 {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        // Written behind the others at once, and taken back if it turns out to be known.
        let start = inner.keys.len();
        for part in [class, field, descriptor] {
            inner.keys.extend_from_slice(part);
            inner.keys.push(END);
        }
        inner.keys.push(u8::from(plain_counts));
        let mut place = hash(&inner.keys[start..]);
        while let Some(&number) = inner.numbers.get(&place) {
            if inner.key(number as usize) == Some(&inner.keys[start..]) {
                inner.keys.truncate(start);
                return number;
            }
            place = place.wrapping_add(1);
        }
        let (number, end) = (inner.ends.len() as u32, inner.keys.len());
        inner.ends.push(end);
        inner.numbers.insert(place, number);
        number
    }

    /// The field with this number.
    pub fn get(&self, number: u32) -> Option<Site> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let mut parts = inner.key(number as usize)?.split(|&byte| byte == END);
        let mut text = || String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
        Some(Site {
            class: text().replace('/', "."),
            field: text(),
            descriptor: text(),
            plain_counts: parts.next() == Some(&[1]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_one_number_and_keeps_its_names() {
        let sites = Sites::default();
        let first = sites.number(b"a/B", b"c", b"J", false);
        assert_eq!(sites.number(b"a/B", b"c", b"J", false), first);
        assert_ne!(sites.number(b"a/B", b"c", b"J", true), first);
        let other = sites.number(b"a", b"Bc", b"[La/B;", true);
        let expected = Site {
            class: "a".into(),
            field: "Bc".into(),
            descriptor: "[La/B;".into(),
            plain_counts: true,
        };
        assert_eq!(sites.get(other), Some(expected));
        assert_eq!(sites.get(first).map(|site| site.class), Some("a.B".into()));
        assert_eq!(sites.get(other + 1), None);
    }
}
