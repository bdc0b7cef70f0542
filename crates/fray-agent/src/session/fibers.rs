//! What fibers need besides: switches that Java makes, and executions that must be made on threads instead.

use fray_core::execution::Next;
use fray_core::op::ThreadId;

use super::{KILLED, Session};
use crate::engine::Turn;

impl Session {
    /// On fibers: whoever is mounted leaves the carrier to whoever is next; Java switches.
    pub fn give_way(&mut self) -> Turn {
        std::mem::replace(&mut self.turn, Turn::CONDUCTOR)
    }

    /// On fibers: the thread could not be left. It goes on, and unwinds.
    pub fn pinned(&mut self, me: ThreadId) -> u32 {
        self.wants_care = !self.careful && self.execution.could_have_gone_on(me);
        let _ = self.abandon(
            me,
            "a thread had to wait inside of native code or a static initialiser",
        );
        self.turn = Turn::of(me, KILLED);
        let _ = self.give_way();
        KILLED
    }

    /// The execution cannot go on as it is: the next operation ends it.
    pub fn must_be_on_threads(&mut self, reason: &str) {
        if !self.execution.is_over() {
            self.abandoned.get_or_insert_with(|| reason.to_owned());
        }
    }

    /// Ends the execution, which must be made on threads instead.
    pub fn abandon(&mut self, me: ThreadId, reason: &str) -> Next {
        self.must_be_on_threads(reason);
        self.begin_unwinding(me);
        self.execution.exit_program(0)
    }
}
