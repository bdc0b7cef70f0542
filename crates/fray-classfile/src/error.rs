//! What can go wrong: with the whole class ([`Error`]) or with one method ([`SkipReason`]).

use thiserror::Error;

/// The oldest class file version that exists (JDK 1.0).
pub const OLDEST_MAJOR: u16 = 45;

/// The newest class file version this crate knows (Java 25). A newer one may change the meaning of
/// what we rewrite.
pub const NEWEST_MAJOR: u16 = 69;

/// Class file versions count from here: version 45 is Java 1, 69 is Java 25.
const VERSION_OF_JAVA_ZERO: u16 = 44;

/// Why a class could not be read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The first four bytes are not the class file magic.
    #[error("not a class file: it does not begin with 0xCAFEBABE")]
    BadMagic,
    /// Made by a compiler newer than this crate.
    #[error(
        "class file version {major} (Java {}) is newer than fray knows ({NEWEST_MAJOR}, Java {})",
        major - VERSION_OF_JAVA_ZERO,
        NEWEST_MAJOR - VERSION_OF_JAVA_ZERO
    )]
    VersionTooNew {
        /// The major version found.
        major: u16,
    },
    /// A version number below the first one ever used.
    #[error("class file version {major} does not exist (the oldest is {OLDEST_MAJOR}, Java 1)")]
    VersionTooOld {
        /// The major version found.
        major: u16,
    },
    /// The bytes end inside a structure.
    #[error("the class file ends too early")]
    Truncated,
    /// Bytes follow the last attribute.
    #[error("{0} extra bytes behind the end of the class file")]
    TrailingBytes(usize),
    /// A constant of an unknown kind: neither it nor what follows can be read.
    #[error("constant {index} has the unknown tag {tag}")]
    UnknownConstant {
        /// Its place in the constant pool.
        index: u16,
        /// The tag found there.
        tag: u8,
    },
    /// An index leads outside the constant pool, or to a constant of another kind than the one
    /// needed.
    #[error("constant {index} is missing or is not {wanted}")]
    WrongConstant {
        /// The index used.
        index: u16,
        /// What it should have been.
        wanted: &'static str,
    },
    /// A rule of the class file format is broken.
    #[error("malformed class file: {0}")]
    Malformed(&'static str),
    /// The constant pool would pass 65,535 entries.
    #[error("the constant pool is full")]
    PoolFull,
    /// A string constant over 65,535 bytes.
    #[error("a string constant of {0} bytes is too long for a class file")]
    StringTooLong(usize),
    /// The class would get more than 65,535 fields.
    #[error("the class cannot take another field")]
    TooManyFields,
    /// A class file over 4 GiB, past what the offsets here can name.
    #[error("the class file is larger than 4 GiB")]
    TooLarge,
    /// A field or method number that the class does not have.
    #[error("the class has no member number {0}")]
    NoSuchMember(usize),
}

/// Why one method was left exactly as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SkipReason {
    /// The code, its stack or its exception table would pass the limit of 65,535.
    #[error("it would pass the 64 KiB limit")]
    TooLarge,
    /// A jump with a 16-bit offset would no longer reach its target.
    #[error("a jump would pass the reach of 16 bits")]
    JumpTooFar,
    /// No room for the constants the edit needs.
    #[error("the constant pool is full")]
    PoolFull,
    /// A wrap with [`HandlerLocals::This`](crate::HandlerLocals::This), but local 0 does not hold
    /// `this` throughout.
    #[error("local variable 0 does not hold `this` all the time")]
    ThisOverwritten,
    /// A wrap with [`HandlerLocals::This`](crate::HandlerLocals::This) on a static method.
    #[error("a static method has no `this`")]
    StaticMethod,
    /// A wrap of a constructor: no handler can cover both sides of the call of the super
    /// constructor.
    #[error("a constructor cannot be wrapped")]
    Constructor,
    /// The method is abstract or native.
    #[error("it has no code")]
    NoCode,
    /// The edit names a position at which no instruction begins, or replaces an instruction twice.
    #[error("the edit at {0} does not fit an instruction")]
    BadEdit(u32),
    /// The method's code is broken; the JVM is left to say so.
    #[error("{0}")]
    Unreadable(Error),
}

impl From<Error> for SkipReason {
    fn from(error: Error) -> Self {
        match error {
            Error::PoolFull => SkipReason::PoolFull,
            other => SkipReason::Unreadable(other),
        }
    }
}

/// A method that did not get its edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkippedMethod {
    /// Its place in [`ClassFile::methods`](crate::ClassFile::methods).
    pub index: usize,
    /// Why.
    pub reason: SkipReason,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_version_is_named_with_its_java_release() {
        assert_eq!(
            Error::VersionTooNew { major: 70 }.to_string(),
            "class file version 70 (Java 26) is newer than fray knows (69, Java 25)"
        );
    }
}
