//! The campaign: one execution after another, and the report at the end.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use fray_core::campaign::{Campaign, Kind, Outcome, Plan, Report, Summary, Target};
use fray_core::config::{Engine as ConfiguredEngine, Isolation, TimeMode as ConfiguredTime};
use fray_core::execution::{Execution, ExecutionOptions, TimeMode, Verdict};
use fray_core::recording::Recording;
use serde_json::{Value, json};

use crate::agent::agent;
use crate::engine::{Engine, Engines};
use crate::events::Events;
use crate::guard::{EXIT_BROKEN, fatal};
use crate::report::Ended;
use crate::session::Session;
use crate::slot::Slot;
use crate::trace::{SharedLog, Tracer};
use crate::{class_hook, command, outcome, output, report, session, threads, watchdog};

/// What the clock shows at the beginning of every execution.
const START_NANOS: u64 = 1_000_000_000;

struct State {
    campaign: Campaign,
    events: Events,
    jdk: String,
    command: Vec<String>,
    conductor: &'static Slot,
    started: Instant,
    plan: Option<Plan>,
    kind: Kind,
    failures: u64,
    /// Words about each failure whose report was written.
    texts: Vec<String>,
    finished: bool,
    /// Whether any thread could not be ended.
    zombies: bool,
    engines: Engines,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

/// What was noted before or between executions.
static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Why the program is not under control, if it is not.
static TROUBLE: Mutex<Option<String>> = Mutex::new(None);

fn with<R>(body: impl FnOnce(&mut State) -> R) -> R {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    body(
        state
            .as_mut()
            .unwrap_or_else(|| fatal("no campaign has begun")),
    )
}

/// Something that the summary lists as not controlled.
pub fn note(text: String) {
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    if !notes.contains(&text) {
        notes.push(text);
    }
}

/// The program is not fully under control: the run cannot end well.
pub fn trouble(text: String) {
    TROUBLE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get_or_insert(text);
}

/// Whether threads are to be fibers if they can.
pub fn wants_fibers() -> bool {
    agent().config.engine != ConfiguredEngine::Threads
}

/// The seed of which the whole campaign is a function. Not for those who hold its lock.
pub fn seed_of_campaign() -> u64 {
    with(|state| state.campaign.seed())
}

/// Begins the campaign.
pub fn describe(jdk: String, assertions: bool, fibers: bool) {
    let config = agent().config.clone();
    if !assertions && !command::disables_assertions() {
        fatal(
            "assertions are off, so most failures would not show: start java with -ea (or say -da if you mean it)",
        );
    }
    let target = Target {
        jdk: jdk.clone(),
        command: command::arguments(),
        notes: Vec::new(),
    };
    threads::keep_on_one_core();
    let events = Events::open(config.quiet);
    let command = target.command.clone();
    let campaign = match &config.replay {
        Some(path) => Campaign::replay(config.clone(), target, read_recording(path)),
        None => Campaign::new(config.clone(), target),
    };
    events.start(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "jdk": jdk,
        "strategy": config.strategy.to_string(),
        "seed": campaign.seed(),
        "engine": if fibers { "fibers" } else { "threads" },
        "time": config.time.to_string(),
        "isolation": config.isolation.to_string(),
    }));
    let state = State {
        campaign,
        events,
        jdk,
        command,
        conductor: Slot::leak(),
        started: Instant::now(),
        plan: None,
        kind: Kind::Explore,
        failures: 0,
        texts: Vec::new(),
        finished: false,
        zombies: false,
        engines: Engines::new(fibers),
    };
    *STATE.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
}

fn read_recording(path: &std::path::Path) -> Recording {
    let file = std::fs::File::open(path)
        .unwrap_or_else(|error| fatal(&format!("cannot read {}: {error}", path.display())));
    Recording::read(std::io::BufReader::new(file))
        .unwrap_or_else(|error| fatal(&format!("{}: {error}", path.display())))
}

/// Whether threads are left that could not be ended.
pub fn left_threads() -> bool {
    with(|state| state.zombies)
}

/// Whether each execution gets fresh application classes.
pub fn isolated() -> bool {
    agent().config.isolation == Isolation::Classes
}

/// Plans the next execution.
pub fn next() -> bool {
    let troubled = TROUBLE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .is_some();
    with(|state| {
        if troubled || state.finished {
            return false;
        }
        if state.plan.is_none() {
            state.plan = state.campaign.next();
        }
        state.plan.is_some()
    })
}

/// Seed of the planned execution.
pub fn seed() -> u64 {
    with(|state| state.plan.as_ref().map_or(0, |plan| plan.seed))
}

/// Begins the planned execution. Whether its threads are fibers.
pub fn begin() -> bool {
    watchdog::start();
    with(|state| {
        let Some(plan) = state.plan.take() else {
            fatal("no execution is planned")
        };
        let config = &agent().config;
        let options = ExecutionOptions {
            time: match config.time {
                ConfiguredTime::Virtual => TimeMode::Virtual,
                ConfiguredTime::Relaxed | ConfiguredTime::Real => TimeMode::Relaxed,
            },
            max_steps: config.max_steps,
            start_time_nanos: START_NANOS,
            spurious: config.spurious,
        };
        let first = plan.kind == Kind::Explore && state.campaign.iterations() == 0;
        output::begin((first || plan.kind == Kind::Replay) && !config.quiet);
        state.kind = plan.kind;
        let (strategy, trace) = if plan.trace {
            let log = SharedLog::default();
            (
                Box::new(Tracer::new(plan.strategy, log.clone())) as _,
                Some(log),
            )
        } else {
            (plan.strategy, None)
        };
        let mut execution = Execution::new(options, strategy);
        execution.hide_quiet_objects();
        if config.races {
            execution.detect_races();
        }
        let engine = state.engines.choose(plan.kind);
        session::begin(engine, execution, plan.seed, trace, state.conductor);
        engine == Engine::Fibers
    })
}

