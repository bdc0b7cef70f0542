//! Golden files: what a person sees, kept under review.

use std::path::PathBuf;

/// Set to update the files instead of comparing with them.
const UPDATE: &str = "FRAY_UPDATE_GOLDEN";

/// Compares with `tests/golden/{name}`.
pub fn check(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, actual).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if let Some(line) = (0..expected.lines().count().max(actual.lines().count()))
        .find(|&line| expected.lines().nth(line) != actual.lines().nth(line))
    {
        panic!(
            "{} differs in line {}:\n  expected {:?}\n  actual   {:?}\n\
             If that is right, set {UPDATE}=1, run the test again and review the diff.\n\n{actual}",
            path.display(),
            line + 1,
            expected.lines().nth(line).unwrap_or("(nothing)"),
            actual.lines().nth(line).unwrap_or("(nothing)"),
        );
    }
    assert_eq!(expected, actual, "{} differs", path.display());
}
