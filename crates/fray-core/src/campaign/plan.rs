//! What goes between a campaign and whoever runs the program.

use crate::config::TimeMode;
use crate::failure::Failure;
use crate::strategy::{Divergence, Strategy};

/// What is tested, for recordings and the summary.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Target {
    /// Version and vendor of the JDK.
    pub jdk: String,
    /// Arguments of the `java` command that runs it.
    pub command: Vec<String>,
    /// Anything else that a replay needs.
    pub notes: Vec<(String, String)>,
}

/// What an execution is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The search itself.
    Explore,
    /// The same schedule a second time, to see whether the program is deterministic.
    Recheck,
    /// A failing schedule again, to see whether it fails again.
    Confirm,
    /// A smaller schedule.
    Shrink,
    /// With a clock that cannot be early: whether the failure shows then too.
    Weigh,
    /// The smallest one, with tracing.
    Trace,
    /// A recording.
    Replay,
}

impl Kind {
    /// Whether a person may want to know where each step comes from: of a failure, or of the
    /// first step that is not as it should be.
    pub(super) fn may_be_explained(self) -> bool {
        match self {
            Kind::Confirm | Kind::Trace | Kind::Replay => true,
            Kind::Explore | Kind::Recheck | Kind::Shrink | Kind::Weigh => false,
        }
    }
}

/// The next execution.
pub struct Plan {
    /// What it is for.
    pub kind: Kind,
    /// Number within the campaign; for the sake of a failure, of the execution that
    /// showed it.
    pub iteration: u64,
    /// Seed of all that the program sees as random.
    pub seed: u64,
    /// Seed of the hash codes of the program's classes, which may be older than the execution.
    pub class_seed: u64,
    /// What time is to the program.
    pub time: TimeMode,
    /// Whether steps shall be traced.
    pub trace: bool,
    /// Who decides. It has been told to begin; the campaign tells it of the end.
    pub strategy: Box<dyn Strategy>,
}

/// What came of an execution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    /// The failure that showed.
    pub failure: Option<Failure>,
    /// Where it departed from what it should have followed.
    pub divergence: Option<Divergence>,
    /// It was given up from outside, by a watchdog: it says nothing about the program.
    pub abandoned: bool,
    /// Something outside took part, at moments of its own: input, other processes, other threads.
    pub outside: bool,
}

impl Outcome {
    /// Nothing happened.
    pub fn passed() -> Self {
        Outcome::default()
    }

    /// This failure showed.
    pub fn failed(failure: Failure) -> Self {
        Outcome {
            failure: Some(failure),
            ..Outcome::default()
        }
    }

    /// It departed from its recording.
    pub fn diverged(divergence: Divergence) -> Self {
        Outcome {
            divergence: Some(divergence),
            ..Outcome::default()
        }
    }
}
