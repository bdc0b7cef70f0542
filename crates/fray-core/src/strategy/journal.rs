//! A recording that is written while the program runs, in case that it takes the JVM with it.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::recording::{Entry, Header, Writer};

/// A file with the recording of the execution that is running, shared by the campaign that
/// begins and ends it and the [`super::record::Record`] that writes the steps.
///
/// What has been written survives the end of the process, but for the last few hundred
/// steps: a recording without its end. If the file cannot be written the search goes on
/// without it.
#[derive(Clone, Debug)]
pub struct Journal(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    file: File,
    writer: Option<Writer<File>>,
}

impl Journal {
    /// Makes, or empties, the file.
    pub fn create(path: &Path) -> io::Result<Journal> {
        let file = File::create(path)?;
        Ok(Journal(Arc::new(Mutex::new(State { file, writer: None }))))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An execution begins: what was there of the last one is forgotten.
    pub fn begin(&self, header: &Header) {
        let state = &mut *self.lock();
        // The old writer may still hold something, which must not come after this.
        state.writer = None;
        state.writer = restart(&mut state.file, header).ok();
    }

    /// Something happened.
    pub fn entry(&self, entry: &Entry) {
        let state = &mut *self.lock();
        if state
            .writer
            .as_mut()
            .is_some_and(|writer| writer.entry(entry).is_err())
        {
            state.writer = None;
        }
    }

    /// The execution has ended.
    pub fn end(&self, outcome: &str, trace_hash: u64) {
        if let Some(mut writer) = self.lock().writer.take() {
            writer.outcome(outcome);
            // On a best effort, as all of it.
            let _ = writer.end(trace_hash);
        }
    }
}

fn restart(file: &mut File, header: &Header) -> io::Result<Writer<File>> {
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    Writer::new(file.try_clone()?, header)
}
