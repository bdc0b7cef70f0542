//! The JSON files: names as documented, and nothing lost on the way.

mod support;

use fray_report::json;
use support::{large::large, programs};

#[test]
fn failures_come_back_as_they_were() {
    for (name, report) in programs::all() {
        let text = json::failure(&report);
        let back = json::read_failure(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(back, report, "{name}");
    }
}

#[test]
fn large_failures_share_their_stacks() {
    let report = large(50, 10_000);
    let text = json::failure(&report);
    // About 330 bytes a step, most of it the list of the threads that could run.
    assert!(text.len() < 6_000_000, "{}", text.len());
    assert_eq!(json::read_failure(&text).expect("reads"), report);
}

#[test]
fn the_head_of_a_failure_is_its_entry_in_the_summary() {
    let text = json::failure(&programs::lost_update());
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["kind"], "assertion");
    assert_eq!(value["thread"], "main");
    assert_eq!(value["trace_hash"], "0x8c6b4f1d20a7e935");
    assert!(text.starts_with("{\n  \"format\": 1,\n  \"kind\": \"assertion\",\n"));
}

#[test]
fn what_is_no_report_is_refused() {
    let bad = |text: &str| json::read_failure(text).expect_err(text).to_string();
    assert!(bad("{").starts_with("not a report of fray"));
    assert!(bad("{\"format\": 2}").contains("format 2"));
    let dangling = json::failure(&programs::race()).replace("\"stack\":1", "\"stack\":99");
    assert!(bad(&dangling).contains("does not have"));
}
