//! Which instruction, call or method gets which hook.
//!
//! [`scope`] says what counts in which class, [`tables`] which calls and methods are hooked; both
//! are data. The other modules turn them into edits of class files.
#![forbid(unsafe_code)]

mod bootstraps;
mod calls;
mod catches;
mod circles;
mod code;
mod copies;
mod entries;
mod fields;
mod initialises;
mod keeps;
mod monitors;
mod numbers;
mod pen;
mod references;
pub mod registry;
mod rewrite;
pub mod scope;
pub mod sites;
mod still;
pub mod tables;
mod wraps;

pub use circles::{Answer, Circles};
pub use fray_classfile::Error;
pub use initialises::{Initialises, initialises, needed_class};
pub use keeps::{Keeps, StaticField, Statics, keeps};
pub use rewrite::{Instrumenter, Options, Outcome};

/// The internal name that a class file gives its class.
pub fn class_name(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(fray_classfile::ClassFile::parse(bytes)?.name()?.to_vec())
}
