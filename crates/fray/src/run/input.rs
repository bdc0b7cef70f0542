//! Standard input for JVMs: each of several gets all of it.

use std::io::{Read, Write, stdin};
use std::os::fd::AsFd;
use std::process::{ChildStdin, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use rustix::fs::{FileType, fstat};

/// Bytes read at once.
const PIECE: usize = 64 * 1024;

/// What a JVM reads.
#[derive(Clone, Debug)]
pub enum Input {
    /// Our own standard input.
    Ours,
    /// Nothing.
    Nothing,
    /// A copy of ours, which is read as it comes.
    Copy(Spool),
}

impl Input {
    /// What each of several JVMs reads. From a file the agent reads at a place of its own; a person
    /// at a terminal is not asked several times.
    pub fn for_many() -> Input {
        let kind = fstat(stdin().as_fd()).map(|stat| FileType::from_raw_mode(stat.st_mode));
        match kind {
            Ok(FileType::RegularFile) => Input::Ours,
            Ok(FileType::Fifo | FileType::Socket) => Input::Copy(Spool::default()),
            _ => Input::Nothing,
        }
    }

    /// What a process is started with.
    pub fn stdio(&self) -> Stdio {
        match self {
            Input::Ours => Stdio::inherit(),
            Input::Nothing => Stdio::null(),
            Input::Copy(_) => Stdio::piped(),
        }
    }

    /// To be called with what the process was given.
    pub fn serve(&self, to: Option<ChildStdin>) {
        if let (Input::Copy(spool), Some(to)) = (self, to) {
            spool.serve(to);
        }
    }
}

/// What has been read so far.
#[derive(Default, Debug)]
struct Known {
    begun: bool,
    bytes: Vec<u8>,
    ended: bool,
}

/// Our standard input, for many readers.
#[derive(Clone, Default, Debug)]
pub struct Spool(Arc<(Mutex<Known>, Condvar)>);

impl Spool {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, mut to: ChildStdin) {
        if !std::mem::replace(&mut self.lock().begun, true) {
            let spool = self.clone();
            thread::spawn(move || spool.read());
        }
        let spool = self.clone();
        thread::spawn(move || {
            let mut from = 0;
            // A reader that is gone has had enough.
            while let Some(bytes) = spool.after(from) {
                if to.write_all(&bytes).is_err() {
                    break;
                }
                from += bytes.len();
            }
        });
    }

    fn read(&self) {
        let mut piece = vec![0; PIECE];
        loop {
            let length = stdin().read(&mut piece).unwrap_or(0);
            let mut read = self.lock();
            read.bytes.extend_from_slice(&piece[..length]);
            read.ended = length == 0;
            self.0.1.notify_all();
            if read.ended {
                return;
            }
        }
    }

    /// What comes after the first `from` bytes; waits for it. `None`: nothing.
    fn after(&self, from: usize) -> Option<Vec<u8>> {
        let mut read = self.lock();
        while read.bytes.len() == from && !read.ended {
            read = self.0.1.wait(read).unwrap_or_else(PoisonError::into_inner);
        }
        let left = &read.bytes[from..];
        (!left.is_empty()).then(|| left[..left.len().min(PIECE)].to_vec())
    }
}
