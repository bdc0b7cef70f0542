//! What classes keep: as their names say.

use std::path::Path;

use fray_instrument::{Keeps, keeps};
use fray_testkit::{java, place};

#[test]
fn classes_are_told_by_what_they_keep() {
    let folder = place::scratch("keeps");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/keeps/Classes.java");
    java::compile(17, &folder, &folder, &[source]);
    let mut counts = [0; 3];
    for file in folder.read_dir().unwrap() {
        let file = file.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap();
        let Some((_, name)) = name.split_once('$') else {
            continue;
        };
        let (kind, prefix) = match keeps(&std::fs::read(&file).unwrap()).unwrap() {
            Keeps::Nothing => (0, "Forgets"),
            Keeps::Statics(_) => (1, "Statics"),
            Keeps::Anything => (2, "Keeps"),
        };
        assert!(name.starts_with(prefix), "{name} is said to be {prefix}");
        counts[kind] += 1;
    }
    assert_eq!(counts, [6, 6, 11]);
}

/// What is to be put back: everything but constants. A text that is made when the class is initialised is another one
/// every time.
#[test]
fn fields_that_are_put_back() {
    let folder = place::scratch("keeps-fields");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/keeps/Classes.java");
    java::compile(17, &folder, &folder, &[source]);
    let fields = |name: &str| {
        let bytes = std::fs::read(folder.join(format!("Classes${name}.class"))).unwrap();
        let Keeps::Statics(statics) = keeps(&bytes).unwrap() else {
            panic!("{name} has none");
        };
        assert_eq!(statics.class, format!("Classes${name}").into_bytes());
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let fields = statics.fields.iter();
        let fields: Vec<_> = fields
            .map(|field| (text(&field.name), text(&field.descriptor), field.is_final))
            .collect();
        (fields, statics.initialiser)
    };
    let field =
        |name: &str, descriptor: &str, is_final| (name.to_owned(), descriptor.to_owned(), is_final);
    assert_eq!(
        fields("StaticsCounter"),
        (vec![field("count", "I", false)], false)
    );
    assert_eq!(
        fields("StaticsMixed"),
        (
            vec![
                field("LOCK", "Ljava/lang/Object;", true),
                field("MADE", "Ljava/lang/String;", true),
                field("names", "Ljava/util/List;", false),
            ],
            true
        )
    );
}

/// Damaged class files are refused, here as everywhere.
#[test]
fn a_truncated_class_is_an_error() {
    assert!(keeps(&[0xca, 0xfe, 0xba, 0xbe, 0, 0]).is_err());
}
