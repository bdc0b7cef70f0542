//! What is worth ordering: locations that threads share, and who accesses them how often.
//!
//! Everything is kept by names that are the same in all executions: classes and members for
//! locations, paths for threads. All collections that are walked are ordered, so that the
//! same executions always lead to the same choices.

use std::collections::{BTreeMap, HashMap};

use super::Balance;
use crate::hash::FastMap;
use crate::op::{OpKind, Operation, Step, is_jdk_class};
use crate::rng::{Rng, mix};

/// Locations that are interesting at the same time, as the paper's authors recommend.
const LOCATIONS: usize = 20;

/// Locations that are remembered. Beyond it new ones are ignored: large arrays.
const REMEMBERED: usize = 10_000;

/// Fixed-point one of averaged counts.
const ONE: u32 = 64;

/// Weight of an event, before it is divided among a role.
const SCALE: u64 = 1 << 32;

/// How much likelier a location of the program is drawn than one inside the JDK.
const PROGRAM: u64 = 4;

/// A field of a class, or its monitor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// Hash of the class name.
    pub class: u32,
    /// As in [`crate::op::Resource::member`].
    pub member: u32,
}

/// A kind of access to a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Access {
    /// What is accessed.
    pub location: Location,
    /// Whether it is only read.
    pub read: bool,
}

impl Access {
    /// The access that an operation is: of memory, of a monitor or of a lock. Starting,
    /// joining and parking threads is not what one chooses to order.
    pub fn of(class: u32, operation: &Operation) -> Option<Access> {
        let read = match operation.kind {
            OpKind::Read => true,
            OpKind::Write | OpKind::Update | OpKind::Enter | OpKind::Lock => false,
            _ => return None,
        };
        let member = operation.resource.member;
        Some(Access {
            location: Location { class, member },
            read,
        })
    }
}

/// What one execution showed.
#[derive(Default, Debug)]
pub struct Observation {
    counts: FastMap<(u64, Access), u32>,
    /// Parents by child.
    parents: Vec<(u64, u64)>,
}

impl Observation {
    /// Forgets everything: a new execution begins.
    pub fn clear(&mut self) {
        self.counts.clear();
        self.parents.clear();
    }

    /// Takes note of a step of the thread with this path.
    pub fn executed(&mut self, path: u64, step: &Step) {
        if let Some(access) = Access::of(step.class, &step.operation) {
            *self.counts.entry((path, access)).or_default() += 1;
        }
    }

    /// Takes note of a start.
    pub fn started(&mut self, parent: u64, child: u64) {
        self.parents.push((child, parent));
    }
}

/// What all executions showed.
#[derive(Default, Debug)]
pub struct Profile {
    executions: u64,
    threads: BTreeMap<u64, ThreadProfile>,
    locations: BTreeMap<Location, Sharing>,
}

#[derive(Default, Debug)]
struct ThreadProfile {
    parent: Option<u64>,
    /// How often it makes an access, on average, in units of 1 / [`ONE`].
    counts: BTreeMap<Access, u32>,
}

/// Who accesses a location.
#[derive(Clone, Copy, Debug)]
struct Sharing {
    first: u64,
    by_others: bool,
    written: bool,
}

impl Profile {
    /// Executions learned from.
    pub fn executions(&self) -> u64 {
        self.executions
    }

    /// Learns from an execution.
    pub fn learn(&mut self, seen: &Observation) {
        self.executions += 1;
        for (child, parent) in &seen.parents {
            self.threads.entry(*child).or_default().parent = Some(*parent);
        }
        for (&(path, access), &count) in &seen.counts {
            let remembered = self.locations.len();
            match self.locations.entry(access.location) {
                std::collections::btree_map::Entry::Vacant(_) if remembered >= REMEMBERED => {
                    continue;
                }
                entry => {
                    let sharing = entry.or_insert(Sharing {
                        first: path,
                        by_others: false,
                        written: false,
                    });
                    sharing.by_others |= sharing.first != path;
                    sharing.written |= !access.read;
                }
            }
            let now = count.saturating_mul(ONE);
            let average = self.threads.entry(path).or_default().counts.entry(access);
            // A quarter of what is new: spin loops make any number of accesses.
            average
                .and_modify(|average| {
                    let change = (i64::from(now) - i64::from(*average)) / 4;
                    *average = (i64::from(*average) + change) as u32;
                })
                .or_insert(now);
        }
    }

    /// Draws what shall be interesting. Half of the time many locations, or all: then
    /// everything that matters is likely among them. Half of the time few: then their orders
    /// are explored without the weight of the others.
    pub fn draw_locations(&self, rng: &mut Rng) -> Vec<Location> {
        let mut shared: Vec<(Location, u64)> = self
            .locations
            .iter()
            .filter(|(_, sharing)| sharing.by_others && sharing.written)
            .map(|(location, _)| {
                let jdk = is_jdk_class(location.class);
                (*location, if jdk { 1 } else { PROGRAM })
            })
            .collect();
        let wanted = match rng.below(2) {
            0 => LOCATIONS,
            _ => 1 + rng.index(3),
        };
        let mut drawn = Vec::new();
        while drawn.len() < wanted && !shared.is_empty() {
            let weights: Vec<u64> = shared.iter().map(|(_, weight)| *weight).collect();
            let index = rng.weighted(&weights).unwrap_or(0);
            drawn.push(shared.swap_remove(index).0);
        }
        drawn
    }

    /// The weights of all threads for these locations.
    pub fn weights(&self, locations: &[Location], balance: Balance) -> Weights {
        let mut own = Vec::new();
        let mut roles: HashMap<u64, u64> = HashMap::new();
        for (path, thread) in &self.threads {
            let (mut role, mut events) = (0u64, 0u64);
            for (access, count) in &thread.counts {
                if locations.contains(&access.location) {
                    // In quarters: averages of the same work may differ a little.
                    let about = u64::from(count.div_ceil(ONE / 4));
                    let name =
                        u64::from(access.location.class) << 32 | u64::from(access.location.member);
                    role = mix(role ^ mix(name ^ mix(about << 1 | u64::from(access.read))));
                    events += u64::from(count.div_ceil(ONE));
                }
            }
            if events > 0 {
                *roles.entry(role).or_default() += events;
                own.push((*path, role, events));
            }
        }
        let mut weights = Weights::default();
        for (path, role, events) in own {
            let event = match balance {
                Balance::Events => 1,
                Balance::Roles => (SCALE / roles[&role]).max(1),
            };
            weights.by_path.entry(path).or_default().event = event;
            // To itself and to all its ancestors, as long as it is not born.
            let mut ancestor = Some(path);
            while let Some(path) = ancestor {
                weights.by_path.entry(path).or_default().subtree += event * events;
                ancestor = self.threads.get(&path).and_then(|thread| thread.parent);
            }
        }
        weights
    }
}

/// Weights by path.
#[derive(Default, Debug)]
pub struct Weights {
    by_path: HashMap<u64, Weight>,
}

/// The weight of a thread.
#[derive(Clone, Copy, Default, Debug)]
pub struct Weight {
    /// Of all its events and those of its descendants.
    pub subtree: u64,
    /// Of one of its own events.
    pub event: u64,
}

impl Weights {
    /// The weight of the thread with this path.
    pub fn of(&self, path: u64) -> Weight {
        self.by_path.get(&path).copied().unwrap_or_default()
    }
}
