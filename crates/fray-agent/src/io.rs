//! Input and output that may have to be waited for: sockets, pipes, terminals, selectors, other
//! processes.
//!
//! A hook stands in front of each such call. It asks the kernel whether the call would block, and if
//! so the thread waits in the core, as for anything else, until the descriptor is ready; only then,
//! holding the token, it makes the call. So what a thread reads and writes is ordered by the
//! schedule, and two ends of a connection in one program are as deterministic as any other two
//! threads. Whether a descriptor is ready is looked at whenever a decision is made, and by a thread of
//! its own while nobody can run.

use std::sync::{Condvar, Mutex, Once, PoisonError};

use std::time::Duration;

use fray_core::execution::{ThreadState, WaitsFor};
use fray_core::op::ThreadId;
use jni_sys::{JNIEnv, jboolean, jclass, jint, jlong};
use libc::{c_int, c_short, pollfd};

use crate::circuit;
use crate::engine::Engine;
use crate::guard::{fatal, guarded};
use crate::jni::Env;
use crate::nagle;
use crate::natives::{native, perform, timeout};
use crate::session::{self, Session};

/// How long the poller looks at descriptors before it looks at the session again, in milliseconds.
const LOOK: c_int = 10;

/// A thread that waits for a descriptor.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    thread: ThreadId,
    descriptor: pollfd,
}

impl Wait {
    /// For reports.
    pub fn label(&self) -> (ThreadId, String) {
        (self.thread, circuit::words(self.descriptor))
    }

    /// Whether it is that of this thread.
    pub fn is_of(&self, thread: ThreadId) -> bool {
        self.thread == thread
    }

    /// Whether something outside of this process could still end it.
    pub fn may_be_answered(&self) -> bool {
        circuit::patience(self.descriptor).is_none()
    }

    /// How long, of some time, it may be on its way.
    pub fn pace(&self, time: Duration) -> Duration {
        circuit::pace(self.descriptor, time)
    }
}

native! {
    /// The thread is about to use a descriptor. `asks`: the call that follows is a question whether it
    /// is ready, with a time limit, and not a call that blocks only if the descriptor says so.
    fn io0(
        env,
        me: jint,
        fd: jint,
        events: jint,
        nanos: jlong,
        asks: jboolean
    ) -> jint {
        if me == 0 || fd < 0 || !may_block(fd) {
            return 0;
        }
        nagle::send_off();
        let descriptor = pollfd { fd, events: events as c_short, revents: 0 };
        let ready = nanos == 0 || (!asks && is_non_blocking(fd)) || is_ready(descriptor);
        wait(env, me, ready, descriptor, nanos, false)
    }
}

native! {
    /// The thread is about to wait for the end of a process.
    fn process0(env, me: jint, pid: jint, nanos: jlong) -> jint {
        if me == 0 {
            return 0;
        }
        // SAFETY: no memory is passed.
        let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) } as c_int;
        let descriptor = pollfd { fd, events: libc::POLLIN, revents: 0 };
        // If it cannot be opened the process is gone. (Or the kernel is too old: then the thread waits
        // until it is helped from outside.)
        let ready = fd < 0 || is_ready(descriptor);
        let result = wait(env, me, ready, descriptor, nanos, true);
        if fd >= 0 {
            // SAFETY: opened above. The thread does not wait for it any more: fibers never do.
            unsafe { libc::close(fd) };
        }
        result
    }
}

pub fn wait(
    env: Env,
    me: jint,
    ready: bool,
    descriptor: pollfd,
    nanos: jlong,
    interruptible: bool,
) -> jint {
    let result = perform(env, me, |s, me| {
        if !ready && s.engine == Engine::Fibers {
            return s.abandon(me, "a thread had to wait for input or output");
        }
        if !ready {
            s.io.retain(|wait| wait.thread != me);
            s.io.push(Wait {
                thread: me,
                descriptor,
            });
        }
        s.execution.io(me, ready, timeout(nanos), interruptible)
    });
    if !ready {
        session::try_session(|s| s.io.retain(|wait| wait.thread.0 != me as u32));
    }
    result
}

