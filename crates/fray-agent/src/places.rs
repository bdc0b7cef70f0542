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

/// Methods of ours. Those of the program come and go with their classes, so they are not remembered.
static OWN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Where the calling thread is in the program.
pub fn current(env: Env) -> Place {
    let jvmti = agent().jvmti;
    let frames = jvmti.stack_trace(std::ptr::null_mut(), FRAMES);
    let frame = frames.iter().find(|frame| !is_own(env, jvmti, frame));
    frame.map_or((0, 0), |frame| (frame.method as usize, frame.location))
}

fn is_own(env: Env, jvmti: Jvmti, frame: &FrameInfo) -> bool {
    let method = frame.method as usize;
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    if own.contains(&method) {
        return true;
    }
    let class = jvmti.method_class(frame.method);
    let is_own = jvmti.class_signature(class).starts_with("Ljava/lang/Fray");
    env.drop_local_ref(class);
    if is_own {
        own.push(method);
    }
    is_own
}
