//! What a descriptor is, and whether only this process can make it ready.
//!
//! When nobody can run and somebody waits for a descriptor, another process may still answer, and
//! nobody can know whether it will. But if both ends of a pipe or of a connection belong to this
//! process, and all its threads are blocked, no answer can come: that is a deadlock like any other.

use std::mem::MaybeUninit;
use std::time::Duration;

use libc::{c_int, c_short, pollfd};

use crate::ports;

/// How long all must have been blocked. What one end has written is at the other end at once.
const GRACE: Duration = Duration::from_millis(200);

/// The same if a socket has no room: the kernel may send what it has a little later.
const SENDING: Duration = Duration::from_secs(3);

/// How long, at most, it takes a client or a message of another program to come of which nothing has been heard yet. It may be
/// later, but most programs have all their clients in themselves, and should not wait for others.
const VISIT: Duration = Duration::from_millis(200);

/// Selectors that wait for selectors are followed so far.
const DEPTH: u32 = 3;

/// What waiting for a descriptor means, in words.
pub fn words(descriptor: pollfd) -> String {
    let reads = descriptor.events & libc::POLLIN != 0;
    let link = link(descriptor.fd).unwrap_or_default();
    let what = match (link.as_str(), reads) {
        ("anon_inode:[eventpoll]", _) => "an event of a selector",
        ("anon_inode:[pidfd]", _) => "the end of a process",
        (pipe, true) if pipe.starts_with("pipe:") => "data from a pipe",
        (pipe, false) if pipe.starts_with("pipe:") => "room in a pipe",
        _ if ports::listens(descriptor.fd) => "a client of a server socket",
        (socket, true) if socket.starts_with("socket:") => "data from a socket",
        (socket, false) if socket.starts_with("socket:") => "a connection or room in a socket",
        (_, true) => "data from a terminal or a device",
        (_, false) => "room in a terminal or a device",
    };
    let inside = match patience(descriptor) {
        Some(_) if link == "anon_inode:[eventpoll]" => " whose channels all end in this program",
        Some(_) => " whose other end is in this program",
        None => "",
    };
    format!("{what}{inside}")
}

/// How long to wait for the descriptor before it is sure that it will never be ready, all threads of this
/// process being blocked and there being no child processes. `None`: others may make it ready.
pub fn patience(descriptor: pollfd) -> Option<Duration> {
    let all = descriptors();
    closed(descriptor.fd, descriptor.events, &all, DEPTH)
}

/// How long, of some time that is to pass, the descriptor may become ready, all threads of this process being
/// blocked: all of it, if another process may do that.
pub fn pace(descriptor: pollfd, time: Duration) -> Duration {
    expected(descriptor.fd, descriptor.events, &descriptors(), DEPTH)
        .map_or(time, |it| it.min(time))
}

fn expected(fd: c_int, events: c_short, all: &[c_int], depth: u32) -> Option<Duration> {
    if depth > 0 && link(fd)? == "anon_inode:[eventpoll]" {
        let mut longest = Duration::ZERO;
        for (member, events) in members(fd)? {
            longest = longest.max(expected(member, events, all, depth - 1)?);
        }
        return Some(longest);
    }
    if ports::listens(fd) || is_open_to_all(fd) {
        return Some(VISIT);
    }
    let patience = closed(fd, events, all, depth)?;
    // What one end has written is at the other end at once.
    Some(if patience > GRACE {
        patience
    } else {
        Duration::ZERO
    })
}

/// Whether it is a socket for messages from anywhere.
fn is_open_to_all(fd: c_int) -> bool {
    ports::option(fd, libc::SO_TYPE) == Some(libc::SOCK_DGRAM)
        && address(fd, libc::getpeername).is_none()
}

