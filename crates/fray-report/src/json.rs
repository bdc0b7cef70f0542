//! `failure.json` and `summary.json`.
//!
//! `summary.json` is a [`Summary`], field by field. `failure.json` begins with the same fields as
//! the failure's entry there (`kind`, `message`, `thread`, ...), then has everything else that
//! the report knows. Since thousands of steps share a few stacks, stacks are written once: `frames`
//! is a list of frames, `stacks` a list of lists of indices into it, innermost first, and every
//! step has a `stack`, an index into that.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::frame::Frame;
use crate::model::FailureReport;
use crate::summary::{FailureEntry, Summary};

/// Version of the format of `failure.json`.
pub const FORMAT: u32 = 1;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON, or not of the right form.
    #[error("not a report of fray: {0}")]
    Form(#[from] serde_json::Error),
    /// It was written by another version of fray.
    #[error("the report has format {0}, this version of fray reads format {FORMAT}")]
    Format(u64),
    /// An index leads nowhere.
    #[error("the report refers to a stack frame that it does not have")]
    Dangling,
}

/// The text of `summary.json`.
pub fn summary(summary: &Summary) -> String {
    pretty(&summary)
}

/// Reads `summary.json`.
pub fn read_summary(text: &str) -> Result<Summary, ReadError> {
    Ok(serde_json::from_str(text)?)
}

/// The text of `failure.json`.
pub fn failure(report: &FailureReport) -> String {
    let mut table = Stacks::default();
    let mut object = Map::new();
    object.insert("format".into(), FORMAT.into());
    object.extend(map(&FailureEntry::new(report, "")));
    object.remove("folder");
    object.extend(map(report));
    let mut intern = |value: Option<&mut Value>, frames: &[Frame]| {
        if let Some(Value::Object(holder)) = value {
            holder.remove("frames");
            holder.insert("stack".into(), table.stack(frames).into());
        }
    };
    if let Some(Value::Array(steps)) = object.get_mut("trace") {
        for (value, step) in steps.iter_mut().zip(&report.trace) {
            intern(Some(value), &step.frames);
        }
    }
    if let Some(Value::Array(threads)) = object.get_mut("threads") {
        for (value, thread) in threads.iter_mut().zip(&report.threads) {
            if let Some(pending) = &thread.pending {
                intern(value.get_mut("pending"), &pending.frames);
            }
        }
    }
    object.extend(map(&table));
    lines(&object)
}

/// The fields that come first, for a person who looks into the file.
const FIRST: [&str; 13] = [
    "format",
    "kind",
    "message",
    "thread",
    "iteration",
    "count",
    "steps",
    "preemptions",
    "minimized_preemptions",
    "replayed",
    "confirmed_on_threads",
    "trace_hash",
    "replay_command",
];

/// One line per field, and per element of a field that is a list.
fn lines(object: &Map<String, Value>) -> String {
    let first = FIRST.iter().filter_map(|&key| object.get_key_value(key));
    let rest = object
        .iter()
        .filter(|(key, _)| !FIRST.contains(&key.as_str()));
    let fields: Vec<String> = first
        .chain(rest)
        .map(|(key, value)| match value {
            Value::Array(items) if !items.is_empty() => {
                let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
                format!(
                    "  {}: [\n{}\n  ]",
                    Value::from(key.as_str()),
                    items.join(",\n")
                )
            }
            value => format!("  {}: {value}", Value::from(key.as_str())),
        })
        .collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// Reads `failure.json`.
pub fn read_failure(text: &str) -> Result<FailureReport, ReadError> {
    let mut value: Value = serde_json::from_str(text)?;
    if let Some(format) = value["format"].as_u64().filter(|&f| f != u64::from(FORMAT)) {
        return Err(ReadError::Format(format));
    }
    let table = Stacks {
        frames: serde_json::from_value(value["frames"].take())?,
        stacks: serde_json::from_value(value["stacks"].take())?,
        ..Stacks::default()
    };
    let indices = |holders: &mut Value, inner: Option<&str>| -> Vec<Option<usize>> {
        let holders = holders
            .as_array_mut()
            .map_or(&mut [][..], Vec::as_mut_slice);
        let stack = |holder: &Value| match inner {
            Some(inner) => holder[inner]["stack"].as_u64(),
            None => holder["stack"].as_u64(),
        };
        holders
            .iter()
            .map(|h| stack(h).map(|i| i as usize))
            .collect()
    };
    let steps = indices(&mut value["trace"], None);
    let threads = indices(&mut value["threads"], Some("pending"));
    let mut report: FailureReport = serde_json::from_value(value)?;
    for (step, stack) in report.trace.iter_mut().zip(steps) {
        step.frames = table.resolve(stack)?;
    }
    for (thread, stack) in report.threads.iter_mut().zip(threads) {
        if let Some(pending) = &mut thread.pending {
            pending.frames = table.resolve(stack)?;
        }
    }
    Ok(report)
}

/// Every frame and every stack once.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Stacks {
    frames: Vec<Frame>,
    stacks: Vec<Vec<usize>>,
    #[serde(skip)]
    frame_index: HashMap<Frame, usize>,
    #[serde(skip)]
    stack_index: HashMap<Vec<usize>, usize>,
}

impl Stacks {
    /// The index of this stack, which is added if it is new.
    pub fn stack(&mut self, frames: &[Frame]) -> usize {
        let stack: Vec<usize> = frames.iter().map(|frame| self.frame(frame)).collect();
        if let Some(&index) = self.stack_index.get(&stack) {
            return index;
        }
        self.stacks.push(stack.clone());
        self.stack_index.insert(stack, self.stacks.len() - 1);
        self.stacks.len() - 1
    }

    /// The index of this frame, which is added if it is new.
    pub fn frame(&mut self, frame: &Frame) -> usize {
        if let Some(&index) = self.frame_index.get(frame) {
            return index;
        }
        self.frames.push(frame.clone());
        self.frame_index
            .insert(frame.clone(), self.frames.len() - 1);
        self.frames.len() - 1
    }

    fn resolve(&self, stack: Option<usize>) -> Result<Vec<Frame>, ReadError> {
        let Some(stack) = stack else {
            return Ok(Vec::new());
        };
        let stack = self.stacks.get(stack).ok_or(ReadError::Dangling)?;
        let frame = |&index: &usize| self.frames.get(index).cloned();
        let frames: Option<Vec<Frame>> = stack.iter().map(frame).collect();
        frames.ok_or(ReadError::Dangling)
    }
}

fn map<T: Serialize>(value: &T) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        _ => unreachable!("a struct with string keys"),
    }
}

fn pretty<T: Serialize>(value: &T) -> String {
    let mut text =
        serde_json::to_string_pretty(value).expect("no maps with keys other than strings");
    text.push('\n');
    text
}
