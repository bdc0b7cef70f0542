//! Objects: their classes, and for those that are used so, their monitors.

use crate::op::{ObjectId, Resource, ThreadId};

/// Index of a monitor. Only objects that are used as monitors have one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct MonitorId(u32);

/// A monitor and its wait set.
#[derive(Debug)]
pub(super) struct Monitor {
    pub object: ObjectId,
    pub owner: Option<ThreadId>,
    /// How often the owner has entered; 0 if and only if there is no owner.
    pub count: u32,
    /// How many threads want to enter it or to return to it.
    pub wanted: u32,
    /// In the order in which they began to wait.
    pub waiters: Vec<ThreadId>,
}

/// What is known of an object. There may be millions: keep it small.
#[derive(Clone, Copy, Default, Debug)]
struct Slot {
    class: u32,
    /// Index of its monitor plus one; 0 if it has none.
    monitor: u32,
}

/// All objects by number, all monitors by index.
#[derive(Default, Debug)]
pub(super) struct Objects {
    slots: Vec<Slot>,
    monitors: Vec<Monitor>,
}

impl Objects {
    pub fn define(&mut self, object: ObjectId, class: u32) {
        self.slot(object).class = class;
    }

    pub fn class_of(&self, object: ObjectId) -> u32 {
        self.slots
            .get(object.0 as usize)
            .map_or(0, |slot| slot.class)
    }

    /// The object's monitor, made if it has none yet.
    pub fn monitor(&mut self, object: ObjectId) -> MonitorId {
        let next = self.monitors.len() as u32;
        let slot = self.slot(object);
        if slot.monitor == 0 {
            slot.monitor = next + 1;
            self.monitors.push(Monitor {
                object,
                owner: None,
                count: 0,
                wanted: 0,
                waiters: Vec::new(),
            });
            return MonitorId(next);
        }
        MonitorId(slot.monitor - 1)
    }

    /// The object's monitor, if it has one.
    pub fn find_monitor(&self, object: ObjectId) -> Option<MonitorId> {
        let slot = self.slots.get(object.0 as usize)?;
        slot.monitor.checked_sub(1).map(MonitorId)
    }

    pub fn is_free(&self, monitor: MonitorId) -> bool {
        self[monitor].owner.is_none()
    }

    /// What the thread owns. Walks over all monitors: for reports, and for threads
    /// that end with monitors held.
    pub fn owned_by(&self, owner: ThreadId) -> Vec<MonitorId> {
        (0..self.monitors.len() as u32)
            .map(MonitorId)
            .filter(|&monitor| self[monitor].owner == Some(owner))
            .collect()
    }

    fn slot(&mut self, object: ObjectId) -> &mut Slot {
        assert!(
            Resource::object(object).as_thread().is_none(),
            "{object:?} is the number of a thread"
        );
        let index = object.0 as usize;
        if index >= self.slots.len() {
            self.slots.resize(index + 1, Slot::default());
        }
        &mut self.slots[index]
    }
}

impl std::ops::Index<MonitorId> for Objects {
    type Output = Monitor;

    fn index(&self, monitor: MonitorId) -> &Monitor {
        &self.monitors[monitor.0 as usize]
    }
}

impl std::ops::IndexMut<MonitorId> for Objects {
    fn index_mut(&mut self, monitor: MonitorId) -> &mut Monitor {
        &mut self.monitors[monitor.0 as usize]
    }
}
