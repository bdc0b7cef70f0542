//! The runtime classes that live in `java.base`.

use crate::guard::fatal;
use crate::jni::Env;

/// Name and bytes of each, compiled by the build script.
static CLASSES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/runtime/classes.rs"));

/// What rewritten code of the JDK calls from its very first instruction on, and what the verifier
/// looks at when these are verified (with `-Xverify:all`).
const EARLY: [&str; 3] = [
    "java/lang/FrayHooks",
    "java/lang/FrayKill",
    "java/lang/FrayThreadHooks",
];

/// Defines the classes that the JDK's own start-up needs.
pub fn define_early(env: Env) {
    define(env, |name| EARLY.contains(&name));
}

/// Defines all others.
pub fn define_rest(env: Env) {
    define(env, |name| !EARLY.contains(&name));
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
