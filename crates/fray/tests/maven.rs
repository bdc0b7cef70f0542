//! The example projects, built by the real Maven as their READMEs say on the oldest JDK, and with parallel tests
//! on the newest.

use std::path::{Path, PathBuf};
use std::process::Command;

use fray_testkit::artifacts::repository;
use fray_testkit::jdk::{self, Jdk};
use fray_testkit::place;

/// The oldest and the newest JDK with a compiler.
fn jdks() -> Vec<Jdk> {
    let mut all = jdk::all();
    all.retain(|jdk| jdk.home.join("bin/javac").exists());
    let newest = all.pop().expect("there is one");
    all.truncate(1);
    all.push(newest);
    all
}

/// A copy of an example, so that builds do not meet.
fn example(name: &str, test: &str, jdk: &Jdk) -> PathBuf {
    let folder = place::scratch(&format!("{name}-{test}-{}", jdk.feature()));
    let source = place::repository().join("examples").join(name);
    let mut copy = Command::new("cp");
    fray_testkit::java::run(
        copy.arg("-r")
            .arg(source.join("pom.xml"))
            .arg(source.join("src"))
            .arg(&folder),
    );
    folder
}

/// Runs Maven; whether it succeeded, and what it printed.
fn maven(project: &Path, jdk: &Jdk, repository: &Path, words: &str) -> (bool, String) {
    let output = Command::new("mvn")
        .args(["-B", "-ntp"])
        .arg(format!("-Dmaven.repo.local={}", repository.display()))
        .args(words.split_whitespace())
        .current_dir(project)
        .env("JAVA_HOME", &jdk.home)
        .env("XDG_CACHE_HOME", project.join("cache"))
        .output()
        .expect("mvn is there");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), text)
}

#[test]
fn junit_5_with_mockito_assertj_and_jacoco() {
    let Some(repository) = repository() else {
        return;
    };
    for (jdk, in_parallel) in jdks().into_iter().zip([false, true]) {
        let project = example("junit5-maven", "all", &jdk);
        let parallel = "junit.jupiter.execution.parallel";
        let words = match in_parallel {
            true => format!("test -D{parallel}.enabled -D{parallel}.mode.default=concurrent"),
            false => "test".to_owned(),
        };
        let (passed, text) = maven(&project, &jdk, &repository, &words);
        assert!(passed, "{text}");
        assert!(
            text.contains("Tests run: 4, Failures: 0, Errors: 0, Skipped: 0"),
            "{text}"
        );
        assert!(
            text.contains("-Xmx512m") && text.contains("-javaagent:"),
            "{text}"
        );
        assert!(project.join("target/jacoco.exec").is_file(), "no coverage");
        if in_parallel {
            continue;
        }

        let (passed, text) = maven(&project, &jdk, &repository, "test -Dtest=CarelessDemo");
        assert!(!passed, "{text}");
        assert!(text.contains("expected: <2> but was: <1>"), "{text}");
        let replay = text
            .split("Replay: mvn ")
            .nth(1)
            .expect("a line that says how");
        let replay = replay.lines().next().unwrap_or_default().replace('\'', "");
        let (passed, text) = maven(&project, &jdk, &repository, &replay);
        assert!(
            !passed && text.contains("expected: <2> but was: <1>"),
            "{text}"
        );
    }
}

#[test]
fn junit_4_and_existing_tests() {
    let Some(repository) = repository() else {
        return;
    };
    for (jdk, in_parallel) in jdks().into_iter().zip([false, true]) {
        let project = example("junit4-maven", "all", &jdk);
        let words = match in_parallel {
            true => "test -Dparallel=classes -DthreadCount=3",
            false => "test",
        };
        let (passed, text) = maven(&project, &jdk, &repository, words);
        assert!(passed, "{text}");
        assert!(text.contains("Tests run: 2, Failures: 0"), "{text}");
        if in_parallel {
            continue;
        }
        let (passed, text) = maven(
            &project,
            &jdk,
            &repository,
            "fray:test -Dfray.iterations=100",
        );
        assert!(!passed, "{text}");
        assert!(
            text.contains("passed   example.CounterTest#twoThreadsCountToTwo  (100 executions)"),
            "{text}"
        );
        assert!(
            text.contains("FAILED   example.PlainTest#countsCarelessly"),
            "{text}"
        );
        assert!(
            project.join("target/fray-report/TEST-fray.xml").is_file(),
            "no results"
        );
    }
}

#[test]
fn without_the_agent_a_concurrency_test_fails_and_says_why() {
    let Some(repository) = repository() else {
        return;
    };
    let jdk = jdks().remove(0);
    let project = example("junit5-maven", "bare", &jdk);
    let words = "test -Dfray.skip -Dtest=CounterTest#twoThreadsCountToTwo";
    let (passed, text) = maven(&project, &jdk, &repository, words);
    assert!(!passed, "{text}");
    assert!(text.contains("fray's agent is not in this JVM"), "{text}");
}
