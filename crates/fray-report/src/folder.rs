//! The report folder: `summary.json`, and one folder per failure.
//!
//! A failure's folder appears complete or not at all: it is filled under another name and then
//! renamed. If there is no room for all of it, the recordings at least are kept, or the first of
//! them, since everything else comes from it. A folder that exists is never touched, so reports of earlier runs, and of other
//! processes that write at the same time, are safe; the number goes up instead.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use fray_core::failure::FailureKind;

use crate::frame::Frame;
use crate::model::FailureReport;
use crate::summary::Summary;
use crate::{html, json, text};

/// Stands for the path of the failure's folder in [`FailureReport::replay_command`], since that is
/// known only when it is written.
pub const FOLDER: &str = "{folder}";

/// How often another process may take the number that was to be ours.
const ATTEMPTS: u32 = 1000;

const RECORDING: &str = "recording.fray";
const MINIMIZED: &str = "minimized.fray";
const AGAIN: &str = "again.fray";
const FAILURE: &str = "failure.json";

/// What goes into a failure's folder besides the report itself.
pub struct Artifacts<'a> {
    /// What the program printed in the execution shown.
    pub output_log: &'a [u8],
    /// The recording of the execution that found the failure.
    pub recording: &'a str,
    /// The recording of the execution shown.
    pub minimized: &'a str,
    /// Of a failure that did not replay: the recording of the execution that should have been the same.
    pub again: Option<&'a str>,
    /// Gives the text of a frame's source file, if it can be found.
    pub sources: &'a dyn Fn(&Frame) -> Option<String>,
}

/// Where a failure was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The folder.
    pub folder: PathBuf,
    /// Its name within the report folder, e.g. `001-deadlock`.
    pub name: String,
    /// The command that replays it, with the folder filled in.
    pub replay_command: String,
}

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the report to {}: {error}{}", path.display(), .kept.as_ref().map_or("", |_| KEPT))]
pub struct WriteError {
    /// What was to be written.
    pub path: PathBuf,
    /// What the system said.
    #[source]
    pub error: io::Error,
    /// The name of the folder in which a recording is there nevertheless.
    pub kept: Option<String>,
}

const KEPT: &str = " (the recording is there)";

fn at(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    |error| WriteError {
        path,
        error,
        kept: None,
    }
}

/// Writes a failure to a new folder `NNN-kind` below `dir`, which is made if need be.
pub fn write(
    dir: &Path,
    report: &FailureReport,
    artifacts: &Artifacts<'_>,
) -> Result<Written, WriteError> {
    fs::create_dir_all(dir).map_err(at(dir))?;
    let kind = report.failure.kind;
    let mut number = first_free(dir).map_err(at(dir))?;
    for _ in 0..ATTEMPTS {
        let name = folder_name(number, kind);
        let folder = dir.join(&name);
        let mut report = report.clone();
        report.replay_command = report.replay_command.replace(FOLDER, &quoted(&folder));
        let partial = dir.join(partial_name(&name));
        let written = fill(&partial, &report, artifacts)
            .and_then(|()| publish(&partial, &folder).map_err(at(&folder)));
        match written {
            Ok(true) => {
                return Ok(Written {
                    folder,
                    name,
                    replay_command: report.replay_command,
                });
            }
            Ok(false) => number += 1,
            Err(mut error) => {
                error.kept = keep_recordings(&partial, &error.path, &folder).then_some(name);
                if let Ok(name) = error.path.strip_prefix(&partial) {
                    error.path = folder.join(name);
                }
                // What else is there is of no use, and of a full disk the user wants the room back.
                let _ = fs::remove_dir_all(&partial);
                return Err(error);
            }
        }
        let _ = fs::remove_dir_all(&partial);
    }
    let taken = io::Error::new(io::ErrorKind::AlreadyExists, "too many reports at once");
    Err(at(dir)(taken))
}

/// Makes a folder with nothing but the recordings of one that could not be filled, because `failed` could
/// not be written. Whether there are any.
fn keep_recordings(partial: &Path, failed: &Path, folder: &Path) -> bool {
    // A part of it may be there. All that was written before is complete.
    let _ = fs::remove_file(failed);
    if !partial.join(RECORDING).exists() {
        return false;
    }
    let files = fs::read_dir(partial).into_iter().flatten().flatten();
    for file in files {
        if ![RECORDING, MINIMIZED, AGAIN]
            .iter()
            .any(|name| file.file_name() == *name)
        {
            let _ = fs::remove_file(file.path());
        }
    }
    publish(partial, folder).unwrap_or(false)
}

/// Writes a file in place of what was there, at once or not at all. What is not a file (a pipe, a
/// terminal) is written to.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if target.exists() && !target.is_file() {
        return fs::write(target, bytes);
    }
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let partial = target.with_file_name(partial_name(&name));
    fs::write(&partial, bytes)
        .and_then(|()| fs::rename(&partial, &target))
        .inspect_err(|_| {
            let _ = fs::remove_file(&partial);
        })
}

/// Writes `summary.json`. That of an earlier run is replaced, at once or not at all.
pub fn write_summary(dir: &Path, summary: &Summary) -> Result<PathBuf, WriteError> {
    fs::create_dir_all(dir).map_err(at(dir))?;
    let path = dir.join("summary.json");
    replace(&path, json::summary(summary).as_bytes()).map_err(at(&path))?;
    Ok(path)
}

/// The name of a failure's folder.
pub fn folder_name(number: u32, kind: FailureKind) -> String {
    format!("{number:03}-{}", kind.word())
}

/// A name that nobody else uses.
fn partial_name(name: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!(".{name}.{}.{count}.partial", std::process::id())
}

/// One more than the highest number in use.
fn first_free(dir: &Path) -> io::Result<u32> {
    let mut highest = 0;
    for entry in fs::read_dir(dir)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let number = name.split_once('-').and_then(|(n, _)| n.parse().ok());
        highest = highest.max(number.unwrap_or(0));
    }
    Ok(highest + 1)
}

fn fill(
    folder: &Path,
    report: &FailureReport,
    artifacts: &Artifacts<'_>,
) -> Result<(), WriteError> {
    // Left over by a process of the same number that was killed.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir(folder).map_err(at(folder))?;
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(at(&path))
    };
    write(RECORDING, artifacts.recording.as_bytes())?;
    write(MINIMIZED, artifacts.minimized.as_bytes())?;
    if let Some(again) = artifacts.again {
        write(AGAIN, again.as_bytes())?;
    }
    write(FAILURE, json::failure(report).as_bytes())?;
    write("trace.txt", text::render(report).as_bytes())?;
    write("output.log", artifacts.output_log)?;
    let page = html::render(report, artifacts.sources);
    write("index.html", page.as_bytes())
}

/// `false`: somebody else has this name.
fn publish(partial: &Path, folder: &Path) -> io::Result<bool> {
    // A rename would replace an empty folder.
    if folder.symlink_metadata().is_ok() {
        return Ok(false);
    }
    match fs::rename(partial, folder) {
        Ok(()) => Ok(true),
        Err(_) if folder.symlink_metadata().is_ok() => Ok(false),
        Err(error) => Err(error),
    }
}

/// The path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.into_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
