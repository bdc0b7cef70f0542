//! Stack frames: how they are told to a person, and whose they are.

use serde::{Deserialize, Serialize};

/// One frame of a stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The class, with dots, e.g. `com.acme.Bank$Teller`.
    pub class: String,
    /// The method, e.g. `transfer`, `<init>`, `lambda$main$0`.
    pub method: String,
    /// Name of the source file without its folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line in that file; 0 if not known.
    #[serde(default)]
    pub line: u32,
}

/// Packages of the JDK.
const JDK: [&str; 5] = ["java.", "javax.", "jdk.", "sun.", "com.sun."];

/// Packages of test frameworks and language runtimes: not where a bug is.
const FRAMEWORKS: [&str; 9] = [
    "org.junit.",
    "junit.",
    "org.opentest4j.",
    "org.assertj.",
    "org.hamcrest.",
    "org.testng.",
    "kotlin.",
    "scala.",
    "dev.fray.",
];

impl Frame {
    /// Whether the class is the JDK's.
    pub fn is_jdk(&self) -> bool {
        JDK.iter().any(|package| self.class.starts_with(package))
    }

    /// Whether the class is the program's own, as far as its name tells.
    pub fn is_application(&self) -> bool {
        !self.is_jdk()
            && !FRAMEWORKS
                .iter()
                .any(|package| self.class.starts_with(package))
    }

    /// Class without package and method, in the shortest form that a Java programmer
    /// recognises: `Bank.transfer`, `Bank.Teller.run`, `Bank.main.lambda`, `new Bank`.
    pub fn short_method(&self) -> String {
        let class = short_class(&self.class);
        match self.method.as_str() {
            "<init>" => format!("new {class}"),
            "<clinit>" => format!("static {class}"),
            method => match method.strip_prefix("lambda$") {
                Some(rest) => {
                    let name = rest.rsplit_once('$').map_or(rest, |(name, _)| name);
                    format!("{class}.{name}.lambda")
                }
                None => format!("{class}.{method}"),
            },
        }
    }

    /// [`Self::short_method`] with the line: `Bank.transfer:31`.
    pub fn short(&self) -> String {
        if self.line == 0 {
            self.short_method()
        } else {
            format!("{}:{}", self.short_method(), self.line)
        }
    }

    /// As Java prints it: `com.acme.Bank.transfer(Bank.java:31)`.
    pub fn java(&self) -> String {
        let place = match (&self.file, self.line) {
            (Some(file), 0) => file.clone(),
            (Some(file), line) => format!("{file}:{line}"),
            (None, _) => "Unknown Source".to_owned(),
        };
        format!("{}.{}({place})", self.class, self.method)
    }

    /// The frame that Java printed so. Takes what may stand before it (`at `, and the loader and
    /// the module, `app//` or `java.base@21/`) and, as the places of a failure have it, before an
    /// ` at `.
    pub fn parse(text: &str) -> Option<Frame> {
        let (call, place) = text.strip_suffix(')')?.rsplit_once('(')?;
        let call = call.rsplit(' ').next()?;
        // A hidden class has a slash of its own, `Foo$$Lambda/0x0000`: only what comes before
        // the first dot of the name is a loader or module.
        let call = match hidden_at(call) {
            Some(hidden) => {
                let start = call[..hidden].rfind('/').map_or(0, |slash| slash + 1);
                &call[start..]
            }
            None => call.rsplit('/').next()?,
        };
        let (class, method) = call.rsplit_once('.')?;
        if class.is_empty() || method.is_empty() {
            return None;
        }
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) => (file, line.parse().ok()?),
            None => (place, 0),
        };
        let known = !matches!(file, "Unknown Source" | "Native Method" | "");
        Some(Frame {
            class: class.to_owned(),
            method: method.to_owned(),
            file: known.then(|| file.to_owned()),
            line,
        })
    }
}

/// Where the part of a hidden class's name begins that is not the same in each run: of lambdas, and of all others.
fn hidden_at(text: &str) -> Option<usize> {
    text.find("$$").or_else(|| text.find("/0x"))
}

/// The class's name without its package, nested classes with a dot: `Bank.Teller`. Anonymous
/// classes keep their number: `Bank$1`. Hidden classes lose the numbers that differ from run to run.
pub fn short_class(class: &str) -> String {
    let class = hidden_at(class).map_or(class, |hidden| &class[..hidden]);
    let simple = class.rsplit('.').next().unwrap_or(class);
    let mut short = String::with_capacity(simple.len());
    let mut chars = simple.chars().peekable();
    while let Some(c) = chars.next() {
        let nested = c == '$' && chars.peek().is_some_and(|next| next.is_alphabetic());
        short.push(if nested && !short.is_empty() { '.' } else { c });
    }
    short
}

/// The frame in which a person looks first: the innermost of the program, else the innermost.
pub fn telling(frames: &[Frame]) -> Option<&Frame> {
    frames
        .iter()
        .find(|frame| frame.is_application())
        .or(frames.first())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Frame {
        Frame::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn reads_what_java_prints() {
        for text in [
            "com.acme.Bank.move(Bank.java:31)",
            "at com.acme.Bank.move(Bank.java:31)",
            "app//com.acme.Bank.move(Bank.java:31)",
            "monitor of com.acme.Account at com.acme.Bank.move(Bank.java:31)",
        ] {
            assert_eq!(frame(text).java(), "com.acme.Bank.move(Bank.java:31)");
        }
        assert!(frame("java.base@21.0.8/java.lang.Thread.run(Thread.java:1583)").is_jdk());
        assert_eq!(frame("Main.main(Unknown Source)").file, None);
        assert_eq!(
            frame("app//a.Main$$Lambda/0x0000.run(Unknown Source)").class,
            "a.Main$$Lambda/0x0000"
        );
        assert_eq!(
            frame("app//a.Main$Part/0x0000.run(Main.java:3)").class,
            "a.Main$Part/0x0000"
        );
        for text in ["", "()", "Caused by: x", "a(b)", "a.b(c:d)"] {
            assert_eq!(Frame::parse(text), None, "{text}");
        }
    }

    #[test]
    fn short_names() {
        assert_eq!(frame("a.b.Bank.move(Bank.java:31)").short(), "Bank.move:31");
        assert_eq!(
            frame("a.Bank$Teller.<init>(B.java:3)").short(),
            "new Bank.Teller:3"
        );
        assert_eq!(
            frame("a.Bank.lambda$main$0(B.java:3)").short(),
            "Bank.main.lambda:3"
        );
        assert_eq!(frame("a.Bank$1.run(B.java:3)").short(), "Bank$1.run:3");
        assert_eq!(short_class("a.Main$$Lambda/0x01"), "Main");
        assert_eq!(short_class("a.Main$Part/0x01"), "Main.Part");
        assert_eq!(short_class("$Proxy12"), "$Proxy12");
    }

    #[test]
    fn the_program_comes_first() {
        let frames = [
            frame("java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)"),
            frame("a.Bank.move(Bank.java:31)"),
        ];
        assert_eq!(telling(&frames), Some(&frames[1]));
        assert_eq!(telling(&frames[..1]), Some(&frames[0]));
        assert_eq!(telling(&[]), None);
    }
}
