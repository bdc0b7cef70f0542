//! Standard input: every execution reads it from the start.
//!
//! A file is opened once more, and each execution begins where the first one began. What comes from a
//! pipe or a terminal can be read once only; so descriptor 0 is a pipe of our own, new for each
//! execution. The hook in front of a read fills it if it is empty, with what was read before at this place,
//! or else with what is read now and kept. So nothing is read that the program does not ask for, nobody
//! waits before it asks, and all executions see the same pieces.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use fray_core::recording::{Header, note};
use jni_sys::{JNIEnv, jclass, jint};
use libc::{c_int, pollfd};

use crate::guard::guarded;
use crate::io::{is_ready, wait};
use crate::jni::Env;
use crate::natives::native;

/// The largest piece; a pipe has room for several.
const PIECE: usize = 8 * 1024;

/// Input beyond this size is not kept in recordings.
const RECORDED: usize = 1 << 20;

enum Input {
    /// Somewhere in a file.
    File { file: File, start: u64 },
    /// What can be read once only.
    Stream(Stream),
}

#[derive(Default)]
struct Stream {
    /// Where it really comes from; `None`: there is no more than is known.
    real: Option<File>,
    pieces: Vec<Vec<u8>>,
    /// Whether the end comes after these.
    ended: bool,
    /// The piece that this execution reads next.
    next: usize,
    /// The other end of descriptor 0; `None`: the execution has been told of the end.
    writer: Option<File>,
}

static INPUT: Mutex<Option<Input>> = Mutex::new(None);

/// Whether any execution has read anything.
static USED: AtomicBool = AtomicBool::new(false);

fn lock() -> MutexGuard<'static, Option<Input>> {
    INPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Before the first execution. A recording may hold what its execution read.
pub fn open(recording: Option<&Header>) {
    let notes = recording.map_or(&[][..], |header| &header.notes);
    let named = |name: &'static str| notes.iter().filter(move |(it, _)| it == name);
    let input = if let Some((_, text)) = named(note::INPUT_FILE).next() {
        memory_file(&bytes(text)).map(|file| Some(Input::File { file, start: 0 }))
    } else {
        real().map(|input| {
            let pieces: Vec<_> = named(note::INPUT).map(|(_, text)| bytes(text)).collect();
            let ended = named(note::INPUT_END).next().is_some();
            if pieces.is_empty() && !ended {
                return input;
            }
            let real = match input {
                Some(Input::Stream(stream)) => stream.real,
                _ => None,
            };
            Some(Input::Stream(Stream {
                real,
                pieces,
                ended,
                ..Stream::default()
            }))
        })
    };
    match input {
        Ok(input) => *lock() = input,
        Err(error) => crate::campaign::note(format!(
            "standard input is read once only, by the first execution that wants it: {error}"
        )),
    }
}

/// What descriptor 0 is; `None`: nothing, or a device that is always the same.
fn real() -> io::Result<Option<Input>> {
    // SAFETY: the structure is ours and as large as the call expects.
    let kind = unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        if libc::fstat(0, &mut stat) != 0 {
            return Ok(None);
        }
        stat.st_mode & libc::S_IFMT
    };
    let is_stream = match kind {
        libc::S_IFREG => false,
        libc::S_IFIFO | libc::S_IFSOCK => true,
        // SAFETY: no memory is passed.
        libc::S_IFCHR => match unsafe { libc::isatty(0) } {
            1 => true,
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    // SAFETY: the descriptor is new, and nobody else's.
    let mut same = unsafe {
        let fd = libc::fcntl(0, libc::F_DUPFD_CLOEXEC, 3);
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        File::from(OwnedFd::from_raw_fd(fd))
    };
    if is_stream {
        return Ok(Some(Input::Stream(Stream {
            real: Some(same),
            ..Stream::default()
        })));
    }
    // A place in it of our own: other processes may share this one.
    let start = same.stream_position()?;
    let file = File::open("/proc/self/fd/0")?;
    Ok(Some(Input::File { file, start }))
}

fn memory_file(content: &[u8]) -> io::Result<File> {
    // SAFETY: the name is a C string; the descriptor is new, and nobody else's.
    let mut file = unsafe {
        let fd = libc::memfd_create(c"input".as_ptr(), libc::MFD_CLOEXEC);
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        File::from(OwnedFd::from_raw_fd(fd))
    };
    file.write_all(content)?;
    Ok(file)
}

/// Before the process begins anew: descriptor 0 is the program's input from the start.
pub fn give_back() {
    match lock().as_mut() {
        Some(Input::File { file, start }) => begin_file(file, *start),
        Some(Input::Stream(stream)) => match stream.real.as_mut() {
            Some(real) if stream.pieces.is_empty() => install(real),
            real => {
                let mut all = stream.pieces.concat();
                if let Some(real) = real.filter(|_| !stream.ended) {
                    let _ = real.read_to_end(&mut all);
                }
                if let Ok(mut file) = memory_file(&all) {
                    let _ = file.rewind();
                    install(&file);
                }
            }
        },
        None => {}
    }
}

/// Makes this descriptor 0, from here on; both have the same place.
fn begin_file(file: &mut File, start: u64) {
    install(file);
    let _ = file.seek(SeekFrom::Start(start));
}

/// Makes this descriptor 0, for child processes too.
fn install(file: &File) {
    // SAFETY: no memory is passed. What was descriptor 0 is still open, or not needed any more.
    unsafe { libc::dup2(file.as_raw_fd(), 0) };
}

native! {
    /// Before an execution, if the one before has touched its standard input.
    fn freshInput(env) {
        match lock().as_mut() {
            Some(Input::File { file, start }) => begin_file(file, *start),
            Some(Input::Stream(stream)) => stream.begin(),
            None => {}
        }
    }
}

native! {
    /// The thread is about to read from descriptor 0.
    fn input0(env, me: jint) -> jint {
        if me == 0 {
            return 0;
        }
        USED.store(true, Ordering::Relaxed);
        let awaited = match lock().as_ref() {
            Some(Input::Stream(stream)) => stream.awaited(),
            _ => return 0,
        };
        let fd = awaited.unwrap_or(0);
        let descriptor = pollfd { fd, events: libc::POLLIN, revents: 0 };
        let ready = awaited.is_none() || is_ready(descriptor);
        wait(env, me, ready, descriptor, -1, false)
    }
}

native! {
    /// Fills descriptor 0 if it is empty. 1: and waits for it, if need be; 0: or not; negative: nothing.
    fn feed(env, waits: jint) {
        if waits < 0 {
            return;
        }
        // Nobody else is kept from the lock while the outside is waited for.
        let real = match lock().as_mut() {
            Some(Input::Stream(stream)) => match stream.offer() {
                Some(fd) => fd,
                None => return,
            },
            _ => return,
        };
        let descriptor = pollfd { fd: real, events: libc::POLLIN, revents: 0 };
        if waits == 0 && !is_ready(descriptor) {
            return;
        }
        let piece = read(real);
        if let Some(Input::Stream(stream)) = lock().as_mut() {
            stream.keep(piece);
            stream.offer();
        }
    }
}

/// A piece of what is there; empty at the end, and if it cannot be read.
fn read(fd: c_int) -> Vec<u8> {
    let mut piece = vec![0; PIECE];
    // SAFETY: the descriptor is open as long as the campaign runs; it is not closed here.
    let mut file = std::mem::ManuallyDrop::new(unsafe { File::from_raw_fd(fd) });
    let length = loop {
        match file.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => break other.unwrap_or(0),
        }
    };
    piece.truncate(length);
    piece
}

