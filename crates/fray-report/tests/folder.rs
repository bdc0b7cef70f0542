//! The report folder: complete or not there, and nothing is ever overwritten.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use fray_report::folder::{Artifacts, FOLDER, write, write_summary};
use fray_report::json;
use support::{programs, summaries};

/// A folder of its own for each test, gone afterwards.
struct Temp(PathBuf);

impl Temp {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fray-report-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Temp(path)
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn artifacts() -> Artifacts<'static> {
    Artifacts {
        output_log: b"hello\xff\n",
        recording: "fray-recording 1\nlong\n",
        minimized: "fray-recording 1\nshort\n",
        again: None,
        sources: &|_| None,
    }
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("readable");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("readable")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_failure_has_all_its_files() {
    let temp = Temp::new("files");
    let dir = temp.0.join("new/fray report");
    let mut report = programs::deadlock();
    report.replay_command = format!("fray replay {FOLDER}");
    let written = write(&dir, &report, &artifacts()).expect("written");
    assert_eq!(written.name, "001-deadlock");
    assert_eq!(
        names(&written.folder),
        [
            "failure.json",
            "index.html",
            "minimized.fray",
            "output.log",
            "recording.fray",
            "trace.txt"
        ]
    );
    let command = format!("fray replay '{}'", written.folder.display());
    assert_eq!(written.replay_command, command);
    let read = |name: &str| fs::read_to_string(written.folder.join(name)).expect(name);
    let back = json::read_failure(&read("failure.json")).expect("reads");
    assert_eq!(back.replay_command, command);
    assert!(read("trace.txt").contains(&command));
    assert!(read("minimized.fray").ends_with("short\n"));
    assert_eq!(
        fs::read(written.folder.join("output.log")).expect("log"),
        b"hello\xff\n"
    );
}

#[test]
fn numbers_go_up_and_nothing_is_overwritten() {
    let temp = Temp::new("numbers");
    let first = write(&temp.0, &programs::deadlock(), &artifacts()).expect("first");
    let second = write(&temp.0, &programs::race(), &artifacts()).expect("second");
    assert_eq!(
        [first.name.as_str(), &second.name],
        ["001-deadlock", "002-race"]
    );
    // An empty folder of the user's, too, is left alone; a gap is not filled.
    fs::create_dir(temp.0.join("007-race")).expect("made");
    let third = write(&temp.0, &programs::race(), &artifacts()).expect("third");
    assert_eq!(third.name, "008-race");
    assert_eq!(names(&temp.0.join("007-race")), [""; 0]);
    assert_eq!(
        names(&temp.0),
        ["001-deadlock", "002-race", "007-race", "008-race"]
    );
}

#[test]
fn many_at_once_get_different_numbers() {
    let temp = Temp::new("parallel");
    let folders: Vec<String> = std::thread::scope(|scope| {
        let reports = [programs::race(), programs::race(), programs::livelock()];
        let handles: Vec<_> = reports
            .into_iter()
            .map(|report| {
                let dir = &temp.0;
                scope.spawn(move || {
                    let write = || write(dir, &report, &artifacts()).expect("written").name;
                    (0..5).map(|_| write()).collect::<Vec<_>>()
                })
            })
            .collect();
        let joined = handles
            .into_iter()
            .flat_map(|h| h.join().expect("no panic"));
        joined.collect()
    });
    assert_eq!(folders.len(), 15);
    assert_eq!(names(&temp.0).len(), 15);
}

#[test]
fn what_cannot_be_written_is_one_clear_sentence() {
    let temp = Temp::new("denied");
    let file = temp.0.join("file");
    fs::write(&file, "in the way").expect("written");
    let error = write(&file, &programs::race(), &artifacts()).expect_err("a file is no folder");
    assert!(
        error.to_string().starts_with("cannot write the report to "),
        "{error}"
    );
    assert_eq!(
        fs::read_to_string(&file).expect("still there"),
        "in the way"
    );
}

#[test]
fn the_summary_is_replaced_at_once() {
    let temp = Temp::new("summary");
    let summary = summaries::clean();
    write_summary(&temp.0, &summary).expect("written");
    let path = write_summary(&temp.0, &summary).expect("again");
    let text = fs::read_to_string(path).expect("readable");
    assert_eq!(json::read_summary(&text).expect("reads"), summary);
    assert_eq!(names(&temp.0), ["summary.json"]);
}
