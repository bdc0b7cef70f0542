//! Campaigns over small programs, from the search to the report.

mod determinism;
mod exhaustive;

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use super::*;
use crate::config::Share;
use crate::failure::{Failure, FailureKind};
use crate::op::ThreadId;
use crate::recording::make_readable;
use crate::testing::Op::*;
use crate::testing::{Program, programs};

fn config(pairs: &str) -> Config {
    Config::from_pairs(pairs).unwrap()
}

/// What a whole campaign did.
struct Course {
    kinds: Vec<Kind>,
    seeds: Vec<(Kind, u64)>,
    reports: Vec<Report>,
    campaign: Campaign,
}

fn outcome(run: &crate::testing::Run) -> Outcome {
    Outcome {
        failure: run.failure.map(|message| {
            let kind = match message {
                "deadlock" => FailureKind::Deadlock,
                "livelock" => FailureKind::Livelock,
                _ => FailureKind::Assertion,
            };
            let mut failure = Failure::new(kind, ThreadId::MAIN, message);
            failure.stack.push(message.to_owned());
            failure
        }),
        divergence: run.diverged.clone(),
        abandoned: false,
        outside: false,
    }
}

fn drive(mut campaign: Campaign, mut program: impl FnMut(&Plan) -> Program) -> Course {
    let (mut kinds, mut seeds, mut reports) = (vec![], vec![], vec![]);
    while let Some(mut plan) = campaign.next() {
        kinds.push(plan.kind);
        seeds.push((plan.kind, plan.seed));
        let run = program(&plan).run(&mut *plan.strategy);
        reports.extend(
            campaign
                .finish(plan.strategy, outcome(&run))
                .map(|report| *report),
        );
    }
    Course {
        kinds,
        seeds,
        reports,
        campaign,
    }
}

fn course(pairs: &str, program: &Program) -> Course {
    drive(Campaign::new(config(pairs), Target::default()), |_| {
        program.clone()
    })
}

#[test]
fn a_failure_is_confirmed_shrunk_traced_and_reported() {
    let course = course("strategy=random,seed=1", &programs::lost_update());
    let first = course
        .kinds
        .iter()
        .position(|kind| *kind != Kind::Explore)
        .unwrap();
    assert_eq!(course.kinds[first], Kind::Confirm);
    let last = course.kinds.len() - 1;
    assert!(
        course.kinds[first + 1..last]
            .iter()
            .all(|kind| *kind == Kind::Shrink)
    );
    assert_eq!(course.kinds[last], Kind::Trace);
    // All for its sake have the seed of the execution that showed it.
    let seed = course.seeds[first - 1].1;
    assert!(
        course.seeds[first..]
            .iter()
            .all(|(_, other)| *other == seed)
    );

    let [report] = &course.reports[..] else {
        panic!("one report")
    };
    assert!(report.replayed);
    assert_eq!(report.minimized_preemptions, Some(1));
    assert_eq!(report.folder(), "001-assertion");
    assert_eq!(report.recording.header.execution_seed, seed);
    assert_eq!(report.recording.header.outcome, "assertion: lost update");
    assert_eq!(course.campaign.exit_code(), 1);

    let summary = course.campaign.summary();
    assert_eq!(summary.iterations, first as u64);
    assert_eq!(summary.failures[0].iteration, first as u64 - 1);
    assert!(summary.failures[0].replayed);
    assert_eq!(summary.failures[0].minimized_preemptions, Some(1));
    let json = serde_json::to_value(&summary).unwrap();
    for field in [
        "version",
        "target",
        "jdk",
        "strategy",
        "seed",
        "iterations",
        "seconds",
        "executions_per_second",
        "steps_per_execution",
        "switch_points_per_execution",
        "switches_per_execution",
        "distinct_schedules",
        "failures",
        "uncontrolled",
    ] {
        assert!(json.get(field).is_some(), "{field}");
    }
    for field in [
        "kind",
        "message",
        "thread",
        "iteration",
        "count",
        "trace_hash",
        "steps",
        "preemptions",
        "minimized_preemptions",
        "replayed",
        "folder",
    ] {
        assert!(json["failures"][0].get(field).is_some(), "{field}");
    }
    assert_eq!(json["failures"][0]["kind"], "assertion");
}

