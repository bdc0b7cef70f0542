//! Summaries of runs.

use fray_report::model::FailureReport;
use fray_report::summary::{FailureEntry, Summary};

/// A run that found nothing.
pub fn clean() -> Summary {
    Summary {
        version: "0.1.0".into(),
        target: "fray -cp target/classes com.acme.Bank".into(),
        jdk: "21.0.8+9 Eclipse Adoptium".into(),
        strategy: "portfolio".into(),
        seed: 42,
        iterations: 1000,
        seconds: 3.2,
        executions_per_second: 312.5,
        steps_per_execution: 57.25,
        switch_points_per_execution: 31.5,
        distinct_schedules: 640,
        last: 100,
        new_in_last: 21,
        unseen_probability: Some(0.18),
        exhausted: false,
        failures: Vec::new(),
        uncontrolled: Vec::new(),
    }
}

/// A run that found these.
pub fn with(reports: &[FailureReport]) -> Summary {
    let mut summary = clean();
    summary.iterations = 18;
    summary.seconds = 0.25;
    summary.executions_per_second = 72.0;
    summary.distinct_schedules = 12;
    summary.last = 2;
    summary.new_in_last = 1;
    summary.unseen_probability = None;
    summary.failures = reports
        .iter()
        .enumerate()
        .map(|(index, report)| {
            let kind = report.failure.kind;
            let name = fray_report::folder::folder_name(index as u32 + 1, kind);
            FailureEntry::new(report, name)
        })
        .collect();
    summary
}
