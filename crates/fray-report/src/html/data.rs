//! What the page is told, in a form that stays small for ten thousand steps: texts, frames,
//! stacks and sets of threads are written once and referred to by index.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use fray_core::op::{ObjectId, OpKind, ThreadId};
use serde::Serialize;

use super::excerpts::{self, Source};
use crate::explain::{doomed, explain};
use crate::frame::{Frame, telling};
use crate::model::EffectKind;
use crate::names::clean;
use crate::rows::effect_place;
use crate::text::count;
use crate::view::View;
use crate::words::kind_title;

/// All that the page knows. The names are those that the scripts use.
#[derive(Serialize)]
pub(super) struct Page {
    pub title: String,
    kind: &'static str,
    label: &'static str,
    headline: String,
    explain: Vec<String>,
    stack: Vec<String>,
    facts: Vec<(&'static str, String)>,
    replay: String,
    notes: Vec<String>,
    uncontrolled: Vec<String>,
    known: Vec<(String, String)>,
    threads: Vec<Thread>,
    objects: Vec<String>,
    frames: Vec<FrameText>,
    stacks: Vec<Vec<usize>>,
    words: Vec<String>,
    sets: Vec<Vec<usize>>,
    steps: Vec<(u64, usize)>,
    rows: Vec<Row>,
    holds: Vec<(usize, usize, i64, i64)>,
    blocks: Vec<Block>,
    doomed: Vec<usize>,
    sources: Vec<Source>,
}

#[derive(Serialize)]
struct Thread {
    name: String,
    daemon: bool,
    /// First position at which it exists.
    from: usize,
    /// Position of its end, or -1.
    to: i64,
}

/// Short text, as Java prints it, whether it is the program's, index of its source or -1, line.
#[derive(Serialize)]
struct FrameText(String, String, u8, i64, u32);

/// Thread, words, first position, position at which it ends or -1, frame or -1, stack or -1.
#[derive(Serialize)]
struct Block(usize, usize, usize, i64, i64, i64);

/// Position, thread, kind, words, frame or -1, stack or -1, flags, object or -1, preempted
/// thread or -1.
#[derive(Serialize)]
struct Row(usize, usize, u8, usize, i64, i64, u8, i64, i64);

const STEP: u8 = 0;
const EFFECT: u8 = 1;
const BLOCKED: u8 = 2;
const FAILURE: u8 = 3;

const MATTERS: u8 = 1;
const SWITCH: u8 = 2;
const PREEMPTION: u8 = 4;
const CHOICE: u8 = 8;

/// Things by index, each once.
struct Table<T> {
    items: Vec<T>,
    index: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn new() -> Self {
        Table {
            items: Vec::new(),
            index: HashMap::new(),
        }
    }