impl Stream {
    fn begin(&mut self) {
        self.next = 0;
        self.writer = None;
        if let Ok((reader, writer)) = io::pipe() {
            install(&File::from(OwnedFd::from(reader)));
            self.writer = Some(File::from(OwnedFd::from(writer)));
        }
    }

    /// Which descriptor must be ready before there is something to read, if any.
    fn awaited(&self) -> Option<c_int> {
        let known = self.next < self.pieces.len() || self.ended;
        match (&self.writer, &self.real) {
            (Some(_), Some(real)) if !known && pending() == 0 => Some(real.as_raw_fd()),
            _ => None,
        }
    }

    /// Puts what comes next into the empty pipe. The result is where to read more, if that is not
    /// known yet.
    fn offer(&mut self) -> Option<c_int> {
        if pending() > 0 {
            return None;
        }
        let writer = self.writer.as_mut()?;
        if let Some(piece) = self.pieces.get(self.next) {
            self.next += 1;
            let _ = writer.write_all(piece); // there is room; and if nobody reads, nobody minds
            return None;
        }
        if self.real.is_none() || self.ended {
            self.writer = None;
            return None;
        }
        self.real.as_ref().map(AsRawFd::as_raw_fd)
    }

    fn keep(&mut self, piece: Vec<u8>) {
        match piece.is_empty() {
            true => self.ended = true,
            false => self.pieces.push(piece),
        }
    }
}

/// Bytes in the pipe that is descriptor 0.
fn pending() -> c_int {
    let mut count: c_int = 0;
    // SAFETY: the kernel writes one int.
    match unsafe { libc::ioctl(0, libc::FIONREAD, &raw mut count) } {
        0 => count,
        _ => 0,
    }
}

/// Writes what was read into the header of a recording, so that it is enough by itself.
pub fn note_in(header: &mut Header) {
    if !USED.load(Ordering::Relaxed) {
        return;
    }
    let missing = |size: usize| {
        crate::campaign::note(format!(
            "the recording does not hold the standard input ({size} bytes): give it to the replay too"
        ));
    };
    let mut add = |name: &str, bytes: &[u8]| header.notes.push((name.to_owned(), text(bytes)));
    match lock().as_mut() {
        Some(Input::File { file, start }) => {
            let size = file
                .metadata()
                .map_or(0, |data| data.len())
                .saturating_sub(*start);
            let size = usize::try_from(size).unwrap_or(usize::MAX);
            let mut content = vec![0; size.min(RECORDED)];
            // The execution's own place in it stays as it is.
            match file.read_exact_at(&mut content, *start) {
                Ok(()) if size <= RECORDED => add(note::INPUT_FILE, &content),
                _ => missing(size),
            }
        }
        Some(Input::Stream(stream)) => {
            let size = stream.pieces.iter().map(Vec::len).sum();
            if size > RECORDED {
                return missing(size);
            }
            for piece in &stream.pieces {
                add(note::INPUT, piece);
            }
            if stream.ended {
                add(note::INPUT_END, b"");
            }
        }
        None => {}
    }
}

/// Bytes as text: one character each, so that most input stays readable.
fn text(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

fn bytes(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| u8::try_from(c).unwrap_or(b'?'))
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_bytes_survive() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(super::bytes(&super::text(&all)), all);
    }
}
