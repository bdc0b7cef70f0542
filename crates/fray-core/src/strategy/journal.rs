//! A recording that is written while the program runs, in case that it takes the JVM with it.

use std::io;

use crate::recording::{Entry, Header, LINE, Lines, push_end, push_field};

/// Where a journal is kept. What has been written must survive the end of the process.
pub trait Sink: Send {
    /// Forgets everything.
    fn clear(&mut self) -> io::Result<()>;

    /// Where the next bytes go: at least so many. Lines are made in place, since copying what has only
    /// just been put together costs more than putting it together.
    fn room(&mut self, bytes: usize) -> io::Result<&mut [u8]>;

    /// So many bytes have been written there; those behind them are 0. Called for every step, so it
    /// should not ask the operating system.
    fn advance(&mut self, bytes: usize) -> io::Result<()>;
}

/// The recording of the execution that is running. If the process is killed it lacks its end and
/// nothing else. The campaign begins and ends it, the [`super::record::Record`] that has it writes the steps.
///
/// If it cannot be written the search goes on without it.
pub struct Journal {
    sink: Box<dyn Sink>,
    /// Whether the sink works and an execution has begun.
    open: bool,
    lines: Lines,
}

impl Journal {
    /// A journal that is kept there.
    pub fn new(sink: Box<dyn Sink>) -> Journal {
        Journal {
            sink,
            open: false,
            lines: Lines::new(),
        }
    }

    /// An execution begins: what was there of the last one is forgotten.
    pub fn begin(&mut self, header: &Header) {
        self.lines.restart();
        self.open = self.sink.clear().is_ok();
        self.append(&header.to_text());
    }

    /// Something happened.
    pub fn entry(&mut self, entry: &Entry) {
        if self.open {
            self.open = self.write(entry).is_ok();
        }
    }

    fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let room = self.sink.room(LINE)?;
        let room = room.first_chunk_mut().expect("as much as was asked for");
        let written = self.lines.next(entry, room);
        self.sink.advance(written)
    }

    fn append(&mut self, text: &str) {
        if self.open {
            let room = self.sink.room(text.len());
            let written = room.map(|room| room[..text.len()].copy_from_slice(text.as_bytes()));
            self.open = written.and_then(|()| self.sink.advance(text.len())).is_ok();
        }
    }

    /// The execution has ended.
    pub fn end(&mut self, outcome: &str, trace_hash: u64) {
        let mut text = String::new();
        push_field("outcome", outcome, &mut text);
        push_end(self.lines.steps(), trace_hash, &mut text);
        self.append(&text);
        self.open = false;
    }
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Journal")
    }
}
