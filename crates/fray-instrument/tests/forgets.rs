//! Which classes remember nothing: as their names say.

use std::path::Path;

use fray_testkit::{java, place};

#[test]
fn classes_that_remember_nothing_are_told_from_those_that_may() {
    let folder = place::scratch("forgets");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/forgets/Classes.java");
    java::compile(17, &folder, &folder, &[source]);
    let (mut forget, mut keep) = (0, 0);
    for file in folder.read_dir().unwrap() {
        let file = file.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap();
        let Some((_, name)) = name.split_once('$') else {
            continue;
        };
        let forgets = fray_instrument::forgets(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(forgets, name.starts_with("Forgets"), "{name}");
        if forgets {
            forget += 1;
        } else {
            keep += 1;
        }
    }
    assert_eq!((forget, keep), (6, 10));
}

/// Damaged class files are refused, here as everywhere.
#[test]
fn a_truncated_class_is_an_error() {
    assert!(fray_instrument::forgets(&[0xca, 0xfe, 0xba, 0xbe, 0, 0]).is_err());
}