/// Whether the outcome cannot be told without names.
pub fn wants_labels() -> bool {
    let session = session::lock();
    session.trace.is_some()
        || matches!(
            session.execution.verdict(),
            Some(Verdict::Deadlock(_) | Verdict::Livelock(_) | Verdict::Race(_))
        )
}

/// Books the execution that has ended.
pub fn book() {
    let session = session::finish();
    if let Some(reason) = session.abandoned {
        with(|state| {
            state.engines.fall_back(reason);
            state.plan = state.campaign.again(session.execution.into_strategy());
        });
        return;
    }
    let verdict = session.execution.verdict().cloned();
    let places = session
        .trace
        .as_ref()
        .map(SharedLog::places)
        .unwrap_or_default();
    let ended = Ended {
        verdict: verdict.unwrap_or_else(|| fatal("an execution ended without a verdict")),
        threads: session.threads_at_end,
        labels: session.labels,
        trace: session.trace.map(|log| log.take()).unwrap_or_default(),
        output: output::take(),
    };
    let booked = match &ended.verdict {
        Verdict::Diverged(divergence) => {
            let mut divergence = divergence.clone();
            divergence.actual.push_str(&places);
            Outcome::diverged(divergence)
        }
        verdict => match outcome::failure(verdict, &ended.labels) {
            Some(failure) => Outcome::failed(failure),
            None => Outcome::passed(),
        },
    };
    if !session.zombies.is_empty() {
        note(format!(
            "{} threads could not be ended",
            session.zombies.len()
        ));
    }
    with(|state| {
        state.zombies |= !session.zombies.is_empty();
        for text in NOTES
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .drain(..)
        {
            state.campaign.uncontrolled(&text);
        }
        let strategy = session.execution.into_strategy();
        if let Some(failure) = state.campaign.finish(strategy, booked) {
            state.write_report(&failure, &ended);
        }
        let (campaign, failures, kind) = (&state.campaign, state.failures, state.kind);
        let seconds = state.started.elapsed().as_secs_f64();
        state.events.progress(|| {
            json!({
                "executions": campaign.iterations(),
                "seconds": seconds,
                "behaviours": campaign.coverage().distinct(),
                "failures": failures,
                "phase": format!("{kind:?}").to_lowercase(),
            })
        });
    });
}

impl State {
    fn write_report(&mut self, found: &Report, ended: &Ended) {
        self.failures += 1;
        let summary = self.campaign.summary();
        let context = report::Context {
            jdk: &self.jdk,
            command: &self.command,
            strategy: summary.strategy.clone(),
            seed: summary.seed,
            count: summary.failures.last().map_or(1, |f| f.count),
            uncontrolled: summary.uncontrolled.clone(),
        };
        let failure = &found.failure;
        match report::write(found, ended, context) {
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
                self.texts.push(describe_failure(found, &written));
            }
            Err(error) => trouble(format!("the report could not be written: {error}")),
        }
    }
}

/// The words for the terminal.
fn describe_failure(found: &Report, written: &fray_report::folder::Written) -> String {
    let trace = std::fs::read_to_string(written.folder.join("trace.txt")).unwrap_or_default();
    let preemptions = found.minimized_preemptions.unwrap_or(found.preemptions);
    format!(
        "{trace}\nReport: {}\nReplay: {}\n{preemptions} preemptions after shrinking, {} before.",
        written.folder.display(),
        written.replay_command,
        found.preemptions,
    )
}

/// Ends the campaign: the summary, the last words, the exit status.
pub fn finish() -> i32 {
    with(|state| {
        if std::mem::replace(&mut state.finished, true) {
            return 0;
        }
        if class_hook::application_classes() == 0 {
            trouble("control is not engaged: no class of the program was rewritten".into());
        }
        let summary = state.campaign.summary();
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
        value["trouble"] = trouble.clone().map_or(Value::Null, Value::from);
        value["engine"] = state.engines.words().into();
        for failure in value["failures"].as_array_mut().into_iter().flatten() {
            // What confirms a failure runs on threads.
            failure["confirmed_on_threads"] = failure["replayed"].clone();
        }
        let folder = &agent().config.report;
        let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(folder.join("summary.json"), text));
        if let Err(error) = written {
            eprintln!(
                "fray: cannot write {}: {error}",
                folder.join("summary.json").display()
            );
            return EXIT_BROKEN;
        }
        let mut words = state.texts.join("\n\n");
        if !words.is_empty() {
            words.push_str("\n\n");
        }
        words.push_str(&closing_words(&summary));
        if let Some(note) = state.engines.note() {
            words.push('\n');
            words.push_str(&note);
        }
        if let Some(trouble) = &trouble {
            eprintln!("fray: {trouble}");
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

/// Why an execution that takes too long does not end.
pub fn diagnosis(session: &Session) -> String {
    let mut text = format!(
        "an execution did not end within {:?} (after {} steps); its threads:",
        agent().config.execution_limit,
        session.execution.counters().steps
    );
    for info in session.execution.threads() {
        let operation = info.operation.map_or("running".into(), |o| o.to_string());
        text.push_str(&format!(
            "\n  {}: {:?}, {operation}",
            info.thread, info.state
        ));
    }
    text
}
