//! How time passes while nobody can run. Where all that could happen is known it passes at once. But what comes from
//! outside takes its time, which no clock of ours can hurry: a process, a server elsewhere, a call that we know nothing about.

use std::time::Duration;

use fray_core::config::TimeMode;
use fray_core::execution::{Next, ThreadState, WaitsFor};

use super::Session;
use crate::{agent, helpers};

/// Time that passes at once from here on, however long it is: nothing has come in all this time.
const LONGEST: Duration = Duration::from_secs(10);

impl Session {
    /// Nobody can run. What could is up to time, or to something outside that is looked for from now on.
    pub fn idle(&mut self) -> Next {
        // Of the end of a process a thread tells that nobody waits for.
        if !self.execution.expects_help() && self.pace() == Some(Duration::ZERO) {
            let next = self.execution.pass_time();
            if next != Next::Idle {
                return next;
            }
        }
        self.poll_io();
        Next::Idle
    }

    /// How long nobody must have been able to run before time passes that threads wait for. `None`: none do.
    pub fn pace(&self) -> Option<Duration> {
        let ahead = Duration::from_nanos(self.execution.time_ahead()?).min(LONGEST);
        if agent::agent().config.time == TimeMode::Real {
            return Some(Duration::ZERO); // the clock is the machine's
        }
        if self.execution.expects_help() && helpers::processes_may_act() {
            return Some(ahead);
        }
        let paces = self
            .execution
            .threads()
            .into_iter()
            .map(|info| match info.state {
                // It may just as well wait for the class, and so for a thread of ours.
                ThreadState::Blocked(WaitsFor::External) if self.initialising.is_empty() => ahead,
                ThreadState::Blocked(WaitsFor::Io) => {
                    let wait = self.io.iter().find(|wait| wait.is_of(info.thread));
                    wait.map_or(ahead, |wait| wait.pace(ahead))
                }
                _ => Duration::ZERO,
            });
        paces.max()
    }
}
