//! Calls by which a program reads or writes many elements of an array: with `--memory` each is an access of its own.

use fray_classfile::MemberRef;

/// Of these classes, methods with the same names and types are in the runtime's class.
const COPYING: &[(&str, &[&str])] = &[
    ("java/lang/System", &["arraycopy"]),
    ("java/util/Arrays", &["copyOf", "copyOfRange", "fill"]),
];

/// The name and the type of what stands in for a call in the runtime's class [`crate::tables::COPIES`].
pub fn stand_in(target: MemberRef<'_>) -> Option<(&'static str, &str)> {
    let mut classes = COPYING.iter();
    let (_, names) = classes.find(|(class, _)| class.as_bytes() == target.class)?;
    let name = names.iter().find(|name| name.as_bytes() == target.name)?;
    Some((name, std::str::from_utf8(target.descriptor).ok()?))
}

/// Whether a call clones an array.
pub fn clones(target: MemberRef<'_>) -> bool {
    target.class.first() == Some(&b'[') && target.name == b"clone"
}
