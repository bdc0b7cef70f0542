//! Which steps a reader needs.
//!
//! A step matters if the order between it and a step of another thread matters: the nearest step
//! before or after it that conflicts with it is another thread's. What a thread does between
//! such steps nobody else can see, so it is folded. Further, whatever starts, ends, blocks
//! or wakes a thread, the steps around a preemption, and the last one, after which it failed.

use std::collections::{HashMap, HashSet};

use fray_core::op::{Completion, OpKind, Resource, ThreadId};

use super::locks::is_condition;
use super::{Block, Switch, Timelines};
use crate::frame::Frame;
use crate::model::{EffectKind, FailureReport, TraceStep};

pub(super) fn matters(
    report: &FailureReport,
    timelines: &Timelines<'_>,
    switches: &[Option<Switch>],
    blocks: &[Block],
) -> Vec<bool> {
    let mut matters = conflicts(report);
    let joined: HashSet<Resource> = report
        .trace
        .iter()
        .filter(|step| step.operation.kind == OpKind::Join)
        .map(|step| step.operation.resource)
        .collect();
    for (position, step) in report.trace.iter().enumerate() {
        matters[position] |= step.completion != Completion::Normal
            || match step.operation.kind {
                OpKind::Start | OpKind::Wait | OpKind::Reacquire | OpKind::External => true,
                OpKind::Join => !is_of_start(step),
                OpKind::Unpark | OpKind::Interrupt => true,
                OpKind::Park => true,
                // Awaits and signals, as waits and notifications.
                OpKind::Lock => is_condition(step),
                // The start tells of the beginning, and the end is news only to who waits for it.
                OpKind::Begin => false,
                OpKind::End => joined.contains(&step.operation.resource),
                _ => matters[position],
            }
            || step
                .effects
                .iter()
                .any(|effect| matches!(effect.kind, EffectKind::Notify { .. }));
        if step.operation.kind == OpKind::Begin {
            matters[position] = false;
        }
        if let Some(switch) = switches[position].filter(|switch| switch.preemption) {
            // Where it was stopped, what it was about to do, and what came in between.
            matters[position] |= step.operation.kind != OpKind::Begin;
            let before = timelines.previous(switch.from, position);
            let after = timelines
                .upcoming(switch.from, position)
                .and_then(|next| next.position);
            for around in [before, after].into_iter().flatten() {
                matters[around] |= report.trace[around].operation.kind != OpKind::Begin;
            }
        }
    }
    for block in blocks {
        let stopped = timelines.previous(block.thread, block.from);
        for around in [block.step, stopped].into_iter().flatten() {
            matters[around] |= report.trace[around].operation.kind != OpKind::Begin;
        }
    }
    let end = report.trace.len();
    let failing = timelines.previous(report.failure.thread, end);
    for position in [failing, end.checked_sub(1)].into_iter().flatten() {
        matters[position] = true;
    }
    matters
}

/// Whether the step is a look at a thread's state on the way to its start, which the start tells of.
fn is_of_start(step: &TraceStep) -> bool {
    let of_thread = |frame: &&Frame| frame.class == "java.lang.Thread";
    let mut frames = step.frames.iter().take_while(of_thread);
    frames.any(|frame| frame.method == "start")
}

/// The last accesses to a resource.
#[derive(Default)]
struct Accesses {
    /// The last step that was not only a read.
    write: Option<(usize, ThreadId)>,
    /// Reads since then.
    reads: Vec<(usize, ThreadId)>,
}

/// Steps whose nearest conflicting step, before or after, is another thread's.
fn conflicts(report: &FailureReport) -> Vec<bool> {
    let mut matters = vec![false; report.trace.len()];
    let mut last: HashMap<Resource, Accesses> = HashMap::new();
    for (position, step) in report.trace.iter().enumerate() {
        let operation = step.operation;
        if operation.is_hint() || operation.resource == Resource::default() {
            continue;
        }
        let accesses = last.entry(operation.resource).or_default();
        let mut meet = |&(other, thread): &(usize, ThreadId)| {
            if thread != step.thread {
                matters[other] = true;
                matters[position] = true;
            }
        };
        if operation.kind == OpKind::Read {
            accesses.write.iter().for_each(&mut meet);
            accesses.reads.push((position, step.thread));
        } else {
            let reads = std::mem::take(&mut accesses.reads);
            if reads.is_empty() {
                accesses.write.iter().for_each(&mut meet);
            }
            reads.iter().for_each(&mut meet);
            // What a thread read before it wrote, and somebody else could have changed.
            let mine = reads.iter().rfind(|(_, thread)| *thread == step.thread);
            if let (true, Some(&(read, _))) = (matters[position], mine) {
                matters[read] = true;
            }
            accesses.write = Some((position, step.thread));
        }
    }
    matters
}
