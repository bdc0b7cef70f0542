//! What a program sees under the tool is what it sees without: exceptions of wrong use, states, names,
//! handlers, interrupts. One program notes all of it. It runs plainly first, and then many times under
//! the tool, where each execution must note the same.

mod support;

use std::time::Duration;

use fray_testkit::{jdk, place, run};
use support::{Run, program};

const LIMIT: Duration = Duration::from_secs(120);

/// Executions per strategy.
const EXECUTIONS: u64 = 20;

#[test]
fn all_that_can_be_seen_is_as_without_the_tool() {
    let classes = program("conformance");
    for jdk in jdk::all() {
        let folder = place::scratch(&format!("conformance-{}", jdk.version));
        let mut plain = jdk.tool("java");
        plain.arg("-cp").arg(&classes).arg("Conformance");
        let output = run::limited(&mut plain, LIMIT).expect("ends");
        assert!(output.status.success(), "{output:?}");
        let expected = folder.join("expected.txt");
        std::fs::write(&expected, &output.stdout).unwrap();
        assert!(output.stdout.len() > 1000, "too few notes");
        for strategy in ["random", "pct:3"] {
            let run = Run {
                jdk: &jdk,
                classes: &classes,
                folder: folder.clone(),
            };
            // Relaxed time would show timeouts that the plain program never meets.
            let options = [
                "--time=virtual".to_owned(),
                format!("--iter={EXECUTIONS}"),
                "--seed=1".to_owned(),
                format!("--strategy={strategy}"),
            ];
            let arguments = ["Conformance", expected.to_str().unwrap()];
            let outcome = run.fray_with(&options, &arguments, LIMIT).unwrap();
            assert_eq!(
                outcome.status,
                0,
                "{}",
                outcome.describe(&format!("JDK {}", jdk.version))
            );
        }
    }
}
