//! Where in the program plain accesses are, for reports of data races.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use fray_report::frame::Frame;

use crate::agent::agent;
use crate::jni::Env;
use crate::jvmti::{FrameInfo, Jvmti};
use crate::trace::describe;

/// Frames of ours between the program and a native, at most, and one of the program.
const FRAMES: usize = 8;

/// The same if the program has an access done by reflection or a method handle.
const MOST_FRAMES: usize = 40;

/// What does such accesses.
const REFLECTION: [&str; 3] = [
    "Ljava/lang/invoke/",
    "Ljava/lang/reflect/",
    "Ljdk/internal/reflect/",
];

/// A method and an instruction in it.
type Place = (usize, i64);

/// The places of one execution, by number from 1.
#[derive(Default)]
pub struct Places {
    numbers: HashMap<Place, u32>,
    all: Vec<Place>,
}

impl Places {
    /// The number of a place.
    pub fn number(&mut self, place: Place) -> u32 {
        let all = &mut self.all;
        *self.numbers.entry(place).or_insert_with(|| {
            all.push(place);
            all.len() as u32
        })
    }

    /// The place with this number, in words.
    pub fn frame(&self, env: Env, number: u32) -> Frame {
        let (method, location) = self.all[number as usize - 1];
        let info = FrameInfo {
            method: method as _,
            location,
        };
        describe(env, agent().jvmti, info)
    }
}

/// Methods of ours. Those of others come and go with their classes, so they are not remembered.
static OWN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Where the calling thread is in the program.
pub fn current(env: Env) -> Place {
    let jvmti = agent().jvmti;
    let among = |count| {
        let frames = jvmti.stack_trace(std::ptr::null_mut(), count);
        let frame = frames.iter().find(|frame| !is_between(env, jvmti, frame));
        frame.map(|frame| (frame.method as usize, frame.location))
    };
    among(FRAMES)
        .or_else(|| among(MOST_FRAMES))
        .unwrap_or((0, 0))
}

/// Whether this is not the program yet.
fn is_between(env: Env, jvmti: Jvmti, frame: &FrameInfo) -> bool {
    let method = frame.method as usize;
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    if own.contains(&method) {
        return true;
    }
    let class = jvmti.method_class(frame.method);
    let signature = jvmti.class_signature(class);
    env.drop_local_ref(class);
    let is_own = signature.starts_with("Ljava/lang/Fray");
    if is_own {
        own.push(method);
    }
    is_own || REFLECTION.iter().any(|it| signature.starts_with(it))
}