    fn add(&mut self, item: T) -> usize {
        if let Some(&index) = self.index.get(&item) {
            return index;
        }
        let index = self.items.len();
        self.index.insert(item.clone(), index);
        self.items.push(item);
        index
    }
}

pub(super) fn page(view: &View<'_>, sources: &dyn Fn(&Frame) -> Option<String>) -> Page {
    let report = view.report;
    let mut tables = Tables {
        view,
        threads: thread_indices(view),
        objects: Table::new(),
        frames: Table::new(),
        stacks: Table::new(),
        words: Table::new(),
        sets: Table::new(),
    };
    let rows = tables.rows();
    let steps = tables.steps();
    let holds = tables.holds();
    let blocks = tables.blocks();
    let (sources, of_frame) = excerpts::collect(&tables.frames.items, sources);
    let frames = tables.frames.items.iter().zip(of_frame);
    let label = kind_title(report.failure.kind);
    let headline = view.failure_headline();
    Page {
        title: format!("{label}: {headline}"),
        kind: report.failure.kind.word(),
        label,
        headline,
        explain: explain(view),
        stack: report
            .failure
            .stack
            .iter()
            .map(|line| clean(line))
            .collect(),
        facts: facts(view),
        replay: clean(&report.replay_command),
        notes: report.notes.iter().map(|note| clean(note)).collect(),
        uncontrolled: report.uncontrolled.iter().map(|what| clean(what)).collect(),
        known: view.names.known_as().to_vec(),
        threads: threads(view, &tables.threads),
        objects: tables
            .objects
            .items
            .iter()
            .map(|&object| view.names.object(object))
            .collect(),
        frames: frames
            .map(|(frame, source)| {
                FrameText(
                    clean(&frame.short()),
                    clean(&frame.java()),
                    u8::from(frame.is_application()),
                    source.map_or(-1, |source| source as i64),
                    frame.line,
                )
            })
            .collect(),
        stacks: tables.stacks.items,
        words: tables.words.items,
        sets: tables.sets.items,
        steps,
        rows,
        holds,
        blocks,
        doomed: doomed(view)
            .into_iter()
            .map(|thread| tables.threads[&thread])
            .collect(),
        sources,
    }
}

fn facts(view: &View<'_>) -> Vec<(&'static str, String)> {
    let report = view.report;
    let replayed = if report.replayed {
        "replayed with the same result"
    } else {
        "NOT reproduced by replaying"
    };
    let mut facts = vec![
        ("target", clean(&report.target)),
        ("thread", clean(&report.failing_thread_name())),
        (
            "schedule",
            format!(
                "{}, {} (found with {}), {replayed}",
                count(report.steps, "step"),
                count(report.minimized_preemptions, "preemption"),
                report.preemptions
            ),
        ),
        (
            "found by",
            format!(
                "{}, seed {}, execution {}",
                clean(&report.strategy),
                report.seed,
                report.execution()
            ),
        ),
        ("jdk", clean(&report.jdk)),
        ("fray", clean(&report.version)),
    ];
    facts.retain(|(_, value)| !value.is_empty());
    facts
}

/// All threads there have been, in order of number, also those without a label.
fn thread_indices(view: &View<'_>) -> BTreeMap<ThreadId, usize> {
    let report = view.report;
    let mut threads: BTreeMap<ThreadId, usize> = BTreeMap::new();
    for label in &report.threads {
        threads.insert(label.id, 0);
    }
    for step in &report.trace {
        threads.insert(step.thread, 0);
    }
    threads.insert(report.failure.thread, 0);
    for (index, slot) in threads.values_mut().enumerate() {
        *slot = index;
    }
    threads
}

fn threads(view: &View<'_>, indices: &BTreeMap<ThreadId, usize>) -> Vec<Thread> {
    let trace = &view.report.trace;
    let mut life: HashMap<ThreadId, (usize, i64)> = HashMap::new();
    for (position, step) in trace.iter().enumerate() {
        life.entry(step.thread).or_insert((position, -1));
        match step.operation.kind {
            OpKind::Start => {
                if let Some(child) = step.operation.resource.as_thread() {
                    life.entry(child).or_insert((position, -1));
                }
            }
            OpKind::End => {
                life.entry(step.thread)
                    .and_modify(|life| life.1 = position as i64);
            }
            _ => {}
        }
    }
    indices
        .keys()
        .map(|&id| {
            let label = view.report.threads.iter().find(|label| label.id == id);
            let (mut from, to) = life.get(&id).copied().unwrap_or((trace.len(), -1));
            if id == ThreadId::MAIN {
                from = 0;
            }
            Thread {
                name: view.names.thread(id),
                daemon: label.is_some_and(|label| label.daemon),
                from,
                to,
            }
        })
        .collect()
}

struct Tables<'a> {
    view: &'a View<'a>,
    threads: BTreeMap<ThreadId, usize>,
    objects: Table<ObjectId>,
    frames: Table<Frame>,
    stacks: Table<Vec<usize>>,
    words: Table<String>,
    sets: Table<Vec<usize>>,
}

