//! What a person sees while a run is under way: a bar on a terminal, a line now and then in a
//! pipe, nothing if asked to be quiet. All of it goes to standard error.

mod words;

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use fray_core::config::{Config, Engine};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::run::Record;
use crate::run::event::{Failure, Phase, Progress, Start};

pub use words::{count, plural};

/// Time between two lines in a pipe.
const LINE: Duration = Duration::from_secs(5);

/// How often the bar is drawn at most.
const FRAMES_PER_SECOND: u8 = 10;

/// What is shown, and how.
pub struct Display {
    kind: Kind,
    limits: Limits,
    workers: u32,
    engine: Engine,
}

enum Kind {
    Bar(ProgressBar),
    Lines { last: Instant },
    Quiet,
}

/// When the run will be over at the latest.
struct Limits {
    executions: u64,
    time: Option<Duration>,
}

impl Display {
    /// The display that the configuration and the terminal ask for.
    pub fn new(config: &Config) -> Display {
        let kind = if config.quiet {
            Kind::Quiet
        } else if std::io::stderr().is_terminal() && !config.no_color {
            Kind::Bar(bar(config.iter))
        } else {
            Kind::Lines {
                last: Instant::now(),
            }
        };
        Display {
            kind,
            limits: Limits {
                executions: config.iter,
                time: config.time_limit,
            },
            workers: config.jobs,
            engine: config.engine,
        }
    }

    /// A display that shows nothing.
    pub fn none() -> Display {
        Display {
            kind: Kind::Quiet,
            ..Display::new(&Config::default())
        }
    }

    /// The run begins.
    pub fn start(&mut self, start: &Start) {
        let workers = match self.workers {
            1 => String::new(),
            n => format!(", {n} workers"),
        };
        self.say(&format!(
            "fray {} on JDK {}: strategy {}, seed {}, engine {}, time {}, isolation {}{workers}",
            start.version,
            start.jdk,
            start.strategy,
            start.seed,
            start.engine,
            start.time,
            start.isolation
        ));
        self.check_version(&start.version);
        // Who asks for an engine by name shall not get another one unseen. If the agent had to begin
        // anew on threads it has said why.
        if self.engine.to_string() == start.engine {
            self.engine = Engine::Auto;
        } else if self.engine != Engine::Auto {
            let (asked, used) = (self.engine, &start.engine);
            self.say(&format!(
                "fray: note: the {asked} engine is not available here, the {used} engine is used"
            ));
        }
    }

    /// Not a reason to stop, but what follows may be odd.
    fn check_version(&self, agent: &str) {
        let mine = env!("CARGO_PKG_VERSION");
        if agent != mine {
            self.say(&format!(
                "fray: note: the agent is of version {agent}, the command of {mine}"
            ));
        }
    }

    /// A failure was found.
    pub fn failure(&mut self, failure: &Failure) {
        let message = failure.message.lines().next().unwrap_or_default();
        // An exception may have none.
        let message = match message {
            "" => String::new(),
            message => format!(": {message}"),
        };
        self.say(&format!(
            "fray: {} in execution {}{message}",
            failure.kind,
            count(failure.execution())
        ));
    }

    /// Something that the user should know.
    pub fn note(&mut self, text: &str) {
        self.say(&format!("fray: note: {text}"));
    }

    /// Ctrl-C.
    pub fn stopping(&mut self) {
        self.say("fray: stopping; Ctrl-C again ends it at once");
    }

    /// The workers have come further, or time has gone by.
    pub fn update(&mut self, records: &[Record]) {
        let progress = total(records);
        if progress.executions == 0 {
            return;
        }
        match &mut self.kind {
            Kind::Bar(bar) => {
                bar.set_position(progress.executions);
                bar.set_message(words::state(&progress));
                bar.set_prefix(self.limits.left(&progress).unwrap_or_default());
            }
            Kind::Lines { last } if last.elapsed() >= LINE => {
                *last = Instant::now();
                let left = self.limits.left(&progress);
                let left = left.map(|left| format!(", {left}")).unwrap_or_default();
                write_line(&format!(
                    "fray: {}, {}{left}",
                    plural(progress.executions, "execution"),
                    words::state(&progress)
                ));
            }
            Kind::Lines { .. } | Kind::Quiet => {}
        }
    }

    /// The run is over: nothing of the bar stays.
    pub fn finish(&mut self) {
        if let Kind::Bar(bar) = &self.kind {
            bar.finish_and_clear();
        }
    }

    fn say(&self, text: &str) {
        match &self.kind {
            Kind::Bar(bar) => bar.suspend(|| write_line(text)),
            Kind::Lines { .. } => write_line(text),
            Kind::Quiet => {}
        }
    }
}

/// In one piece: the JVM writes to the same place.
fn write_line(text: &str) {
    let _ = std::io::stderr().write_all(format!("{text}\n").as_bytes());
}

fn bar(executions: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:24.cyan} {human_pos}/{human_len} executions, {msg}  {prefix:.dim}",
    )
    .expect("the template is right")
    .progress_chars("━╸─");
    let target = ProgressDrawTarget::stderr_with_hz(FRAMES_PER_SECOND);
    ProgressBar::with_draw_target(Some(executions), target).with_style(style)
}

/// All workers together. The same behaviour may have been seen by several of them, so that the
/// largest number is the one that is certainly true.
pub fn total(records: &[Record]) -> Progress {
    let mut total = Progress::default();
    for progress in records.iter().map(|record| record.progress) {
        total.executions += progress.executions;
        total.seconds = total.seconds.max(progress.seconds);
        total.behaviours = total.behaviours.max(progress.behaviours);
        total.failures += progress.failures;
        if progress.phase != Phase::Explore {
            total.phase = progress.phase;
        }
    }
    total
}

impl Limits {
    /// How long it may still take, if that can be told.
    fn left(&self, progress: &Progress) -> Option<String> {
        if progress.phase != Phase::Explore || progress.seconds < 0.5 {
            return None;
        }
        let done = progress.executions as f64;
        let rest = self.executions.saturating_sub(progress.executions) as f64;
        let by_count = rest * progress.seconds / done;
        let by_time = self.time.map_or(f64::INFINITY, |limit| {
            limit.as_secs_f64() - progress.seconds
        });
        Some(words::left(by_count.min(by_time).max(0.0)))
    }
}
