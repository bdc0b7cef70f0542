//! Any bytes: reading them, rewriting what can be read with every kind of hook, and reading the result again.

#![no_main]

#[path = "../../crates/fray-classfile/tests/support/dense.rs"]
mod dense;

use fray_classfile::{ClassEditor, ClassFile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(class) = ClassFile::parse(bytes) else {
        return;
    };
    let same = ClassEditor::new(&class)
        .finish()
        .expect("nothing to do cannot fail");
    assert!(same.bytes == bytes, "unchanged");
    for hook in [dense::Hook::Call, dense::Hook::Neutral] {
        if let Ok(rewritten) = dense::rewrite(&class, hook) {
            assert!(
                rewritten.bytes.len() <= bytes.len() * 64 + 1024,
                "out of proportion"
            );
            let again = ClassFile::parse(&rewritten.bytes).expect("what was written can be read");
            assert_eq!(again.methods().len(), class.methods().len());
        }
    }
});
