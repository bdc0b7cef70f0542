//! Where one thread was stopped and another one went on.

use fray_core::op::ThreadId;

use super::Timelines;
use crate::model::FailureReport;

/// A step that is made by another thread than the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Who made the step before.
    pub from: ThreadId,
    /// Who makes this one.
    pub to: ThreadId,
    /// Whether `from` could have gone on: then the scheduler, not the program, made the switch. A
    /// thread that yields or sleeps is not preempted.
    pub preemption: bool,
}

pub(super) fn switches(report: &FailureReport, timelines: &Timelines<'_>) -> Vec<Option<Switch>> {
    let mut switches = Vec::with_capacity(report.trace.len());
    let mut last = report.trace.first().map(|step| step.thread);
    for (position, step) in report.trace.iter().enumerate() {
        let from = last.filter(|&last| last != step.thread);
        last = Some(step.thread);
        switches.push(from.map(|from| {
            Switch {
                from,
                to: step.thread,
                preemption: step.able().is_some_and(|able| able.contains(&from))
                    && timelines
                        .upcoming(from, position)
                        .is_none_or(|next| !next.operation.is_hint()),
            }
        }));
    }
    switches
}
