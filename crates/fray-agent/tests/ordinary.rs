//! Programs that do ordinary things which few programs do: they end as on a plain JVM, on every JDK.

mod support;

use std::time::Duration;

use fray_testkit::strategies::STRATEGIES;
use fray_testkit::{java, jdk, place};
use support::{Outcome, Run, expected, program};

const LIMIT: Duration = Duration::from_secs(120);

fn run(class: &str, options: &[&str], check: impl Fn(&Outcome)) {
    run_with(&[class], options, check);
}

/// A main class and its arguments.
fn run_with(program_line: &[&str], options: &[&str], check: impl Fn(&Outcome)) {
    let class = program_line[0];
    let classes = program("ordinary");
    for jdk in jdk::all() {
        let run = Run {
            jdk: &jdk,
            classes: &classes,
            folder: place::scratch(&format!("ordinary-{class}-{}", jdk.version)),
        };
        let mut all = vec!["--seed=1".to_owned()];
        all.extend(options.iter().map(|&option| option.to_owned()));
        check(&run.fray_with(&all, program_line, LIMIT).unwrap());
    }
}

/// Nothing is found, and everything was under control.
fn clean(class: &str, options: &[&str]) {
    run(class, options, |outcome| {
        assert_eq!(outcome.status, 0, "{}", outcome.describe("is not clean"));
        let uncontrolled = &outcome.summary().unwrap()["uncontrolled"];
        assert_eq!(*uncontrolled, serde_json::json!([]), "{class}");
    });
}

#[test]
fn a_thread_is_started_while_its_monitor_is_taken() {
    clean("StartsHeld", &["--iter=200"]);
    clean("StartsHeld", &["--strategy=dfs"]);
}

#[test]
fn a_thread_is_joined_while_its_monitor_is_taken() {
    clean("JoinsHeld", &["--iter=200"]);
    clean("JoinsHeld", &["--strategy=dfs"]);
}

#[test]
fn the_largest_times_are_for_ever() {
    for time in ["--time=relaxed", "--time=virtual"] {
        clean("ForEver", &["--iter=100", time]);
    }
}

/// A look that is no switch point would be repeated for ever.
#[test]
fn looks_at_locks_maps_and_pools_let_others_get_on() {
    clean("LooksAtLocks", &["--iter=100"]);
}

#[test]
fn a_static_method_that_hides_a_hooked_one_is_called() {
    clean("HidesSleep", &["--iter=20"]);
}

#[test]
fn reflection_notifies() {
    clean("NotifiesByReflection", &["--iter=200"]);
}

#[test]
fn reflection_notifies_one() {
    clean("NotifiesOneOften", &["--iter=50", "--spurious=false"]);
}

#[test]
fn method_handles_notify() {
    clean("NotifiesByHandle", &["--iter=200"]);
}

/// Without classes of their own, executions after the first one run no static initialisers: no step may tell of them.
#[test]
fn a_static_initialiser_that_runs_once_is_no_part_of_the_schedule() {
    let options = ["--iter=20", "--keep-going", "--isolation=none"];
    run("InitialisesOnce", &options, |outcome| {
        assert_eq!(outcome.status, 1, "{}", outcome.describe("does not replay"));
        let failures = &outcome.summary().unwrap()["failures"];
        assert_eq!(failures[0]["count"], 20, "{failures}");
        assert_eq!(failures[0]["message"], "always", "{failures}");
    });
}

/// A failure that shows in few executions, and replays.
fn fails(class: &str, options: &[&str], kind: &str) {
    run(class, options, |outcome| {
        assert_eq!(outcome.status, 1, "{}", outcome.describe("not found"));
        let summary = outcome.summary().unwrap();
        let failure = &summary["failures"][0];
        assert_eq!(failure["kind"], kind, "{summary}");
        assert_eq!(failure["replayed"], true, "{summary}");
    });
}

