//! Several tests in one JVM, as test frameworks run them.

use std::time::Duration;

use fray_testkit::{agent, jdk, place, run};

const LIMIT: Duration = Duration::from_secs(120);

/// A class that finds the common pool while a test runs has that of the JVM afterwards, and of each execution of later tests.
/// With several workers, so that asynchronous tasks go to the common pool.
#[test]
fn there_is_one_common_pool_in_all_tests() {
    let folder = place::scratch("embedded");
    let own = place::repository().join("crates/fray-agent/tests/java/embedded");
    let api = place::repository().join("java/junit/src/main/java/dev/fray");
    let sources = [
        own.join("SharesPools.java"),
        api.join("Fray.java"),
        api.join("ConcurrencyFailure.java"),
        api.join("launch/Agent.java"),
        api.join("launch/Campaign.java"),
        api.join("launch/Settings.java"),
    ];
    fray_testkit::java::compile(17, &folder, &folder, &sources);
    for jdk in jdk::all() {
        let report = folder.join(&jdk.version);
        let settings = format!("embedded,iter=20,seed=1,report={}", report.display());
        let mut java = jdk.tool("java");
        java.arg(agent::option(&settings))
            .arg("-Djava.util.concurrent.ForkJoinPool.common.parallelism=3")
            .arg("-ea")
            .arg("-cp")
            .arg(&folder)
            .arg("SharesPools");
        let output = run::limited(&mut java, LIMIT).expect("it ends");
        assert!(output.status.success(), "JDK {}: {output:#?}", jdk.version);
    }
}
