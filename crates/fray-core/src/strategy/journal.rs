//! A recording that is written while the program runs, in case that it takes the JVM with it.

use std::io;

use crate::recording::{Entry, Form, Header, RAW, RAW_LENGTH, Raw};

/// Where a journal is kept. What has been written must survive the end of the process.
pub trait Sink: Send {
    /// Forgets everything.
    fn clear(&mut self) -> io::Result<()>;

    /// Writes what comes next.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// The same for a step. Called for every one, so it should not ask the operating system.
    fn append_entry(&mut self, bytes: [u8; RAW_LENGTH]) -> io::Result<()>;
}

/// The recording of the execution that is running. If the process is killed it lacks its end and
/// nothing else. The campaign begins and ends it, the [`super::record::Record`] that has it writes the steps.
///
/// If it cannot be written the search goes on without it.
pub struct Journal {
    sink: Box<dyn Sink>,
    /// Whether the sink works and an execution has begun.
    open: bool,
    /// What all headers have in common, and the one of this execution.
    form: Option<Form>,
    header: Header,
    /// Scratch space.
    text: String,
}

impl Journal {
    /// A journal that is kept there.
    pub fn new(sink: Box<dyn Sink>) -> Journal {
        Journal {
            sink,
            open: false,
            form: None,
            header: Header::default(),
            text: String::new(),
        }
    }

    /// An execution begins: what was there of the last one is forgotten. `whole` makes the header of the
    /// campaign, once; `execution` changes it to that of this execution, whose strategy has these
    /// parameters.
    pub fn begin(
        &mut self,
        whole: impl FnOnce() -> Header,
        execution: impl FnOnce(&mut Header),
        parameters: &str,
    ) {
        self.open = self.sink.clear().is_ok();
        if self.form.is_none() {
            self.header = whole();
            self.header.strategy.push(' ');
        }
        execution(&mut self.header);
        let form = self.form.get_or_insert_with(|| Form::of(&self.header));
        self.text.clear();
        form.fill(&self.header, parameters, &mut self.text);
        self.text.push_str(RAW);
        self.text.push('\n');
        self.open = self.open && self.sink.append(self.text.as_bytes()).is_ok();
    }

    /// Something happened.
    #[inline(always)]
    pub fn entry(&mut self, entry: &Entry) {
        self.put(Raw::Entry(*entry));
    }

    #[inline(always)]
    fn put(&mut self, raw: Raw) {
        if self.open {
            self.open = self.sink.append_entry(raw.bytes()).is_ok();
        }
    }

    /// The execution has ended.
    pub fn end(&mut self, trace_hash: u64) {
        self.put(Raw::End { trace_hash });
        self.open = false;
    }
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Journal")
    }
}
