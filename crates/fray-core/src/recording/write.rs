//! Writing recordings, all at once or while the program runs.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::line::escape;
use super::{Entry, Header, Recording, Trailer, VERSION};

/// Bytes collected before they are passed on: a killed JVM loses at most the last few
/// hundred steps, and a step costs no system call.
const CHUNK: usize = 8 * 1024;

/// Writes a recording line by line.
///
/// Errors of the underlying writer are returned by the call that meets them. What is
/// still in the buffer when the writer is dropped is written on a best effort.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
    buffer: String,
    steps: u64,
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    pub fn new(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = Writer {
            out,
            buffer: String::with_capacity(CHUNK + 256),
            steps: 0,
        };
        writer.header(header);
        // A reader, or a person, shall see at once what is being run.
        writer.flush()?;
        Ok(writer)
    }

    fn header(&mut self, header: &Header) {
        self.field("fray-recording", &VERSION.to_string());
        self.field("fray", &header.tool);
        self.field("jdk", &header.jdk);
        for argument in &header.target {
            self.field("java", argument);
        }
        for (name, value) in &header.options {
            self.field("option", &format!("{name}={value}"));
        }
        self.field("strategy", &header.strategy);
        self.field("campaign-seed", &header.campaign_seed.to_string());
        self.field("iteration", &header.iteration.to_string());
        self.field("execution-seed", &header.execution_seed.to_string());
        for (name, value) in &header.notes {
            self.field("note", &format!("{name}={value}"));
        }
        if !header.outcome.is_empty() {
            self.field("outcome", &header.outcome);
        }
        self.buffer.push('\n');
    }

    fn field(&mut self, word: &str, value: &str) {
        self.buffer.push_str(word);
        self.buffer.push(' ');
        escape(value, &mut self.buffer);
        self.buffer.push('\n');
    }

    /// Writes a step or a choice.
    pub fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        let written = match entry {
            Entry::Step(step) => {
                let number = self.steps;
                self.steps += 1;
                writeln!(self.buffer, "{number} {step}")
            }
            Entry::Choice(choice) => writeln!(self.buffer, "? {choice}"),
        };
        written.expect("a string takes all text");
        if self.buffer.len() >= CHUNK {
            self.pass_on()?;
        }
        Ok(())
    }

    /// Writes how the execution ended, if that was not known at the beginning.
    pub fn outcome(&mut self, outcome: &str) {
        self.field("outcome", outcome);
    }

    /// Writes the last line. Without it the recording counts as cut off.
    pub fn end(mut self, trace_hash: u64) -> io::Result<()> {
        let Trailer { steps, trace_hash } = Trailer {
            steps: self.steps,
            trace_hash,
        };
        writeln!(self.buffer, "end {steps} {trace_hash:#018x}").expect("a string takes all text");
        self.flush()
    }

    /// Passes on what has been collected.
    pub fn flush(&mut self) -> io::Result<()> {
        self.pass_on()?;
        self.out.flush()
    }

    fn pass_on(&mut self) -> io::Result<()> {
        let result = self.out.write_all(self.buffer.as_bytes());
        self.buffer.clear();
        result
    }
}

impl<W: Write> Drop for Writer<W> {
    fn drop(&mut self) {
        if !self.buffer.is_empty() {
            let _ = self.flush();
        }
    }
}

impl Recording {
    /// Writes the whole recording.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut writer = Writer::new(out, &self.header)?;
        for entry in &self.entries {
            writer.entry(entry)?;
        }
        match self.end {
            Some(end) => writer.end(end.trace_hash),
            None => writer.flush(),
        }
    }

    /// The whole recording as text.
    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("a vector takes all bytes");
        String::from_utf8(bytes).expect("only text was written")
    }
}
