//! Concurrency tests in a JVM whose test framework runs tests in parallel.

use std::path::Path;

use fray_testkit::{agent, artifacts, jdk, libraries, place};

/// JUnit 5 runs nothing beside a concurrency test; what JUnit 4 runs beside it is left alone; and
/// campaigns wait for each other.
#[test]
fn parallel_tests_do_not_meet_a_concurrency_test() {
    let (Some(repository), Some(junit)) = (artifacts::repository(), libraries::junit()) else {
        return;
    };
    let folder = place::scratch("parallel");
    let own = repository.join("dev/fray/fray-junit/0.1.0/fray-junit-0.1.0.jar");
    // Mockito would attach itself as a listener of the platform.
    let junit = junit
        .iter()
        .filter(|jar| !jar.to_string_lossy().contains("mockito"));
    let out = folder.join("classes");
    let path = std::env::join_paths([&out, &own].into_iter().chain(junit)).unwrap();
    let sources = ["Parallel.java", "FiveTest.java", "FourTest.java"].map(|name| {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parallel");
        tests.join(name)
    });
    fray_testkit::java::compile(17, Path::new(&path), &out, &sources);
    let all = jdk::all();
    for jdk in [&all[0], all.last().unwrap()] {
        let report = folder.join(jdk.feature().to_string());
        let settings = format!("embedded,iter=20,report={}", report.display());
        let mut java = jdk.tool("java");
        java.arg(agent::option(&settings))
            .arg("-ea")
            .arg("-cp")
            .arg(&path)
            .arg("Parallel");
        let output = java.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        for line in [
            "JUnit 5: 16 tests, 0 failed, at once several, beside a concurrency test none",
            "JUnit 4: 3 tests, 0 failed",
        ] {
            assert!(text.contains(line), "{line}: {output:#?}");
        }
        // Each of the campaigns made all its executions.
        let mut campaigns = 0;
        for test in report.read_dir().unwrap() {
            let summary = test.unwrap().path().join("summary.json");
            let summary = std::fs::read_to_string(summary).unwrap();
            assert!(summary.contains(r#""iterations": 20,"#), "{summary}");
            campaigns += 1;
        }
        assert_eq!(campaigns, 6);
    }
}
