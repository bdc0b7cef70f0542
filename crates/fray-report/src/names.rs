//! Names for threads and objects that a person can tell apart and remember.

use std::collections::{BTreeMap, HashMap, HashSet};

use fray_core::execution::WaitsFor;
use fray_core::op::{ObjectId, Resource, ThreadId};

use crate::frame::short_class;
use crate::model::{EffectKind, FailureReport, ObjectLabel};

/// The names of one report.
///
/// The numbers that the execution gives to objects have gaps and grow large. Here the first
/// `Account` that the trace meets is `Account#1` and the second `Account#2`.
#[derive(Clone, Debug)]
pub struct Names {
    threads: BTreeMap<ThreadId, String>,
    objects: HashMap<ObjectId, String>,
    members: HashMap<Resource, String>,
    known_as: Vec<(String, String)>,
}

impl Names {
    /// Names for everything in the report.
    pub fn new(report: &FailureReport) -> Self {
        let mut names = Names {
            threads: thread_names(report),
            objects: HashMap::new(),
            members: HashMap::new(),
            known_as: Vec::new(),
        };
        let labels: HashMap<ObjectId, &ObjectLabel> = report
            .objects
            .iter()
            .map(|label| (label.id, label))
            .collect();
        let mut counts: HashMap<String, u32> = HashMap::new();
        for object in mentioned(report) {
            names.add(object, labels.get(&object).copied(), &mut counts);
        }
        for label in &report.objects {
            for (member, field) in &label.fields {
                let resource = Resource {
                    object: label.id,
                    member: *member,
                };
                names.members.insert(resource, clean(field));
            }
        }
        names
    }

    fn add(
        &mut self,
        object: ObjectId,
        label: Option<&ObjectLabel>,
        counts: &mut HashMap<String, u32>,
    ) {
        let name = match label {
            None => format!("object{object}"),
            Some(label) if label.class == "java.lang.Class" && label.name.is_some() => {
                let class = label.name.as_deref().unwrap_or_default();
                format!("{}.class", clean(&short_class(class)))
            }
            Some(label) => {
                let class = clean(&object_class(&label.class));
                let count = counts.entry(class.clone()).or_default();
                *count += 1;
                let name = format!("{class}#{count}");
                if let Some(known) = &label.name {
                    self.known_as.push((name.clone(), clean(known)));
                }
                name
            }
        };
        self.objects.insert(object, name);
    }

    /// The thread's name.
    pub fn thread(&self, thread: ThreadId) -> String {
        self.threads
            .get(&thread)
            .cloned()
            .unwrap_or_else(|| thread.to_string())
    }

    /// The object's name, e.g. `Account#2`; a class is `Bank.class`.
    pub fn object(&self, object: ObjectId) -> String {
        match Resource::object(object).as_thread() {
            Some(thread) => self.thread(thread),
            None => self
                .objects
                .get(&object)
                .cloned()
                .unwrap_or_else(|| format!("object{object}")),
        }
    }

    /// What an operation is about: `Counter#1.value`, `int[]#1[3]`, `Bank.total` for a static
    /// field, the name of a thread or of a whole object.
    pub fn resource(&self, resource: Resource) -> String {
        let object = self.object(resource.object);
        match (resource.as_thread(), self.members.get(&resource)) {
            (Some(_), _) => object,
            (None, Some(field)) if field.starts_with('[') => format!("{object}{field}"),
            (None, Some(field)) => {
                let holder = object.strip_suffix(".class").unwrap_or(&object);
                format!("{holder}.{field}")
            }
            (None, None) if resource.member == 0 => object,
            // Where elements begin differs from JVM to JVM: better no index than a wrong one.
            (None, None) if object.contains("[]#") => {
                format!("an element of {object} (+{})", resource.member)
            }
            (None, None) => format!("a field of {object} (+{})", resource.member),
        }
    }

    /// Objects that are known through a field: the name used here and the field, in the order in
    /// which the trace meets them.
    pub fn known_as(&self) -> &[(String, String)] {
        &self.known_as
    }
}

/// Threads by name; where a name is there twice or empty the number is added.
fn thread_names(report: &FailureReport) -> BTreeMap<ThreadId, String> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    for label in &report.threads {
        *seen.entry(&label.name).or_default() += 1;
    }
    let name = |label: &crate::model::ThreadLabel| match label.name.trim() {
        "" => label.id.to_string(),
        _ if seen[label.name.as_str()] > 1 => format!("{} ({})", clean(&label.name), label.id),
        _ => clean(&label.name),
    };
    report
        .threads
        .iter()
        .map(|label| (label.id, name(label)))
        .collect()
}

/// The lock that a person knows, not the helper inside of it that threads park on.
fn object_class(class: &str) -> String {
    let class = ["$NonfairSync", "$FairSync", "$Sync"]
        .iter()
        .find_map(|suffix| class.strip_suffix(suffix))
        .unwrap_or(class);
    match class.strip_suffix("AbstractQueuedSynchronizer$ConditionObject") {
        Some(_) => "Condition".to_owned(),
        None => short_class(class),
    }
}

/// All objects in the order in which the report meets them.
fn mentioned(report: &FailureReport) -> Vec<ObjectId> {
    let mut order = Vec::new();
    for step in &report.trace {
        order.push(step.operation.resource.object);
        order.extend(step.blocker);
        order.extend(step.effects.iter().filter_map(|effect| match effect.kind {
            EffectKind::Acquire { object }
            | EffectKind::Release { object }
            | EffectKind::Notify { object, .. } => Some(object),
            EffectKind::Unpark { .. } | EffectKind::Interrupt { .. } => None,
        }));
    }
    for thread in &report.threads {
        if let Some(pending) = &thread.pending {
            order.push(pending.operation.resource.object);
            order.extend(pending.blocker);
        }
    }
    for blocked in report
        .deadlock
        .iter()
        .flat_map(|deadlock| &deadlock.threads)
    {
        match &blocked.waits {
            WaitsFor::Monitor { object, .. } | WaitsFor::Notification { object } => {
                order.push(*object);
            }
            WaitsFor::ClassInit { holders } => order.extend(holders.iter().map(|(_, class)| class)),
            _ => {}
        }
        order.extend(&blocked.holds);
    }
    order.extend(report.objects.iter().map(|label| label.id));
    let mut seen = HashSet::new();
    order.retain(|&object| {
        object != ObjectId::NONE
            && Resource::object(object).as_thread().is_none()
            && seen.insert(object)
    });
    order
}

/// One line, without control characters: names come from the program under test, and an escape
/// sequence in one must not reach a terminal.
pub fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' | '\n' | '\r' => ' ',
            c if c.is_control() || is_bidi(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Marks that make text show in another order than it is in.
fn is_bidi(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
