//! The campaign: one execution after another.

mod ending;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use fray_core::campaign::{Campaign, Kind, Outcome, Plan, Target};
use fray_core::config::{Config, Engine as ConfiguredEngine, Isolation, TimeMode};
use fray_core::execution::{Execution, ExecutionOptions, Verdict};
use fray_core::recording::Recording;
use fray_report::folder::FOLDER;
use fray_report::model::TraceStep;
use serde_json::json;

use crate::agent::agent;
use crate::digest::Digests;
use crate::engine::{Engines, Mode};
use crate::events::Events;
use crate::guard::fatal;
use crate::jni::Env;
use crate::report::Ended;
use crate::slot::Slot;
use crate::trace::{SharedLog, Tracer, place};
use crate::{classes, command, input, journal, outcome, output, session, threads, watchdog};

pub use ending::finish;

/// What the clock shows at the beginning of every execution, if it is not the machine's.
const START_NANOS: u64 = 1_000_000_000;

/// The date at which the clock would show 0. Equals `FrayHooks.EPOCH_MILLIS`.
const EPOCH: Duration = Duration::from_millis(1_700_000_000_000);

fn start_time_nanos(time: TimeMode) -> u64 {
    match time {
        TimeMode::Real => {
            let date = SystemTime::now().duration_since(UNIX_EPOCH);
            date.unwrap_or(EPOCH).saturating_sub(EPOCH).as_nanos() as u64
        }
        TimeMode::Relaxed | TimeMode::Virtual => START_NANOS,
    }
}

struct State {
    campaign: Campaign,
    events: Events,
    jdk: String,
    command: Vec<String>,
    conductor: &'static Slot,
    started: Instant,
    plan: Option<Plan>,
    kind: Kind,
    iteration: u64,
    failures: u64,
    /// The folder of each failure in the report; empty if nothing of it could be written.
    folders: Vec<String>,
    /// Words about each failure whose report was written.
    texts: Vec<String>,
    finished: bool,
    /// Whether any thread could not be ended.
    zombies: bool,
    engines: Engines,
    /// The recording of what runs now, if one is kept.
    journal: Option<PathBuf>,
    digests: Digests,
    /// The steps of the execution before, if it was traced and the next one should be the same.
    earlier: Vec<TraceStep>,
    /// How failures are replayed.
    replay: String,
    /// Whether the execution's output is shown.
    shown: bool,
    /// For whoever asks when all is over.
    verdict: [String; VERDICT],
}

/// Steps of threads that a test has left behind, until its execution is over. Those of most tests end much
/// sooner; a task that is repeated for ever never would. On real threads they take some 20 ms.
const AFTER_A_TEST: u64 = 5_000;

/// Parts of what [`verdict`] tells.
const VERDICT: usize = 10;

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

/// Whether threads are to be fibers if they can. A race is looked for on threads. A replay is one execution on
/// threads; a debugger knows no others; and by the machine's clock fibers would wait for each other. To prepare them
/// takes longer than a single execution.
pub fn wants_fibers(config: &Config) -> bool {
    match config.engine {
        ConfiguredEngine::Threads => false,
        ConfiguredEngine::Fibers => !config.races,
        ConfiguredEngine::Auto => {
            let slow = config.time == TimeMode::Real || command::is_debugged();
            !config.races && config.replay.is_none() && config.iter > 1 && !slow
        }
    }
}

/// Whether executions are made on fibers where they can.
pub fn uses_fibers() -> bool {
    with(|state| state.engines.is_fibers())
}

/// The seed of which the whole campaign is a function. Not for those who hold its lock.
pub fn seed_of_campaign() -> u64 {
    with(|state| state.campaign.seed())
}

/// Says what is wrong if failures would not show.
pub fn check_assertions(on: bool) -> Result<(), String> {
    if on || command::disables_assertions() {
        return Ok(());
    }
    Err("assertions are off, so most failures would not show: start java with -ea (or say -da if you mean it)".into())
}

/// Begins the campaign of the program that this JVM was started for.
pub fn describe(jdk: String, assertions: bool, fibers: bool) {
    let config = agent().config.clone();
    let begun = check_assertions(assertions).and_then(|()| {
        let recording = config.replay.as_deref().map(read_recording).transpose()?;
        let target = Target {
            jdk,
            command: command::arguments(),
            notes: command::notes(),
        };
        input::open(recording.as_ref().map(|recording| &recording.header));
        let events = Events::open(config.quiet);
        threads::keep_on_one_core();
        let replay = format!("fray replay {FOLDER}");
        begin_campaign(config, target, recording, events, replay, fibers);
        Ok(())
    });
    if let Err(message) = begun {
        fatal(&message);
    }
}

/// Begins a campaign, after the one before if there was one.
pub fn begin_campaign(
    config: Config,
    target: Target,
    recording: Option<Recording>,
    events: Events,
    replay: String,
    fibers: bool,
) {
    let (jdk, command) = (target.jdk.clone(), target.command.clone());
    let mut campaign = match recording {
        Some(recording) => Campaign::replay(config.clone(), target, recording),
        None => Campaign::new(config.clone(), target),
    };
    let journal = journal::keep(&mut campaign, &config);
    events.start(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "jdk": jdk,
        "strategy": config.strategy.to_string(),
        "seed": campaign.seed(),
        "engine": if fibers { "fibers" } else { "threads" },
        "time": config.time.to_string(),
        "isolation": config.isolation.to_string(),
        "running": journal,
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
        iteration: 0,
        failures: 0,
        folders: Vec::new(),
        texts: Vec::new(),
        finished: false,
        zombies: false,
        engines: Engines::new(fibers),
        journal,
        digests: Digests::open(),
        earlier: Vec::new(),
        replay,
        shown: false,
        verdict: Default::default(),
    };
    *STATE.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
}

