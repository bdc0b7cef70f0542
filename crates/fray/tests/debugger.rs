//! `fray replay --debug`: the schedule holds while a person looks around.

mod support;

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use support::jdwp::{BREAKPOINT, Debugger, Event, STEP};
use support::{Lab, Ran, java, run};

/// Longer than anything that fray waits for before it looks for a way on, but for what comes from
/// other processes.
const THINKS: Duration = Duration::from_secs(3);

/// Where `tests/java/Debugged.java` reads the number.
const LINE: i32 = 27;

/// A failure that was found, and its replay waiting for a debugger.
struct Session {
    _lab: Lab,
    replay: Child,
    debugger: Debugger,
}

impl Session {
    fn of(program: &str, home: &Path) -> Session {
        let lab = Lab::new();
        let mut command = lab.command(["--iter", "200", "--seed", "7", "-cp"]);
        command.arg(java::classes()).arg(program);
        run(command.env("JAVA_HOME", home)).exits(1);
        let port = free_port();
        let mut command = lab.command(["replay", "fray-report", &format!("--debug={port}")]);
        command.env("JAVA_HOME", home);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let replay = command.spawn().unwrap();
        let debugger = Debugger::attach(port);
        Session {
            _lab: lab,
            replay,
            debugger,
        }
    }

    /// The replay has been as recorded.
    fn ends(self) {
        let ran = Ran::of(&self.replay.wait_with_output().unwrap()).exits(1);
        let same = ran.out.contains("steps as recorded, and the same failure.");
        assert!(same, "{ran:#?}");
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// A person thinks for seconds, so not on all in between.
fn on_jdks(body: impl Fn(Session)) {
    let all = java::oldest_and_newest().into_iter();
    let debuggable = all.filter(|home| home.join("lib/libjdwp.so").is_file());
    let mut count = 0;
    for home in debuggable {
        eprintln!("on {}", home.display());
        body(Session::of("Debugged", &home));
        count += 1;
    }
    assert!(count > 0, "no JDK has a debugger's agent");
}

/// Without a debugger nothing runs; with one that says "go on" the schedule is the recorded one. A
/// class is initialised by one thread while another wants it: the JVM blocks that one, and somebody
/// must go on all the same.
#[test]
fn that_says_go_on() {
    on_jdks(|mut session| {
        session.debugger.resume();
        session.ends();
    });
}

/// Threads stand at breakpoints for long, make steps and go on.
#[test]
fn at_breakpoints() {
    on_jdks(|mut session| {
        let debugger = &mut session.debugger;
        debugger.stop_at_class("Debugged");
        debugger.resume();
        let prepared = debugger.event().unwrap();
        debugger.stop_at_line(prepared, LINE);
        debugger.resume();
        let mut hits: Vec<Event> = Vec::new();
        let mut steps = 0;
        let mut at = debugger.event();
        while let Some(event) = at {
            std::thread::sleep(match hits.len() {
                1 => THINKS,
                _ => Duration::from_millis(300),
            });
            match event.kind {
                BREAKPOINT => hits.push(event),
                STEP => steps += 1,
                other => panic!("event {other}"),
            }
            at = if steps < 4 {
                debugger.step(event)
            } else {
                debugger.resume();
                debugger.event()
            };
        }
        let mut threads: Vec<u64> = hits.iter().map(|hit| hit.thread).collect();
        threads.dedup();
        assert_eq!(threads.len(), 2, "{hits:?}");
        assert!(steps >= 2, "{steps}");
        session.ends();
    });
}

/// Everything stands still wherever it is, again and again.
#[test]
fn that_pauses() {
    on_jdks(|mut session| {
        let debugger = &mut session.debugger;
        debugger.stop_at_class("Debugged");
        debugger.resume();
        debugger.event().unwrap();
        debugger.resume();
        let mut pauses = 0;
        while pauses < 8 && debugger.suspend() {
            // The class is waited for in the middle of these.
            let thinks = [Duration::from_millis(200), THINKS][usize::from(pauses == 4)];
            std::thread::sleep(thinks);
            debugger.resume();
            std::thread::sleep(Duration::from_millis(15));
            pauses += 1;
        }
        assert!(pauses > 1, "the JVM has ended before it could be paused");
        session.ends();
    });
}
