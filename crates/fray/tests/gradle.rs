//! The Gradle plugin: the example project built by the real Gradle as its README says, and the plugin
//! applied by the classes of a recent Gradle.

use std::path::{Path, PathBuf};
use std::process::Command;

use fray_testkit::{artifacts, jdk, libraries, place, skip};

const LOST: &str = "expected: <2> but was: <1>";

fn source() -> PathBuf {
    place::repository().join("examples/junit5-gradle")
}

/// Runs a command of the README in a copy of the example; whether it succeeded, and what it printed.
fn gradle(project: &Path, repository: &Path, command: &str) -> (bool, String) {
    let words: Vec<String> = command.split(' ').map(|w| w.replace('\'', "")).collect();
    let (program, arguments) = words.split_first().expect("a command");
    let options = format!(
        "-Dorg.gradle.daemon=false -Dmaven.repo.local={}",
        repository.display()
    );
    let output = Command::new(program)
        .args(arguments)
        .current_dir(project)
        .env("JAVA_HOME", &jdk::all()[0].home)
        .env("GRADLE_OPTS", options)
        .env("GRADLE_USER_HOME", place::cache().join("gradle-home"))
        .env("XDG_CACHE_HOME", project.join("cache"))
        .output()
        .expect("gradle is there");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text.into_owned())
}

fn is_there() -> bool {
    let there = Command::new("gradle").arg("--version").output().is_ok();
    if !there {
        skip::aloud("there is no gradle");
    }
    there
}

#[test]
fn the_example_does_what_its_readme_says() {
    let Some(repository) = artifacts::repository().filter(|_| is_there()) else {
        return;
    };
    let project = place::scratch("junit5-gradle");
    let mut copy = Command::new("cp");
    copy.arg("-r").arg(source().join(".")).arg(&project);
    fray_testkit::java::run(&mut copy);
    let readme = std::fs::read_to_string(source().join("README.md")).unwrap();
    let commands: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .collect();
    let [install, test, demo, existing] = commands[..] else {
        panic!("other commands: {commands:?}");
    };
    assert_eq!(install, "cargo xtask artifacts"); // done above, into the tests' own repository

    let (passed, text) = gradle(&project, &repository, &format!("{test} --info"));
    assert!(passed, "{text}");
    let started = text
        .lines()
        .find(|line| line.starts_with("Starting process"));
    let started = started.expect("a JVM for the tests");
    assert!(
        started.contains("-agentpath:") && started.contains("-Xmx512m"),
        "{started}"
    );
    let summary = "build/fray-report/example.CounterTest.twoThreadsCountToTwo/summary.json";
    let summary = std::fs::read_to_string(project.join(summary)).unwrap();
    assert!(summary.contains(r#""iterations": 200"#), "{summary}");

    let (passed, text) = gradle(&project, &repository, demo);
    assert!(!passed && text.contains(LOST), "{text}");
    let replay = text.split("Replay: ").nth(1).expect("a line that says how");
    let replay = replay.lines().next().unwrap_or_default();
    let (passed, again) = gradle(&project, &repository, replay);
    assert!(!passed && again.contains(LOST), "{again}");
    let found = text.lines().find(|line| line.contains("Found by fray"));
    assert!(again.contains(found.expect("says so")), "{again}"); // with the same seed

    let (passed, text) = gradle(&project, &repository, existing);
    assert!(!passed, "{text}");
    assert!(
        text.contains("FAILED   example.PlainTest#countsCarelessly") && text.contains(LOST),
        "{text}"
    );
}

/// Gradle itself decides here how the plugin's task is made, what a class path resolves to and what
/// options a JVM gets; tests then run on the newest JDK.
#[test]
fn a_recent_gradle_takes_the_plugin() {
    let (Some(repository), Some(jars)) = (artifacts::repository(), libraries::gradle()) else {
        return;
    };
    let project = place::scratch("modern-gradle");
    let classes = project.join("build/classes/java/test");
    let example = source().join("src");
    let junit = libraries::junit().expect("just there");
    let junit = std::env::join_paths(junit).unwrap();
    let files = [
        "main/java/example/Counter.java",
        "test/java/example/PlainTest.java",
    ];
    let files = files.map(|file| example.join(file));
    fray_testkit::java::compile(17, Path::new(&junit), &classes, &files);

    let own = ["fray-gradle-plugin", "fray-agent"]
        .map(|name| repository.join(format!("dev/fray/{name}/0.1.0/{name}-0.1.0.jar")));
    let out = project.join("modern");
    let path = std::env::join_paths(own.iter().chain(&jars).chain([&out])).unwrap();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gradle/Modern.java");
    fray_testkit::java::compile(17, Path::new(&path), &out, &[program]);

    let all = jdk::all();
    let newest = all.last().unwrap().home.join("bin/java");
    let mut java = all[0].tool("java");
    java.args(["--add-opens", "java.base/java.lang=ALL-UNNAMED"])
        .arg(format!("-Dmaven.repo.local={}", repository.display()))
        .arg("-cp")
        .arg(path)
        .args([Path::new("Modern"), &project, &newest])
        .env("XDG_CACHE_HOME", project.join("cache"));
    let output = java.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let options = text.lines().find(|line| line.starts_with("8.11.1 ["));
    let options = options.unwrap_or_else(|| panic!("{output:?}"));
    for part in ["-agentpath:", "iter=20", "-Xmx99m", "-Dfray.iterations=20"] {
        assert!(options.contains(part), "{part}: {options}");
    }
    assert!(
        text.contains("FAILED   example.PlainTest#countsCarelessly") && text.contains(LOST),
        "{output:?}"
    );
    assert!(
        text.contains("GradleException: fray found failures"),
        "{text}"
    );
}
