//! What the agent tells while it works: one JSON object per line, to the file that `FRAY_EVENTS` names.
//! Without one, a few plain lines on standard error.

use std::fs::File;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The environment variable.
const VARIABLE: &str = "FRAY_EVENTS";

/// Time between two reports of progress.
const PAUSE: Duration = Duration::from_millis(100);

/// Where events go.
pub struct Events {
    file: Option<Mutex<File>>,
    quiet: bool,
    last_progress: Mutex<Option<Instant>>,
}

impl Events {
    /// As the environment says.
    pub fn open(quiet: bool) -> Self {
        let file = std::env::var_os(VARIABLE)
            .and_then(|path| File::options().append(true).open(path).ok())
            .map(Mutex::new);
        Events {
            file,
            quiet,
            last_progress: Mutex::new(None),
        }
    }

    /// For nobody.
    pub fn none() -> Self {
        Events {
            file: None,
            quiet: true,
            last_progress: Mutex::new(None),
        }
    }

    fn send(&self, event: &Value) -> bool {
        let Some(file) = &self.file else { return false };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        // A reader that is gone needs no events.
        let _ = file.write_all(format!("{event}\n").as_bytes());
        true
    }

    /// The program is about to run.
    pub fn start(&self, fields: Value) {
        self.send(&with_name("start", fields));
    }

    /// How far it has come; most calls do nothing.
    pub fn progress(&self, fields: impl FnOnce() -> Value) {
        if self.file.is_none() {
            return;
        }
        let mut last = self
            .last_progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|at| at.elapsed() >= PAUSE) {
            *last = Some(Instant::now());
            self.send(&with_name("progress", fields()));
        }
    }

    /// A failure whose report is written.
    pub fn failure(&self, fields: Value) {
        self.send(&with_name("failure", fields));
    }

    /// All is done.
    pub fn end(&self, status: i32, summary: &Value, text: &str) {
        let event = json!({"event": "end", "status": status, "summary": summary, "text": text});
        if !self.send(&event) && !self.quiet {
            eprintln!("{text}");
        }
    }
}

fn with_name(name: &str, mut fields: Value) -> Value {
    fields["event"] = name.into();
    fields
}
