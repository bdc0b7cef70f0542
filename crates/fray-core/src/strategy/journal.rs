//! A recording that is written while the program runs, in case that it takes the JVM with it.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::recording::{Entry, Header, Lines, push_end, push_field};

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
    lines: Lines,
}

impl Journal {
    /// A journal that is kept there.
    pub fn new(sink: Box<dyn Sink>) -> Journal {
        Journal(Arc::new(Mutex::new(State {
            sink,
            open: false,
            lines: Lines::new(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An execution begins: what was there of the last one is forgotten.
    pub fn begin(&self, header: &Header) {
        let state = &mut *self.lock();
        state.lines.restart();
        let header = header.to_text();
        let begun = state.sink.clear();
        state.open = begun
            .and_then(|()| state.sink.append(header.as_bytes()))
            .is_ok();
    }

    /// Something happened.
    pub fn entry(&self, entry: &Entry) {
        let state = &mut *self.lock();
        if state.open {
            state.open = state.sink.append(state.lines.next(entry)).is_ok();
        }
    }

    /// The execution has ended.
    pub fn end(&self, outcome: &str, trace_hash: u64) {
        let state = &mut *self.lock();
        if state.open {
            let mut text = String::new();
            push_field("outcome", outcome, &mut text);
            push_end(state.lines.steps(), trace_hash, &mut text);
            let _ = state.sink.append(text.as_bytes()); // nothing comes after it
        }
        state.open = false;
    }
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Journal")
    }
}
