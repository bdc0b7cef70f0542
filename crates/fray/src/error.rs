//! Everything that can keep the command from doing what was asked, and the exit code of each.

use std::io;
use std::path::PathBuf;

use crate::args::ArgsError;
use crate::exit::Exit;
use crate::jdk::JdkError;
use crate::report::ReportError;

/// Why the command could not do it. Each message is one sentence for a person.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The command line is wrong.
    #[error("{0}")]
    Args(#[from] ArgsError),
    /// The command line of a command is wrong.
    #[error("{0}; see 'fray help'")]
    Cli(String),
    /// `fray help` about something else.
    #[error("there is no option and no command '{0}'; 'fray help' lists them")]
    NoSuchTopic(String),
    /// There is no such failure or recording.
    #[error("{0}")]
    Report(#[from] ReportError),
    /// A recording that cannot be used.
    #[error("cannot use the recording {}: {why}", .file.display())]
    Recording {
        /// The file.
        file: PathBuf,
        /// Why not.
        why: String,
    },
    /// A recording of something else.
    #[error("the recording {} is of '{recorded}', not of '{given}'", .file.display())]
    OtherProgram {
        /// The file.
        file: PathBuf,
        /// What it is of.
        recorded: String,
        /// What was to be run.
        given: String,
    },
    /// JUnit 5 without its launcher.
    #[error(
        "JUnit 5 is on the class path, but not its launcher: add junit-platform-launcher-{0}.jar (org.junit.platform:junit-platform-launcher:{0})"
    )]
    NoLauncher(String),
    /// The JVM of the tests ended by itself.
    #[error("the JVM that ran the tests ended before them ({0}); see the messages above")]
    JUnitEnded(String),
    /// There is no JDK to use.
    #[error("{0}")]
    Jdk(#[from] JdkError),
    /// The agent library is not where it should be.
    #[error(
        "the agent library {name} is missing: looked in {}; 'cargo build --release' builds it",
        .looked.iter().map(|d| d.display().to_string()).collect::<Vec<_>>().join(", ")
    )]
    AgentMissing {
        /// Name of the library.
        name: &'static str,
        /// Where it was looked for.
        looked: Vec<PathBuf>,
    },
    /// A path that the JVM's option syntax cannot express.
    #[error("the JVM cannot load an agent from {}: the path has a '=' in it", .0.display())]
    AgentPath(PathBuf),
    /// The report cannot be written there.
    #[error("cannot write reports to {}: {why}; choose another folder with --report", .folder.display())]
    ReportFolder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// A file that is to be written in the end.
    #[error("cannot write {}: {why}; nothing ran", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// The JVM could not be started at all.
    #[error("cannot run {}: {why}", .java.display())]
    Spawn {
        /// The command.
        java: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// `java` refused the command line: its own message is above ours.
    #[error("java could not start {program} (its own message is above): nothing ran")]
    NotStarted {
        /// What should have run.
        program: String,
    },
    /// `java` ended well, but nothing was tested.
    #[error("java ended without running {program} under control: nothing was tested")]
    NotEngaged {
        /// What should have run.
        program: String,
    },
    /// The JVM ended in the middle.
    #[error(
        "the JVM {how} after {executions} executions, before the end of the run{}",
        .recordings.iter().map(|path| format!("; 'fray replay {}' repeats what ran then", path.display())).collect::<String>()
    )]
    JvmDied {
        /// What happened to it.
        how: String,
        /// How far it had come.
        executions: u64,
        /// The schedule up to there, if it was kept.
        recordings: Vec<PathBuf>,
    },
    /// The agent has said why on its own.
    #[error("")]
    AlreadySaid,
    /// `fray demo` did not go as it should.
    #[error("the demo failed: {0}; 'fray doctor' may tell why")]
    Demo(&'static str),
    /// `fray doctor` found nothing to work with.
    #[error("no JDK on which fray works was found: give --jdk HOME, or set FRAY_JDKS")]
    NoGoodJdk,
    /// The operating system refused something.
    #[error("cannot {what}: {why}")]
    Io {
        /// What was tried.
        what: String,
        /// Why not.
        why: io::Error,
    },
}

impl Error {
    /// An error of the operating system, with what was tried.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Error {
        move |why| Error::Io {
            what: what.into(),
            why,
        }
    }

    /// The exit code that goes with it: wrong usage if nothing ran and another command line
    /// or setting would help.
    pub fn exit(&self) -> Exit {
        match self {
            Error::Args(_)
            | Error::Cli(_)
            | Error::NoSuchTopic(_)
            | Error::Report(_)
            | Error::Recording { .. }
            | Error::NoLauncher(_)
            | Error::OtherProgram { .. }
            | Error::ReportFolder { .. }
            | Error::File { .. }
            | Error::NotStarted { .. } => Exit::Usage,
            Error::Jdk(error) => error.exit(),
            Error::AgentMissing { .. }
            | Error::AgentPath(_)
            | Error::Spawn { .. }
            | Error::NotEngaged { .. }
            | Error::JvmDied { .. }
            | Error::JUnitEnded(_)
            | Error::AlreadySaid
            | Error::Demo(_)
            | Error::NoGoodJdk
            | Error::Io { .. } => Exit::Broken,
        }
    }
}

impl From<clap::Error> for Error {
    /// The first paragraph of what `clap` says is the sentence; the rest is usage.
    fn from(error: clap::Error) -> Error {
        let text = error.to_string();
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.is_empty())
            .collect();
        Error::Cli(lines.join(" ").trim_start_matches("error: ").to_owned())
    }
}