/// They run beside what is left of it, which does not have to wait for them.
#[test]
fn threads_that_a_static_initialiser_starts() {
    for strategy in ["--strategy=random", "--strategy=dfs"] {
        fails("StartsInside", &["--iter=300", strategy], "assertion");
        // Who waits for a class does so inside of the JVM, which is no more than a note.
        run("StartsInsideWell", &["--iter=20", strategy], |outcome| {
            assert_eq!(outcome.status, 0, "{}", outcome.describe("is not clean"));
        });
    }
    fails(
        "StreamsInside",
        &["--iter=300", "--strategy=random"],
        "deadlock",
    );
}

/// The JVM makes their errors under a lock of the class: one that is back must not wait for the end of one that is not.
#[test]
fn threads_that_waited_for_a_class_can_all_be_ended() {
    let options = [
        "--iter=30",
        "--keep-going",
        "--shrink=0",
        "--strategy=random",
    ];
    run("WakesTogether", &options, |outcome| {
        assert_eq!(outcome.status, 1, "{}", outcome.describe("not found"));
        let summary = outcome.summary().unwrap();
        assert_eq!(summary["failures"][0]["kind"], "deadlock", "{summary}");
        assert_eq!(summary["failures"][0]["count"], 30, "{summary}");
        let uncontrolled = summary["uncontrolled"].to_string();
        assert!(!uncontrolled.contains("could not be ended"), "{summary}");
    });
}

#[test]
fn a_thread_that_gets_no_turn_does_nothing() {
    let folder = place::scratch("ordinary-no-turn");
    let folder = format!("-Djava.io.tmpdir={}", folder.display());
    clean("GetsNoTurn", &["--iter=50", "--strategy=random", &folder]);
}

/// One that had not begun to run waited for the class at the end of the execution, and kept the one that initialises
/// it from ending.
#[test]
fn threads_that_need_a_class_at_the_end_can_all_be_ended() {
    let options = ["--iter=50", "--strategy=random"];
    run("EndsBeforeClass", &options, |outcome| {
        assert_eq!(outcome.status, 0, "{}", outcome.describe("is not clean"));
        let uncontrolled = outcome.summary().unwrap()["uncontrolled"].to_string();
        assert!(
            !uncontrolled.contains("could not be ended"),
            "{uncontrolled}"
        );
    });
}

#[test]
fn every_execution_finds_the_settings_of_a_new_jvm() {
    clean("LeavesSettings", &["--iter=5"]);
}

/// It has no say in what the tool does, which would end the run after one execution.
#[test]
fn a_security_manager_is_that_of_one_execution() {
    run("DeniesAll", &["--iter=5"], |outcome| {
        assert_eq!(outcome.status, 0, "{}", outcome.describe("is not clean"));
        assert_eq!(outcome.summary().unwrap()["iterations"], 5);
    });
}

/// `clean` has no patience with threads that cannot be ended.
#[test]
fn handlers_for_all_errors_do_not_see_the_end() {
    run("CatchesAll", &["--iter=200"], |outcome| {
        let caught = outcome.output.contains("caught");
        assert!(!caught, "{}", outcome.describe("the program saw it"));
    });
    clean("CatchesAll", &["--iter=200"]);
}

#[test]
fn a_main_thread_that_cannot_be_ended_does_not_hold_up_the_run() {
    run("NeverLeaves", &["--iter=5"], |outcome| {
        assert_eq!(outcome.status, 0, "{}", outcome.describe("is not clean"));
        let uncontrolled = &outcome.summary().unwrap()["uncontrolled"];
        let expected = serde_json::json!(["1 threads could not be ended"]);
        assert_eq!(*uncontrolled, expected);
    });
}

#[test]
fn caches_of_the_jdk_are_no_part_of_the_schedule() {
    clean("WarmsCaches", &["--iter=10", "--check-determinism"]);
}

/// Every execution gets threads of its own, in control: those of the one before have ended.
#[test]
fn asynchronous_channels_work_in_every_execution() {
    clean("ReadsLater", &["--iter=50"]);
    clean(
        "ReadsLater",
        &["--iter=10", "--strategy=random", "--check-determinism"],
    );
}

#[test]
fn a_loop_that_waits_for_a_process_is_no_livelock() {
    clean("PollsProcess", &["--iter=2"]);
}

#[test]
fn generators_without_a_seed_follow_from_that_of_the_execution() {
    clean("DrawsNumbers", &["--iter=5", "--check-determinism"]);
}