/// Reads a recording.
pub fn read_recording(path: &std::path::Path) -> Result<Recording, String> {
    let file = std::fs::File::open(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Recording::read(std::io::BufReader::new(file))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Whether the planned execution uses the classes that are there; if not, new ones are loaded now.
pub fn keeps_classes() -> bool {
    with(|state| {
        let wanted = state.plan.as_ref().map(|plan| plan.class_seed);
        let kept = wanted == Some(classes::seed()) && state.classes_forget();
        if !kept {
            classes::renew(wanted.unwrap_or(0));
        }
        kept
    })
}

/// Whether each execution gets fresh application classes.
pub fn isolated() -> bool {
    with(|state| state.campaign.config().isolation == Isolation::Classes)
}

/// How long the program may run without control first, in nanoseconds; 0: it does not.
pub fn warm_up() -> i64 {
    with(|state| {
        let config = state.campaign.config();
        let limit = i64::try_from(config.execution_limit.as_nanos()).unwrap_or(i64::MAX);
        if config.warm_up { limit } else { 0 }
    })
}

/// Plans the next execution.
pub fn next() -> bool {
    let troubled = TROUBLE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .is_some();
    with(|state| {
        if troubled || state.finished || !state.verdict[8].is_empty() {
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

/// Begins the planned execution.
pub fn begin(env: Env) -> Mode {
    watchdog::start(env);
    with(|state| {
        let Some(plan) = state.plan.take() else {
            fatal("no execution is planned")
        };
        let config = state.campaign.config();
        let options = ExecutionOptions {
            time: plan.time,
            max_steps: config.max_steps,
            start_time_nanos: start_time_nanos(plan.time),
            spurious: config.spurious,
        };
        let first = plan.kind == Kind::Explore && state.campaign.iterations() == 0;
        state.shown = (first || plan.kind == Kind::Replay) && !config.quiet;
        let embedded = agent().config.embedded;
        output::begin(state.shown && !embedded);
        state.kind = plan.kind;
        state.iteration = plan.iteration;
        let exact = plan.strategy.repeats();
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
        if agent().config.embedded {
            execution.end_with_main(AFTER_A_TEST);
        }
        if config.races {
            execution.detect_races();
        }
        let limit = state.campaign.config().execution_limit;
        let mode = state.engines.choose(plan.kind, exact);
        session::begin(mode, execution, plan.seed, limit, trace, state.conductor);
        mode
    })
}

/// Whether the outcome cannot be told without names.
pub fn wants_labels() -> bool {
    let session = session::lock();
    session.trace.is_some()
        || session.overdue.is_some()
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
            if session.wants_care {
                state.engines.be_careful();
            } else {
                state.engines.fall_back(reason);
            }
            state.campaign.keep_classes(state.classes_forget());
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
    let mut booked = match &ended.verdict {
        Verdict::Diverged(divergence) => {
            let mut divergence = divergence.clone();
            let earlier = with(|state| state.earlier_place(divergence.step));
            divergence.actual.push_str(&(earlier + &places));
            Outcome::diverged(divergence)
        }
        Verdict::Deadlock(report) if outcome::is_left_over(report, &ended.labels) => {
            Outcome::passed()
        }
        verdict => match outcome::failure(verdict, &ended.labels) {
            Some(failure) => Outcome::failed(failure),
            None => Outcome::passed(),
        },
    };
    booked.outside = session.execution.meets_outside();
    if !session.zombies.is_empty() {
        note(format!(
            "{} threads could not be ended",
            session.zombies.len()
        ));
    }
    with(|state| {
        state.zombies |= !session.zombies.is_empty();
        if state.shown && agent().config.embedded {
            output::show_later(&ended.output);
        }
        for text in NOTES
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .drain(..)
        {
            state.campaign.uncontrolled(&text);
        }
        if state.kind == Kind::Explore {
            state.engines.add_held(session.execution.counters().held);
        }
        let mut strategy = session.execution.into_strategy();
        let iteration = state.iteration;
        state.digests.add(state.kind, iteration, strategy.log());
        state.campaign.keep_classes(state.classes_forget());
        if let Some(mut failure) = state.campaign.finish(strategy, booked) {
            let others = [failure.minimized.as_mut(), failure.again.as_mut()];
            let others = others.into_iter().flatten();
            for recording in others.chain([&mut failure.recording]) {
                input::note_in(&mut recording.header);
            }
            state.write_report(&failure, &ended);
        }
        state.earlier = match state.kind {
            Kind::Explore => ended.trace,
            _ => Vec::new(),
        };
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
    /// Whether the classes of the last execution may serve the next one.
    fn classes_forget(&self) -> bool {
        let same = self.campaign.config().isolation == Isolation::None;
        same || classes::forget() && !self.zombies
    }

    /// For a difference from the execution before: where that one was at this step.
    fn earlier_place(&self, step: u64) -> String {
        let step = self.earlier.iter().find(|other| other.index == step);
        step.map_or_else(String::new, |step| {
            format!("\n  before, {} was at {}", step.thread, place(&step.frames))
        })
    }
}

/// What came of the campaign: what is wrong with fray itself, the failure, its folder, how to
/// replay it, its iteration, how many executions there were, the seed, whether it was replayed, why it
/// was not run at all, what else to know of the failure.
pub fn verdict() -> [String; VERDICT] {
    with(|state| state.verdict.clone())
}

/// The test does not want to be run here, and says why in its first execution: one is enough.
pub fn skip(message: String) {
    with(|state| {
        if state.kind == Kind::Explore && state.campaign.iterations() == 0 {
            state.verdict[8] = message;
        }
    });
}
