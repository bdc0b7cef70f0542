//! The runtime classes that live in `java.base`.

use crate::agent::agent;
use crate::campaign;
use crate::guard::fatal;
use crate::jni::Env;

/// Name and bytes of each, compiled by the build script.
static CLASSES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/runtime/classes.rs"));

/// What rewritten code of the JDK calls from its very first instruction on, what other agents come across, who
/// may be called before us when the JVM is up, and what the verifier looks at when these are verified (with `-Xverify:all`).
const EARLY: [&str; 10] = [
    "java/lang/FrayAccessor",
    "java/lang/FrayHandles",
    "java/lang/FrayHooks",
    "java/lang/FrayKill",
    "java/lang/FrayMemoryHooks",
    "java/lang/FrayNatives",
    "java/lang/FrayShutdown",
    "java/lang/FraySignals",
    "java/lang/FraySignals$Nothing",
    "java/lang/FrayThreadHooks",
];

/// The fibers engine, and the version of JNI that came with the JDK which has what it needs: monitors
/// that are owned by `Thread` objects and not by threads of the operating system.
const FIBERS: &str = "java/lang/FrayFiber";
const FIRST_WITH_FIBERS: i32 = 0x0018_0000;

/// Besides the engine itself: it is there everywhere, to look for the engine.
const FIBER_LOADER: &str = "java/lang/FrayFiberLoader";

/// Defines the classes that the JDK's own start-up needs.
pub fn define_early(env: Env) {
    define(env, |name| EARLY.contains(&name));
}

/// Defines all others; the fibers engine only if it is wanted and this JDK has what it needs.
pub fn define_rest(env: Env) {
    let config = &agent().config;
    // Each of a framework's tests may ask for its own engine.
    let wanted = config.embedded || campaign::wants_fibers(config);
    let has_fibers = wanted && env.version() >= FIRST_WITH_FIBERS;
    define(env, |name| {
        let of_fibers = name.starts_with(FIBERS) && name != FIBER_LOADER;
        !EARLY.contains(&name) && (has_fibers || !of_fibers)
    });
}

/// A class can be defined only after those that it extends and implements, so what fails is tried
/// again as long as any other succeeds.
fn define(env: Env, wanted: impl Fn(&str) -> bool) {
    let mut left: Vec<_> = CLASSES.iter().filter(|(name, _)| wanted(name)).collect();
    while !left.is_empty() {
        let before = left.len();
        left.retain(|(name, bytes)| env.define_boot_class(name, bytes).is_none());
        if left.len() == before {
            fatal(&format!(
                "this JVM does not accept the runtime class {}",
                left[0].0
            ));
        }
    }
}
