//! A file that is written through memory: what has been put there is the kernel's, so that it survives whatever happens to the process.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use fray_core::recording::RAW_LENGTH;
use fray_core::strategy::journal::Sink;

/// Room at first: enough for executions of some ten thousand steps.
const ROOM: usize = 1 << 18;

/// The file and its memory. What has not been written is zero.
pub struct Mapped {
    file: File,
    start: *mut u8,
    room: usize,
    used: usize,
}

// SAFETY: the memory belongs to this value alone.
unsafe impl Send for Mapped {}

impl Mapped {
    /// Makes, or empties, the file. That of another process which is still writing to it is left alone,
    /// since that would not survive to be without its memory: [`io::ErrorKind::WouldBlock`].
    pub fn create(path: &Path) -> io::Result<Mapped> {
        let file = loop {
            let file = File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            file.try_lock()?;
            // Its owner may have removed it before we had the lock.
            if file.metadata()?.nlink() > 0 {
                break file;
            }
        };
        let start = file
            .set_len(0)
            .and_then(|()| map(&file, ROOM))
            .inspect_err(|_| {
                let _ = std::fs::remove_file(path); // as good as none
            })?;
        Ok(Mapped {
            file,
            start,
            room: ROOM,
            used: 0,
        })
    }

    /// Inlined, so that an entry, whose length is known, is a single store.
    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.used + bytes.len() > self.room {
            self.grow(bytes.len())?;
        }
        // SAFETY: there is room behind the used part, it is mapped, and nobody else has this memory.
        unsafe {
            self.start
                .add(self.used)
                .copy_from_nonoverlapping(bytes.as_ptr(), bytes.len())
        };
        self.used += bytes.len();
        Ok(())
    }

    /// Makes room for so many bytes more.
    #[cold]
    fn grow(&mut self, bytes: usize) -> io::Result<()> {
        let room = (2 * self.room).max(self.used + bytes);
        let start = map(&self.file, room)?;
        self.unmap();
        (self.start, self.room) = (start, room);
        Ok(())
    }

    fn unmap(&mut self) {
        // SAFETY: mapped by `map` with this size, and not used afterwards.
        unsafe { libc::munmap(self.start.cast(), self.room) };
    }
}

/// Gives a file this size and maps it. The room is really there: writing to memory without a
/// block on the disk behind it would end the process.
fn map(file: &File, size: usize) -> io::Result<*mut u8> {
    // SAFETY: a call about an open file, without pointers.
    let error = unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, size as libc::off_t) };
    if error != 0 {
        return Err(io::Error::from_raw_os_error(error));
    }
    // SAFETY: a new mapping, wherever there is place for it.
    let start = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED,
            file.as_raw_fd(),
            0,
        )
    };
    if start == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    Ok(start.cast())
}

impl Sink for Mapped {
    fn clear(&mut self) -> io::Result<()> {
        // SAFETY: `used` bytes from the start are within the mapping.
        unsafe { self.start.write_bytes(0, self.used) };
        self.used = 0;
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.put(bytes)
    }

    fn append_entry(&mut self, bytes: [u8; RAW_LENGTH]) -> io::Result<()> {
        self.put(&bytes)
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        self.unmap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_else_writes_to_it() {
        let path = std::env::temp_dir().join(format!("fray-locked-{}", std::process::id()));
        let mut mapped = Mapped::create(&path).unwrap();
        let error = Mapped::create(&path).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        mapped.append(b"still there").unwrap();
        drop(mapped);
        Mapped::create(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_is_appended_is_in_the_file_at_once() {
        let path = std::env::temp_dir().join(format!("fray-mapped-{}", std::process::id()));
        let mut mapped = Mapped::create(&path).unwrap();
        let mut expected = Vec::new();
        for round in 0..3 {
            mapped.clear().unwrap();
            expected.clear();
            // Beyond the room that there is at first.
            for line in 0..100_000 / (round + 1) {
                let text = format!("line {line} of round {round}\n");
                mapped.append(text.as_bytes()).unwrap();
                expected.extend(text.bytes());
            }
            let file = std::fs::read(&path).unwrap();
            assert!(file.len() > ROOM);
            assert!(file[..expected.len()] == expected);
            assert!(file[expected.len()..].iter().all(|byte| *byte == 0));
        }
        std::fs::remove_file(&path).unwrap();
    }
}
