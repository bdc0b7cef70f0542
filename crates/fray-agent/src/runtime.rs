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

fn define(env: Env, wanted: impl Fn(&str) -> bool) {
    for (name, bytes) in CLASSES {
        if wanted(name) && env.define_boot_class(name, bytes).is_none() {
            fatal(&format!(
                "this JVM does not accept the runtime class {name}"
            ));
        }
    }
}
