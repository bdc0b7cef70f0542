//! Over all classes of the JDKs found and of some libraries: what goes in unchanged comes out
//! unchanged, and with every hook on the result can be read again.

mod support;

use fray_classfile::{ClassEditor, ClassFile, SkipReason};
use fray_testkit::corpus;
use support::dense::{self, Hook};

/// All classes are rewritten; of a sample (`FRAY_CORPUS=sample`) every so many.
fn step() -> usize {
    corpus::step(9)
}

#[test]
fn without_edits_every_class_stays_byte_for_byte_the_same() {
    for pack in corpus::all() {
        let mut count = 0;
        for class in pack.classes() {
            let parsed = ClassFile::parse(class.bytes)
                .unwrap_or_else(|error| panic!("{}: {error}", class.path));
            assert_eq!(parsed.name().unwrap(), class.path.as_bytes());
            let rewritten = ClassEditor::new(&parsed).finish().unwrap();
            assert!(rewritten.bytes == class.bytes, "{} changed", class.path);
            count += 1;
        }
        println!("{}: {count} classes are the same", pack.name);
        assert!(count > 1000, "{} is a real corpus", pack.name);
    }
}

/// A pool addition alone takes the writer through every part of the file, instead of through the
/// short cut for unchanged classes.
#[test]
fn one_more_constant_changes_nothing_else() {
    for pack in corpus::all() {
        for class in pack.classes().step_by(step()) {
            let parsed = ClassFile::parse(class.bytes).unwrap();
            let mut editor = ClassEditor::new(&parsed);
            editor.integer(1).unwrap();
            let rewritten = editor.finish().unwrap().bytes;
            let again = ClassFile::parse(&rewritten).unwrap();
            assert_eq!(again.pool().len(), parsed.pool().len() + 1);
            assert_eq!(
                rewritten.len(),
                class.bytes.len() + 5,
                "a tag and four bytes"
            );
            let pairs = class.bytes.iter().rev().zip(rewritten.iter().rev());
            let suffix = pairs.take_while(|(old, new)| old == new).count();
            let prefix = class.bytes.len() - suffix;
            // Bytes 8 and 9 are the count of constants.
            assert!(
                class.bytes[..8] == rewritten[..8]
                    && class.bytes[10..prefix] == rewritten[10..prefix]
            );
        }
    }
}

#[test]
fn with_every_hook_the_result_can_be_read_again() {
    for pack in corpus::all() {
        let (mut methods, mut skipped) = (0, Vec::new());
        for class in pack.classes().step_by(step()) {
            let parsed = ClassFile::parse(class.bytes).unwrap();
            let rewritten = dense::rewrite(&parsed, Hook::Call).unwrap();
            let again = ClassFile::parse(&rewritten.bytes).unwrap();
            assert_eq!(again.methods().len(), parsed.methods().len());
            for (index, (old, new)) in parsed.methods().iter().zip(again.methods()).enumerate() {
                assert_eq!((old.name, old.descriptor), (new.name, new.descriptor));
                let (old_code, new_code) =
                    (parsed.code(index).unwrap(), again.code(index).unwrap());
                let Some(new_code) = new_code else { continue };
                methods += 1;
                assert!(
                    new_code
                        .instructions()
                        .all(|instruction| instruction.is_ok())
                );
                if let Some(skip) = rewritten.skipped.iter().find(|skip| skip.index == index) {
                    assert_eq!(old_code.unwrap().bytes, new_code.bytes);
                    assert_eq!(old.access, new.access, "a skipped method keeps its flags");
                    skipped.push((class.path, old.name, skip.reason));
                }
            }
        }
        println!(
            "{}: {methods} methods, {} skipped",
            pack.name,
            skipped.len()
        );
        for (class, method, reason) in &skipped {
            let expected = matches!(
                reason,
                SkipReason::TooLarge | SkipReason::JumpTooFar | SkipReason::PoolFull
            );
            assert!(
                expected,
                "{class}.{}: {reason}",
                String::from_utf8_lossy(method)
            );
        }
        assert!(
            skipped.len() * 100 < methods,
            "under one in a hundred is too large for a hook at every instruction"
        );
    }
}
