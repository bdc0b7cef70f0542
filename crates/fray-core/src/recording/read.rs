//! Reading recordings, whatever has happened to them.

use std::io::{self, BufRead};

use super::line::{parse_choice, parse_step, unescape};
use super::{Entry, Header, RAW, RAW_LENGTH, Raw, Recording, Trailer, VERSION};

/// Why a recording could not be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct ReadError {
    /// Number of the line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub kind: ReadErrorKind,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum ReadErrorKind {
    /// The file is something else.
    #[error("this is not a fray recording: it does not begin with 'fray-recording'")]
    NotARecording,
    /// The format is another one.
    #[error(
        "this recording has format version {0}, this fray reads version {VERSION}: \
         use the fray that wrote it, or record again"
    )]
    Version(String),
    /// The file ends before the first step.
    #[error("the recording is cut off within its header")]
    HeaderCut,
    /// A word that the header may not have.
    #[error("'{0}' is not a word of the header")]
    UnknownWord(String),
    /// The text is not what it should be.
    #[error("expected {0}")]
    Expected(&'static str),
    /// Steps are missing or doubled.
    #[error("expected step {expected}, found step {found}")]
    Number {
        /// The number that should be there.
        expected: u64,
        /// The number that is.
        found: u64,
    },
    /// The file could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl From<&'static str> for ReadErrorKind {
    fn from(expected: &'static str) -> Self {
        ReadErrorKind::Expected(expected)
    }
}

impl Recording {
    /// Reads a recording.
    pub fn read(input: impl BufRead) -> Result<Recording, ReadError> {
        let mut reader = Reader {
            input,
            line: 0,
            buffer: Vec::new(),
        };
        reader.recording().map_err(|kind| ReadError {
            line: reader.line,
            kind,
        })
    }

    /// Reads a recording that is in memory.
    pub fn from_text(text: &str) -> Result<Recording, ReadError> {
        Recording::read(text.as_bytes())
    }
}

struct Reader<R> {
    input: R,
    line: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Reader<R> {
    /// The next complete line without its end; `None` at the end of the file. A last
    /// line without a line feed, or one with a zero byte in it, was cut off and does not count.
    fn next(&mut self) -> Result<Option<&str>, ReadErrorKind> {
        self.line += 1;
        self.buffer.clear();
        self.input.read_until(b'\n', &mut self.buffer)?;
        let Some(mut bytes) = self.buffer.strip_suffix(b"\n") else {
            return Ok(None);
        };
        if bytes.contains(&0) {
            return Ok(None);
        }
        // A carriage return of the text itself is escaped: this one an editor has added.
        bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|_| ReadErrorKind::Expected("UTF-8 text"))?;
        Ok(Some(text))
    }

    fn recording(&mut self) -> Result<Recording, ReadErrorKind> {
        let first = match self.next() {
            Err(ReadErrorKind::Expected(_)) => return Err(ReadErrorKind::NotARecording),
            line => line?.ok_or(ReadErrorKind::NotARecording)?,
        };
        let version = first
            .strip_prefix("fray-recording ")
            .ok_or(ReadErrorKind::NotARecording)?;
        if version != VERSION.to_string() {
            return Err(ReadErrorKind::Version(version.to_owned()));
        }
        let mut header = Header::default();
        loop {
            let line = self.next()?.ok_or(ReadErrorKind::HeaderCut)?;
            if line.is_empty() {
                break;
            }
            let (word, value) = line.split_once(' ').unwrap_or((line, ""));
            field(&mut header, word, value)?;
        }
        let mut recording = Recording {
            header,
            ..Recording::default()
        };
        self.entries(&mut recording)?;
        Ok(recording)
    }

    /// What was written while the program ran, as far as it came.
    fn raw_entries(&mut self, recording: &mut Recording) -> Result<(), ReadErrorKind> {
        let mut steps = 0;
        loop {
            let mut bytes = [0; RAW_LENGTH];
            match self.input.read_exact(&mut bytes) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
                read => read?,
            }
            match Raw::read(bytes)? {
                Some(Raw::Entry(entry)) => {
                    steps += u64::from(matches!(entry, Entry::Step(_)));
                    recording.entries.push(entry);
                }
                Some(Raw::End { trace_hash }) => {
                    recording.end = Some(Trailer { steps, trace_hash });
                }
                None => return Ok(()),
            }
        }
    }

    fn entries(&mut self, recording: &mut Recording) -> Result<(), ReadErrorKind> {
        let mut steps = 0;
        while let Some(line) = self.next()? {
            if recording.end.is_some() {
                return Err("nothing after the end line".into());
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                RAW if recording.entries.is_empty() => return self.raw_entries(recording),
                "?" => recording.entries.push(Entry::Choice(parse_choice(rest)?)),
                "outcome" => recording.header.outcome = unescape(rest)?,
                "end" => recording.end = Some(parse_end(rest, steps)?),
                _ => {
                    let found = number(word)
                        .map_err(|_| "the number of a step, '?', 'outcome' or 'end'")?;
                    if found != steps {
                        return Err(ReadErrorKind::Number {
                            expected: steps,
                            found,
                        });
                    }
                    recording.entries.push(Entry::Step(parse_step(rest)?));
                    steps += 1;
                }
            }
        }
        Ok(())
    }
}

fn field(header: &mut Header, word: &str, value: &str) -> Result<(), ReadErrorKind> {
    match word {
        "fray" => header.tool = unescape(value)?,
        "jdk" => header.jdk = unescape(value)?,
        "java" => header.target.push(unescape(value)?),
        "option" => header.options.push(pair(value)?),
        "strategy" => header.strategy = unescape(value)?,
        "campaign-seed" => header.campaign_seed = number(value)?,
        "iteration" => header.iteration = number(value)?,
        "execution-seed" => header.execution_seed = number(value)?,
        "class-seed" => header.class_seed = number(value)?,
        "note" => header.notes.push(pair(value)?),
        "outcome" => header.outcome = unescape(value)?,
        _ => return Err(ReadErrorKind::UnknownWord(word.to_owned())),
    }
    Ok(())
}

fn pair(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').ok_or("name=value")?;
    Ok((unescape(name)?, unescape(value)?))
}

fn number(text: &str) -> Result<u64, &'static str> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err("a number");
    }
    text.parse().map_err(|_| "a number of at most 64 bits")
}

fn parse_end(text: &str, steps: u64) -> Result<Trailer, ReadErrorKind> {
    const END: &str = "'end', the number of steps and a hash such as 0x0123456789abcdef";
    let (claimed, hash) = text.split_once(" 0x").ok_or(END)?;
    let claimed = number(claimed).map_err(|_| END)?;
    if hash.len() != 16 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(END.into());
    }
    if claimed != steps {
        return Err("an end line with the number of steps that are there".into());
    }
    Ok(Trailer {
        steps,
        trace_hash: u64::from_str_radix(hash, 16).map_err(|_| END)?,
    })
}
