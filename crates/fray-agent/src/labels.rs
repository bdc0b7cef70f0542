//! Names of the threads and objects of an execution that is over, sent by `FrayLabels`.

use fray_core::op::{ObjectId, Resource, ThreadId};
use fray_report::frame::Frame;

/// A thread when the execution was over.
#[derive(Clone, Debug)]
pub struct ThreadName {
    pub thread: ThreadId,
    pub name: String,
    /// What it is parked for.
    pub blocker: Option<ObjectId>,
    /// Who owns that.
    pub owner: Option<ThreadId>,
    pub frames: Vec<Frame>,
}

/// An object that the execution met.
#[derive(Clone, Debug)]
pub struct ObjectName {
    pub object: ObjectId,
    pub class: String,
    /// For an object that is a class: which one.
    pub name: Option<String>,
    pub fields: Vec<(u32, String)>,
}

/// All names.
#[derive(Clone, Default, Debug)]
pub struct Labels {
    pub threads: Vec<ThreadName>,
    pub objects: Vec<ObjectName>,
    /// Which input or output threads wait for.
    pub io: Vec<(ThreadId, String)>,
    /// Where the two accesses of a data race are.
    pub racing: Vec<Frame>,
}

impl Labels {
    pub fn thread(&self, thread: ThreadId) -> Option<&ThreadName> {
        self.threads.iter().find(|label| label.thread == thread)
    }

    /// The thread's name, or its number if it has none.
    pub fn thread_name(&self, thread: ThreadId) -> String {
        let label = self
            .thread(thread)
            .filter(|label| !label.name.trim().is_empty());
        label.map_or_else(|| thread.to_string(), |label| label.name.clone())
    }

    /// The object's class, or that it is one.
    pub fn object_name(&self, object: ObjectId) -> String {
        match self.objects.iter().find(|label| label.object == object) {
            Some(ObjectName {
                name: Some(name), ..
            }) => format!("class {name}"),
            Some(label) => label.class.clone(),
            None => format!("object {object}"),
        }
    }

    /// A variable, by its object and its offset in it.
    pub fn variable_name(&self, resource: Resource) -> String {
        let label = self
            .objects
            .iter()
            .find(|label| label.object == resource.object);
        let Some(label) = label else {
            return format!("a field of object {}", resource.object);
        };
        match label
            .fields
            .iter()
            .find(|(offset, _)| *offset == resource.member)
        {
            Some((_, field)) => {
                let class = label.name.as_ref().unwrap_or(&label.class);
                format!("{class}.{field}")
            }
            None => format!("an element of {}", label.class),
        }
    }

    /// The first frame of the program in a thread's stack, as Java prints it.
    pub fn place(&self, thread: ThreadId) -> Option<String> {
        let frames = &self.thread(thread)?.frames;
        let frame = frames
            .iter()
            .find(|f| f.is_application())
            .or(frames.first())?;
        Some(java_line(frame))
    }
}

/// A frame as Java prints it in a stack trace.
pub fn java_line(frame: &Frame) -> String {
    match &frame.file {
        Some(file) => format!("{}.{}({file}:{})", frame.class, frame.method, frame.line),
        None => format!("{}.{}(Unknown Source)", frame.class, frame.method),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_without_names_have_numbers() {
        let label = |thread, name: &str| ThreadName {
            thread: ThreadId(thread),
            name: name.into(),
            blocker: None,
            owner: None,
            frames: Vec::new(),
        };
        let labels = Labels {
            threads: vec![label(1, "main"), label(2, "")],
            ..Labels::default()
        };
        assert_eq!(labels.thread_name(ThreadId(1)), "main");
        assert_eq!(labels.thread_name(ThreadId(2)), "t2");
        assert_eq!(labels.thread_name(ThreadId(3)), "t3");
    }
}
