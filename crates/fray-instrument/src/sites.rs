//! Numbers for hooked fields, which rewritten code passes to the hooks.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

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
    sites: Vec<Site>,
    numbers: HashMap<Site, u32>,
}

impl Sites {
    /// The number of a field, new if it has none yet.
    pub fn number(&self, class: &[u8], field: &[u8], descriptor: &[u8], plain_counts: bool) -> u32 {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let site = Site {
            class: text(class).replace('/', "."),
            field: text(field),
            descriptor: text(descriptor),
            plain_counts,
        };
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = inner.numbers.get(&site) {
            return number;
        }
        let number = inner.sites.len() as u32;
        inner.sites.push(site.clone());
        inner.numbers.insert(site, number);
        number
    }

    /// The field with this number.
    pub fn get(&self, number: u32) -> Option<Site> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.sites.get(number as usize).cloned()
    }
}
