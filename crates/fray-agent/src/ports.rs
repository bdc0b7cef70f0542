//! The ports that a program takes. A process gives them back at its end; so an execution does, whatever it has
//! left open, because the next one may want the same.

use std::sync::{Mutex, PoisonError};

use jni_sys::{JNIEnv, jclass, jint};
use libc::c_int;

use crate::guard::guarded;
use crate::jni::Env;
use crate::natives::native;

/// A socket that the program has given an address: its descriptor and what tells it from another one of that number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bound {
    fd: c_int,
    socket: libc::ino_t,
}

/// Those of the execution under way.
static BOUND: Mutex<Vec<Bound>> = Mutex::new(Vec::new());

native! {
    fn bound(env, fd: jint) {
        if let Some(socket) = socket(fd) {
            BOUND.lock().unwrap_or_else(PoisonError::into_inner).push(Bound { fd, socket });
        }
    }
}

/// The execution is over.
pub fn release() {
    let bound = std::mem::take(&mut *BOUND.lock().unwrap_or_else(PoisonError::into_inner));
    for it in bound {
        if socket(it.fd) == Some(it.socket) {
            replace(it.fd);
        }
    }
}

/// Puts a socket without an address in its place. The descriptor stays open, so that whoever has it can still close it,
/// and nobody else gets it before.
fn replace(fd: c_int) {
    // SAFETY: no memory is passed. Whoever waits for a client is told that there will be none.
    unsafe {
        libc::shutdown(fd, libc::SHUT_RDWR);
        let dead = libc::socket(libc::AF_UNIX, libc::SOCK_STREAM | libc::SOCK_CLOEXEC, 0);
        if dead >= 0 {
            libc::dup3(dead, fd, libc::O_CLOEXEC);
            libc::close(dead);
        }
    }
}

/// The number of the socket behind a descriptor, if there is one.
fn socket(fd: c_int) -> Option<libc::ino_t> {
    // SAFETY: the structure is ours and as large as the call expects.
    unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        let is_socket =
            libc::fstat(fd, &mut stat) == 0 && stat.st_mode & libc::S_IFMT == libc::S_IFSOCK;
        is_socket.then_some(stat.st_ino)
    }
}

/// Whether connections are accepted on the socket.
pub fn listens(fd: c_int) -> bool {
    option(fd, libc::SO_ACCEPTCONN).is_some_and(|listens| listens != 0)
}

/// A number that the kernel keeps for a socket.
pub fn option(fd: c_int, name: c_int) -> Option<c_int> {
    option_of(fd, libc::SOL_SOCKET, name)
}

/// The same for a protocol of the socket.
pub fn option_of(fd: c_int, protocol: c_int, name: c_int) -> Option<c_int> {
    let mut value: c_int = 0;
    let mut size = size_of::<c_int>() as libc::socklen_t;
    // SAFETY: the kernel writes one int.
    let answer =
        unsafe { libc::getsockopt(fd, protocol, name, (&raw mut value).cast(), &raw mut size) };
    (answer == 0).then_some(value)
}
