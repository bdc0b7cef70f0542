//! The agent: everything of fray that lives inside the JVM.
//!
//! `-agentpath:libfray_agent.so[=options]` is all that a JVM needs. From then on every class passes
//! [`class_hook`], hooks call the runtime classes, those call [`natives`], and [`session`] hands the
//! token from thread to thread.

mod agent;
mod campaign;
mod circuit;
mod class_hook;
mod class_waits;
mod classes;
mod command;
mod conductor;
mod diagnosis;
mod digest;
mod embedded;
mod engine;
mod events;
mod fibers;
mod guard;
mod hashes;
mod helpers;
mod initialisers;
mod input;
mod io;
mod jni;
mod journal;
mod jvmti;
mod labels;
mod mapped;
mod nagle;
mod natives;
mod outcome;
mod output;
mod places;
mod ports;
mod references;
mod report;
mod restart;
mod runtime;
mod services;
mod session;
mod slot;
mod start;
mod threads;
mod trace;
mod values;
mod watchdog;
mod witness;

use std::ffi::{CStr, c_char, c_void};

use jni_sys::{JavaVM, jint};

use crate::guard::guarded;

/// Called by the JVM when it loads the agent.
///
/// # Safety
/// The JVM passes valid pointers; nobody else calls this.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnLoad(
    vm: *mut JavaVM,
    options: *const c_char,
    _reserved: *mut c_void,
) -> jint {
    guarded(|| {
        let options = if options.is_null() {
            String::new()
        } else {
            // SAFETY: the JVM passes a zero-terminated string.
            unsafe { CStr::from_ptr(options) }
                .to_string_lossy()
                .into_owned()
        };
        // SAFETY: `vm` comes from the JVM.
        match unsafe { agent::start(vm, &options) } {
            Ok(()) => 0,
            Err(message) => guard::fatal(&message),
        }
    })
}
