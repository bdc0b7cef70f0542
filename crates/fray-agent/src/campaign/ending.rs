//! What the campaign tells: of each failure, and in the end.

use std::sync::PoisonError;

use fray_core::campaign::{Report, Summary};
use fray_core::failure::{Failure, FailureKind};
use fray_report::folder::{Written, replace};
use serde_json::{Value, json};

use super::{State, TROUBLE, trouble, with};
use crate::agent::agent;
use crate::guard::{EXIT_BROKEN, tell};
use crate::report::Ended;
use crate::{class_hook, diagnosis, report};

impl State {
    pub(super) fn write_report(&mut self, found: &Report, ended: &Ended) {
        self.failures += 1;
        let summary = self.campaign.summary();
        let context = report::Context {
            jdk: &self.jdk,
            command: &self.command,
            replay_command: self.replay.clone(),
            folder: &self.campaign.config().report,
            strategy: summary.strategy.clone(),
            seed: summary.seed,
            count: summary.failures.last().map_or(1, |f| f.count),
            uncontrolled: summary.uncontrolled.clone(),
        };
        let failure = &found.failure;
        let written = report::write(found, ended, context);
        let place = found.number - 1;
        self.folders
            .resize(self.folders.len().max(place + 1), String::new());
        self.folders[place] = match &written {
            Ok(written) => written.name.clone(),
            Err(error) => error.kept.clone().unwrap_or_default(),
        };
        match written {
            Ok(written) => {
                self.events.failure(json!({
                    "kind": failure.kind.word(),
                    "message": failure.message,
                    "thread": failure.thread_name,
                    "iteration": found.recording.header.iteration,
                    "folder": written.folder,
                    "replayed": found.replayed,
                    "confirmed_on_threads": found.replayed,
                    "preemptions": found.preemptions,
                    "minimized_preemptions": found.minimized_preemptions,
                }));
                if self.verdict[2].is_empty() {
                    self.verdict[1] = described(failure);
                    self.verdict[2] = written.folder.display().to_string();
                    self.verdict[3].clone_from(&written.replay_command);
                    self.verdict[4] = found.recording.header.iteration.to_string();
                    self.verdict[7] = found.replayed.to_string();
                    self.verdict[9] = report::notes(found).join("\n");
                }
                self.texts.push(describe_failure(found, &written));
            }
            Err(error) => trouble(error.to_string()),
        }
    }
}

/// The words for the terminal.
fn describe_failure(found: &Report, written: &Written) -> String {
    let trace = std::fs::read_to_string(written.folder.join("trace.txt")).unwrap_or_default();
    let preemptions = found.minimized_preemptions.unwrap_or(found.preemptions);
    format!(
        "{trace}\nReport: {}\nReplay: {}\n{preemptions} preemptions after shrinking, {} before.",
        written.folder.display(),
        written.replay_command,
        found.preemptions,
    )
}

/// The failure as the message of an exception.
fn described(failure: &Failure) -> String {
    match failure.kind {
        FailureKind::Assertion | FailureKind::Exception => failure.message.clone(),
        kind => format!("{}: {}", kind.word(), failure.message),
    }
}

/// Ends the campaign: the summary, the last words, the exit status.
pub fn finish() -> i32 {
    with(|state| {
        if std::mem::replace(&mut state.finished, true) {
            return 0;
        }
        if let Some(path) = state.journal.take() {
            // The campaign has come to its end: there are better recordings of all that matters.
            let _ = std::fs::remove_file(path.with_extension(diagnosis::EXTENSION));
            let _ = std::fs::remove_file(path);
        }
        if class_hook::application_classes() == 0 {
            trouble("control is not engaged: no class of the program was rewritten".into());
        }
        let mut summary = state.campaign.summary();
        summary.engine_note = state.engines.note();
        let trouble = TROUBLE
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let trouble = trouble.or_else(|| state.campaign.trouble());
        let status = if trouble.is_some() {
            EXIT_BROKEN
        } else {
            state.campaign.exit_code()
        };
        let mut value = serde_json::to_value(&summary).unwrap_or(Value::Null);
        if !state.verdict[8].is_empty() {
            value["skipped"] = state.verdict[8].as_str().into();
        }
        value["trouble"] = trouble.clone().map_or(Value::Null, Value::from);
        value["engine"] = state.engines.words().into();
        let failures = value["failures"].as_array_mut().into_iter().flatten();
        for (number, failure) in failures.enumerate() {
            // What confirms a failure runs on threads.
            failure["confirmed_on_threads"] = failure["replayed"].clone();
            failure["folder"] = state
                .folders
                .get(number)
                .cloned()
                .unwrap_or_default()
                .into();
        }
        state.verdict[0] = trouble.clone().unwrap_or_default();
        state.verdict[5] = summary.iterations.to_string();
        state.verdict[6] = summary.seed.to_string();
        let folder = &state.campaign.config().report;
        let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| replace(&folder.join("summary.json"), text.as_bytes()));
        if let Err(error) = written {
            let path = folder.join("summary.json");
            let found = summary
                .failures
                .first()
                .map_or_else(String::new, |failure| {
                    let (kind, message) = (failure.kind.word(), &failure.message);
                    // People count from 1.
                    let (execution, seed) = (failure.iteration + 1, summary.seed);
                    let kept = state.folders.first().filter(|name| !name.is_empty());
                    let kept = kept.map_or_else(String::new, |name| {
                        format!(" (its recording is in {})", folder.join(name).display())
                    });
                    format!(
                        "; {kind} was found in execution {execution} (seed {seed}): {message}{kept}"
                    )
                });
            tell(&format!("cannot write {}: {error}{found}", path.display()));
            return EXIT_BROKEN;
        }
        let mut words = state.texts.join("\n\n");
        if !words.is_empty() {
            words.push_str("\n\n");
        }
        words.push_str(&closing_words(&summary));
        if let Some(note) = &summary.engine_note {
            words.push('\n');
            words.push_str(note);
        }
        if let Some(trouble) = trouble.filter(|_| !agent().config.embedded) {
            tell(&trouble);
        }
        state.events.end(status, &value, &words);
        status
    })
}

fn closing_words(summary: &Summary) -> String {
    let found = match summary.failures.len() {
        0 => "no failure".to_owned(),
        1 => "1 failure".to_owned(),
        n => format!("{n} different failures"),
    };
    format!(
        "{} executions in {:.1} s ({:.0} per second), {found}. Strategy {}, seed {}.\n{}",
        summary.iterations,
        summary.seconds,
        summary.executions_per_second,
        summary.strategy,
        summary.seed,
        summary.explored
    )
}
