//! `--jobs` for tests: several JVMs, each with its share of the tests, and one result.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use fray_core::config::Config;
use fray_report::json;
use fray_report::model::FailureReport;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::exit::Exit;
use crate::report::{FAILURE, SUMMARY};

/// The end of a test case in JUnit XML.
const END_OF_CASE: &str = "</testcase>\n";

/// Who runs what, and where the results go.
pub struct Shares {
    /// The results of all tests.
    pub summary: PathBuf,
    xml: Option<PathBuf>,
    of: u64,
}

/// What one JVM runs.
pub struct Share {
    /// Its own results.
    pub summary: PathBuf,
    xml: Option<PathBuf>,
    index: u64,
    of: u64,
}

/// What came of one test, as the launcher writes it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Test {
    name: String,
    outcome: String,
    executions: u64,
    seconds: f64,
    message: String,
    folder: PathBuf,
}

#[derive(Default, Serialize, Deserialize)]
struct Summary {
    tests: Vec<Test>,
}

impl Shares {
    /// A recording is of one test: whatever is asked for, one JVM replays it.
    pub fn new(config: &Config) -> Shares {
        let alone = config.replay.is_some();
        Shares {
            summary: config.report.join(SUMMARY),
            xml: config.junit_xml.clone(),
            of: if alone { 1 } else { config.jobs.into() },
        }
    }

    /// All of them. One that has no others writes the results of all tests itself.
    pub fn all(&self) -> Vec<Share> {
        let own = |file: &Path, index: u64| match self.of {
            1 => file.to_owned(),
            _ => file.with_extension(format!("{index}.part")),
        };
        let share = |index| Share {
            summary: own(&self.summary, index),
            xml: self.xml.as_ref().map(|xml| own(xml, index)),
            index,
            of: self.of,
        };
        (0..self.of).map(share).collect()
    }

    /// Puts the results together, and returns those of all tests.
    pub fn merge(&self, quiet: bool) -> Result<Vec<Test>, Error> {
        let shares = self.all();
        let mut parts = shares.iter().map(|share| read(&share.summary));
        if self.of == 1 {
            return Ok(parts.next().unwrap_or_default());
        }
        let tests = in_turn(parts.collect());
        let summary = Summary { tests };
        let text = serde_json::to_string_pretty(&summary).unwrap_or_default();
        write(&self.summary, &(text + "\n"))?;
        let tests = summary.tests;
        if let Some(xml) = &self.xml {
            let files = shares.iter().filter_map(|share| share.xml.as_ref());
            let texts: Vec<String> = files
                .map(|file| fs::read_to_string(file).unwrap_or_default())
                .collect();
            write(xml, &merge_xml(&texts, &tests))?;
        }
        for share in shares {
            for file in [Some(share.summary), share.xml].into_iter().flatten() {
                let _ = fs::remove_file(file);
            }
        }
        if !quiet {
            crate::help::print(&words(&tests))?;
        }
        Ok(tests)
    }
}

impl Share {
    /// For the launcher.
    pub fn arguments(&self) -> Vec<OsString> {
        let mut all: Vec<OsString> = vec!["--summary".into(), self.summary.clone().into()];
        if let Some(xml) = &self.xml {
            all.extend(["--junit-xml".into(), xml.clone().into()]);
        }
        if self.of > 1 {
            all.push("--share".into());
            all.extend([self.index, self.of].map(|number| number.to_string().into()));
        }
        all
    }
}

impl Test {
    /// The report of its failure, if it has one.
    pub fn report(&self) -> Option<FailureReport> {
        let text = fs::read_to_string(self.folder.join(FAILURE)).ok()?;
        json::read_failure(&text).ok()
    }
}

/// How the command ends: tests that failed are the news, unless some were not run at all.
pub fn together(ends: Vec<Result<Exit, Error>>) -> Result<Exit, Error> {
    let ends = ends.into_iter().collect::<Result<Vec<Exit>, Error>>()?;
    let order = [Exit::Usage, Exit::Found, Exit::Broken];
    let first = order.into_iter().find(|exit| ends.contains(exit));
    Ok(first.unwrap_or(Exit::Clean))
}

fn read(file: &Path) -> Vec<Test> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let summary: Summary = serde_json::from_str(&text).unwrap_or_default();
    summary.tests
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(Error::io(format!("write {}", path.display())))
}

/// One of each, again and again: the order in which they were given out.
fn in_turn<T>(parts: Vec<Vec<T>>) -> Vec<T> {
    let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    loop {
        let before = all.len();
        all.extend(parts.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            return all;
        }
    }
}

fn count(tests: &[Test], outcome: &str) -> usize {
    tests.iter().filter(|test| test.outcome == outcome).count()
}

/// One suite with the cases of all.
fn merge_xml(texts: &[String], tests: &[Test]) -> String {
    let cases = |text: &String| {
        let start = text.find("  <testcase ").unwrap_or(text.len());
        let end = text.rfind(END_OF_CASE).map(|end| end + END_OF_CASE.len());
        let cases = text.get(start..end.unwrap_or(start)).unwrap_or_default();
        let cases = cases.split_inclusive(END_OF_CASE);
        cases.map(str::to_owned).collect::<Vec<String>>()
    };
    let all = in_turn(texts.iter().map(cases).collect());
    let seconds: f64 = tests.iter().map(|test| test.seconds).sum();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"fray\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" \
         time=\"{seconds:.3}\">\n{}</testsuite>\n",
        tests.len(),
        count(tests, "failed"),
        count(tests, "broken"),
        count(tests, "skipped"),
        all.concat()
    )
}

/// The last line, as the launcher writes it when it is alone.
fn words(tests: &[Test]) -> String {
    let [failed, skipped, broken] = ["failed", "skipped", "broken"].map(|o| count(tests, o));
    let noun = if tests.len() == 1 { "test" } else { "tests" };
    let passed = tests.len() - failed - skipped - broken;
    let mut text = format!("{} {noun}: {passed} passed, {failed} failed", tests.len());
    if skipped > 0 {
        let _ = write!(text, ", {skipped} skipped");
    }
    if broken > 0 {
        let _ = write!(text, ", {broken} could not be tested");
    }
    text + "\n"
}