impl Tables<'_> {
    fn thread(&self, thread: ThreadId) -> usize {
        self.threads.get(&thread).copied().unwrap_or(0)
    }

    fn frame(&mut self, frame: Option<&Frame>) -> i64 {
        frame.map_or(-1, |frame| self.frames.add(frame.clone()) as i64)
    }

    fn stack(&mut self, frames: &[Frame]) -> i64 {
        if frames.is_empty() {
            return -1;
        }
        let stack = frames.iter().map(|f| self.frames.add(f.clone())).collect();
        self.stacks.add(stack) as i64
    }

    fn object(&mut self, object: ObjectId) -> i64 {
        let thread = fray_core::op::Resource::object(object).as_thread();
        if object == ObjectId::NONE || thread.is_some() {
            return -1;
        }
        self.objects.add(object) as i64
    }

    fn rows(&mut self) -> Vec<Row> {
        let view = self.view;
        let trace = &view.report.trace;
        let mut rows = Vec::with_capacity(trace.len() + view.derived.blocks.len());
        let mut blocks = view.derived.blocks.iter().peekable();
        for position in 0..=trace.len() {
            while let Some(block) = blocks.next_if(|block| block.from <= position) {
                let frames = view.block_frames(block);
                rows.push(Row(
                    position,
                    self.thread(block.thread),
                    BLOCKED,
                    self.words.add(view.block_words(block)),
                    self.frame(telling(frames)),
                    self.stack(frames),
                    MATTERS,
                    self.obstacle(block.obstacle),
                    -1,
                ));
            }
            if position < trace.len() {
                self.step(position, &mut rows);
            }
        }
        self.failure(&mut rows);
        rows
    }

    fn obstacle(&mut self, obstacle: crate::derive::Obstacle) -> i64 {
        use crate::derive::Obstacle;
        match obstacle {
            Obstacle::Monitor(object)
            | Obstacle::Notification(object)
            | Obstacle::Lock(object)
            | Obstacle::Condition(object)
            | Obstacle::ClassInit(object) => self.object(object),
            _ => -1,
        }
    }

    fn step(&mut self, position: usize, rows: &mut Vec<Row>) {
        let view = self.view;
        let step = &view.report.trace[position];
        let switch = view.derived.switches[position];
        let preempted = switch.filter(|switch| switch.preemption);
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        let flags = flag(view.derived.matters[position], MATTERS)
            | flag(switch.is_some(), SWITCH)
            | flag(preempted.is_some(), PREEMPTION)
            | flag(step.choice, CHOICE);
        rows.push(Row(
            position,
            self.thread(step.thread),
            STEP,
            self.words.add(view.step_words(position)),
            self.frame(view.place(position)),
            self.stack(view.frames(position)),
            flags,
            self.object(step.operation.resource.object),
            preempted.map_or(-1, |switch| self.thread(switch.from) as i64),
        ));
        for effect in &step.effects {
            let (object, matters) = match effect.kind {
                EffectKind::Acquire { object } | EffectKind::Release { object } => {
                    (self.object(object), false)
                }
                EffectKind::Notify { object, .. } => (self.object(object), true),
                EffectKind::Unpark { .. } => (-1, false),
                EffectKind::Interrupt { .. } => (-1, true),
            };
            rows.push(Row(
                position,
                self.thread(step.thread),
                EFFECT,
                self.words.add(view.effect_words(effect)),
                self.frame(effect_place(effect, step)),
                self.stack(effect.frame.as_slice()),
                flag(matters, MATTERS),
                object,
                -1,
            ));
        }
    }

    fn failure(&mut self, rows: &mut Vec<Row>) {
        let view = self.view;
        let failure = &view.report.failure;
        let stack: Vec<Frame> = failure
            .stack
            .iter()
            .filter_map(|f| Frame::parse(f))
            .collect();
        let deadlock = failure.kind == fray_core::failure::FailureKind::Deadlock;
        let words = if deadlock {
            "Deadlock: nobody can go on".to_owned()
        } else {
            view.failure_headline()
        };
        rows.push(Row(
            view.report.trace.len(),
            self.thread(failure.thread),
            FAILURE,
            self.words.add(words),
            self.frame(telling(&stack)),
            self.stack(&stack),
            MATTERS,
            -1,
            -1,
        ));
    }

    /// Per position the number of the step and the set of threads that could run.
    fn steps(&mut self) -> Vec<(u64, usize)> {
        let trace = &self.view.report.trace;
        let set = |step: &crate::model::TraceStep| {
            let able = step.able().unwrap_or_default();
            let threads = able.iter().map(|&t| self.threads.get(&t).copied());
            threads.flatten().collect::<Vec<usize>>()
        };
        let sets: Vec<Vec<usize>> = trace.iter().map(set).collect();
        let steps = trace.iter().zip(sets);
        steps
            .map(|(step, set)| (step.index, self.sets.add(set)))
            .collect()
    }

    fn holds(&mut self) -> Vec<(usize, usize, i64, i64)> {
        let holds = &self.view.derived.holds;
        holds
            .iter()
            .map(|hold| {
                (
                    self.thread(hold.thread),
                    self.objects.add(hold.object),
                    hold.since.map_or(-1, |since| since as i64),
                    hold.until.map_or(-1, |until| until as i64),
                )
            })
            .collect()
    }

    fn blocks(&mut self) -> Vec<Block> {
        let view = self.view;
        let blocks = &view.derived.blocks;
        blocks
            .iter()
            .map(|block| {
                let frames = view.block_frames(block);
                Block(
                    self.thread(block.thread),
                    self.words.add(view.block_words(block)),
                    block.from,
                    block.until.map_or(-1, |until| until as i64),
                    self.frame(telling(frames)),
                    self.stack(frames),
                )
            })
            .collect()
    }
}
