//! A report, step by step.

use fray_core::failure::{Failure, FailureKind};
use fray_core::op::{Completion, ObjectId, OpKind, Operation, Resource, ThreadId};
use fray_report::frame::Frame;
use fray_report::model::{
    Effect, EffectKind, FailureReport, ObjectLabel, Pending, ThreadLabel, TraceStep,
};

/// Builds a report. Threads and objects are plain numbers.
pub struct Build {
    pub report: FailureReport,
}

pub fn frame(text: &str) -> Frame {
    Frame::parse(text).unwrap_or_else(|| panic!("{text} is no frame"))
}

pub fn frames(texts: &[&str]) -> Vec<Frame> {
    texts.iter().map(|text| frame(text)).collect()
}

pub fn on(object: u32) -> Resource {
    Resource::object(ObjectId(object))
}

pub fn field(object: u32, member: u32) -> Resource {
    Resource {
        object: ObjectId(object),
        member,
    }
}

pub fn thread(number: u32) -> Resource {
    Resource::thread(ThreadId(number))
}

pub fn ids(numbers: &[u32]) -> Vec<ThreadId> {
    numbers.iter().copied().map(ThreadId).collect()
}

impl Build {
    pub fn new(target: &str, failure: Failure) -> Self {
        Build {
            report: FailureReport {
                version: "0.1.0".into(),
                jdk: "21.0.8+9 Eclipse Adoptium".into(),
                target: target.into(),
                strategy: "pos".into(),
                seed: 42,
                iteration: 17,
                count: 1,
                failure,
                deadlock: None,
                livelock: None,
                replayed: true,
                confirmed_on_threads: true,
                steps: 0,
                preemptions: 9,
                minimized_preemptions: 1,
                trace_hash: 0x8c6b_4f1d_20a7_e935,
                threads: Vec::new(),
                objects: Vec::new(),
                trace: Vec::new(),
                replay_command: "fray replay fray-report/001-failure".into(),
                notes: Vec::new(),
                uncontrolled: Vec::new(),
            },
        }
    }

    pub fn thread(&mut self, id: u32, name: &str) -> &mut Self {
        self.report.threads.push(ThreadLabel {
            id: ThreadId(id),
            name: name.into(),
            daemon: false,
            created_by: (id > 1).then_some(ThreadId::MAIN),
            ended: true,
            pending: None,
        });
        self
    }

    pub fn object(&mut self, id: u32, class: &str, name: Option<&str>, fields: &[(u32, &str)]) {
        self.report.objects.push(ObjectLabel {
            id: ObjectId(id),
            class: class.into(),
            name: name.map(Into::into),
            fields: fields.iter().map(|&(m, name)| (m, name.into())).collect(),
        });
    }

    /// A step of a thread while these could run.
    pub fn step(
        &mut self,
        who: u32,
        kind: OpKind,
        resource: Resource,
        enabled: &[u32],
        stack: &[&str],
    ) -> &mut TraceStep {
        let trace = &mut self.report.trace;
        trace.push(TraceStep {
            index: trace.len() as u64,
            thread: ThreadId(who),
            operation: Operation::new(kind, resource),
            completion: Completion::Normal,
            choice: enabled.len() > 1,
            enabled: ids(enabled),
            frames: frames(stack),
            value: None,
            blocker: None,
            effects: Vec::new(),
        });
        trace.last_mut().expect("just pushed")
    }

    /// What a thread never came to do.
    pub fn pending(&mut self, who: u32, kind: OpKind, resource: Resource, stack: &[&str]) {
        let label = &mut self.report.threads[who as usize - 1];
        label.ended = false;
        label.pending = Some(Pending {
            operation: Operation::new(kind, resource),
            blocker: None,
            owner: None,
            frames: frames(stack),
        });
    }

    pub fn done(mut self) -> FailureReport {
        self.report.steps = self.report.trace.len() as u64;
        self.report
    }
}

/// An effect in the innermost frame of the step.
pub fn effect(step: &mut TraceStep, kind: EffectKind) {
    let frame = step.frames.first().cloned();
    step.effects.push(Effect { kind, frame });
}

pub fn failure(kind: FailureKind, who: u32, class: &str, message: &str, stack: &[&str]) -> Failure {
    let mut failure = Failure::new(kind, ThreadId(who), message);
    failure.exception_class = (!class.is_empty()).then(|| class.into());
    failure.stack = stack.iter().map(|&frame| frame.into()).collect();
    failure
}