#[test]
fn the_reports_recordings_replay() {
    for (pairs, program) in [
        ("strategy=portfolio,seed=3", programs::reorder(5)),
        ("strategy=pos,seed=3", programs::deadlock()),
        (
            "strategy=random,seed=3,iter=5000",
            programs::spurious_wake_up(),
        ),
    ] {
        let found = course(pairs, &program);
        let report = &found.reports[0];
        for recording in [&report.recording, report.minimized.as_ref().unwrap()] {
            // Through text, as another process would read it.
            let recording = Recording::from_text(&recording.to_text()).unwrap();
            let options = recording.header.options.iter();
            let mut config = Config::default();
            options.for_each(|(name, value)| config.set(name, value).unwrap());
            let again = drive(
                Campaign::replay(config, Target::default(), recording),
                |_| program.clone(),
            );
            assert_eq!(again.kinds, [Kind::Replay]);
            assert_eq!(again.reports[0].failure, report.failure);
            assert_eq!(again.campaign.exit_code(), 1);
        }
    }
}

#[test]
fn keep_going_counts_equal_failures() {
    let course = course(
        "strategy=random,seed=1,iter=300,keep-going,shrink=20",
        &programs::lost_update(),
    );
    assert_eq!(course.reports.len(), 1);
    let summary = course.campaign.summary();
    assert_eq!(summary.iterations, 300);
    assert!(
        summary.failures[0].count > 20,
        "{}",
        summary.failures[0].count
    );
    let confirms = course
        .kinds
        .iter()
        .filter(|kind| **kind == Kind::Confirm)
        .count();
    assert_eq!(confirms, 1);
}

#[test]
fn different_failures_have_their_own_reports() {
    let program = programs::started(
        vec![
            vec![Add(0, 1, 0), Assert(|r| r[0] == 0, "A comes second")],
            vec![Add(0, 1, 0), Assert(|r| r[0] == 0, "B comes second")],
        ],
        vec![],
    );
    let course = course("strategy=random,seed=1,iter=100,keep-going", &program);
    let mut folders: Vec<_> = course.reports.iter().map(Report::folder).collect();
    folders.sort();
    assert_eq!(folders, ["001-assertion", "002-assertion"]);
}

#[test]
fn a_program_that_is_not_deterministic_is_told_apart() {
    // The failing program becomes another one as soon as it is to be confirmed.
    let campaign = Campaign::new(config("strategy=random,seed=1"), Target::default());
    let course = drive(campaign, |plan| match plan.kind {
        Kind::Explore => programs::lost_update(),
        _ => programs::writers(2, 2, false),
    });
    let [report] = &course.reports[..] else {
        panic!("one report")
    };
    assert!(!report.replayed);
    assert!(report.divergence.is_some());
    assert!(report.minimized.is_none());
    let again = report.again.as_ref().expect("both executions are kept");
    assert_ne!(again.entries, report.recording.entries);
    assert_eq!(course.kinds.last(), Some(&Kind::Confirm));
    assert_eq!(course.campaign.exit_code(), 3);
    let trouble = course.campaign.trouble().unwrap();
    assert!(
        trouble.starts_with("a failure could not be replayed: the execution departs"),
        "{trouble}"
    );
    assert!(!course.campaign.summary().failures[0].replayed);
}

