//! Follows workers until all of them are gone, or the user has had enough.

use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
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
pub fn watch(starts: Vec<worker::Start>, display: &mut Display) -> Result<Watched, Error> {
    let (to, reports) = channel();
    catch_signals(&to)?;
    let mut records: Vec<Record> = Vec::new();
    let mut workers = Vec::new();
    for (index, start) in starts.into_iter().enumerate() {
        match Worker::start(index, start, &to) {
            Ok(worker) => workers.push(worker),
            Err(error) => {
                workers.iter().for_each(Worker::kill);
                return Err(error);
            }
        }
        records.push(Record::default());
    }
    let mut watch = Watch {
        records,
        workers,
        display,
        interrupts: 0,
        interrupted: None,
        passed_on: false,
    };
    watch.follow(&reports);
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
    interrupts: u32,
    interrupted: Option<Instant>,
    passed_on: bool,
}

impl Watch<'_> {
    fn follow(&mut self, reports: &Receiver<Report>) {
        while !self.records.iter().all(Record::gone) {
            match reports.recv_timeout(TICK) {
                Ok(Some((index, message))) => self.take(index, message),
                Ok(None) => self.interrupt(),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            self.press();
            self.display.update(&self.records);
        }
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
                self.display.failure(&failure);
                record.failures.push(failure);
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

    /// Makes sure that an interrupted run ends.
    fn press(&mut self) {
        let Some(since) = self.interrupted else {
            return;
        };
        let left = self.workers.iter().zip(&self.records);
        let left = left.filter(|(_, record)| record.exited.is_none());
        if since.elapsed() > PATIENCE {
            left.for_each(|(worker, _)| worker.kill());
        } else if since.elapsed() > PASS_ON && !self.passed_on {
            self.passed_on = true;
            left.for_each(|(worker, _)| worker.interrupt());
        }
    }
}
