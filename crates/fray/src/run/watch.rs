//! Follows workers until all of them are gone, or the user has had enough.

use std::process::ExitStatus;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::event::{End, Event, Failure, Progress, Start};
use super::worker::{self, Message, Report, Worker};
use crate::error::Error;
use crate::progress::Display;

/// How long a JVM may be silent after its end before the pipe is given up: a process that
/// it started may have the other end.
const DRAIN: Duration = Duration::from_secs(2);

/// On a terminal, Ctrl-C reaches the JVM as well; elsewhere we pass it on after this time.
const PASS_ON: Duration = Duration::from_millis(300);

/// How long the agent may take to write its report after Ctrl-C.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the display is told that time goes by.
const TICK: Duration = Duration::from_millis(200);

/// What to do.
pub struct Plan {
    /// The workers. The others start when the first has begun its work, so that what is wrong
    /// with the command line is said once.
    pub starts: Vec<worker::Start>,
    /// Whether the others are stopped when one has found a failure.
    pub stop_at_failure: bool,
}

/// What is known of one worker.
#[derive(Debug, Default)]
pub struct Record {
    /// Its start event.
    pub start: Option<Start>,
    /// Its last progress event.
    pub progress: Progress,
    /// Its failures.
    pub failures: Vec<Failure>,
    /// Its end event.
    pub end: Option<End>,
    /// How the JVM ended.
    pub status: Option<ExitStatus>,
    /// Whether we stopped it, since another one had found something.
    pub stopped: bool,
    closed: bool,
    exited: Option<Instant>,
}

impl Record {
    fn gone(&self) -> bool {
        self.exited
            .is_some_and(|at| self.closed || at.elapsed() > DRAIN)
    }
}

/// What came out of all workers.
pub struct Watched {
    /// One per worker.
    pub records: Vec<Record>,
    /// Whether the user stopped the run.
    pub interrupted: bool,
}

/// Starts the workers and waits for them.
pub fn watch(plan: Plan, display: &mut Display) -> Result<Watched, Error> {
    let (to, reports) = channel();
    catch_signals(&to)?;
    let mut starts = plan.starts.into_iter();
    let mut watch = Watch {
        records: Vec::new(),
        workers: Vec::new(),
        display,
        stop_at_failure: plan.stop_at_failure,
        interrupts: 0,
        interrupted: None,
        stopped: None,
        pressed: false,
    };
    watch.add(starts.next(), &to)?;
    while !watch.records.iter().all(Record::gone) {
        match reports.recv_timeout(TICK) {
            Ok(Some((index, message))) => watch.take(index, message),
            Ok(None) => watch.interrupt(),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        if watch.records[0].start.is_some() && watch.since().is_none() {
            for start in starts.by_ref() {
                watch.add(Some(start), &to)?;
            }
        }
        watch.press();
        watch.display.update(&watch.records);
    }
    let interrupted = watch.interrupted.is_some();
    Ok(Watched {
        records: watch.records,
        interrupted,
    })
}

fn catch_signals(to: &Sender<Report>) -> Result<(), Error> {
    let mut signals =
        Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(Error::io("catch signals"))?;
    let to = to.clone();
    thread::spawn(move || {
        for _ in &mut signals {
            let _ = to.send(None);
        }
    });
    Ok(())
}

struct Watch<'a> {
    records: Vec<Record>,
    workers: Vec<Worker>,
    display: &'a mut Display,
    stop_at_failure: bool,
    interrupts: u32,
    interrupted: Option<Instant>,
    stopped: Option<Instant>,
    pressed: bool,
}

impl Watch<'_> {
    fn add(&mut self, start: Option<worker::Start>, to: &Sender<Report>) -> Result<(), Error> {
        let Some(start) = start else { return Ok(()) };
        match Worker::start(self.workers.len(), start, to) {
            Ok(worker) => {
                self.workers.push(worker);
                self.records.push(Record::default());
                Ok(())
            }
            Err(error) => {
                self.workers.iter().for_each(Worker::kill);
                Err(error)
            }
        }
    }

    /// Since when the workers are to end.
    fn since(&self) -> Option<Instant> {
        self.interrupted.or(self.stopped)
    }

    fn take(&mut self, index: usize, message: Message) {
        let record = &mut self.records[index];
        match message {
            Message::Event(Event::Start(start)) => {
                if index == 0 {
                    self.display.start(&start);
                }
                record.start = Some(start);
            }
            Message::Event(Event::Progress(progress)) => record.progress = progress,
            Message::Event(Event::Failure(failure)) => {
                record.failures.push(failure.clone());
                self.found(&failure);
            }
            Message::Event(Event::Note(note)) => self.display.note(&note.text),
            Message::Event(Event::End(end)) => record.end = Some(end),
            Message::Event(Event::Unknown) => {}
            Message::Closed => record.closed = true,
            Message::Exited(status) => {
                record.status = Some(status);
                record.exited = Some(Instant::now());
            }
        }
    }

    fn found(&mut self, failure: &Failure) {
        let same = |other: &&Failure| {
            (&other.kind, &other.message, &other.thread)
                == (&failure.kind, &failure.message, &failure.thread)
        };
        let all = self.records.iter().flat_map(|record| &record.failures);
        if all.filter(same).count() == 1 {
            self.display.failure(failure);
        }
        if self.stop_at_failure && self.stopped.is_none() {
            self.stopped = Some(Instant::now());
            for record in self.records.iter_mut().filter(|r| r.failures.is_empty()) {
                record.stopped = true;
            }
        }
    }

    /// The user wants to stop; the second time, at once.
    fn interrupt(&mut self) {
        self.interrupts += 1;
        if self.interrupts > 1 {
            self.workers.iter().for_each(Worker::kill);
        } else {
            self.interrupted = Some(Instant::now());
            self.display.stopping();
        }
    }

    /// Makes sure that a run that shall end ends.
    fn press(&mut self) {
        let Some(since) = self.since() else {
            return;
        };
        let by_user = self.interrupted.is_some();
        let left = self.workers.iter().zip(&self.records);
        let left = left
            .filter(|(_, record)| record.exited.is_none() && (by_user || record.stopped))
            .map(|(worker, _)| worker);
        if since.elapsed() > PATIENCE {
            left.for_each(Worker::kill);
        } else if since.elapsed() > PASS_ON && !self.pressed {
            self.pressed = true;
            left.for_each(Worker::interrupt);
        }
    }
}
