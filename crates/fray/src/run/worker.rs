//! One JVM with the agent in it, and the pipe through which the agent speaks.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, PipeReader, pipe};
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::Sender;
use std::thread;

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal, kill_process};

use super::event::Event;
use super::input::Input;
use crate::error::Error;

/// Environment variable in which the agent finds the file for its events.
const EVENTS: &str = "FRAY_EVENTS";

/// What comes out of a worker.
#[derive(Debug)]
pub enum Message {
    /// The agent says something.
    Event(Event),
    /// The agent will say nothing more.
    Closed,
    /// The JVM is gone.
    Exited(ExitStatus),
}

/// A message, and from which worker; `None` if the user wants to stop.
pub type Report = Option<(usize, Message)>;

/// What to start.
pub struct Start {
    /// The `java` command.
    pub java: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// What it reads.
    pub input: Input,
    /// Whether what it prints is thrown away.
    pub silent: bool,
    /// Variables of its environment besides ours.
    pub variables: Vec<(String, String)>,
}

/// A JVM under way.
#[derive(Debug)]
pub struct Worker {
    pid: Pid,
}

/// One at a time: between the two changes of the flag, every child would get the pipe.
static SPAWN: Mutex<()> = Mutex::new(());

impl Worker {
    /// Starts the JVM. Everything that happens is sent to `reports`.
    pub fn start(index: usize, start: Start, reports: &Sender<Report>) -> Result<Worker, Error> {
        let (reader, writer) = pipe().map_err(Error::io("make a pipe"))?;
        let mut command = Command::new(&start.java);
        command
            .args(&start.args)
            .envs(start.variables)
            .env(EVENTS, format!("/proc/self/fd/{}", writer.as_raw_fd()));
        command.stdin(start.input.stdio());
        if start.silent {
            command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        let mut child = {
            let _one = SPAWN.lock().unwrap_or_else(|error| error.into_inner());
            fcntl_setfd(&writer, FdFlags::empty())
                .map_err(|error| Error::io("pass a pipe on")(error.into()))?;
            let child = command.spawn();
            drop(writer);
            child.map_err(|why| Error::Spawn {
                java: start.java,
                why,
            })?
        };
        start.input.serve(child.stdin.take());
        let pid = Pid::from_child(&child);
        let to = reports.clone();
        thread::spawn(move || read(index, reader, &to));
        let to = reports.clone();
        thread::spawn(move || wait(index, child, &to));
        Ok(Worker { pid })
    }

    /// Asks the JVM to end, as Ctrl-C does. A JVM that is gone already does not mind.
    pub fn interrupt(&self) {
        let _ = kill_process(self.pid, Signal::INT);
    }

    /// Ends the JVM at once.
    pub fn kill(&self) {
        let _ = kill_process(self.pid, Signal::KILL);
    }
}

/// Passes events on. The other end of the channel is gone only when nobody cares any more.
fn read(index: usize, reader: PipeReader, to: &Sender<Report>) {
    for line in BufReader::new(reader).split(b'\n') {
        let Ok(line) = line else { break };
        // A line that is no event was cut off by the end of the JVM.
        if let Ok(event) = serde_json::from_slice(&line) {
            let _ = to.send(Some((index, Message::Event(event))));
        }
    }
    let _ = to.send(Some((index, Message::Closed)));
}

fn wait(index: usize, mut child: Child, to: &Sender<Report>) {
    if let Ok(status) = child.wait() {
        let _ = to.send(Some((index, Message::Exited(status))));
    }
}
