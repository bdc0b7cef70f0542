//! Recordings: one execution, written down so that it can be run again.
//!
//! A recording is a text file, enough by itself to repeat the execution in another
//! process. It is made of lines:
//!
//! ```text
//! fray-recording 1
//! fray 0.1.0
//! jdk 21.0.8+9 Eclipse Adoptium
//! java -cp
//! java target/classes
//! java com.acme.Bank
//! option iter=500
//! option time=relaxed
//! strategy pct:3 length=120
//! campaign-seed 42
//! iteration 17
//! execution-seed 1311768467294899695
//! class-seed 1311768467294899695
//! outcome assertion: balance is -10
//!
//! 0 t1 start t2
//! 1 t2 begin t2
//! 2 t1 enter #5
//! ? notify 1/3
//! 3 t2 park t2 timeout
//! 4 t2 update #7+12
//! end 5 0x8c6b4f1d20a7e935
//! ```
//!
//! * The first line is the version of the format. A reader refuses versions that it does
//!   not know.
//! * The header: a word, a space, and the rest of the line. Backslash, line feed, carriage
//!   return and zero are written `\\`, `\n`, `\r` and `\0`. `java` (one argument of the target's command
//!   each), `option` and `note` may be there many times. Words that a reader does not know
//!   are an error: they might matter. An empty line ends the header.
//! * One line per step: its number, the thread, the operation with what it is about, and how
//!   it completed if not normally.
//! * One line per choice that is not about threads, at the place where it was asked for:
//!   what about, which one was taken, out of how many.
//! * `outcome` may come after the steps instead, from whoever cannot know it earlier.
//! * A recording that is written while the program runs has a line `raw` behind its header and then no
//!   text: see `raw.rs`. Who finds one makes text of it ([`make_readable`]).
//! * `end`: number of steps and hash of the behaviour (see [`crate::coverage`]). A
//!   recording without it was cut off, by the end of the JVM for example; an incomplete last
//!   line is then ignored. It is still good for a replay of what is there.

mod line;
pub mod note;
mod raw;
mod read;
mod write;

#[cfg(test)]
mod tests;

use crate::op::{Completion, Operation, Step, ThreadId};
use crate::strategy::Choice;

pub use raw::LENGTH as RAW_LENGTH;
pub(crate) use raw::{RAW, Raw};
pub use read::{ReadError, ReadErrorKind};
pub(crate) use write::Form;
pub use write::{Writer, make_readable};

/// The version of the format that is written, and the only one read.
pub const VERSION: u32 = 1;

/// What a recording says before its steps.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Header {
    /// Version of fray.
    pub tool: String,
    /// Version and vendor of the JDK.
    pub jdk: String,
    /// Arguments of the `java` command that runs the target: its options, class path, main
    /// class and arguments.
    pub target: Vec<String>,
    /// The configuration, as of [`crate::config::Config::pairs`].
    pub options: Vec<(String, String)>,
    /// The strategy and what it used. Not needed for a replay.
    pub strategy: String,
    /// Seed of the campaign.
    pub campaign_seed: u64,
    /// Number of the execution within the campaign.
    pub iteration: u64,
    /// Seed of the execution: what the program sees as random comes from it.
    pub execution_seed: u64,
    /// Seed of the hash codes of the program's classes, which may have been loaded earlier.
    pub class_seed: u64,
    /// How the execution ended, in words; empty if not known.
    pub outcome: String,
    /// Anything else that a replay needs to know.
    pub notes: Vec<(String, String)>,
}

/// A step as far as a recording has it: without the class, which follows from the rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordedStep {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub operation: Operation,
    /// How it completed.
    pub completion: Completion,
}

impl From<&Step> for RecordedStep {
    fn from(step: &Step) -> Self {
        RecordedStep {
            thread: step.thread,
            operation: step.operation,
            completion: step.completion,
        }
    }
}

/// What a choice was about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChoiceKind {
    /// [`Choice::NotifyTarget`].
    Notify,
    /// [`Choice::Spurious`].
    Spurious,
}

impl ChoiceKind {
    /// All kinds.
    pub(crate) const ALL: [ChoiceKind; 2] = [ChoiceKind::Notify, ChoiceKind::Spurious];

    /// The word used in recordings.
    pub fn word(self) -> &'static str {
        match self {
            ChoiceKind::Notify => "notify",
            ChoiceKind::Spurious => "spurious",
        }
    }

    /// The kind of a choice.
    pub fn of(choice: &Choice<'_>) -> Self {
        match choice {
            Choice::NotifyTarget { .. } => ChoiceKind::Notify,
            Choice::Spurious { .. } => ChoiceKind::Spurious,
        }
    }
}

/// A choice that was not about threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordedChoice {
    /// What it was about.
    pub kind: ChoiceKind,
    /// Which alternative was taken.
    pub taken: u32,
    /// How many there were.
    pub of: u32,
}

/// One line after the header.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// An executed step.
    Step(RecordedStep),
    /// Another choice.
    Choice(RecordedChoice),
}

/// The last line of a complete recording.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trailer {
    /// Steps executed.
    pub steps: u64,
    /// Hash of the behaviour.
    pub trace_hash: u64,
}

/// A whole recording.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Recording {
    /// Where it comes from.
    pub header: Header,
    /// Steps and choices, in order.
    pub entries: Vec<Entry>,
    /// `None`: it was cut off.
    pub end: Option<Trailer>,
}

impl Recording {
    /// Number of steps.
    pub fn steps(&self) -> u64 {
        let is_step = |entry: &&Entry| matches!(entry, Entry::Step(_));
        self.entries.iter().filter(is_step).count() as u64
    }
}
