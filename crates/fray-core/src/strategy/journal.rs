//! A recording that is written while the program runs, in case that it takes the JVM with it.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::recording::{Entry, Header, push_end, push_entry, push_field};

/// Where a journal is kept. What has been appended must survive the end of the process.
pub trait Sink: Send {
    /// Forgets everything.
    fn clear(&mut self) -> io::Result<()>;

    /// Adds to the end. Called for every step, so it should not ask the operating system.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
}

/// Simple, and slow: one system call per step.
impl Sink for File {
    fn clear(&mut self) -> io::Result<()> {
        self.set_len(0)?;
        self.seek(SeekFrom::Start(0)).map(drop)
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }
}

/// The recording of the execution that is running, shared by the campaign that
/// begins and ends it and the [`super::record::Record`] that writes the steps. If the process is
/// killed it lacks its end and nothing else.
///
/// If it cannot be written the search goes on without it.
#[derive(Clone)]
pub struct Journal(Arc<Mutex<State>>);

struct State {
    sink: Box<dyn Sink>,
    /// Whether the sink works and an execution has begun.
    open: bool,
    steps: u64,
    /// Scratch space.
    text: String,
}

impl Journal {
    /// A journal that is kept there.
    pub fn new(sink: Box<dyn Sink>) -> Journal {
        Journal(Arc::new(Mutex::new(State {
            sink,
            open: false,
            steps: 0,
            text: String::new(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An execution begins: what was there of the last one is forgotten.
    pub fn begin(&self, header: &Header) {
        let state = &mut *self.lock();
        state.steps = 0;
        let header = header.to_text();
        let begun = state.sink.clear();
        state.open = begun
            .and_then(|()| state.sink.append(header.as_bytes()))
            .is_ok();
    }

    /// Something happened.
    pub fn entry(&self, entry: &Entry) {
        let state = &mut *self.lock();
        let number = state.steps;
        state.steps += u64::from(matches!(entry, Entry::Step(_)));
        state.append(|text| push_entry(entry, number, text));
    }

    /// The execution has ended.
    pub fn end(&self, outcome: &str, trace_hash: u64) {
        let state = &mut *self.lock();
        let steps = state.steps;
        state.append(|text| {
            push_field("outcome", outcome, text);
            push_end(steps, trace_hash, text);
        });
        state.open = false;
    }
}

impl State {
    fn append(&mut self, write: impl FnOnce(&mut String)) {
        if self.open {
            self.text.clear();
            write(&mut self.text);
            self.open = self.sink.append(self.text.as_bytes()).is_ok();
        }
    }
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Journal")
    }
}
