//! Once more from the start, on threads.
//!
//! A fiber that blocks in the kernel takes the carrier with it, and with that everybody who could wake
//! it up. Nothing in this JVM can be used any more; so the process begins anew, by the same
//! command, with the seed that it had and without fibers.

use std::ffi::CString;
use std::os::unix::ffi::OsStringExt;

use fray_core::config::{Config, Engine};

use crate::guard::{fatal, tell};
use crate::input;

/// Set for the new process: the seed of the campaign.
const VARIABLE: &str = "FRAY_RESTARTED_WITH_SEED";

/// What a process that has begun anew does differently.
pub fn adapt(config: &mut Config) {
    if let Some(seed) = std::env::var(VARIABLE).ok().and_then(|s| s.parse().ok()) {
        config.engine = Engine::Threads;
        config.seed = Some(seed);
    }
}

/// Begins anew, for this reason; does not return.
pub fn on_threads(reason: &str, seed: u64) -> ! {
    tell(&format!("{reason}; starting again on threads"));
    input::give_back();
    let line = std::fs::read("/proc/self/cmdline").unwrap_or_default();
    let arguments: Vec<CString> = line
        .split(|&byte| byte == 0)
        .filter_map(|argument| CString::new(argument).ok())
        .collect();
    // The last one is what follows the last zero.
    let arguments = &arguments[..arguments.len().saturating_sub(1)];
    let set = format!("{VARIABLE}={seed}");
    let variables: Vec<CString> = std::env::vars_os()
        .filter(|(name, _)| name != VARIABLE)
        .map(|(name, value)| [name.into_vec(), b"=".to_vec(), value.into_vec()].concat())
        .chain([set.into_bytes()])
        .filter_map(|variable| CString::new(variable).ok())
        .collect();
    let pointers = |strings: &[CString]| -> Vec<*const libc::c_char> {
        let all = strings.iter().map(|s| s.as_ptr());
        all.chain([std::ptr::null()]).collect()
    };
    let (arguments, variables) = (pointers(arguments), pointers(&variables));
    // SAFETY: both lists end with a null pointer and live, like their strings, until the call.
    unsafe {
        libc::execve(
            c"/proc/self/exe".as_ptr(),
            arguments.as_ptr(),
            variables.as_ptr(),
        );
    }
    fatal(&format!(
        "{reason}, and fray could not start again on threads; use --engine threads"
    ))
}