#[test]
fn a_process_does_not_hide_a_deadlock() {
    run("ChildAlive", &["--iter=500"], |outcome| {
        assert_eq!(outcome.status, 1, "{}", outcome.describe("not found"));
        let summary = outcome.summary().unwrap();
        assert_eq!(summary["failures"][0]["kind"], "deadlock");
        assert_eq!(summary["failures"][0]["replayed"], true);
    });
}

#[test]
fn a_thread_that_is_stopped_is_no_failure() {
    clean("Stopped", &["--iter=5"]);
}

/// The JVM shows them to no agent. Ordinary classes of the same name are others.
#[test]
fn hidden_classes_are_under_control() {
    for way in ["call", "data", "handle", "reflection"] {
        let options = ["--strategy=random", "--iter=300"];
        run_with(&["HiddenCounter", "lost", way], &options, |outcome| {
            assert_eq!(outcome.status, 1, "{}", outcome.describe("not found"));
            let failure = &outcome.summary().unwrap()["failures"][0];
            assert_eq!(failure["message"], "lost an update", "{failure}");
            assert_eq!(failure["replayed"], true, "{failure}");
        });
    }
    for options in ["--check-determinism", "--memory"] {
        let line = ["HiddenCounter", "kept", "call"];
        run_with(&line, &["--iter=50", options], |outcome| {
            assert_eq!(outcome.status, 0, "{}", outcome.describe("is not clean"));
            let uncontrolled = &outcome.summary().unwrap()["uncontrolled"];
            assert_eq!(*uncontrolled, serde_json::json!([]), "{options}");
        });
    }
}

#[test]
fn what_is_no_hidden_class_is_refused_as_ever() {
    clean("RefusesHidden", &["--iter=3"]);
}

#[test]
fn reflection_shows_synchronized_methods() {
    clean("ShowsModifiers", &["--iter=3"]);
}

/// What the JDK exports to nobody, and a program that the launcher exports it to.
const EXPORT: &str = "java.base/jdk.internal.misc=ALL-UNNAMED";

#[test]
fn the_unsafe_of_the_jdk_is_under_control_in_programs() {
    let classes = place::scratch("ordinary-inside");
    let source = place::repository().join("crates/fray-agent/tests/java/inside/Inside.java");
    java::compile_exporting(EXPORT, &classes, &[source]);
    let run = |way: &str, strategy: &str| {
        let options = [
            format!("--strategy={strategy}"),
            "--iter=100".to_owned(),
            "--seed=1".to_owned(),
            format!("--add-exports={EXPORT}"),
        ];
        let runs = jdk::all().into_iter().map(|jdk| {
            let run = Run {
                jdk: &jdk,
                classes: &classes,
                folder: place::scratch(&format!("ordinary-inside-{way}-{}", jdk.version)),
            };
            run.fray_with(&options, &["Inside", way], LIMIT).unwrap()
        });
        runs.collect::<Vec<Outcome>>()
    };
    for way in ["volatile", "release", "opaque", "exchanged"] {
        for outcome in run(way, "dfs") {
            let summary = outcome.summary().unwrap();
            expected("assertion", &summary).unwrap_or_else(|wrong| panic!("{way}: {wrong}"));
        }
    }
    for strategy in STRATEGIES {
        for outcome in run("repeated", strategy)
            .iter()
            .chain(&run("added", strategy))
        {
            assert_eq!(outcome.status, 0, "{}", outcome.describe("is not clean"));
        }
    }
}

/// A failure that is found, and replays.
fn found(program_line: &[&str], options: &[&str]) {
    run_with(program_line, options, |outcome| {
        let what = outcome.describe(&format!("{program_line:?} not found"));
        assert_eq!(outcome.status, 1, "{what}");
        let failure = &outcome.summary().unwrap()["failures"][0];
        assert_eq!(failure["replayed"], true, "{failure}");
    });
}

#[test]
fn fields_of_one_name_are_told_apart() {
    for way in ["static", "own"] {
        found(&["SharesNames", way], &["--iter=100"]);
    }
    found(&["SharesNames", "plain"], &["--iter=100", "--memory"]);
}

