//! A diagnosis for people who work on fray: with `FRAY_DIGESTS=FILE` in the environment, one line per
//! execution with all that must be the same in another process.
//!
//! What it was for, its number, its steps, the hash of its behaviour and a hash of its whole
//! recording.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

use fray_core::campaign::Kind;
use fray_core::strategy::record::Log;

const VARIABLE: &str = "FRAY_DIGESTS";

/// The file, if one is asked for.
pub struct Digests(Option<File>);

impl Digests {
    /// As the environment says.
    pub fn open() -> Self {
        let open = |path| File::options().create(true).append(true).open(path).ok();
        Digests(std::env::var_os(VARIABLE).and_then(open))
    }

    /// An execution has ended.
    pub fn add(&mut self, kind: Kind, iteration: u64, log: Option<&Log>) {
        let (Some(file), Some(log)) = (&mut self.0, log) else {
            return;
        };
        let mut hasher = DefaultHasher::new();
        log.entries.hash(&mut hasher);
        let line = format!(
            "{kind:?} {iteration} {} {:#018x} {:#018x}\n",
            log.steps,
            log.trace_hash,
            hasher.finish()
        );
        let _ = file.write_all(line.as_bytes());
    }
}
