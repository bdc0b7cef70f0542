//! What is known of the classes seen so far: their fields, and whom they extend.
//!
//! Keyed by name alone: two loaders may have classes of one name, which then are taken together. A
//! field counts as volatile if it is so in any of them, at the price of a needless hook.

use std::ops::Range;
use std::sync::{PoisonError, RwLock};

use fray_classfile::{ClassFile, Error, MemberRef, hash};

use crate::calls::is_candidate;
use crate::numbers::Numbers;
use crate::tables::FENCED;

const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
/// Of a field.
pub const ACC_VOLATILE: u16 = 0x0040;

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

/// The classes seen so far.
#[derive(Debug, Default)]
pub struct Registry {
    classes: RwLock<Classes>,
}

#[derive(Debug, Default)]
struct Classes {
    names: Numbers,
    /// By the numbers of their names. Superclasses have numbers before they are seen.
    classes: Vec<Class>,
    /// Those of one class are next to each other: hash of name and type, and what it is. A class may have several
    /// of one name, as shrunk programs do.
    fields: Vec<(u64, Field)>,
}

#[derive(Debug, Clone, Default)]
struct Class {
    seen: bool,
    superclass: Option<u32>,
    /// Where its fields are.
    fields: Range<usize>,
    /// Hashes of its static methods that hide inherited ones of the tables. Hardly any class has some.
    hides: Vec<u64>,
}

/// Longest chain of superclasses that is followed; a longer one is a cycle in broken input.
const MAX_DEPTH: usize = 256;

impl Registry {
    /// Adds a class under this name. Whatever was known of it before is kept if it was volatile.
    pub fn add(&self, name: &[u8], class: &ClassFile<'_>) -> Result<(), Error> {
        let superclass = class.super_name()?;
        let fenced = fenced(name);
        let fields = class.fields().iter().map(|field| {
            let is_fenced = fenced.iter().any(|known| known.as_bytes() == field.name);
            (
                member_hash(field.name, field.descriptor),
                kind(field.access, is_fenced),
            )
        });
        let hides = class.methods().iter().filter(|method| {
            method.access & ACC_STATIC != 0 && is_candidate(method.name, method.descriptor)
        });
        let hides = hides.map(|method| member_hash(method.name, method.descriptor));
        let hides: Vec<u64> = hides.collect();
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        let number = classes.number(name);
        if classes.classes[number].seen {
            classes.merge(number, fields);
            return Ok(());
        }
        let superclass = superclass.map(|name| classes.number(name) as u32);
        let start = classes.fields.len();
        classes.fields.extend(fields);
        classes.classes[number] = Class {
            seen: true,
            superclass,
            fields: start..classes.fields.len(),
            hides,
        };
        Ok(())
    }

    /// Whether a class of this name has been seen.
    pub fn knows(&self, class: &[u8]) -> bool {
        let classes = self.classes.read().unwrap_or_else(PoisonError::into_inner);
        let number = classes.names.find(class);
        number.is_some_and(|number| classes.classes[number as usize].seen)
    }

    /// The field that an access through `class` means.
    pub fn field(&self, field: MemberRef<'_>) -> Field {
        let classes = self.classes.read().unwrap_or_else(PoisonError::into_inner);
        let wanted = member_hash(field.name, field.descriptor);
        let declared = |class: &Class| {
            let mut fields = classes.fields[class.fields.clone()].iter();
            let found = fields.find(|(known, _)| *known == wanted);
            found.map(|&(_, kind)| kind)
        };
        classes
            .climb(field.class, declared)
            .unwrap_or(Field::Unknown)
    }

    /// Whether a call of a static method through the first class is known to be one of the other's,
    /// which the first one is or extends.
    pub fn inherits(&self, call: MemberRef<'_>, ancestor: &[u8]) -> bool {
        if call.class == ancestor {
            return true;
        }
        let classes = self.classes.read().unwrap_or_else(PoisonError::into_inner);
        let Some(ancestor) = classes.names.find(ancestor) else {
            return false;
        };
        let method = member_hash(call.name, call.descriptor);
        let answer = |class: &Class| {
            if class.hides.contains(&method) {
                Some(false)
            } else {
                (class.superclass == Some(ancestor)).then_some(true)
            }
        };
        classes.climb(call.class, answer).unwrap_or(false)
    }
}

