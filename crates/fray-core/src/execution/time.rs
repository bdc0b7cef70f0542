//! The clock of an execution and what it means for a deadline to be up.

use super::thread::Pending;
use super::{Execution, Next};
use crate::config::TimeMode;
use crate::op::ThreadId;

/// What a reading of the clock adds to it, so that loops that poll it end.
pub const CLOCK_READ_NANOS: u64 = 1_000;

/// It doubles after so many readings, up to about a second: a loop that waits ten seconds for
/// something ends after some 20,000 rounds and is not taken for a livelock.
const READS_PER_DOUBLING: u32 = 1_000;
const DOUBLINGS: u32 = 20;

/// Timeouts from here on, ten years, are none: `Long.MAX_VALUE` is how programs
/// say "for ever", and giving up after it is nothing that a program can show.
pub const FOREVER_NANOS: u64 = 10 * 365 * 24 * 3600 * 1_000_000_000;

impl Execution {
    /// What the clock shows, in nanoseconds.
    pub fn now(&self) -> u64 {
        self.clock
    }

    /// The program reads the clock, which moves on a little. No switch point.
    pub fn read_clock(&mut self) -> u64 {
        if self.wall.is_some() {
            self.follow_wall();
            return self.clock;
        }
        self.clock_reads = self.clock_reads.saturating_add(1);
        let doublings = (self.clock_reads / READS_PER_DOUBLING).min(DOUBLINGS);
        let step = CLOCK_READ_NANOS << doublings;
        self.reach(Some(self.clock.saturating_add(step)));
        self.clock
    }

    /// In real time, the clock is the machine's.
    pub(super) fn follow_wall(&mut self) {
        if let Some(begun) = self.wall {
            let elapsed = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.reach(Some(self.options.start_time_nanos.saturating_add(elapsed)));
        }
    }

    /// Nobody can run until some nanoseconds have passed, and it is for the caller to say that they
    /// have, by [`Self::pass_time`]: time is real, or something outside may change what they bring.
    pub fn time_ahead(&self) -> Option<u64> {
        let asks = self.wall.is_some() || self.is_watched();
        let deadline = self.earliest_deadline().filter(|_| asks);
        deadline
            .filter(|_| self.token.is_none() && self.verdict.is_none())
            .map(|deadline| deadline.saturating_sub(self.clock))
    }

    /// What is outside has had its time: it is the turn of the program's deadlines.
    pub fn pass_time(&mut self) -> Next {
        self.hurries = true;
        let next = self.resolve();
        self.hurries = false;
        next
    }

    /// Whether something outside may still act while nobody can run.
    pub(super) fn is_watched(&self) -> bool {
        let acts = |&id: &ThreadId| match &self.threads[id].pending {
            Pending::External => self.threads[id].awaited_classes.is_empty(),
            Pending::Io { ready, .. } => !ready,
            _ => false,
        };
        let may_act = || self.expects_help || self.threads.live().iter().any(acts);
        !self.is_left_over() && may_act()
    }

    /// The deadline of an operation that begins now.
    pub(super) fn deadline(&self, timeout_nanos: Option<u64>) -> Option<u64> {
        timeout_nanos
            .filter(|&nanos| nanos < FOREVER_NANOS)
            .map(|nanos| self.clock.saturating_add(nanos))
    }

    /// Whether time alone lets an operation with this deadline complete now: whenever the thread
    /// is chosen (the clock then moves on to the deadline), or, under virtual and real time, when
    /// the clock has reached the deadline. The virtual clock moves by being read, if nobody else
    /// can run it jumps to the earliest deadline, and it does not stand still for ever while threads run in
    /// circles (`lull.rs`).
    pub(super) fn is_up(&self, deadline: Option<u64>) -> bool {
        match self.options.time {
            TimeMode::Relaxed => deadline.is_some(),
            TimeMode::Virtual | TimeMode::Real => {
                deadline.is_some_and(|deadline| deadline <= self.clock)
            }
        }
    }

    /// The clock moves on to this time, if it is not there yet.
    pub(super) fn reach(&mut self, time: Option<u64>) {
        if let Some(time) = time
            && time > self.clock
        {
            self.clock = time;
            self.settled = false;
        }
    }

    /// Nobody can run: virtual time jumps to the earliest deadline that lets
    /// somebody run, relaxed time to that of input or output. `false`: there is none, or it is not said that
    /// this may be.
    pub(super) fn jump(&mut self) -> bool {
        let may = match self.options.time {
            TimeMode::Relaxed => self.hurries,
            TimeMode::Virtual => self.hurries || !self.is_watched(),
            TimeMode::Real => false,
        };
        if !may {
            return false;
        }
        let earliest = self.earliest_deadline();
        self.reach(earliest);
        if earliest.is_some() {
            self.stir();
        }
        earliest.is_some()
    }

    /// The earliest deadline that lets somebody run.
    pub(super) fn earliest_deadline(&self) -> Option<u64> {
        let free = self.deadlines().filter(|&(_, free)| free);
        free.map(|(deadline, _)| deadline).min()
    }

    /// All deadlines, and whether each would let its thread run.
    pub(super) fn deadlines(&self) -> impl Iterator<Item = (u64, bool)> {
        let live = self.threads.live().iter();
        live.filter_map(|&id| match self.threads[id].pending {
            Pending::Waiting {
                monitor, deadline, ..
            } => Some((deadline?, self.objects.is_free(monitor))),
            Pending::Park { deadline, .. }
            | Pending::Join { deadline, .. }
            | Pending::Sleep { deadline }
            | Pending::Io {
                deadline,
                ready: false,
                ..
            } => Some((deadline?, true)),
            _ => None,
        })
    }
}
