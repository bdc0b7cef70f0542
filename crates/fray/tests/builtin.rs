//! `fray demo` and `fray doctor`.

mod support;

use std::path::PathBuf;

use support::{Lab, fake, java, run};

#[test]
fn demo_finds_replays_and_explains() {
    for home in java::jdks() {
        let lab = Lab::new();
        let mut command = lab.command(["demo"]);
        command.env("JAVA_HOME", home).env("TMPDIR", lab.path());
        let ran = run(&mut command).exits(0);
        for words in [
            "1. On plain java: ",
            "2. Under fray: ",
            "3. Once more: fray replay ",
            "4. What happened: ",
            "the balance is -30",
            "Alice",
            "Bob",
            "index.html",
        ] {
            assert!(ran.out.contains(words), "{words}: {ran:#?}");
        }
    }
}

#[test]
fn doctor_tells_good_jdks_from_bad_ones() {
    let lab = Lab::new();
    let old = fake::jdk(&lab.file("old"), "11.0.2", "exit 0");
    // Looks right, but what it runs is not under control.
    let liar = fake::jdk(&lab.file("liar"), "21.0.1", "exit 0");
    let mut homes = java::jdks();
    let good = homes.len();
    homes.extend([old, liar]);
    let mut command = lab.command(["doctor"]);
    command.env("FRAY_JDKS", std::env::join_paths(&homes).unwrap());
    let ran = run(&mut command).exits(0);
    assert!(ran.out.matches("ok control").count() >= good, "{ran:#?}");
    assert!(
        ran.out.matches("ok identity hashes").count() >= good,
        "{ran:#?}"
    );
    let has_fibers = |home: &&PathBuf| java::feature(home) >= 24;
    let with_fibers = java::jdks().iter().filter(has_fibers).count();
    let words = "ok fibers engine    works, and is used unless --engine says otherwise";
    assert!(ran.out.matches(words).count() >= with_fibers, "{ran:#?}");
    assert!(
        ran.out
            .contains("not usable   too old: fray works on JDK 17 to 25")
    );
    assert!(ran.out.contains("-- control"), "{ran:#?}");
}

#[test]
fn doctor_without_a_jdk() {
    let lab = Lab::new();
    let mut command = lab.command(["doctor"]);
    command
        .env_remove("JAVA_HOME")
        .env("PATH", lab.path())
        .env("HOME", lab.path());
    // The usual places of this machine may have some all the same.
    let ran = run(&mut command);
    if !ran.out.contains("ok control") {
        ran.exits(3)
            .says("no JDK on which fray works was found: give --jdk HOME, or set FRAY_JDKS");
    }
}
