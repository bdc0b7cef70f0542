//! What the kernel keeps back: by Nagle's algorithm a small piece of data waits until the piece before has been acknowledged,
//! which the other end may put off for 40 ms. Then it would depend on the clock what a thread reads. So before anybody
//! looks what there is to read, it is sent off. The program's own setting stays as it is.

use std::sync::{Mutex, PoisonError};

use jni_sys::{JNIEnv, jclass, jint};
use libc::c_int;

use crate::guard::guarded;
use crate::jni::Env;
use crate::natives::native;
use crate::ports;

/// Sockets that have been written to since anybody looked.
static WRITTEN: Mutex<Vec<c_int>> = Mutex::new(Vec::new());

native! {
    fn written(env, fd: jint) {
        note(fd);
    }
}

/// The descriptor is about to be written to.
fn note(fd: c_int) {
    if is_delayed(fd) {
        let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        if !written.contains(&fd) {
            written.push(fd);
        }
    }
}

/// Sends off what is kept back.
pub fn send_off() {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    for fd in written.drain(..) {
        // It may have been closed, and be something else by now.
        if is_delayed(fd) {
            set_delayed(fd, false);
            set_delayed(fd, true);
        }
    }
}

/// Whether it is a socket with that algorithm.
fn is_delayed(fd: c_int) -> bool {
    ports::option_of(fd, libc::IPPROTO_TCP, libc::TCP_NODELAY) == Some(0)
}

fn set_delayed(fd: c_int, delayed: bool) {
    let at_once = c_int::from(!delayed);
    // SAFETY: the kernel reads one integer from ours.
    unsafe {
        libc::setsockopt(
            fd,
            libc::IPPROTO_TCP,
            libc::TCP_NODELAY,
            (&raw const at_once).cast(),
            size_of::<c_int>() as libc::socklen_t,
        );
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::os::fd::AsRawFd;
    use std::time::{Duration, Instant};

    use super::*;

    /// Far less than an acknowledgement is put off.
    const AT_ONCE: Duration = Duration::from_millis(15);

    /// So many that a busy machine does not delay half of them.
    const ROUNDS: usize = 20;

    #[test]
    fn what_is_kept_back_is_sent_off() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut here = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut there, _) = listener.accept().unwrap();
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            here.write_all(b"a").unwrap();
            here.write_all(b"b").unwrap();
            note(here.as_raw_fd());
            send_off();
            there.read_exact(&mut [0; 2]).unwrap();
            times.push(start.elapsed());
            // Only who answers puts acknowledgements off.
            there.write_all(b"c").unwrap();
            here.read_exact(&mut [0; 1]).unwrap();
        }
        assert!(!here.nodelay().unwrap());
        times.sort();
        assert!(times[ROUNDS / 2] < AT_ONCE, "{times:?}");
    }
}