fn closed(fd: c_int, events: c_short, all: &[c_int], depth: u32) -> Option<Duration> {
    let reads = events & libc::POLLIN != 0;
    let link = link(fd)?;
    if fd == 0 || depth == 0 {
        return None;
    }
    if link == "anon_inode:[eventfd]" {
        return Some(GRACE);
    }
    if link == "anon_inode:[eventpoll]" {
        let mut longest = GRACE;
        for (member, events) in members(fd)? {
            longest = longest.max(closed(member, events, all, depth - 1)?);
        }
        return Some(longest);
    }
    if link.starts_with("pipe:") {
        let other = if reads {
            libc::O_WRONLY
        } else {
            libc::O_RDONLY
        };
        let is_other = |&end: &c_int| self::link(end).as_ref() == Some(&link) && mode(end) == other;
        return all.iter().any(is_other).then_some(GRACE);
    }
    if !link.starts_with("socket:") {
        return None;
    }
    if ports::option(fd, libc::SO_DOMAIN) == Some(libc::AF_UNIX) {
        return (!ports::listens(fd) && is_peer_here(fd)).then_some(GRACE);
    }
    let (here, there) = (
        address(fd, libc::getsockname)?,
        address(fd, libc::getpeername)?,
    );
    let is_peer = |&&end: &&c_int| {
        address(end, libc::getsockname).as_ref() == Some(&there)
            && address(end, libc::getpeername).as_ref() == Some(&here)
    };
    let Some(&peer) = all.iter().find(is_peer) else {
        let awaits = all.iter().any(|&end| accepts(end, here, there));
        return awaits.then_some(if reads { GRACE } else { SENDING });
    };
    match reads {
        true => (unsent(peer) == 0).then_some(GRACE),
        false => Some(SENDING),
    }
}

/// An address and a port.
type Address = ([u8; 16], u16);

/// Whether this socket alone accepts connections that are to end `there`: nobody has one before it is accepted.
fn accepts(fd: c_int, here: Address, there: Address) -> bool {
    if !ports::listens(fd) || ports::option(fd, libc::SO_REUSEPORT) != Some(0) {
        return false;
    }
    let Some((ip, port)) = address(fd, libc::getsockname) else {
        return false;
    };
    let plain = |ip: [u8; 16]| std::net::Ipv6Addr::from(ip).to_canonical();
    let of_this_machine = plain(there.0).is_loopback() || there.0 == here.0;
    port == there.1 && (ip == there.0 || plain(ip).is_unspecified() && of_this_machine)
}

/// Whether the other end of a connection by way of the file system was made by this process.
fn is_peer_here(fd: c_int) -> bool {
    // SAFETY: all zeros are a valid value, and the kernel writes at most its size.
    unsafe {
        let mut peer: libc::ucred = std::mem::zeroed();
        let mut size = size_of::<libc::ucred>() as libc::socklen_t;
        let answer = libc::getsockopt(
            fd,
            libc::SOL_SOCKET,
            libc::SO_PEERCRED,
            (&raw mut peer).cast(),
            &mut size,
        );
        answer == 0 && peer.pid == libc::getpid()
    }
}

fn descriptors() -> Vec<c_int> {
    let Ok(entries) = std::fs::read_dir("/proc/self/fd") else {
        return Vec::new();
    };
    let number = |entry: std::fs::DirEntry| entry.file_name().to_str()?.parse().ok();
    entries.flatten().filter_map(number).collect()
}

/// What the kernel calls it.
fn link(fd: c_int) -> Option<String> {
    let link = std::fs::read_link(format!("/proc/self/fd/{fd}")).ok()?;
    Some(link.to_str()?.to_owned())
}

fn mode(fd: c_int) -> c_int {
    // SAFETY: no memory is passed.
    unsafe { libc::fcntl(fd, libc::F_GETFL) & libc::O_ACCMODE }
}

/// What a selector looks at, and for what.
fn members(fd: c_int) -> Option<Vec<(c_int, c_short)>> {
    let text = std::fs::read_to_string(format!("/proc/self/fdinfo/{fd}")).ok()?;
    let member = |line: &str| {
        let mut words = line.split_whitespace();
        let fd = words.next()?.parse().ok()?;
        let events = words.nth(1)?;
        Some((fd, i64::from_str_radix(events, 16).ok()? as c_short))
    };
    let lines = text.lines().filter_map(|line| line.strip_prefix("tfd:"));
    lines.map(member).collect()
}

type Ask = unsafe extern "C" fn(c_int, *mut libc::sockaddr, *mut libc::socklen_t) -> c_int;

/// Address and port of one end of a connection over the internet protocols.
fn address(fd: c_int, ask: Ask) -> Option<Address> {
    let mut storage = MaybeUninit::<libc::sockaddr_storage>::zeroed();
    let mut size = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
    // SAFETY: the kernel writes at most `size` bytes; all bit patterns, zeros too, are valid
    // addresses, and those of the two families fit into the storage.
    unsafe {
        if ask(fd, storage.as_mut_ptr().cast(), &mut size) != 0 {
            return None;
        }
        match c_int::from(storage.assume_init_ref().ss_family) {
            libc::AF_INET => {
                let address = &*storage.as_ptr().cast::<libc::sockaddr_in>();
                let ip = std::net::Ipv4Addr::from(u32::from_be(address.sin_addr.s_addr));
                Some((ip.to_ipv6_mapped().octets(), address.sin_port))
            }
            libc::AF_INET6 => {
                let address = &*storage.as_ptr().cast::<libc::sockaddr_in6>();
                Some((address.sin6_addr.s6_addr, address.sin6_port))
            }
            _ => None,
        }
    }
}

