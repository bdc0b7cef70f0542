//! Single lines: steps, choices, escaped text.

use std::fmt;

use super::{ChoiceKind, Entry, RecordedChoice, RecordedStep};
use crate::op::{Completion, ObjectId, OpKind, Operation, Resource, ThreadId};

impl fmt::Display for RecordedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.thread, self.operation)?;
        match self.completion {
            Completion::Normal => Ok(()),
            Completion::Timeout => f.write_str(" timeout"),
            Completion::Spurious => f.write_str(" spurious"),
        }
    }
}

impl fmt::Display for RecordedChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}/{}", self.kind.word(), self.taken, self.of)
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Step(step) => step.fmt(f),
            Entry::Choice(choice) => choice.fmt(f),
        }
    }
}

/// Reads what [`RecordedStep`]'s `Display` writes; the error says what was expected.
pub(super) fn parse_step(text: &str) -> Result<RecordedStep, &'static str> {
    let mut words = text.split(' ');
    let thread = words
        .next()
        .and_then(parse_thread)
        .ok_or("a thread such as t1")?;
    let kind = words
        .next()
        .and_then(OpKind::from_word)
        .ok_or("an operation such as enter")?;
    let mut word = words.next();
    let mut resource = Resource::default();
    if let Some(parsed) = word.and_then(parse_resource) {
        resource = parsed;
        word = words.next();
    }
    let completion = match word {
        None => Completion::Normal,
        Some("timeout") => Completion::Timeout,
        Some("spurious") => Completion::Spurious,
        Some(_) => return Err("#object, #object+member, a thread, timeout or spurious"),
    };
    match words.next() {
        None => Ok(RecordedStep {
            thread,
            operation: Operation::new(kind, resource),
            completion,
        }),
        Some(_) => Err("the end of the line"),
    }
}

/// Reads what [`RecordedChoice`]'s `Display` writes.
pub(super) fn parse_choice(text: &str) -> Result<RecordedChoice, &'static str> {
    let (word, numbers) = text.split_once(' ').ok_or("a choice such as notify 0/2")?;
    let kind = ChoiceKind::ALL
        .into_iter()
        .find(|kind| kind.word() == word)
        .ok_or("notify or spurious")?;
    let (taken, of) = numbers.split_once('/').ok_or("taken/alternatives")?;
    match (parse_number(taken), parse_number(of)) {
        (Some(taken), Some(of)) if taken < of => Ok(RecordedChoice { kind, taken, of }),
        _ => Err("taken/alternatives, the first below the second"),
    }
}

/// Digits only: `str::parse` would also take a sign.
fn parse_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| text.parse().ok())?
}

fn parse_thread(text: &str) -> Option<ThreadId> {
    let number = parse_number(text.strip_prefix('t')?)?;
    let thread = ThreadId(number);
    // The number space of threads, as resources have it.
    (number >= 1 && Resource::thread(thread).as_thread() == Some(thread)).then_some(thread)
}

fn parse_resource(text: &str) -> Option<Resource> {
    let Some(object) = text.strip_prefix('#') else {
        return parse_thread(text).map(Resource::thread);
    };
    let (object, member) = match object.split_once('+') {
        Some((object, member)) => (object, parse_number(member)?),
        None => (object, 0),
    };
    Some(Resource {
        object: ObjectId(parse_number(object)?),
        member,
    })
    .filter(|resource| resource.as_thread().is_none())
}

/// Writes text so that it fits on one line.
pub(super) fn escape(text: &str, out: &mut String) {
    if !text.contains(['\\', '\n', '\r', '\0']) {
        out.push_str(text);
        return;
    }
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            _ => out.push(c),
        }
    }
}

/// The reverse of [`escape`].
pub(super) fn unescape(text: &str) -> Result<String, &'static str> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\\') => out.push('\\'),
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some('0') => out.push('\0'),
                _ => return Err("\\\\, \\n, \\r or \\0 after a backslash"),
            },
            _ => out.push(c),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_read_as_written() {
        for text in [
            "t3 enter #5",
            "t2 update #7+12 timeout",
            "t1 yield",
            "t1 start t2",
            "t4 park t4 spurious",
            "t1 sleep timeout",
            "t1 read #0+3",
        ] {
            let step = parse_step(text).unwrap();
            assert_eq!(step.to_string(), text);
        }
        for text in [
            "",
            "t",
            "t0 yield",
            "t1",
            "t1 jump",
            "t1 enter 5",
            "t1 enter #5 #6",
            "t1 enter #5 late",
            "t1  enter #5",
            "t1 enter #4294967295",
            "t4294967295 yield",
            "t1 enter #+1",
            "t+1 yield",
            "t1 yield timeout timeout",
        ] {
            assert!(parse_step(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn choices_read_as_written() {
        for text in ["notify 1/3", "spurious 0/2"] {
            let choice = parse_choice(text).unwrap();
            assert_eq!(choice.to_string(), text);
        }
        for text in [
            "",
            "notify",
            "notify 3/3",
            "notify 1",
            "coin 0/2",
            "notify -1/2",
            "notify 1/2/3",
        ] {
            assert!(parse_choice(text).is_err(), "{text:?}");
        }
    }
}
