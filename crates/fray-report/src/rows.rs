//! The trace as a person reads it: the steps that matter, what blocks, and the switches between.

use std::collections::HashMap;

use fray_core::failure::FailureKind;
use fray_core::op::{ObjectId, OpKind, ThreadId};

use crate::derive::Switch;
use crate::frame::{Frame, telling};
use crate::model::{Effect, EffectKind, TraceStep};
use crate::view::View;
use crate::words::same_words;

/// One row of the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Row {
    /// The scheduler goes on with another thread.
    Switch {
        /// From whom to whom.
        switch: Switch,
        /// The first position after it.
        position: usize,
    },
    /// A thread does something, or cannot.
    Event {
        /// Who.
        thread: ThreadId,
        /// Number of the step; `None` if it is none.
        index: Option<u64>,
        /// What, in words, with the thread as the subject.
        words: String,
        /// Where.
        place: Option<Frame>,
        /// What sort of event.
        kind: EventKind,
    },
    /// Steps that do not matter to the others.
    Folded {
        /// Whose.
        thread: ThreadId,
        /// How many.
        count: usize,
    },
}

/// Sorts of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// A step.
    Step,
    /// Something done without a switch point.
    Effect,
    /// A notification when nobody waits.
    Lost,
    /// The thread cannot go on.
    Blocked,
    /// The failure itself.
    Failure,
}

/// The rows of a report.
pub fn rows(view: &View<'_>) -> Vec<Row> {
    let mut builder = Builder {
        view,
        rows: Vec::new(),
        folded: 0,
        current: view.report.trace.first().map(|step| step.thread),
        next_block: 0,
        takers: takers(&view.report.trace),
    };
    let trace = &view.report.trace;
    let mut position = 0;
    while position < trace.len() {
        builder.blocks_up_to(position);
        builder.switch(position);
        position += builder.step(position);
    }
    builder.flush();
    builder.blocks_up_to(trace.len());
    builder.failure();
    tidy(builder.rows)
}

/// Leaves out turns of threads in which nothing happens that matters, and the switches to them.
fn tidy(rows: Vec<Row>) -> Vec<Row> {
    let mut tidy: Vec<Row> = Vec::with_capacity(rows.len());
    let mut shown = None;
    let mut turn: Vec<Row> = Vec::new();
    let mut close = |turn: &mut Vec<Row>| {
        let tells = |row: &Row| match row {
            Row::Switch { switch, .. } => switch.preemption,
            Row::Event { .. } => true,
            Row::Folded { .. } => false,
        };
        if turn.iter().any(tells) {
            // The thread may have been the last one shown.
            let back = matches!(turn[0], Row::Switch { switch, .. }
                if !switch.preemption && shown == Some(switch.to));
            tidy.extend(turn.drain(usize::from(back)..));
            shown = tidy.iter().rev().find_map(|row| match row {
                Row::Switch { switch, .. } => Some(switch.to),
                _ => None,
            });
        }
        turn.clear();
    };
    for row in rows {
        if matches!(row, Row::Switch { .. }) {
            close(&mut turn);
        }
        turn.push(row);
    }
    close(&mut turn);
    tidy
}

/// Where an effect is: in the program if possible, as for steps.
pub(crate) fn effect_place<'a>(effect: &'a Effect, step: &'a TraceStep) -> Option<&'a Frame> {
    let own = effect.frame.as_ref();
    own.filter(|frame| frame.is_application())
        .or_else(|| telling(&step.frames))
        .or(own)
}

struct Builder<'a> {
    view: &'a View<'a>,
    rows: Vec<Row>,
    folded: usize,
    current: Option<ThreadId>,
    next_block: usize,
    takers: HashMap<ObjectId, Vec<(usize, ThreadId)>>,
}

/// Per monitor, who takes it and when.
fn takers(trace: &[TraceStep]) -> HashMap<ObjectId, Vec<(usize, ThreadId)>> {
    let mut takers: HashMap<ObjectId, Vec<(usize, ThreadId)>> = HashMap::new();
    for (position, step) in trace.iter().enumerate() {
        if matches!(step.operation.kind, OpKind::Enter | OpKind::Reacquire) {
            let object = step.operation.resource.object;
            let entry = takers.entry(object).or_default();
            entry.push((position, step.thread));
        }
    }
    takers
}