/// Bytes that are on their way from this socket.
fn unsent(fd: c_int) -> c_int {
    let mut count: c_int = 0;
    // SAFETY: the kernel writes one int.
    match unsafe { libc::ioctl(fd, libc::TIOCOUTQ, &raw mut count) } {
        0 => count,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::{TcpListener, TcpStream};
    use std::os::fd::AsRawFd;

    use libc::{POLLIN, POLLOUT};

    use super::*;

    fn on(fd: &impl AsRawFd, events: c_short) -> pollfd {
        pollfd {
            fd: fd.as_raw_fd(),
            events,
            revents: 0,
        }
    }

    #[test]
    fn both_ends_of_a_pipe() {
        let (reader, writer) = std::io::pipe().unwrap();
        assert_eq!(patience(on(&reader, POLLIN)), Some(GRACE));
        assert_eq!(patience(on(&writer, POLLOUT)), Some(GRACE));
        assert_eq!(
            words(on(&reader, POLLIN)),
            "data from a pipe whose other end is in this program"
        );
        drop(writer);
        assert_eq!(patience(on(&reader, POLLIN)), None);
    }

    #[test]
    fn both_ends_of_a_connection() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        assert_eq!(patience(on(&server, POLLIN)), None);
        assert_eq!(words(on(&server, POLLIN)), "a client of a server socket");
        let client = TcpStream::connect(server.local_addr().unwrap()).unwrap();
        assert_eq!(patience(on(&client, POLLIN)), Some(GRACE), "not accepted");
        let (mut accepted, _) = server.accept().unwrap();
        assert_eq!(patience(on(&client, POLLIN)), Some(GRACE));
        assert_eq!(patience(on(&client, POLLOUT)), Some(SENDING));
        assert_eq!(patience(on(&accepted, POLLIN)), Some(GRACE));
        accepted.write_all(b"x").unwrap();
        assert!(crate::io::is_ready(on(&client, POLLIN)));
        drop((accepted, server));
        assert_eq!(patience(on(&client, POLLIN)), None);
    }

    #[test]
    fn a_connection_by_way_of_the_file_system() {
        use std::os::unix::net::{UnixListener, UnixStream};
        let path = std::env::temp_dir().join(format!("fray-{}.socket", std::process::id()));
        let server = UnixListener::bind(&path).unwrap();
        assert_eq!(patience(on(&server, POLLIN)), None);
        let client = UnixStream::connect(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(patience(on(&client, POLLIN)), Some(GRACE), "not accepted");
        let (accepted, _) = server.accept().unwrap();
        assert_eq!(patience(on(&accepted, POLLIN)), Some(GRACE));
    }

    #[test]
    fn time_passes_at_once_where_nothing_can_come() {
        const HOUR: Duration = Duration::from_secs(3600);
        let (reader, _writer) = std::io::pipe().unwrap();
        assert_eq!(pace(on(&reader, POLLIN), HOUR), Duration::ZERO);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(writer);
        assert_eq!(pace(on(&reader, POLLIN), HOUR), HOUR);
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        assert_eq!(pace(on(&server, POLLIN), HOUR), VISIT);
        let datagrams = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
        assert_eq!(pace(on(&datagrams, POLLIN), HOUR), VISIT);
        assert_eq!(pace(on(&datagrams, POLLIN), VISIT / 2), VISIT / 2);
    }

    #[test]
    fn a_selector_over_both() {
        let (reader, _writer) = std::io::pipe().unwrap();
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        // SAFETY: the descriptor is closed with the process; events are passed as the kernel wants them.
        unsafe {
            let selector = libc::epoll_create1(0);
            let add = |fd: c_int| {
                let mut event = libc::epoll_event {
                    events: libc::EPOLLIN as u32,
                    u64: 0,
                };
                assert_eq!(
                    libc::epoll_ctl(selector, libc::EPOLL_CTL_ADD, fd, &mut event),
                    0
                );
            };
            add(reader.as_raw_fd());
            assert_eq!(patience(on(&selector, POLLIN)), Some(GRACE));
            add(server.as_raw_fd());
            assert_eq!(patience(on(&selector, POLLIN)), None);
        }
    }
}
