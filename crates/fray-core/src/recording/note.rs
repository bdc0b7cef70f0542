//! Names of notes in the header of recordings.

/// The folder in which the command was given: relative paths in it start there.
pub const FOLDER: &str = "folder";

/// Followed by the name of a variable of the environment that the command was given under.
pub const VARIABLE: &str = "variable.";

/// Standard input that was a file: its bytes, one character each.
pub const INPUT_FILE: &str = "input-file";

/// A piece of standard input that was not a file, as far as it was read: its bytes, one character each.
pub const INPUT: &str = "input";

/// The end of standard input was read after these pieces.
pub const INPUT_END: &str = "input-end";
