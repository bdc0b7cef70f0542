//! The lines of steps, fast: every step of every execution is written down while it runs.
//!
//! Programs do the same again and again, so the text behind the step's number is kept for some steps
//! and copied; the number itself is counted up as text.

use super::{Entry, RecordedStep};
use crate::op::{Completion, Resource};

/// Steps whose text is kept. A power of two.
const KEPT: usize = 64;

/// Room for the longest line of a step: a number, a thread, a word, a resource, a completion.
const LINE: usize = 96;

/// Writes entries as lines, with the steps numbered from 0.
pub(crate) struct Lines {
    steps: u64,
    /// The number of the next step, in the last bytes.
    number: [u8; 20],
    digits: usize,
    kept: Vec<Option<(RecordedStep, Vec<u8>)>>,
    line: Vec<u8>,
}

impl Lines {
    /// From step 0 on.
    pub(crate) fn new() -> Self {
        Lines {
            steps: 0,
            number: [b'0'; 20],
            digits: 1,
            kept: vec![None; KEPT],
            line: Vec::with_capacity(LINE),
        }
    }

    /// Begins with step 0 again.
    pub(crate) fn restart(&mut self) {
        (self.steps, self.number, self.digits) = (0, [b'0'; 20], 1);
    }

    /// How many steps there were.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The line of the next entry.
    pub(crate) fn next(&mut self, entry: &Entry) -> &[u8] {
        self.line.clear();
        match entry {
            Entry::Step(step) => {
                let first = self.number.len() - self.digits;
                self.line.extend_from_slice(&self.number[first..]);
                self.count();
                self.push_step(step);
            }
            Entry::Choice(choice) => {
                self.line.extend_from_slice(b"? ");
                self.line.extend_from_slice(choice.kind.word().as_bytes());
                self.line.push(b' ');
                push_number(choice.taken, &mut self.line);
                self.line.push(b'/');
                push_number(choice.of, &mut self.line);
                self.line.push(b'\n');
            }
        }
        &self.line
    }

    /// One step more.
    fn count(&mut self) {
        self.steps += 1;
        for digit in self.number.iter_mut().rev() {
            if *digit != b'9' {
                *digit += 1;
                break;
            }
            *digit = b'0';
        }
        let first = self.number.len() - self.digits;
        if self.number[first] == b'0' && self.steps > 9 {
            self.digits += 1;
        }
    }

    fn push_step(&mut self, step: &RecordedStep) {
        let resource = step.operation.resource;
        let mixed = step.thread.0 ^ resource.object.0.wrapping_mul(7) ^ resource.member;
        let place = (mixed as usize ^ ((step.operation.kind as usize) << 3)) % KEPT;
        match &self.kept[place] {
            Some((known, text)) if known == step => self.line.extend_from_slice(text),
            _ => {
                let text = text_of(step);
                self.line.extend_from_slice(&text);
                self.kept[place] = Some((*step, text));
            }
        }
    }
}

/// What follows the number, up to the end of the line.
fn text_of(step: &RecordedStep) -> Vec<u8> {
    let mut out = Vec::with_capacity(LINE);
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
        for round in 0..2 {
            for number in 0..1_234 {
                let entry = &entries[(number * number + round) % entries.len()];
                let expected = format!("{number} {entry}\n");
                assert_eq!(lines.next(entry), expected.as_bytes());
                let choice = &choices[number % 2];
                assert_eq!(lines.next(choice), format!("? {choice}\n").as_bytes());
            }
            assert_eq!(lines.steps(), 1_234);
            lines.restart();
        }
    }
}
