//! Programs that need something from outside: threads that are not controlled, references that are
//! handled, ports that are free again.

mod support;

use std::fs::File;
use std::io::Write;
use std::net::TcpListener;
use std::panic::{catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fray_testkit::{java, jdk, place};
use support::{Outcome, Run, program};

const LIMIT: Duration = Duration::from_secs(120);

/// The programs, compiled, and the agent among them as a jar.
fn classes() -> (PathBuf, PathBuf) {
    let folder = program("outside");
    let jar = folder.join("helper.jar");
    if !jar.exists() {
        let manifest = folder.join("manifest");
        std::fs::write(&manifest, "Premain-Class: Helper\n").unwrap();
        java::run(
            jdk::compiler()
                .tool("jar")
                .arg("--create")
                .arg("--file")
                .arg(&jar)
                .arg("--manifest")
                .arg(&manifest)
                .arg("-C")
                .arg(&folder)
                .arg("Helper.class"),
        );
    }
    (folder, jar)
}

fn clean(test: &str, options: &[&str], arguments: &[&str], classes: &Path) {
    ends_with(0, test, options, arguments, classes, |_, _| {});
}

fn ends_with(
    status: i32,
    test: &str,
    options: &[&str],
    arguments: &[&str],
    classes: &Path,
    look: impl Fn(&Run<'_>, &Outcome),
) {
    for jdk in jdk::all() {
        let run = Run {
            jdk: &jdk,
            classes,
            folder: place::scratch(&format!("outside-{test}-{}", jdk.version)),
        };
        let options: Vec<_> = options.iter().map(|&option| option.to_owned()).collect();
        let outcome = run.fray_with(&options, arguments, LIMIT).unwrap();
        assert_eq!(
            outcome.status,
            status,
            "{}",
            outcome.describe(&format!("JDK {}", jdk.version))
        );
        look(&run, &outcome);
    }
}

#[test]
fn threads_that_were_there_before_may_help() {
    let (classes, jar) = classes();
    let agent = format!("-javaagent:{}", jar.display());
    let options = ["--iter=5", "--seed=1", "--strategy=random", &agent];
    clean("helped", &options, &["Helped"], &classes);
}

/// The thread that calls the handler is there only when the signal has come. No execution finds the handlers of
/// another one, and a late signal ends nothing.
#[test]
fn handlers_of_signals_may_help() {
    let (classes, _) = classes();
    let options = ["--iter=20", "--seed=1", "--strategy=random"];
    for what in ["latch", "notify", "process"] {
        clean(
            &format!("signalled-{what}"),
            &options,
            &["Signalled", what],
            &classes,
        );
    }
}

/// It is no daemon, so the JVM would wait for its end.
#[test]
fn a_thread_that_is_not_controlled_outlives_the_run() {
    let (classes, _) = classes();
    let options = ["--iter=5", "--seed=1"];
    clean("outlives", &options, &["Signalled", "stays"], &classes);
}

/// Whatever its status, that is neither a clean run nor a failure of the program.
#[test]
fn a_thread_that_is_not_controlled_ends_the_jvm() {
    let (classes, _) = classes();
    let options = ["--iter=20", "--seed=1"];
    for (how, status) in [("exit", "0"), ("exit", "1"), ("halt", "0")] {
        let (test, arguments) = (format!("ends-{how}-{status}"), ["EndsAll", how, status]);
        ends_with(3, &test, &options, &arguments, &classes, |_, outcome| {
            let words = format!(
                "the thread SIGUSR1 handler, which is not controlled, ended the JVM with status {status}"
            );
            assert!(outcome.output.contains(&words), "{}", outcome.output);
            assert_eq!(outcome.summary().unwrap()["trouble"], words);
        });
    }
}

/// The second one is not to cut short what the first one has begun. (Without that about every eighth run has no report.)
#[test]
fn threads_that_are_not_controlled_end_the_jvm_at_the_same_time() {
    let (classes, _) = classes();
    let options = ["--iter=20", "--seed=1"];
    for _ in 0..3 {
        let arguments = ["EndsOften"];
        ends_with(3, "often", &options, &arguments, &classes, |_, outcome| {
            let words = "which is not controlled, ended the JVM with status 0";
            assert!(outcome.output.contains(words), "{}", outcome.output);
        });
    }
}

#[test]
fn references_are_handled() {
    let (classes, _) = classes();
    let options = ["--iter=20", "--seed=1", "--strategy=random"];
    clean("cleaned", &options, &["Cleaned"], &classes);
}

/// The handler may hold a lock that the program needs, at any time after a collection: neither a deadlock, nor a
/// step. Without classes of its own, an execution meets what the one before has left to handle.
#[test]
fn references_are_handled_beside_the_next_execution() {
    let (classes, _) = classes();
    let options = [
        "--iter=10",
        "--seed=1",
        "--isolation=none",
        "-XX:+UseSerialGC",
    ];
    clean("referenced", &options, &["Referenced"], &classes);
}

/// A port that nobody has.
fn free_port() -> String {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port().to_string()
}

#[test]
fn a_port_is_free_in_the_next_execution() {
    let (classes, _) = classes();
    // Relaxed time would let the client give up at any moment.
    let options = [
        "--iter=50",
        "--seed=1",
        "--strategy=random",
        "--time=virtual",
    ];
    clean("ports", &options, &["Ports", &free_port()], &classes);
}

/// A process gives back all that it has taken of the machine, whatever it has left open.
#[test]
fn nothing_is_taken_in_the_next_execution() {
    let (classes, _) = classes();
    let options = ["--iter=5", "--seed=1", "--strategy=random"];
    for what in ["ports", "locks", "logs"] {
        let folder = place::scratch(&format!("outside-taken-{what}"));
        let place = match what {
            "ports" => free_port(),
            _ => folder.display().to_string(),
        };
        clean(what, &options, &["Takes", what, &place], &classes);
    }
}

/// Time passes at once where nothing can come any more, in the order of deadlines, and takes its time where a
/// process or a helper may still act.
#[test]
fn time_passes_beside_input() {
    let (classes, _) = classes();
    for mode in ["--time=virtual", "--time=relaxed"] {
        let options = [
            "--iter=10",
            "--seed=1",
            "--strategy=random",
            "--execution-limit=20s",
            mode,
        ];
        clean("hours", &options, &["Hours", "alone"], &classes);
        clean("interrupted", &options, &["Hours", "interrupted"], &classes);
    }
    let options = [
        "--iter=10",
        "--seed=1",
        "--strategy=random",
        "--time=virtual",
    ];
    for what in ["order", "exit", "output", "files"] {
        clean(what, &options, &["Hours", what], &classes);
    }
}

/// Each execution finds neither the connections nor the pools of the one before, and no acknowledgement that
/// takes its time decides what is read.
#[test]
fn web_servers_and_clients() {
    let (classes, _) = classes();
    let options = [
        "--iter=25",
        "--seed=1",
        "--strategy=random",
        "--time=virtual",
        "--check-determinism",
    ];
    for client in ["old", "new"] {
        let arguments = ["Pages", &free_port(), client];
        clean(&format!("pages-{client}"), &options, &arguments, &classes);
    }
}

/// How long a pipe is left closed: far longer than it is looked who waits for classes.
const CLOSED: Duration = Duration::from_secs(2);

/// A thread sleeps in a call that nobody knows anything about, and a static initialiser waits for it: that is
/// neither a deadlock nor does it wait for a class.
#[test]
fn a_slow_call_is_no_class_that_is_initialised() {
    let (classes, _) = classes();
    let pipe = place::scratch("outside-pipe").join("pipe");
    java::run(Command::new("mkfifo").arg(&pipe));
    let path = pipe.to_str().expect("plain letters");
    let options = ["--iter=1", "--seed=1"];
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            loop {
                std::thread::sleep(CLOSED);
                if done.load(Ordering::Relaxed) {
                    break;
                }
                // Of both ends, so that it waits for nobody.
                let mut both = File::options().read(true).write(true).open(&pipe).unwrap();
                both.write_all(b"x").unwrap();
                std::thread::sleep(CLOSED / 2);
            }
        });
        let ended = catch_unwind(|| clean("opens", &options, &["Opens", path], &classes));
        done.store(true, Ordering::Relaxed);
        ended.unwrap_or_else(|failed| resume_unwind(failed));
    });
}