/// What is known of the classes that one class names.
#[derive(Clone, Copy, Debug)]
pub struct View<'c> {
    registry: &'c Registry,
    /// Of a hidden class: what it calls itself, and what it is known as.
    own: Option<(&'c [u8], &'c [u8])>,
}

impl<'c> View<'c> {
    /// From a class of this name, known as that.
    pub fn new(registry: &'c Registry, name: &'c [u8], known_as: &'c [u8]) -> Self {
        let own = (name != known_as).then_some((name, known_as));
        View { registry, own }
    }

    /// What the class is known as that is called so here.
    pub fn known_as<'n>(&self, class: &'n [u8]) -> &'n [u8]
    where
        'c: 'n,
    {
        match self.own {
            Some((name, known_as)) if name == class => known_as,
            _ => class,
        }
    }

    /// See [`Registry::field`].
    pub fn field(&self, field: MemberRef<'_>) -> Field {
        let class = self.known_as(field.class);
        self.registry.field(MemberRef { class, ..field })
    }

    /// See [`Registry::inherits`].
    pub fn inherits(&self, call: MemberRef<'_>, ancestor: &[u8]) -> bool {
        let class = self.known_as(call.class);
        self.registry
            .inherits(MemberRef { class, ..call }, ancestor)
    }
}

/// What a hidden class is known as. Others may have its name, hidden ones too, and nobody but it can mean it by that name. A
/// `;` is in no name of a class. The same class file is the same class, in each execution.
pub fn hidden_name(name: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut known_as = name.to_vec();
    known_as.extend_from_slice(format!(";{:016x}", hash(bytes)).as_bytes());
    known_as
}

impl Classes {
    /// The number of a class.
    fn number(&mut self, name: &[u8]) -> usize {
        let number = self.names.number(&[name]) as usize;
        if number == self.classes.len() {
            self.classes.push(Class::default());
        }
        number
    }

    /// Adds the fields of another class with the name of one that was seen.
    fn merge(&mut self, number: usize, fields: impl Iterator<Item = (u64, Field)> + Clone) {
        let range = self.classes[number].fields.clone();
        if fields
            .clone()
            .eq(self.fields[range.clone()].iter().copied())
        {
            return; // the same class again
        }
        let mut merged = self.fields[range.clone()].to_vec();
        for (member, kind) in fields {
            match merged.iter_mut().find(|(known, _)| *known == member) {
                Some((_, old)) => *old = both(*old, kind),
                None => merged.push((member, kind)),
            }
        }
        if merged.len() == range.len() {
            self.fields[range].copy_from_slice(&merged);
        } else {
            let start = self.fields.len();
            self.fields.extend(merged);
            self.classes[number].fields = start..self.fields.len();
        }
    }

    /// The first answer on the way up the superclasses that have been seen.
    fn climb<R>(&self, class: &[u8], answer: impl Fn(&Class) -> Option<R>) -> Option<R> {
        let mut next = self.names.find(class);
        for _ in 0..MAX_DEPTH {
            let current = &self.classes[next? as usize];
            if let Some(found) = answer(current) {
                return Some(found);
            }
            next = current.superclass;
        }
        None
    }
}

/// What is known of a field of which there are two definitions: what needs a hook in one of them does in both.
fn both(one: Field, other: Field) -> Field {
    match (one, other) {
        (Field::Volatile, _) | (_, Field::Volatile) => Field::Volatile,
        (Field::Final, other) => other,
        _ => one,
    }
}

/// The fields of a class that are as good as volatile.
pub fn fenced(class: &[u8]) -> &'static [&'static str] {
    let row = FENCED.iter().find(|(name, _)| name.as_bytes() == class);
    row.map_or(&[], |(_, fields)| fields)
}

fn kind(access: u16, is_fenced: bool) -> Field {
    if access & ACC_VOLATILE != 0 || is_fenced {
        Field::Volatile
    } else if access & ACC_FINAL != 0 {
        Field::Final
    } else {
        Field::Plain
    }
}

fn member_hash(name: &[u8], descriptor: &[u8]) -> u64 {
    hash::add_bytes(hash(name), descriptor)
}

/// The hash of a name.
fn hash(name: &[u8]) -> u64 {
    hash::add_bytes(0, name)
}
