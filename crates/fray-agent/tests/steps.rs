//! How many steps executions take. More steps than a program needs make every execution slower and
//! every search longer, and unlike time they can be counted on a busy machine.

mod support;

use std::time::Duration;

use fray_testkit::subjects::{self, Subject};
use support::{Run, on_every_jdk};

const LIMIT: Duration = Duration::from_secs(120);

/// The most steps per execution, on any JDK: exact where the program's own operations are all there
/// is, with some room where the JDK's code differs from release to release.
const MOST: [(&str, f64); 8] = [
    ("sct.Account", 16.0),
    ("sct.Reorder10", 72.0),
    ("sct.TwoStage100", 601.0),
    ("sct.Queue", 21.0),
    ("prim.PoolStarvation", 180.0),
    // Positions in its buffer are steps where the JDK does not declare them volatile.
    ("prim.FlowLate", 90.0),
    ("prim.TransferQueueGone", 50.0),
    ("prim.ParallelStream", 90.0),
];

#[test]
fn executions_take_no_more_steps_than_they_need() {
    let known = subjects::all();
    for (class, _) in MOST {
        assert!(known.iter().any(|it| it.class == class), "{class}");
    }
    on_every_jdk("steps", |run: &Run<'_>, subject: &Subject| {
        let Some((_, most)) = MOST.iter().find(|(class, _)| *class == subject.class) else {
            return Ok(());
        };
        let options = ["--iter=20", "--seed=1", "--strategy=random"].map(str::to_owned);
        let outcome = run.fray(&options, &subject.ok, LIMIT)?;
        let summary = outcome.summary()?;
        let number = |name: &str| summary[name].as_f64().unwrap_or(f64::NAN);
        let (steps, choices) = (
            number("steps_per_execution"),
            number("switch_points_per_execution"),
        );
        if steps <= *most && choices > 0.0 && choices <= steps {
            Ok(())
        } else {
            let wrong = format!("{steps} steps, {choices} with a choice; at most {most}");
            Err(outcome.describe(&wrong))
        }
    });
}
