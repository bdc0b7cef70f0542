//! `--jobs`: several JVMs, each with its share of the executions, and one report.
//!
//! All workers write their failures to the same report folder, which is made for that; what
//! they say about the whole run is put together here.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use fray_core::campaign::Summary;
use fray_core::config::{Config, Share};

use super::input::Input;
use super::outcome::{self, Outcome};
use super::{Launch, merge, watch};
use crate::error::Error;
use crate::exit::Exit;
use crate::progress::Display;

/// One campaign on several workers.
pub fn campaign(launch: &Launch, config: &Config, display: &mut Display) -> Result<Outcome, Error> {
    let seed = config.seed.unwrap_or_else(fresh_seed);
    let input = Input::for_many();
    let starts = (0..config.jobs).map(|index| {
        let share = Share {
            index,
            of: config.jobs,
        };
        let config = Config {
            seed: Some(seed),
            share,
            ..config.clone()
        };
        launch.worker(&config, input.clone())
    });
    let plan = watch::Plan {
        starts: starts.collect(),
        stop_at_failure: !config.keep_going,
    };
    let watched = watch::watch(plan, display);
    display.finish();
    let watched = watched?;
    let mut summaries: Vec<Summary> = Vec::new();
    let mut broken = None;
    let mut exit = Exit::Clean;
    for record in watched.records {
        let stopped = watched.interrupted || record.stopped;
        match outcome::of(record, stopped, launch) {
            Ok(outcome) => {
                exit = worst(exit, outcome.exit);
                if outcome.exit == Exit::Broken {
                    display.note(outcome.text.trim());
                }
                summaries.extend(serde_json::from_value(outcome.summary));
            }
            Err(error) => {
                exit = worst(exit, error.exit());
                broken.get_or_insert(error);
            }
        }
    }
    match (broken, exit) {
        // What was found counts, even if another worker broke down.
        (Some(error), Exit::Found) => display.note(&error.to_string()),
        (Some(error), _) => return Err(error),
        (None, _) => {}
    }
    merge::report(summaries, config, exit)
}

/// A failure that was found outweighs everything.
fn worst(one: Exit, other: Exit) -> Exit {
    match (one, other) {
        (Exit::Found, _) | (_, Exit::Found) => Exit::Found,
        (one, other) => one.max(other),
    }
}

/// From the operating system's random numbers, by way of the hasher's keys.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
