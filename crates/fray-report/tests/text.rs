//! `trace.txt`, as a person sees it.

mod support;

use fray_report::text;
use support::{golden, large::large, programs};

#[test]
fn golden_traces() {
    for (name, report) in programs::all() {
        golden::check(&format!("{name}.txt"), &text::render(&report));
    }
}

#[test]
fn no_line_is_too_long() {
    for (name, report) in programs::all() {
        for line in text::render(&report)
            .lines()
            .filter(|line| !line.contains("    at "))
        {
            assert!(line.chars().count() <= 160, "{name}: {line}");
        }
    }
}

#[test]
fn large_traces_are_cut_in_the_middle() {
    let report = large(50, 10_000);
    let text = text::render(&report);
    assert!(text.contains("rows are left out here"));
    assert!(text.lines().count() < 6_000, "{}", text.lines().count());
    assert!(text.contains("FAILS: AssertionError: stock of item 4711 is -1"));
}