#[test]
fn with_memory_copies_of_arrays_are_made_element_by_element() {
    for way in ["clone", "arraycopy", "of", "range", "fill", "written"] {
        found(&["CopiesArrays", way], &["--strategy=dfs", "--memory"]);
        let options = ["--strategy=random", "--iter=20", "--races"];
        run_with(&["CopiesArrays", way], &options, |outcome| {
            let summary = outcome.summary().unwrap();
            assert_eq!(summary["failures"][0]["kind"], "race", "{way}: {summary}");
        });
    }
}

#[test]
fn with_memory_plain_accesses_of_atomics_count() {
    for way in ["narrow", "wide"] {
        found(&["SetsPlainly", way], &["--strategy=dfs", "--memory"]);
    }
}

/// Tasks that come from outside of a pool of the JDK's are put into its queues by plain stores.
#[test]
fn handing_a_task_to_a_pool_orders_what_was_before() {
    for strategy in ["--strategy=random", "--strategy=pct:3"] {
        clean("SubmitsWork", &["--iter=300", "--races", strategy]);
    }
}

/// A look that is no switch point would be repeated for ever.
#[test]
fn looks_at_threads_without_an_instruction_let_others_get_on() {
    clean("LooksByReference", &["--iter=50"]);
    clean("LooksByReference", &["--strategy=dfs", "--iter=50"]);
}

/// A hook is passed an object, whatever class it is of: the lambda could not be made.
#[test]
fn method_references_capture_receivers_of_any_class() {
    clean("CapturesReceivers", &["--iter=200"]);
    clean("CapturesReceivers", &["--strategy=dfs"]);
}

#[test]
fn moments_that_are_over_are_not_waited_for() {
    for time in ["--time=relaxed", "--time=virtual"] {
        clean("LongAgo", &["--iter=20", time]);
    }
}

#[test]
fn initialisers_that_need_each_other_in_any_way() {
    for way in [
        "Name",
        "Ensure",
        "Method",
        "Handle",
        "Variable",
        "Reference",
        "Lambda",
        "Helper",
        "Body",
    ] {
        for strategy in ["--strategy=random", "--strategy=dfs"] {
            let options = ["--iter=200", "--shrink=0", strategy];
            run_with(&["MeetsInitialisers", way], &options, |outcome| {
                assert_eq!(outcome.status, 1, "{}", outcome.describe(way));
                let failure = &outcome.summary().unwrap()["failures"][0];
                assert_eq!(failure["kind"], "deadlock", "{way}: {failure}");
                assert_eq!(failure["replayed"], true, "{way}: {failure}");
            });
        }
    }
}

/// What a search in all orders shows. The sample behind it may show an outcome that the search has not: then not all was
/// explored.
#[test]
fn exhaustive_searches_show_what_threads_share_through_the_jdk() {
    for line in [
        ["Sees", "transfers", "12"],
        ["Sees", "properties", "bb"],
        ["Sees", "listeners", "1"],
        ["Sees", "normal", "02"],
        ["Sees", "references", "true"],
        ["Sees", "removed", "true"],
        ["Sees", "settings", "nullb"],
        ["Sees", "locale", "fr_FR"],
    ] {
        let options = ["--strategy=dfs", "--keep-going", "--shrink=0"];
        run_with(&line, &options, |ran| {
            assert_eq!(ran.status, 1, "{line:?}: {}", ran.describe("not found"));
            let summary = ran.summary().unwrap();
            assert_eq!(summary["exhausted"], true, "{line:?}: {summary}");
            assert_eq!(summary["failures"][0]["replayed"], true, "{summary}");
        });
    }
}

/// It runs on beside the executions that follow, and was missing in them when it was one of the first.
#[test]
fn threads_that_the_jdk_starts_once_are_its_own() {
    let root = place::scratch("ordinary-preferences");
    // The first execution would make it, and say so.
    std::fs::create_dir_all(root.join(".java/.userPrefs")).unwrap();
    let root = format!("-Djava.util.prefs.userRoot={}", root.display());
    clean(
        "AsksPreferences",
        &["--iter=10", "--check-determinism", &root],
    );
}
