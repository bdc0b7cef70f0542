//! Schedules to try.

use std::collections::{HashMap, HashSet};

use crate::op::{Resource, ThreadId};
use crate::recording::Entry;
use crate::strategy::guided::{Schedule, Special, Switch, choices};
use crate::strategy::record::Log;

/// The schedule without some of its preemptions, or without some of everything else: those
/// from number `at` on, `chunk` of them. `None`: there are none.
pub fn without(
    schedule: &Schedule,
    preemptions: bool,
    at: usize,
    chunk: usize,
) -> Option<Schedule> {
    let mut number = 0;
    let mut keep = |counts: bool| {
        number += usize::from(counts);
        !(counts && (at..at + chunk).contains(&(number - 1)))
    };
    let mut smaller = schedule.clone();
    smaller
        .switches
        .retain(|switch| keep(switch.preemption == preemptions));
    smaller.specials.retain(|_| keep(!preemptions));
    (smaller != *schedule).then_some(smaller)
}

/// Schedules with a stretch of a thread at another place, so that a preemption may become
/// superfluous. The last ones are tried first: the failure is near.
pub fn moves(schedule: &Schedule) -> Vec<Schedule> {
    /// More than this are not worth their executions.
    const MOST: usize = 120;
    let mut candidates = moved(schedule);
    candidates.extend(shortcuts(schedule));
    let superfluous = candidates.len().saturating_sub(MOST);
    candidates.drain(..superfluous);
    candidates
}

/// What a thread does without a break, up to this number of its own steps.
type Stretch = (ThreadId, u64);

/// For each stretch: *postponed*, the thread does it when it runs next; and *advanced*, the
/// thread goes on with its next one at once. Places are counted by threads, so what comes
/// later still fits.
fn moved(schedule: &Schedule) -> Vec<Schedule> {
    let (stays, switches): (Vec<Switch>, Vec<Switch>) = schedule
        .switches
        .iter()
        .partition(|switch| switch.thread == switch.to);
    let mut stretches: Vec<Stretch> = switches.iter().map(|s| (s.thread, s.after)).collect();
    stretches.extend(switches.last().map(|switch| (switch.to, u64::MAX)));
    let with = |stretches: &[Stretch]| {
        let mut switches = stays.clone();
        for pair in stretches.windows(2) {
            let [(thread, after), (to, _)] = *pair else {
                continue;
            };
            if thread != to {
                switches.push(Switch {
                    thread,
                    after,
                    to,
                    preemption: true,
                });
            }
        }
        Schedule {
            switches,
            specials: schedule.specials.clone(),
        }
    };
    let mut candidates = Vec::new();
    for (i, &(thread, _)) in stretches.iter().enumerate() {
        let later = stretches[i + 1..]
            .iter()
            .position(|(other, _)| *other == thread);
        let Some(next) = later.map(|later| i + 1 + later) else {
            continue;
        };
        let mut postponed = stretches.clone();
        postponed.remove(i);
        candidates.push(with(&postponed));
        let mut advanced = stretches.clone();
        advanced[i].1 = advanced[next].1;
        advanced.remove(next);
        candidates.push(with(&advanced));
    }
    candidates
}

/// For each two preemptions: from the first directly to where the second leads, without those
/// between.
fn shortcuts(schedule: &Schedule) -> Vec<Schedule> {
    /// There are as many pairs as the square of it.
    const PREEMPTIONS: usize = 10;
    let places: Vec<usize> = (0..schedule.switches.len())
        .filter(|&i| schedule.switches[i].preemption)
        .collect();
    let mut candidates = Vec::new();
    if places.len() > PREEMPTIONS {
        return candidates;
    }
    for (i, &first) in places.iter().enumerate() {
        for &second in &places[i + 1..] {
            let to = schedule.switches[second].to;
            if to == schedule.switches[first].thread {
                continue;
            }
            let mut shorter = schedule.clone();
            shorter.switches[first].to = to;
            shorter.switches.drain(first + 1..=second);
            candidates.push(shorter);
        }
    }
    candidates
}

/// One special choice each: other than what the execution `calm` took by itself. To be taken
/// from the end.
pub fn specials(calm: &Log) -> Vec<Schedule> {
    /// Those that are tried.
    const MOST: usize = 30;
    let mut all: Vec<Schedule> = choices(calm)
        .flat_map(|(special, of)| (1..of).map(move |taken| Special { taken, ..special }))
        .take(MOST)
        .map(|special| Schedule {
            switches: Vec::new(),
            specials: vec![special],
        })
        .collect();
    all.reverse();
    all
}

/// One preemption each: in the execution `calm`, after a step of one thread on something
/// that another one touches as well, that other one. Of several the next one to touch it, and the
/// last one, since a checker often comes last. In the order of the execution, to be taken
/// from the end.
pub fn singles(calm: &Log) -> Vec<Switch> {
    let steps: Vec<_> = calm
        .entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Step(step) => Some(step),
            Entry::Choice(_) => None,
        })
        .collect();
    // From the end to the start, so that `next` has who touches it later.
    let mut touched: HashMap<Resource, Vec<ThreadId>> = HashMap::new();
    let mut made: HashMap<ThreadId, u64> = HashMap::new();
    for step in &steps {
        *made.entry(step.thread).or_default() += 1;
    }
    let mut candidates = Vec::new();
    let mut tried = HashSet::new();
    for step in steps.iter().rev() {
        let after = made.entry(step.thread).or_default();
        let resource = step.operation.resource;
        if resource != Resource::default() {
            let later = touched.entry(resource).or_default();
            let mut others = later.iter().rev().filter(|thread| **thread != step.thread);
            let next = others.next().copied();
            let last = later.iter().find(|thread| **thread != step.thread).copied();
            for to in [last, next].into_iter().flatten() {
                if tried.insert((step.thread, *after, to)) {
                    candidates.push(Switch {
                        thread: step.thread,
                        after: *after,
                        to,
                        preemption: true,
                    });
                }
            }
            later.retain(|thread| *thread != step.thread);
            later.push(step.thread);
        }
        *after -= 1;
    }
    candidates
}
