//! Both compilers of the JVM take what fray has made of monitors. A method that they refuse is interpreted for
//! good, and shows nowhere but in the time that it takes.

mod support;

use std::time::Duration;

use support::{Run, programs};

const LIMIT: Duration = Duration::from_secs(120);

/// Those of the program, and one of the JDK.
const METHODS: [&str; 5] = [
    "Compiled::method",
    "Compiled::leftByException",
    "Compiled::block",
    "Compiled::nested",
    "Random::setSeed",
];

/// The levels of the compilers C1 and C2.
const LEVELS: [u32; 2] = [1, 4];

#[test]
fn the_compilers_take_methods_with_monitors() {
    programs("compiled", |run: &Run<'_>| {
        for level in LEVELS {
            let options = ["--iter=1", "--seed=1"].map(str::to_owned);
            let stop = format!("-XX:TieredStopAtLevel={level}");
            let program = [&stop, "-Xbatch", "-XX:+PrintCompilation", "Compiled"];
            let outcome = run.fray_with(&options, &program, LIMIT)?;
            if outcome.status != 0 {
                return Err(outcome.describe("ends otherwise"));
            }
            let lines = || outcome.output.lines();
            if let Some(line) = lines().find(|line| line.contains("COMPILE SKIPPED")) {
                return Err(format!("JDK {}, level {level}: {line}", run.jdk.version));
            }
            let compiled = |method: &str| {
                lines().any(|line| {
                    let words: Vec<_> = line.split_whitespace().collect();
                    let name = words.iter().position(|word| word.ends_with(method));
                    name.is_some_and(|name| words[name - 1] == level.to_string())
                })
            };
            if let Some(method) = METHODS.iter().find(|method| !compiled(method)) {
                return Err(outcome.describe(&format!("{method} is not compiled")));
            }
        }
        Ok(())
    });
}
