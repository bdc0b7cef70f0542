//! Programs that need something from outside: threads that are not controlled, references that are
//! handled, ports that are free again.

mod support;

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fray_testkit::{java, jdk, place};
use support::{Run, program};

const LIMIT: Duration = Duration::from_secs(120);

/// The programs, compiled, and the agent among them as a jar.
fn classes() -> (PathBuf, PathBuf) {
    let folder = program("outside");
    let jar = folder.join("helper.jar");
    if !jar.exists() {
        let manifest = folder.join("manifest");
        std::fs::write(&manifest, "Premain-Class: Helper\n").unwrap();
        java::run(
            jdk::compiler()
                .tool("jar")
                .arg("--create")
                .arg("--file")
                .arg(&jar)
                .arg("--manifest")
                .arg(&manifest)
                .arg("-C")
                .arg(&folder)
                .arg("Helper.class"),
        );
    }
    (folder, jar)
}

fn clean(test: &str, options: &[&str], arguments: &[&str], classes: &Path) {
    for jdk in jdk::all() {
        let run = Run {
            jdk: &jdk,
            classes,
            folder: place::scratch(&format!("outside-{test}-{}", jdk.version)),
        };
        let options: Vec<_> = options.iter().map(|&option| option.to_owned()).collect();
        let outcome = run.fray_with(&options, arguments, LIMIT).unwrap();
        assert_eq!(
            outcome.status,
            0,
            "{}",
            outcome.describe(&format!("JDK {}", jdk.version))
        );
    }
}

#[test]
fn threads_that_were_there_before_may_help() {
    let (classes, jar) = classes();
    let agent = format!("-javaagent:{}", jar.display());
    let options = ["--iter=5", "--seed=1", "--strategy=random", &agent];
    clean("helped", &options, &["Helped"], &classes);
}

#[test]
fn references_are_handled() {
    let (classes, _) = classes();
    let options = ["--iter=20", "--seed=1", "--strategy=random"];
    clean("cleaned", &options, &["Cleaned"], &classes);
}

#[test]
fn a_port_is_free_in_the_next_execution() {
    let (classes, _) = classes();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port().to_string();
    drop(free);
    // Relaxed time would let the client give up at any moment.
    let options = [
        "--iter=50",
        "--seed=1",
        "--strategy=random",
        "--time=virtual",
    ];
    clean("ports", &options, &["Ports", &port], &classes);
}