#[test]
fn limits_are_kept() {
    let course_of = |pairs| course(pairs, &programs::writers(2, 2, true)).campaign;
    assert_eq!(course_of("strategy=random,iter=7").iterations(), 7);
    assert_eq!(course_of("strategy=random,time-limit=0s").iterations(), 0);
    let started = std::time::Instant::now();
    let limited = course_of("strategy=random,iter=1000000000,time-limit=100ms");
    assert!(limited.iterations() > 0);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn workers_share_the_iterations() {
    let program = programs::writers(2, 2, true);
    let mut seeds = Vec::new();
    for index in 0..3 {
        let mut config = config("strategy=random,seed=9,iter=10");
        config.share = Share { index, of: 3 };
        let course = drive(Campaign::new(config, Target::default()), |_| {
            program.clone()
        });
        seeds.extend(course.seeds.into_iter().map(|(_, seed)| seed));
    }
    let whole = course("strategy=random,seed=9,iter=10", &program);
    let mut expected: Vec<_> = whole.seeds.into_iter().map(|(_, seed)| seed).collect();
    seeds.sort_unstable();
    expected.sort_unstable();
    assert_eq!(seeds, expected);
}

#[test]
fn summaries_of_workers_merge() {
    let program = programs::lost_update();
    let pairs = "strategy=random,seed=1,iter=50,keep-going,shrink=0";
    let one = course(pairs, &program).campaign.summary();
    let two = course(&pairs.replace("seed=1", "seed=2"), &program)
        .campaign
        .summary();
    let count = one.failures[0].count + two.failures[0].count;
    let merged = one.merge(two);
    assert_eq!(merged.iterations, 100);
    assert_eq!(merged.failures.len(), 1);
    assert_eq!(merged.failures[0].count, count);
}

#[test]
fn an_execution_can_be_done_again() {
    // Every third execution is given up half way and done again: nothing changes.
    for spec in [
        "random",
        "pct:3",
        "pos",
        "surw",
        "dfs",
        "delay",
        "icb:1",
        "portfolio",
    ] {
        let pairs = format!("strategy={spec},seed=4,iter=60,keep-going,shrink=0");
        let program = programs::reorder(3);
        let plain = course(&pairs, &program).campaign.summary();
        let mut campaign = Campaign::new(config(&pairs), Target::default());
        let mut runs = 0;
        while let Some(mut plan) = campaign.next() {
            runs += 1;
            if runs % 3 == 0 {
                program.run(&mut *plan.strategy);
                plan = campaign.again(plan.strategy).unwrap();
            }
            let run = program.run(&mut *plan.strategy);
            campaign.finish(plan.strategy, outcome(&run));
        }
        let summary = campaign.summary();
        assert_eq!(summary.failures, plain.failures, "{spec}");
        assert_eq!(
            summary.distinct_schedules, plain.distinct_schedules,
            "{spec}"
        );
        assert_eq!(summary.iterations, plain.iterations, "{spec}");
    }
}

#[test]
fn a_systematic_search_shows_the_program_the_same_randomness() {
    for (strategy, expected) in [("dfs", 1), ("icb", 1), ("delay", 1), ("random", 20)] {
        let pairs = format!("strategy={strategy},seed=3,iter=20,keep-going,shrink=0");
        let course = course(&pairs, &programs::two_stage(3));
        let explored = course
            .seeds
            .iter()
            .filter(|(kind, _)| *kind == Kind::Explore);
        let seeds: HashSet<u64> = explored.map(|(_, seed)| *seed).collect();
        assert_eq!(seeds.len(), expected, "{strategy}");
    }
}

/// Classes have the hash codes of the time when they were loaded, for as long as they are kept, and in
/// recordings and all executions for the sake of a failure.
#[test]
fn kept_classes_keep_their_seed() {
    for kept in [true, false] {
        let mut campaign = Campaign::new(config("strategy=random,seed=2"), Target::default());
        let (mut explored, mut last) = (HashSet::new(), 0);
        let mut reports = Vec::new();
        while let Some(mut plan) = campaign.next() {
            if plan.kind == Kind::Explore {
                last = plan.class_seed;
                explored.insert(last);
            }
            assert_eq!(plan.class_seed, last, "{:?}", plan.kind);
            let run = programs::lost_update().run(&mut *plan.strategy);
            campaign.keep_classes(kept);
            reports.extend(campaign.finish(plan.strategy, outcome(&run)));
        }
        assert_eq!(
            explored.len() as u64,
            if kept { 1 } else { campaign.iterations() }
        );
        assert!(campaign.iterations() > 1, "several, or it shows nothing");
        let recording = reports.pop().unwrap().recording;
        assert_eq!(recording.header.class_seed, last);
        let mut again = Campaign::replay(config(""), Target::default(), recording);
        assert_eq!(again.next().unwrap().class_seed, last);
    }
}

#[test]
fn fresh_seeds_differ() {
    let seed = || Campaign::new(Config::default(), Target::default()).seed();
    assert_ne!(seed(), seed());
}

/// A journal in a file that is written anew with every line.
struct Kept {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Sink for Kept {
    fn clear(&mut self) -> std::io::Result<()> {
        self.bytes.clear();
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.bytes.extend_from_slice(bytes);
        std::fs::write(&self.path, &self.bytes)
    }

    fn append_entry(&mut self, bytes: [u8; 16]) -> std::io::Result<()> {
        self.append(&bytes)
    }
}

#[test]
fn a_journal_has_what_is_running() {
    let path = std::env::temp_dir().join(format!("fray-journal-{}", std::process::id()));
    let mut campaign = Campaign::new(config("strategy=pct:3,seed=5,iter=3"), Target::default());
    campaign.journal_to(Box::new(Kept {
        path: path.clone(),
        bytes: Vec::new(),
    }));
    let program = programs::reorder(40);
    let mut seen = Vec::new();
    while let Some(mut plan) = campaign.next() {
        let read = || Recording::read(&*std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(read().header.execution_seed, plan.seed);
        let run = program.run(&mut *plan.strategy);
        // As if the process were killed now: all is there but the end.
        let cut = read();
        assert!(cut.end.is_none());
        let log = plan.strategy.log().unwrap().clone();
        assert_eq!(log.entries, cut.entries);
        campaign.finish(plan.strategy, outcome(&run));
        let whole = read();
        assert_eq!(whole.entries, log.entries);
        assert_eq!(whole.end.unwrap().trace_hash, log.trace_hash);
        assert!(whole.header.strategy.starts_with("pct:3 length="));
        seen.push(whole.header.iteration);
        // For people.
        make_readable(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole.to_text());
        assert_eq!(read(), whole);
    }
    std::fs::remove_file(&path).unwrap();
    assert!(seen.starts_with(&[0]));
}

#[test]
fn one_disturbance_is_survived() {
    // A systematic search in which one execution is another program's.
    let mut runs = 0;
    let campaign = Campaign::new(config("strategy=icb:1,iter=100000"), Target::default());
    let course = drive(campaign, |_| {
        runs += 1;
        programs::writers(if runs == 9 { 2 } else { 3 }, 1, true)
    });
    assert_eq!(course.campaign.trouble(), None);
    let summary = course.campaign.summary();
    assert!(summary.exhausted);
    assert_eq!(summary.uncontrolled.len(), 1);
    let plain = self::course("strategy=icb:1,iter=100000", &programs::writers(3, 1, true));
    assert_eq!(summary.iterations, plain.campaign.iterations());

    // A failure whose first repetition is disturbed.
    let mut confirms = 0;
    let campaign = Campaign::new(config("strategy=random,seed=1"), Target::default());
    let course = drive(campaign, |plan| {
        confirms += u32::from(plan.kind == Kind::Confirm);
        match (plan.kind, confirms) {
            (Kind::Confirm, 1) => programs::writers(2, 2, false),
            _ => programs::lost_update(),
        }
    });
    assert!(course.reports[0].replayed);
    assert!(course.reports[0].divergence.is_none());
    assert_eq!(course.campaign.exit_code(), 1);
    assert_eq!(
        course.campaign.summary().uncontrolled,
        ["a failure did not replay at the first attempt"]
    );
}