/// Nobody else has an end of these connections: it is a deadlock like any other, and replays.
#[test]
fn threads_that_wait_for_each_others_words() {
    let (classes, _) = classes();
    let options = ["--iter=3", "--seed=1", "--strategy=random"];
    for (how, message) in [
        (
            "sockets",
            "left waits for data from a socket whose other end is in this program; right waits for data from",
        ),
        (
            "locked",
            "reader waits for data from a socket whose other end is in this program; writer waits for the monitor",
        ),
        (
            "selector",
            "main waits for an event of a selector whose channels all end in this program",
        ),
        (
            "backlog",
            "main waits for data from a socket whose other end is in this program",
        ),
        (
            "local",
            "left waits for data from a socket whose other end is in this program",
        ),
    ] {
        ends_with(
            1,
            how,
            &options,
            &["Talks", how],
            &classes,
            |run, outcome| {
                let summary = outcome.summary().unwrap();
                let failure = &summary["failures"][0];
                assert_eq!(failure["kind"], "deadlock", "{summary}");
                assert_eq!(failure["replayed"], true, "{summary}");
                let text = failure["message"].as_str().unwrap();
                assert!(text.contains(message), "{text}");
                let recording = outcome.failures()[0].join("recording.fray");
                run.replays(&recording, 1, LIMIT).unwrap();
            },
        );
    }
}

/// Any process could still be the client: no deadlock, but it is said who waits where for what.
#[test]
fn a_server_without_clients() {
    let (classes, _) = classes();
    let options = ["--iter=3", "--seed=1", "--execution-limit=3s"];
    ends_with(
        3,
        "accept",
        &options,
        &["Talks", "accept"],
        &classes,
        |run, outcome| {
            for line in [
                "fray: an execution did not end within 3s (after 5 steps); its threads:",
                "  main at Talks.accept(Talks.java:128) waits for the end of listener",
                "  listener at Talks.lambda$accept$",
                "(Talks.java:125) waits for a client of a server socket; it holds the monitor of java.lang.Object",
                "it may wait for another process, so this is not reported as a deadlock",
            ] {
                assert!(outcome.output.contains(line), "{}", outcome.output);
            }
            let stacks = std::fs::read_to_string(run.folder().join("report/running.txt")).unwrap();
            assert!(
                stacks.contains("\n    at java.net.ServerSocket.accept("),
                "{stacks}"
            );
        },
    );
}
