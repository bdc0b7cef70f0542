//! `index.html` in a real browser: it opens, steps, filters, and nothing complains.
//!
//! With `FRAY_SCREENSHOTS=folder` the tests leave pictures of what they saw.

mod support;

use std::path::PathBuf;

use fray_report::html;
use fray_report::model::FailureReport;
use fray_testkit::browser::{self, Browser};
use support::large::large;
use support::{hostile, programs, sources};

/// A page in a file of its own, open in a browser.
struct Page {
    path: PathBuf,
    browser: Browser,
}

impl Page {
    /// `None`: there is no browser, which has been said.
    fn open(name: &str, report: &FailureReport, width: u32, height: u32) -> Option<Self> {
        let chromium = browser::find()?;
        let name = format!("fray-page-{name}-{}.html", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, html::render(report, &sources::find)).expect("written");
        let browser = Browser::open(&chromium, &path, width, height);
        Some(Page { path, browser })
    }

    /// The selected row, on one line.
    fn selected(&mut self) -> String {
        let row = self.browser.text(".row.selected");
        row.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn press(&mut self, keys: &[&str]) {
        for key in keys {
            self.browser.key(key);
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

#[test]
fn steps_forwards_and_backwards() {
    let report = programs::lost_update();
    let Some(mut page) = Page::open("steps", &report, 1440, 900) else {
        return;
    };
    // It begins where it went wrong.
    assert_eq!(
        page.selected(),
        "✕ AssertionError: expected 2 but was 1 Counter.check:31"
    );
    page.browser.screenshot("small-light");
    page.press(&["k"]);
    assert_eq!(
        page.selected(),
        "15 reads Counter#1.value = 1 Counter.check:30"
    );
    page.press(&["ArrowUp", "ArrowDown", "j"]);
    assert!(page.selected().starts_with('✕'));
    page.press(&["j"]);
    assert!(page.selected().starts_with('✕'), "the end is the end");
    page.press(&["g"]);
    assert_eq!(page.selected(), "0 starts worker-1 Counter.main:20");
    page.press(&["k"]);
    assert_eq!(page.selected(), "0 starts worker-1 Counter.main:20");
    let hash = page.browser.eval("location.hash");
    assert_eq!(hash, "#0");
    page.browser.check_quiet();
}

#[test]
fn goes_from_switch_to_switch_and_says_what_is_true_there() {
    let report = programs::lost_update();
    let Some(mut page) = Page::open("switches", &report, 1440, 900) else {
        return;
    };
    page.press(&["g", "n"]);
    assert_eq!(
        page.selected(),
        "6 reads Counter#1.value = 0 Counter.increment:12"
    );
    page.press(&["n"]);
    assert_eq!(
        page.selected(),
        "8 preempted here reads Counter#1.value = 0 Counter.increment:12"
    );
    page.browser.screenshot("small-preemption");
    let b = &mut page.browser;
    assert!(
        b.text("#now")
            .contains("stopped worker-1 here, which could have gone on")
    );
    assert!(b.text("#now").contains("Could have run instead: worker-1"));
    let states = b.text("#states");
    assert!(
        states.contains("must wait for the end of worker-1"),
        "{states}"
    );
    assert_eq!(b.text("#source .here i"), "12");
    assert_eq!(b.text("#source .here span").trim(), "value = value + 1;");
    assert!(
        b.text("#stack")
            .starts_with("com.acme.Counter.increment(Counter.java:12)")
    );
    // Another frame of the stack, another line.
    b.click("#stack li:nth-child(2)");
    assert_eq!(b.text("#source .here i"), "18");
    page.press(&["n", "p"]);
    assert!(page.selected().starts_with("8 preempted here"));
    page.press(&["G", "P"]);
    assert!(page.selected().starts_with("8 preempted here"));
    page.browser.check_quiet();
}

#[test]
fn filters_by_thread_object_and_text() {
    let report = programs::lost_update();
    let Some(mut page) = Page::open("filters", &report, 1440, 900) else {
        return;
    };
    let b = &mut page.browser;
    let threads = "[...new Set([...document.querySelectorAll('.row')].map(r => r.title.split(' ')[0]))].sort().join()";
    assert_eq!(b.text("#count"), "11 of 16 steps");
    b.key("m");
    assert_eq!(b.text("#count"), "16 of 16 steps");
    b.key("m");
    b.key("/");
    for key in ["w", "r", "i", "t", "e", "s"] {
        b.key(key);
    }
    assert_eq!(b.eval("document.getElementById('search').value"), "writes");
    assert_eq!(b.text("#count"), "2 of 16 steps");
    b.screenshot("small-filtered");
    b.key("Enter");
    b.key("g");
    // The preempting step itself is hidden: the next of that thread tells.
    assert_eq!(
        page.selected(),
        "9 preempted here writes Counter#1.value = 1 Counter.increment:12"
    );
    let b = &mut page.browser;
    b.key("Escape");
    assert_eq!(b.text("#count"), "11 of 16 steps");
    // By a click on the head of a lane; the failure always shows.
    b.click("#heads .name:nth-child(2)");
    assert_eq!(b.eval(threads), "main,worker-1");
    b.click("#heads .name:nth-child(2)");
    assert_eq!(b.eval(threads), "main,worker-1,worker-2");
    choose(b, "thread", "worker-2");
    assert_eq!(b.eval(threads), "main,worker-2");
    b.key("Escape");
    choose(b, "object", "Counter#1");
    assert_eq!(b.text("#count"), "5 of 16 steps");
    b.key("Escape");
    b.key("/");
    for key in ["x", "y", "z"] {
        b.key(key);
    }
    assert!(b.text("#empty").contains("No step matches"));
    b.click("#clear");
    assert_eq!(b.text("#count"), "11 of 16 steps");
    b.check_quiet();
}

fn choose(b: &mut Browser, id: &str, name: &str) {
    b.eval(&format!(
        "(() => {{ const s = document.getElementById('{id}'); \
         s.value = [...s.options].find(o => o.text === '{name}').value; \
         s.dispatchEvent(new Event('change')); }})()"
    ));
    b.settle();
}

#[test]
fn a_deadlock_shows_who_holds_and_who_waits() {
    let Some(mut page) = Page::open("deadlock", &programs::deadlock(), 1440, 900) else {
        return;
    };
    let b = &mut page.browser;
    let states = b.text("#states").replace('\n', " ");
    assert!(
        states.contains(
            "worker-1 must wait for Account#2, held by worker-2 Bank.transfer:32 holds Account#1"
        ),
        "{states}"
    );
    let explain = b.text("#explain");
    assert!(explain.contains(
        "worker-2 at Bank.transfer:32 waits for Account#1, held by worker-1 since Bank.transfer:31."
    ));
    assert_eq!(b.eval("document.querySelectorAll('.row.doomed').length"), 2);
    b.screenshot("deadlock-light");
    assert_eq!(b.text("#source .here i"), "32");
    assert_eq!(b.text("#stack-name"), "Stack of worker-1");
    // The place of a blocked thread leads to its stack and source.
    b.click(".state.waits .where");
    assert_eq!(b.text("#source .here i"), "22");
    b.check_quiet();
}

#[test]
fn light_and_dark() {
    let Some(mut page) = Page::open("themes", &programs::deadlock(), 1440, 900) else {
        return;
    };
    let b = &mut page.browser;
    let background = "getComputedStyle(document.body).backgroundColor";
    let light = b.eval(background);
    assert_eq!(light, "rgb(255, 255, 255)");
    b.scheme("dark");
    b.settle();
    let dark = b.eval(background);
    assert_ne!(dark, light);
    b.screenshot("deadlock-dark");
    b.key("t");
    assert_eq!(b.eval(background), light, "a person's choice counts more");
    b.key("t");
    assert_eq!(b.eval(background), dark);
    b.key("?");
    assert_eq!(b.eval("document.getElementById('help').open"), true);
    b.screenshot("help-dark");
    b.key("Escape");
    b.check_quiet();
}

#[test]
fn fifty_threads_and_ten_thousand_steps() {
    let report = large(50, 10_000);
    let Some(mut page) = Page::open("large", &report, 1440, 900) else {
        return;
    };
    page.browser.screenshot("large-light");
    let nodes = page.browser.eval("document.querySelectorAll('*').length");
    assert!(
        nodes.as_u64() < Some(2500),
        "only what is on screen exists: {nodes}"
    );
    page.press(&["m", "g"]);
    assert!(
        page.selected().starts_with("0 main starts picker-01"),
        "{}",
        page.selected()
    );
    for _ in 0..100 {
        page.browser.key("j");
    }
    // Some rows are effects of the step before, not steps.
    let number = page.browser.text(".row.selected .num");
    let number: u32 = number.parse().unwrap_or_default();
    assert!((60..=100).contains(&number), "{number}");
    // A person notices 100 ms. The fastest of many, since the machine may be busy.
    let fastest = page.browser.eval(
        "Math.min(...Array.from({length: 20}, () => { const t = performance.now(); \
         select(selected + 1); drawNow(); return performance.now() - t; }))",
    );
    println!("a step of the large page takes {fastest} ms");
    assert!(fastest.as_f64() < Some(50.0), "{fastest} ms");
    page.press(&["N"]);
    assert!(
        page.selected().contains("preempts picker-"),
        "{}",
        page.selected()
    );
    page.browser.screenshot("large-preemption");
    page.browser.scheme("dark");
    page.browser.screenshot("large-dark");
    page.press(&["G"]);
    assert!(page.selected().contains("stock of item 4711 is -1"));
    // By the map beside the list to somewhere in the middle.
    page.browser.click("#map");
    let top = page.browser.eval(
        "document.getElementById('list').scrollTop / document.getElementById('space').clientHeight",
    );
    assert!((0.4..0.6).contains(&top.as_f64().unwrap_or(0.0)), "{top}");
    page.browser.check_quiet();
}

#[test]
fn narrow_windows() {
    let Some(mut page) = Page::open("narrow", &programs::lock_deadlock(), 420, 900) else {
        return;
    };
    let wide = page.browser.eval("document.documentElement.scrollWidth");
    assert!(wide.as_u64() <= Some(420), "nothing sticks out: {wide}");
    page.browser.screenshot("narrow");
    page.browser.check_quiet();
}

#[test]
fn what_the_program_says_is_only_text() {
    let Some(mut page) = Page::open("hostile", &hostile::report(), 1440, 900) else {
        return;
    };
    page.press(&["g", "j", "j", "k", "f"]);
    page.browser.screenshot("hostile");
    assert_eq!(
        page.browser.eval("window.pwned ?? null"),
        serde_json::Value::Null
    );
    assert_eq!(
        page.browser
            .eval("document.querySelectorAll('img, iframe, object').length"),
        0
    );
    assert!(
        page.browser
            .text("h1")
            .contains("</script><script>window.pwned")
    );
    page.browser.check_quiet();
}

#[test]
fn every_kind_of_failure_opens() {
    let Some(_) = browser::find() else {
        return;
    };
    for (name, report) in programs::all() {
        let mut page = Page::open(name, &report, 1280, 800).expect("there is a browser");
        page.press(&["g", "j", "n", "m", "f"]);
        page.browser.screenshot(&format!("kind-{name}"));
        page.browser.check_quiet();
    }
}
