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
                .filter(|frame| {
                    let method = frame.strip_prefix("at ").unwrap_or(frame);
                    !FOREIGN.iter().any(|package| method.starts_with(package))
                });
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

/// The text, a frame or a place, without what changes from one JVM to the next: loader and
/// module (`app//`, `java.base@17/`) and the numbers of hidden classes
/// (`Foo$$Lambda$14/0x000`).
fn stable(text: &str) -> String {
    let words: Vec<String> = text.split(' ').map(stable_word).collect();
    words.join(" ")
}

fn stable_word(word: &str) -> String {
    let (name, source) = word.split_at(word.find('(').unwrap_or(word.len()));
    let marked = HIDDEN.iter().find_map(|marker| {
        let end = name.find(marker)? + marker.len();
        Some(name.split_at(end))
    });
    let marked = marked.or_else(|| Some(name.split_at(name.find("/0x")?)));
    let (class, rest) = marked.unwrap_or((name, ""));
    let class = class.rsplit('/').next().unwrap_or(class);
    let method = rest.rfind('.').map_or("", |dot| &rest[dot..]);
    format!("{class}{method}{source}")
}

/// What the names of the JDK's hidden and generated classes have before their numbers. Those of other hidden classes
/// end in an address: `Foo/0x000`.
const HIDDEN: [&str; 3] = ["$$Lambda", "$Proxy", "GeneratedMethodAccessor"];

#[cfg(test)]
mod tests {
    use super::*;

    fn exception(stack: &[&str]) -> Failure {
        Failure {
            exception_class: Some("java.lang.IllegalStateException".into()),
            stack: stack.iter().map(|&frame| frame.to_owned()).collect(),
            ..Failure::new(FailureKind::Exception, ThreadId(2), "queue has 3 elements")
        }
    }

    #[test]
    fn a_signature_has_the_top_frames_of_the_application() {
        let failure = exception(&[
            "java.base/java.util.Objects.requireNonNull(Objects.java:233)",
            "app//com.acme.Queue.take(Queue.java:12)",
            "com.acme.Worker.run(Worker.java:40)",
            "java.base@17.0.15/java.lang.Thread.run(Thread.java:840)",
        ]);
        assert_eq!(
            failure.signature(),
            "exception | java.lang.IllegalStateException | \
             com.acme.Queue.take(Queue.java:12) | com.acme.Worker.run(Worker.java:40)"
        );
    }

    #[test]
    fn messages_threads_and_deep_frames_do_not_matter() {
        let frames = ["a.A.a(A.java:1)", "a.B.b(B.java:2)", "a.C.c(C.java:3)"];
        let mut other = exception(&[&frames[..], &["a.D.d(D.java:4)"]].concat());
        other.message = "queue has 4 elements".into();
        other.thread = ThreadId(3);
        other.thread_name = "worker-2".into();
        assert_eq!(exception(&frames).signature(), other.signature());
    }

    #[test]
    fn lines_and_classes_matter() {
        let failure = exception(&["a.A.a(A.java:1)"]);
        assert_ne!(
            failure.signature(),
            exception(&["a.A.a(A.java:2)"]).signature()
        );
        let mut other = failure.clone();
        other.exception_class = Some("java.lang.NullPointerException".into());
        assert_ne!(failure.signature(), other.signature());
        other = failure.clone();
        other.kind = FailureKind::Assertion;
        assert_ne!(failure.signature(), other.signature());
    }

    #[test]
    fn hidden_classes_are_named_without_their_numbers() {
        for (frame, expected) in [
            (
                "a.A$$Lambda$14/0x00007f01.run(Unknown Source)",
                "a.A$$Lambda.run(Unknown Source)",
            ),
            (
                "a.A$$Lambda/0x00007f01.run(Unknown Source)",
                "a.A$$Lambda.run(Unknown Source)",
            ),
            (
                "app//a.A$$Lambda$2.run(Unknown Source)",
                "a.A$$Lambda.run(Unknown Source)",
            ),
            ("app//a.A$B/0x00007f01.run(A.java:7)", "a.A$B.run(A.java:7)"),
            ("a.A/0x00007f01", "a.A"),
            ("a.A.lambda$main$0(A.java:7)", "a.A.lambda$main$0(A.java:7)"),
            (
                "m@1.0/jdk.proxy2.$Proxy12.call(Unknown Source)",
                "jdk.proxy2.$Proxy.call(Unknown Source)",
            ),
        ] {
            assert_eq!(stable(frame), expected);
        }
    }

    #[test]
    fn deadlocks_are_equal_whoever_comes_first() {
        let deadlock = |places: &[&str]| Failure {
            places: places.iter().map(|&place| place.to_owned()).collect(),
            ..Failure::new(FailureKind::Deadlock, ThreadId(1), "deadlock")
        };
        let one = "monitor of a.Account at a.Bank.move(Bank.java:31)";
        assert_eq!(
            deadlock(&["monitor of java.base/java.lang.Object at app//a.B.c(B.java:1)"])
                .signature(),
            "deadlock | monitor of java.lang.Object at a.B.c(B.java:1)"
        );
        let two = "monitor of a.Log at a.Bank.audit(Bank.java:50)";
        assert_eq!(
            deadlock(&[one, two]).signature(),
            deadlock(&[two, one, two]).signature()
        );
        assert_ne!(
            deadlock(&[one]).signature(),
            deadlock(&[one, two]).signature()
        );
    }

    #[test]
    fn exits_differ_by_status() {
        let exit = |message: &str| Failure::new(FailureKind::Exit, ThreadId(1), message);
        assert_ne!(exit("status 1").signature(), exit("status 2").signature());
    }

    #[test]
    fn failures_survive_json_and_the_lack_of_later_fields() {
        let failure = exception(&["a.A.a(A.java:1)"]);
        let text = serde_json::to_string(&failure).unwrap();
        assert_eq!(serde_json::from_str::<Failure>(&text).unwrap(), failure);
        let short = r#"{"kind":"livelock","message":"m","thread":1}"#;
        let failure: Failure = serde_json::from_str(short).unwrap();
        assert_eq!(
            failure,
            Failure::new(FailureKind::Livelock, ThreadId(1), "m")
        );
    }
}
