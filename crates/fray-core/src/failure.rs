//! What a failing execution showed, and when two failures are the same.

use serde::{Deserialize, Serialize};

use crate::op::ThreadId;

/// What kind of failure it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// An assertion did not hold.
    Assertion,
    /// An exception was not caught.
    Exception,
    /// Nobody could run.
    Deadlock,
    /// The program did not end.
    Livelock,
    /// Two threads accessed a variable without any order between them.
    Race,
    /// The program ended the JVM with a status other than 0.
    Exit,
}

impl FailureKind {
    /// The word used in reports and signatures.
    pub fn word(self) -> &'static str {
        match self {
            FailureKind::Assertion => "assertion",
            FailureKind::Exception => "exception",
            FailureKind::Deadlock => "deadlock",
            FailureKind::Livelock => "livelock",
            FailureKind::Race => "race",
            FailureKind::Exit => "exit",
        }
    }
}

/// A failure. Fields that a version does not know are left at their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// What kind.
    pub kind: FailureKind,
    /// For a person.
    pub message: String,
    /// Class of the exception, with dots, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception_class: Option<String>,
    /// The thread in which it showed.
    pub thread: ThreadId,
    /// Its name.
    #[serde(default)]
    pub thread_name: String,
    /// Stack trace, the innermost frame first, each as Java prints it after `at `.
    #[serde(default)]
    pub stack: Vec<String>,
    /// Deadlock: per blocked thread what it waits for and where, e.g.
    /// `monitor of com.acme.Account at com.acme.Bank.move(Bank.java:31)`.
    /// Race, livelock: the lines concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
}

/// Frames of the application that a signature has. One is too few: helpers like
/// `fail()` would make all failures equal. Many would tell apart the same failure reached
/// in different ways.
const SIGNATURE_FRAMES: usize = 3;

/// Packages that are not the application's.
const FOREIGN: [&str; 12] = [
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "org.junit.",
    "junit.",
    "org.opentest4j.",
    "org.assertj.",
    "org.hamcrest.",
    "kotlin.",
    "scala.",
];

impl Failure {
    /// A failure of which only the essentials are known.
    pub fn new(kind: FailureKind, thread: ThreadId, message: impl Into<String>) -> Self {
        Failure {
            kind,
            message: message.into(),
            exception_class: None,
            thread,
            thread_name: String::new(),
            stack: Vec::new(),
            places: Vec::new(),
        }
    }

    /// A key by which equal failures of one program are recognised, in other executions
    /// and processes too. It has no thread and no message, since these may tell of
    /// values; only for an exit is the message, the status, all there is.
    pub fn signature(&self) -> String {
        let mut parts = vec![self.kind.word().to_owned()];
        parts.extend(self.exception_class.clone());
        if self.kind == FailureKind::Exit {
            parts.push(self.message.clone());
        }
        if self.places.is_empty() {
            let application = self
                .stack
                .iter()
                .map(|frame| stable(frame))
                .filter(|frame| !FOREIGN.iter().any(|package| frame.starts_with(package)));
            parts.extend(application.take(SIGNATURE_FRAMES));
        } else {
            let mut places: Vec<String> = self.places.iter().map(|place| stable(place)).collect();
            places.sort();
            places.dedup();
            parts.extend(places);
        }
        parts.join(" | ")
    }
}

/// The frame without what changes from one JVM to the next: loader and module (`app//`,
/// `java.base@17/`) and the numbers of hidden classes (`Foo$$Lambda$14/0x000`).
fn stable(frame: &str) -> String {
    let call = frame.find('(').unwrap_or(frame.len());
    let (mut name, source) = frame.split_at(call);
    let mut hidden = None;
    for marker in ["$$Lambda", "$Proxy", "GeneratedMethodAccessor"] {
        if let Some(at) = name.find(marker) {
            let end = at + marker.len();
            let method = name[end..].rfind('.').map_or("", |dot| &name[end + dot..]);
            hidden = Some((&name[..end], method));
        }
    }
    let method = match hidden {
        Some((class, method)) => {
            name = class;
            method
        }
        None => "",
    };
    let class = name.rfind('/').map_or(name, |slash| &name[slash + 1..]);
    format!("{class}{method}{source}")
}
