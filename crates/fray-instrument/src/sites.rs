//! Numbers for hooked fields, which rewritten code passes to the hooks.

use std::sync::{Mutex, PoisonError};

use crate::numbers::Numbers;

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
    /// By their keys: class, field, descriptor and whether plain accesses count. With `--memory` there
    /// are many, and few are ever asked for.
    keys: Mutex<Numbers>,
}

/// Between the parts of a key: no name has it.
const END: u8 = 0xff;

impl Sites {
    /// The number of a field, new if it has none yet.
    pub fn number(&self, class: &[u8], field: &[u8], descriptor: &[u8], plain_counts: bool) -> u32 {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let last = [END, u8::from(plain_counts)];
        keys.number(&[class, &[END], field, &[END], descriptor, &last])
    }

    /// The field with this number.
    pub fn get(&self, number: u32) -> Option<Site> {
        let keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let mut parts = keys.name(number)?.split(|&byte| byte == END);
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
