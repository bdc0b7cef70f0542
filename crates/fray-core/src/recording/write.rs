//! Writing recordings, all at once or line by line.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::line::escape;
use super::{Entry, Header, Recording, VERSION};

/// Bytes collected before they are passed on, so that a step costs no system call.
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
        writer.buffer.push_str(&header.to_text());
        // A reader, or a person, shall see at once what is being run.
        writer.flush()?;
        Ok(writer)
    }

    /// Writes a step or a choice.
    pub fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        match entry {
            Entry::Step(step) => {
                writeln!(self.buffer, "{} {step}", self.steps).expect("a string takes all text");
                self.steps += 1;
            }
            Entry::Choice(choice) => {
                writeln!(self.buffer, "? {choice}").expect("a string takes all text");
            }
        }
        if self.buffer.len() >= CHUNK {
            self.pass_on()?;
        }
        Ok(())
    }

    /// Writes how the execution ended, if that was not known at the beginning.
    pub fn outcome(&mut self, outcome: &str) {
        push_field("outcome", outcome, &mut self.buffer);
    }

    /// Writes the last line. Without it the recording counts as cut off.
    pub fn end(mut self, trace_hash: u64) -> io::Result<()> {
        push_end(self.steps, trace_hash, &mut self.buffer);
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

impl Header {
    /// The lines before the first step.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::with_capacity(1024);
        Form::of(self).fill(self, "", &mut text);
        text
    }
}

/// A header in which only that is left open in which the executions of a campaign differ. They have one each, and
/// some are over within microseconds.
#[derive(Debug)]
pub(crate) struct Form {
    before: String,
    after: String,
}

impl Form {
    /// The form that this header fills in.
    pub fn of(header: &Header) -> Form {
        let (mut before, mut after) = (String::with_capacity(1024), String::new());
        let mut field = |word: &str, value: &str| push_field(word, value, &mut before);
        field("fray-recording", &VERSION.to_string());
        field("fray", &header.tool);
        field("jdk", &header.jdk);
        for argument in &header.target {
            field("java", argument);
        }
        for (name, value) in &header.options {
            field("option", &format!("{name}={value}"));
        }
        for (name, value) in &header.notes {
            push_field("note", &format!("{name}={value}"), &mut after);
        }
        if !header.outcome.is_empty() {
            push_field("outcome", &header.outcome, &mut after);
        }
        after.push('\n');
        Form { before, after }
    }

    /// Appends the header, with what is left open as in this one; `parameters` follow the strategy.
    pub fn fill(&self, header: &Header, parameters: &str, out: &mut String) {
        out.push_str(&self.before);
        out.push_str("strategy ");
        escape(&header.strategy, out);
        escape(parameters, out);
        write!(
            out,
            "\ncampaign-seed {}\niteration {}\nexecution-seed {}\nclass-seed {}\n",
            header.campaign_seed, header.iteration, header.execution_seed, header.class_seed
        )
        .expect("a string takes all text");
        out.push_str(&self.after);
    }
}

fn push_field(word: &str, value: &str, out: &mut String) {
    out.push_str(word);
    out.push(' ');
    escape(value, out);
    out.push('\n');
}

fn push_end(steps: u64, trace_hash: u64, out: &mut String) {
    writeln!(out, "end {steps} {trace_hash:#018x}").expect("a string takes all text");
}

/// Makes text of what was written while a program ran. The file is replaced when its text is complete.
pub fn make_readable(path: &Path) -> io::Result<()> {
    let file = io::BufReader::new(File::open(path)?);
    let recording = Recording::read(file).map_err(io::Error::other)?;
    let partial = path.with_extension("partial");
    let written = File::create(&partial).and_then(|file| recording.write(file));
    written
        .and_then(|()| std::fs::rename(&partial, path))
        .inspect_err(|_| {
            let _ = std::fs::remove_file(&partial); // no room for it
        })
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
