//! The lines of steps, fast: every step of every execution is written down while it runs.
//!
//! Programs do the same again and again, so the text behind the step's number is kept for some steps
//! and copied; the number itself is counted up as text.

use super::{Entry, RecordedChoice, RecordedStep};
use crate::op::{Completion, Resource};

/// Steps whose text is kept. A power of two.
const KEPT: usize = 64;

/// Room for the longest text of a step: a thread, a word, a resource, a completion.
const TEXT: usize = 96;

/// Texts up to this length, all but the strangest, are copied at this length: for the processor that is
/// two instructions, where a length that it does not know is a call.
const SHORT: usize = 32;

/// Digits of the longest number.
const DIGITS: usize = 20;

/// Room that a line needs, with what is copied too much.
pub(crate) const LINE: usize = DIGITS + TEXT;

/// Writes entries as lines, with the steps numbered from 0.
pub(crate) struct Lines {
    steps: u64,
    /// The number of the next step, in the last bytes of the first half. The rest is never read for
    /// itself: it lets the number be copied at a fixed length.
    number: [u8; 2 * DIGITS],
    digits: usize,
    kept: Vec<Option<(RecordedStep, Text)>>,
}

/// What follows the number, up to the end of the line, and then zeros.
#[derive(Clone)]
struct Text {
    bytes: [u8; TEXT],
    length: usize,
}

impl Lines {
    /// From step 0 on.
    pub(crate) fn new() -> Self {
        Lines {
            steps: 0,
            number: [b'0'; 2 * DIGITS],
            digits: 1,
            kept: vec![None; KEPT],
        }
    }

    /// Begins with step 0 again.
    pub(crate) fn restart(&mut self) {
        (self.steps, self.number, self.digits) = (0, [b'0'; 2 * DIGITS], 1);
    }

    /// How many steps there were.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Writes the line of the next entry, and zeros behind it; how long it is.
    pub(crate) fn next(&mut self, entry: &Entry, out: &mut [u8; LINE]) -> usize {
        match entry {
            Entry::Step(step) => {
                let (digits, first) = (self.digits, DIGITS - self.digits);
                out[..DIGITS].copy_from_slice(&self.number[first..first + DIGITS]);
                self.count();
                let text = self.text(step);
                // What was copied too much of the number is overwritten, and so nothing but zeros follows.
                if text.length <= SHORT {
                    out[digits..digits + SHORT].copy_from_slice(&text.bytes[..SHORT]);
                } else {
                    out[digits..digits + TEXT].copy_from_slice(&text.bytes);
                }
                digits + text.length
            }
            Entry::Choice(choice) => {
                let line = line_of(choice);
                out[..line.len()].copy_from_slice(&line);
                line.len()
            }
        }
    }

    /// One step more.
    fn count(&mut self) {
        self.steps += 1;
        for digit in self.number[..DIGITS].iter_mut().rev() {
            if *digit != b'9' {
                *digit += 1;
                break;
            }
            *digit = b'0';
        }
        let first = DIGITS - self.digits;
        if self.number[first] == b'0' && self.steps > 9 {
            self.digits += 1;
        }
    }

    fn text(&mut self, step: &RecordedStep) -> &Text {
        let resource = step.operation.resource;
        let mixed = step.thread.0 ^ resource.object.0.wrapping_mul(7) ^ resource.member;
        let place = (mixed as usize ^ ((step.operation.kind as usize) << 3)) % KEPT;
        let kept = &mut self.kept[place];
        if !matches!(kept, Some((known, _)) if known == step) {
            *kept = None;
        }
        &kept.get_or_insert_with(|| (*step, Text::of(step))).1
    }
}

fn line_of(choice: &RecordedChoice) -> Vec<u8> {
    let mut line = b"? ".to_vec();
    line.extend_from_slice(choice.kind.word().as_bytes());
    line.push(b' ');
    push_number(choice.taken, &mut line);
    line.push(b'/');
    push_number(choice.of, &mut line);
    line.push(b'\n');
    line
}

impl Text {
    #[cold]
    fn of(step: &RecordedStep) -> Text {
        let text = text_of(step);
        let mut bytes = [0; TEXT];
        bytes[..text.len()].copy_from_slice(&text);
        Text {
            bytes,
            length: text.len(),
        }
    }
}

/// What follows the number, up to the end of the line.
fn text_of(step: &RecordedStep) -> Vec<u8> {
    let mut out = Vec::with_capacity(TEXT);
    out.extend_from_slice(b" t");
    push_number(step.thread.0, &mut out);
    out.push(b' ');
    out.extend_from_slice(step.operation.kind.word().as_bytes());
    push_resource(step.operation.resource, &mut out);
    out.extend_from_slice(match step.completion {
        Completion::Normal => b"\n",
        Completion::Timeout => b" timeout\n",
        Completion::Spurious => b" spurious\n",
    });
    out
}

fn push_resource(resource: Resource, out: &mut Vec<u8>) {
    if let Some(thread) = resource.as_thread() {
        out.extend_from_slice(b" t");
        push_number(thread.0, out);
    } else if resource != Resource::default() {
        out.extend_from_slice(b" #");
        push_number(resource.object.0, out);
        if resource.member != 0 {
            out.push(b'+');
            push_number(resource.member, out);
        }
    }
}

fn push_number(mut number: u32, out: &mut Vec<u8>) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::super::line::{parse_choice, parse_step};
    use super::*;

    #[test]
    fn lines_are_what_display_writes() {
        let entries = [
            "t3 enter #5",
            "t2 update #7+12 timeout",
            "t1 yield",
            "t1 start t2",
            "t4 park t4 spurious",
            "t1 read #0+3",
            "t4294967 write #400000000+4294967295",
        ];
        let entries = entries.map(|text| Entry::Step(parse_step(text).unwrap()));
        let choices = ["notify 1/3", "spurious 0/2"];
        let choices = choices.map(|text| Entry::Choice(parse_choice(text).unwrap()));
        let mut lines = Lines::new();
        let line = |lines: &mut Lines, entry: &Entry| {
            let mut room = [0; LINE];
            let length = lines.next(entry, &mut room);
            assert!(room[length..].iter().all(|byte| *byte == 0));
            String::from_utf8(room[..length].to_vec()).unwrap()
        };
        for round in 0..2 {
            for number in 0..1_234 {
                let entry = &entries[(number * number + round) % entries.len()];
                let expected = format!("{number} {entry}\n");
                assert_eq!(line(&mut lines, entry), expected);
                let choice = &choices[number % 2];
                assert_eq!(line(&mut lines, choice), format!("? {choice}\n"));
            }
            assert_eq!(lines.steps(), 1_234);
            lines.restart();
        }
    }
}