impl Builder<'_> {
    /// Threads that cannot go on from this position on: told where they stopped.
    fn blocks_up_to(&mut self, position: usize) {
        while let Some(block) = self.view.derived.blocks.get(self.next_block) {
            if block.from > position {
                break;
            }
            self.next_block += 1;
            self.flush();
            let frames = self.view.block_frames(block);
            self.rows.push(Row::Event {
                thread: block.thread,
                index: None,
                words: self.view.block_words(block),
                place: telling(frames).cloned(),
                kind: EventKind::Blocked,
            });
        }
    }

    fn switch(&mut self, position: usize) {
        let Some(switch) = self.view.derived.switches[position] else {
            return;
        };
        self.flush();
        self.current = Some(switch.to);
        self.rows.push(Row::Switch { switch, position });
    }

    /// Adds the step at this position and those equal to it; how many these are.
    fn step(&mut self, position: usize) -> usize {
        let (report, derived) = (self.view.report, &self.view.derived);
        let step = &report.trace[position];
        if !derived.matters[position] {
            let silent = matches!(step.operation.kind, OpKind::Begin | OpKind::End);
            self.folded += usize::from(!silent);
            return 1;
        }
        self.flush();
        let mut count = 1;
        while position + count < report.trace.len()
            && derived.switches[position + count].is_none()
            && derived.matters[position + count]
            && same_words(step, &report.trace[position + count])
        {
            count += 1;
        }
        let started = self.started(position);
        let words = match (started.len(), count) {
            (0 | 1, 1) => self.view.step_words(position),
            (0 | 1, _) => format!("{}, {count} times", self.view.step_words(position)),
            _ => {
                count = started.len();
                format!("starts {}", self.view.thread_list(&started))
            }
        };
        self.rows.push(Row::Event {
            thread: step.thread,
            index: Some(step.index),
            words,
            place: self.view.place(position).cloned(),
            kind: EventKind::Step,
        });
        self.effects(position, step);
        count
    }

    /// The threads that are started here and by the same line directly after, in a loop.
    fn started(&self, position: usize) -> Vec<ThreadId> {
        let (report, derived) = (self.view.report, &self.view.derived);
        let line = |at: usize| self.view.place(at).map(Frame::short);
        let first = line(position);
        let mut threads = Vec::new();
        for (at, step) in report.trace.iter().enumerate().skip(position) {
            let same = step.operation.kind == OpKind::Start
                && (at == position || derived.switches[at].is_none() && line(at) == first);
            match step.operation.resource.as_thread() {
                Some(thread) if same => threads.push(thread),
                _ => break,
            }
        }
        threads
    }

    fn effects(&mut self, position: usize, step: &TraceStep) {
        for effect in &step.effects {
            let shown = match effect.kind {
                EffectKind::Notify { .. } | EffectKind::Interrupt { .. } => true,
                // That a lock is free matters if somebody else takes it next.
                EffectKind::Release { object } => {
                    let takers = self.takers.get(&object).map_or(&[][..], Vec::as_slice);
                    let next = takers.partition_point(|&(at, _)| at <= position);
                    takers
                        .get(next)
                        .is_some_and(|&(_, taker)| taker != step.thread)
                }
                EffectKind::Acquire { .. } | EffectKind::Unpark { .. } => false,
            };
            if shown {
                let lost =
                    matches!(&effect.kind, EffectKind::Notify { woken, .. } if woken.is_empty());
                self.rows.push(Row::Event {
                    thread: step.thread,
                    index: None,
                    words: self.view.effect_words(effect),
                    place: effect_place(effect, step).cloned(),
                    kind: if lost {
                        EventKind::Lost
                    } else {
                        EventKind::Effect
                    },
                });
            }
        }
    }

    fn flush(&mut self) {
        if let (Some(thread), true) = (self.current, self.folded > 0) {
            self.rows.push(Row::Folded {
                thread,
                count: self.folded,
            });
        }
        self.folded = 0;
    }

    /// A deadlock has been told by the blocked threads; all else happens in a thread.
    fn failure(&mut self) {
        let failure = &self.view.report.failure;
        if failure.kind == FailureKind::Deadlock {
            return;
        }
        let words = match failure.kind {
            FailureKind::Livelock => "still goes on: livelock".to_owned(),
            FailureKind::Race => format!("RACES: {}", self.view.failure_headline()),
            FailureKind::Exit => format!("EXITS: {}", self.view.failure_headline()),
            _ => format!("FAILS: {}", self.view.failure_headline()),
        };
        if let Some(last) = self.view.report.trace.last().map(|step| step.thread)
            && last != failure.thread
        {
            self.rows.push(Row::Switch {
                switch: Switch {
                    from: last,
                    to: failure.thread,
                    preemption: false,
                },
                position: self.view.report.trace.len(),
            });
        }
        self.rows.push(Row::Event {
            thread: failure.thread,
            index: None,
            words,
            place: self.view.failing_frame(),
            kind: EventKind::Failure,
        });
    }
}
