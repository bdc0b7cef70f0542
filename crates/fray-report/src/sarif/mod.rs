//! SARIF 2.1.0: the failures with the lines concerned, for code scanning.
//!
//! A result's first location is where the failure showed. The other lines that take part, the
//! other side of a race, the rest of a deadlock, where a thread was preempted, are related
//! locations. The interleaving itself is a code flow with one thread flow per thread; the
//! execution order tells how they interleave.

mod lines;

use serde_json::{Value, json};

use crate::frame::Frame;
use crate::model::FailureReport;
use crate::names::clean;
use crate::rows::{EventKind, Row, rows};
use crate::view::View;
use crate::words::kind_title;

use fray_core::failure::FailureKind;
use lines::{Line, lines};

/// Steps of a code flow at most; readers refuse or cut off very long ones. The last ones are kept.
const FLOW: usize = 500;

const KINDS: [(FailureKind, &str); 6] = [
    (
        FailureKind::Assertion,
        "An assertion does not hold under some thread schedule.",
    ),
    (
        FailureKind::Exception,
        "An exception is not caught under some thread schedule.",
    ),
    (
        FailureKind::Deadlock,
        "Under some thread schedule no thread can go on.",
    ),
    (
        FailureKind::Livelock,
        "Under some thread schedule the program does not end.",
    ),
    (
        FailureKind::Race,
        "Two threads access a variable without any order between them.",
    ),
    (
        FailureKind::Exit,
        "Under some thread schedule the program ends with an error status.",
    ),
];

/// The log. `path` gives the path of a frame's source file relative to the root of the sources; for
/// frames of which it knows nothing the folder is made from the package.
pub fn render(
    version: &str,
    reports: &[&FailureReport],
    path: &dyn Fn(&Frame) -> Option<String>,
) -> String {
    let rules: Vec<Value> = KINDS.iter().map(|(kind, text)| rule(*kind, text)).collect();
    let results: Vec<Value> = reports.iter().map(|report| result(report, path)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "fray",
                    "version": version,
                    "semanticVersion": version,
                    "rules": rules,
                }
            },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {
                "SRCROOT": { "description": { "text": "The root of the sources." } }
            },
            "results": results,
        }]
    });
    let mut text = serde_json::to_string_pretty(&log).expect("keys are strings");
    text.push('\n');
    text
}

fn rule_id(kind: FailureKind) -> String {
    format!("fray/{}", kind.word())
}

fn rule(kind: FailureKind, text: &str) -> Value {
    let title = kind_title(kind);
    let name: String = title
        .split(' ')
        .map(|word| {
            let (first, rest) = word.split_at(1);
            format!("{}{rest}", first.to_uppercase())
        })
        .collect();
    json!({
        "id": rule_id(kind),
        "name": name,
        "shortDescription": { "text": format!("{title}.") },
        "fullDescription": { "text": text },
        "help": { "text": "The related locations and the code flow show the interleaving. \
                           Replay it with the command in the properties of the result." },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["concurrency", "correctness"] },
    })
}

fn result(report: &FailureReport, path: &dyn Fn(&Frame) -> Option<String>) -> Value {
    let view = View::new(report);
    let kind = report.failure.kind;
    let (first, others) = lines(&view);
    let mut result = json!({
        "ruleId": rule_id(kind),
        "ruleIndex": KINDS.iter().position(|(k, _)| *k == kind),
        "level": "error",
        "kind": "fail",
        "message": { "text": message(&view) },
        "partialFingerprints": { "fraySignature/v1": report.failure.signature() },
        "properties": {
            "replay": clean(&report.replay_command),
            "target": clean(&report.target),
            "strategy": clean(&report.strategy),
            "seed": report.seed.to_string(),
            "iteration": report.iteration,
            "preemptions": report.minimized_preemptions,
            "replayed": report.replayed,
        },
    });
    if let Some(first) = first {
        result["locations"] = json!([location(&first, path)]);
    }
    let related: Vec<Value> = others
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let mut location = location(line, path);
            location["id"] = (index + 1).into();
            location
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    let stack: Vec<Frame> = report
        .failure
        .stack
        .iter()
        .filter_map(|f| Frame::parse(f))
        .collect();
    if !stack.is_empty() {
        let frames: Vec<Value> = stack
            .iter()
            .map(|frame| json!({ "location": location(&Line::at(frame.clone(), ""), path) }))
            .collect();
        result["stacks"] = json!([{ "frames": frames }]);
    }
    let flows = thread_flows(&view, path);
    if !flows.is_empty() {
        let message = "The interleaving: the steps that matter, in execution order.";
        result["codeFlows"] = json!([{ "message": { "text": message }, "threadFlows": flows }]);
    }
    result
}

fn message(view: &View<'_>) -> String {
    let mut text = crate::explain::explain(view).join("\n");
    if !view.report.replay_command.is_empty() {
        text.push_str(&format!("\nReplay: {}", clean(&view.report.replay_command)));
    }
    text
}

fn thread_flows(view: &View<'_>, path: &dyn Fn(&Frame) -> Option<String>) -> Vec<Value> {
    let rows = rows(view);
    let events: Vec<&Row> = rows
        .iter()
        .filter(|r| matches!(r, Row::Event { .. }))
        .collect();
    let from = events.len().saturating_sub(FLOW);
    let mut flows: Vec<(fray_core::op::ThreadId, Vec<Value>)> = Vec::new();
    for (order, row) in events[from..].iter().enumerate() {
        let Row::Event {
            thread,
            words,
            place,
            kind,
            ..
        } = row
        else {
            continue;
        };
        let line = match place {
            Some(frame) => location(&Line::at(frame.clone(), words), path),
            None => json!({ "message": { "text": words } }),
        };
        let importance = match kind {
            EventKind::Failure | EventKind::Blocked => "essential",
            EventKind::Step | EventKind::Effect | EventKind::Lost => "important",
        };
        let step = json!({ "location": line, "executionOrder": order, "importance": importance });
        match flows.iter_mut().find(|(id, _)| id == thread) {
            Some((_, steps)) => steps.push(step),
            None => flows.push((*thread, vec![step])),
        }
    }
    let flow = |(thread, steps)| json!({ "id": view.names.thread(thread), "locations": steps });
    flows.into_iter().map(flow).collect()
}

/// A location; with a region if the line is known, and with a message if there is one.
fn location(line: &Line, path: &dyn Fn(&Frame) -> Option<String>) -> Value {
    let frame = &line.frame;
    let mut location = json!({
        "logicalLocations": [{
            "fullyQualifiedName": clean(&format!("{}.{}", frame.class, frame.method)),
            "kind": "function",
        }]
    });
    if let Some(uri) = path(frame).or_else(|| package_path(frame)) {
        let artifact = json!({ "uri": percent_encoded(&uri), "uriBaseId": "SRCROOT" });
        location["physicalLocation"] = json!({ "artifactLocation": artifact });
        if frame.line > 0 {
            location["physicalLocation"]["region"] = json!({ "startLine": frame.line });
        }
    }
    if !line.words.is_empty() {
        location["message"] = json!({ "text": line.words });
    }
    location
}

/// `com/acme/Bank.java`.
fn package_path(frame: &Frame) -> Option<String> {
    let file = frame.file.as_deref()?;
    Some(match frame.class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
        None => file.to_owned(),
    })
}

/// A path as a relative URI.
fn percent_encoded(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"/-._~$+,=@".contains(&byte);
        if plain {
            uri.push(byte.into());
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
