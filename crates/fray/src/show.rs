//! `fray show`: a failure for a person, or everything about it for a machine.

use std::fs;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ArgMatches;

use crate::error::Error;
use crate::exit::Exit;
use crate::help::print;
use crate::report::{FAILURE, PAGE, Place, ReportError, SUMMARY, TRACE};

/// Commands that open a page in the user's browser.
const OPENERS: &[&str] = &["xdg-open", "open"];

/// In which form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Html,
    Json,
}

impl Form {
    fn file(self) -> &'static str {
        match self {
            Form::Text => TRACE,
            Form::Html => PAGE,
            Form::Json => FAILURE,
        }
    }
}

/// `fray show REPORT`.
pub fn command(matches: &ArgMatches) -> Result<Exit, Error> {
    let path = matches
        .get_one::<PathBuf>("report")
        .cloned()
        .unwrap_or_default();
    let form = if matches.get_flag("html") {
        Form::Html
    } else if matches.get_flag("json") {
        Form::Json
    } else {
        Form::Text
    };
    match Place::of(&path)? {
        Place::Failure(folder) => show(&folder, form),
        Place::File(file) => show(file.parent().unwrap_or(Path::new(".")), form),
        Place::Report(folder, _) if form == Form::Json => print_file(&folder, SUMMARY),
        Place::Report(folder, failures) => match failures.as_slice() {
            [] => Err(ReportError::NoFailure(folder).into()),
            [one] => show(one, form),
            several => list(&folder, several),
        },
    }
}

fn show(folder: &Path, form: Form) -> Result<Exit, Error> {
    match form {
        Form::Text | Form::Json => print_file(folder, form.file()),
        Form::Html => {
            let page = existing(folder, PAGE)?;
            let page = page.canonicalize().unwrap_or(page);
            if stdout().is_terminal() {
                open(&page);
            }
            print(&format!("{}\n", page.display()))
        }
    }
}

/// Several failures: which ones, and how to see one of them.
fn list(folder: &Path, failures: &[PathBuf]) -> Result<Exit, Error> {
    let mut text = format!("{} failures in {}:\n", failures.len(), folder.display());
    for failure in failures {
        text.push_str(&format!("  fray show {}", failure.display()));
        if let Some(message) = message(failure) {
            text.push_str(&format!("   # {message}"));
        }
        text.push('\n');
    }
    print(&text)
}

/// The first line of a failure's message.
fn message(folder: &Path) -> Option<String> {
    let text = fs::read(folder.join(FAILURE)).ok()?;
    let value: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let message = value.get("message")?.as_str()?;
    Some(message.lines().next()?.to_owned())
}

fn existing(folder: &Path, file: &'static str) -> Result<PathBuf, Error> {
    let path = folder.join(file);
    if path.is_file() {
        return Ok(path);
    }
    let folder = folder.to_owned();
    Err(ReportError::NoFile { folder, file }.into())
}

fn print_file(folder: &Path, file: &'static str) -> Result<Exit, Error> {
    let path = existing(folder, file)?;
    let text = fs::read(&path).map_err(Error::io(format!("read {}", path.display())))?;
    print(&String::from_utf8_lossy(&text))
}

/// Opens a browser if there is one; the path is printed in any case.
fn open(page: &Path) {
    for opener in OPENERS {
        let started = Command::new(opener)
            .arg(page)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        if started.is_ok() {
            return;
        }
    }
}
