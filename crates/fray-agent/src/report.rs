//! Fills the report of a failure from the traced execution, and writes it.

use std::path::Path;

use fray_core::campaign::Report;
use fray_core::execution::{ThreadInfo, ThreadState, Verdict};
use fray_core::failure::{Failure, FailureKind};
use fray_core::op::OpKind;
use fray_report::folder::{Artifacts, WriteError, Written};
use fray_report::model::{
    FailureReport, LivelockReport, ObjectLabel, Pending, ThreadLabel, TraceStep,
};
use fray_report::sources::Finder;

use crate::labels::{Labels, ObjectName};
use crate::outcome;

/// An execution that has ended.
pub struct Ended {
    pub verdict: Verdict,
    pub threads: Vec<ThreadInfo>,
    pub labels: Labels,
    pub trace: Vec<TraceStep>,
    pub output: Vec<u8>,
}

/// What the report needs of the campaign.
pub struct Context<'c> {
    pub jdk: &'c str,
    pub command: &'c [String],
    /// The command that replays it.
    pub replay_command: String,
    /// The report folder.
    pub folder: &'c Path,
    pub strategy: String,
    pub seed: u64,
    pub count: u64,
    pub uncontrolled: Vec<String>,
}

/// Writes the folder of a failure. `ended` is the last execution for its sake: the traced one.
pub fn write(report: &Report, ended: &Ended, context: Context<'_>) -> Result<Written, WriteError> {
    let smallest = report.minimized.as_ref().unwrap_or(&report.recording);
    let trailer_hash = report
        .recording
        .end
        .as_ref()
        .map_or(0, |end| end.trace_hash);
    let model = FailureReport {
        version: env!("CARGO_PKG_VERSION").into(),
        jdk: context.jdk.into(),
        target: context.command.join(" "),
        strategy: context.strategy,
        seed: context.seed,
        iteration: report.recording.header.iteration,
        count: context.count,
        failure: shown(report, ended),
        deadlock: match &ended.verdict {
            Verdict::Deadlock(deadlock) => Some(deadlock.clone()),
            _ => None,
        },
        livelock: match &ended.verdict {
            Verdict::Livelock(livelock) => Some(LivelockReport {
                steps: livelock.steps,
            }),
            _ => None,
        },
        replayed: report.replayed,
        confirmed_on_threads: report.replayed, // what confirms a failure runs on threads
        steps: report.recording.steps(),
        preemptions: report.preemptions,
        minimized_preemptions: report.minimized_preemptions.unwrap_or(report.preemptions),
        trace_hash: trailer_hash,
        threads: threads(ended),
        objects: objects(&ended.labels),
        trace: ended.trace.clone(),
        replay_command: context.replay_command,
        notes: notes(report),
        uncontrolled: context.uncontrolled,
    };
    let finder = Finder::around(&std::env::current_dir().unwrap_or_default());
    let recording = report.recording.to_text();
    let minimized = smallest.to_text();
    let again = report.again.as_ref().map(|again| again.to_text());
    let artifacts = Artifacts {
        output_log: &ended.output,
        recording: &recording,
        minimized: &minimized,
        again: again.as_deref(),
        sources: &|frame| finder.find(frame),
    };
    fray_report::folder::write(context.folder, &model, &artifacts)
}

/// The failure as the execution shows it that is told of, whose message may say something else.
fn shown(report: &Report, ended: &Ended) -> Failure {
    let found = &report.failure;
    outcome::failure(&ended.verdict, &ended.labels)
        .filter(|shown| report.replayed && shown.kind == found.kind)
        .unwrap_or_else(|| found.clone())
}

/// What a reader should know of the failure, beside what it is.
pub fn notes(report: &Report) -> Vec<String> {
    let time = report.shows_in_virtual_time.map(time_note);
    let livelock = report.failure.kind == FailureKind::Livelock;
    let steps = livelock.then(|| LONG.to_owned());
    time.into_iter().chain(steps).collect()
}

/// A test that hammers on something for a while is no livelock, and only its author can know.
const LONG: &str = "If it would have ended, only later, --max-steps allows it more.";

/// What a reader should know of a failure for which time was up somewhere.
fn time_note(shows_in_virtual_time: bool) -> String {
    let note = match shows_in_virtual_time {
        true => {
            "Some time was up on the way. The failure shows under --time virtual too, where no time is up early."
        }
        false => "Some time had to be up early: the failure was not seen under --time virtual.",
    };
    note.to_owned()
}

fn threads(ended: &Ended) -> Vec<ThreadLabel> {
    let label = |info: &ThreadInfo| {
        let label = ended.labels.thread(info.thread);
        let starts = |step: &&TraceStep| {
            step.operation.kind == OpKind::Start
                && step.operation.resource.as_thread() == Some(info.thread)
        };
        let pending = info.operation.map(|operation| Pending {
            operation,
            blocker: label.and_then(|l| l.blocker),
            owner: label.and_then(|l| l.owner),
            frames: label.map(|l| l.frames.clone()).unwrap_or_default(),
        });
        ThreadLabel {
            id: info.thread,
            name: ended.labels.thread_name(info.thread),
            daemon: info.daemon,
            created_by: ended.trace.iter().find(starts).map(|step| step.thread),
            ended: info.state == ThreadState::Ended,
            pending,
        }
    };
    ended.threads.iter().map(label).collect()
}

fn objects(labels: &Labels) -> Vec<ObjectLabel> {
    let label = |object: &ObjectName| ObjectLabel {
        id: object.object,
        class: object.class.clone(),
        name: object.name.clone(),
        fields: object.fields.clone(),
    };
    labels.objects.iter().map(label).collect()
}