/// Whether the descriptor is of a kind that may have nothing for us. Files always have.
fn may_block(fd: c_int) -> bool {
    // SAFETY: the structure is ours and as large as the call expects.
    let kind = unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        if libc::fstat(fd, &mut stat) != 0 {
            return false;
        }
        stat.st_mode & libc::S_IFMT
    };
    match kind {
        libc::S_IFREG | libc::S_IFDIR | libc::S_IFBLK => false,
        // SAFETY: no memory is passed.
        libc::S_IFCHR => unsafe { libc::isatty(fd) == 1 },
        _ => true,
    }
}

fn is_non_blocking(fd: c_int) -> bool {
    // SAFETY: no memory is passed.
    unsafe { libc::fcntl(fd, libc::F_GETFL) & libc::O_NONBLOCK != 0 }
}

pub fn is_ready(mut descriptor: pollfd) -> bool {
    poll(std::slice::from_mut(&mut descriptor), 0)
}

/// Whether any of them is ready within the time.
fn poll(descriptors: &mut [pollfd], millis: c_int) -> bool {
    // SAFETY: the kernel writes into the slice only.
    let ready = unsafe {
        libc::poll(
            descriptors.as_mut_ptr(),
            descriptors.len() as libc::nfds_t,
            millis,
        )
    };
    ready > 0
}

impl Session {
    /// Tells the core who need not wait any more.
    #[inline(always)]
    pub fn look_at_io(&mut self) {
        if !self.io.is_empty() {
            self.ask_kernel();
        }
    }

    fn ask_kernel(&mut self) {
        nagle::send_off();
        let mut descriptors: Vec<_> = self.io.iter().map(|wait| wait.descriptor).collect();
        if !poll(&mut descriptors, 0) {
            return;
        }
        let execution = &mut self.execution;
        let mut looked_at = descriptors.iter();
        self.io.retain(|wait| {
            let waits = looked_at.next().is_none_or(|it| it.revents == 0);
            if !waits {
                execution.io_ready(wait.thread);
            }
            waits
        });
    }

    /// How long nobody must have been able to run before threads that wait for descriptors are sure to
    /// wait for each other. `None`: they may be helped, or do not wait.
    pub fn io_patience(&self) -> Option<Duration> {
        let mut longest = None;
        if self.execution.time_ahead().is_some() {
            return None;
        }
        for info in self.execution.threads() {
            match info.state {
                ThreadState::Blocked(WaitsFor::Io) => {
                    let wait = self.io.iter().find(|wait| wait.thread == info.thread)?;
                    longest = longest.max(Some(circuit::patience(wait.descriptor)?));
                }
                ThreadState::Blocked(WaitsFor::External | WaitsFor::ClassInit { .. })
                | ThreadState::Enabled => return None,
                _ => {}
            }
        }
        longest
    }

    /// Nobody can run: somebody else must look at the descriptors.
    pub fn poll_io(&self) {
        if !self.io.is_empty() {
            start();
            *lock_idle() = true;
            WOKEN.notify_one();
        }
    }
}

/// Whether the poller has something to do.
static IDLE: Mutex<bool> = Mutex::new(false);
static WOKEN: Condvar = Condvar::new();

fn lock_idle() -> std::sync::MutexGuard<'static, bool> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn start() {
    static START: Once = Once::new();
    START.call_once(|| {
        let spawned = std::thread::Builder::new()
            .name("fray poller".into())
            .spawn(|| guarded(run));
        if let Err(error) = spawned {
            fatal(&format!("cannot start the poller: {error}"));
        }
    });
}

fn run() {
    loop {
        let mut idle = lock_idle();
        while !*idle {
            idle = WOKEN.wait(idle).unwrap_or_else(PoisonError::into_inner);
        }
        *idle = false;
        drop(idle);
        while let Some(mut descriptors) = session::try_session(|s| idle_descriptors(s)).flatten() {
            poll(&mut descriptors, LOOK);
            session::try_session(resolve);
        }
    }
}

fn idle_descriptors(session: &Session) -> Option<Vec<pollfd>> {
    let idle = session.execution.holder().is_none() && !session.execution.is_over();
    (idle && !session.io.is_empty())
        .then(|| session.io.iter().map(|wait| wait.descriptor).collect())
}

fn resolve(session: &mut Session) {
    if session.execution.holder().is_none() && !session.execution.is_over() {
        let waiting = session.io.len();
        session.look_at_io();
        if session.io.len() < waiting {
            let next = session.execution.resolve();
            session.deliver(next);
        }
    }
}
