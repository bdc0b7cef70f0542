//! `index.html` in a real browser: it opens, steps, filters, and nothing complains.

mod support;

use std::path::PathBuf;

use fray_report::html;
use fray_report::model::FailureReport;
use support::browser::{self, Browser};
use support::large::large;
use support::{programs, sources};

/// A page in a file of its own.
struct Page(PathBuf);

impl Page {
    fn new(name: &str, report: &FailureReport) -> Self {
        let name = format!("fray-page-{name}-{}.html", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, html::render(report, &sources::find)).expect("written");
        Page(path)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const SELECTED: &str = "document.querySelector('.row.selected').innerText.replace(/\\s+/g, ' ')";

#[test]
fn small() {
    let Some(chromium) = browser::find() else {
        return;
    };
    let page = Page::new("small", &programs::lost_update());
    let mut b = Browser::open(&chromium, &page.0, 1440, 900);
    b.screenshot("small-light");
    b.screenshot("small-light");
    b.scheme("dark");
    b.screenshot("small-dark");
    b.check_quiet();
}

#[test]
fn deadlock() {
    let Some(chromium) = browser::find() else {
        return;
    };
    let page = Page::new("deadlock", &programs::deadlock());
    let mut b = Browser::open(&chromium, &page.0, 1440, 900);
    b.screenshot("deadlock-light");
    b.check_quiet();
}

#[test]
fn big() {
    let Some(chromium) = browser::find() else {
        return;
    };
    let page = Page::new("large", &large(50, 10_000));
    let mut b = Browser::open(&chromium, &page.0, 1440, 900);
    b.screenshot("large-light");
    b.scheme("dark");
    b.screenshot("large-dark");
    let _ = b.eval(SELECTED);
    b.check_quiet();
}
