//! Everything that can be wrong before anything runs: one clear sentence and the right exit code.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fray_testkit::skip;
use serde_json::Value;
use support::{Lab, Ran, fake, fray, java, run};

/// fray with files of so many bytes at most, which is what a full disk looks like.
fn with_room(lab: &Lab, bytes: &str, args: &[&str]) -> Ran {
    let mut command = Command::new("sh");
    let script = r#"trap '' XFSZ; room=$1; shift; exec prlimit --fsize="$room" "$@""#;
    command.args(["-c", script, "sh", bytes]);
    let fray = lab.command(args);
    command.arg(fray.get_program()).args(fray.get_args());
    run(command
        .current_dir(lab.path())
        .env("JAVA_HOME", java::jdk()))
}

/// No room for the report: its recordings are kept if that is possible, what was found is
/// told, and what was there before stays.
#[test]
fn disk_full() {
    let lab = Lab::new();
    let classes = java::classes().to_str().unwrap();
    let args = ["--seed", "7", "-cp", classes, "Lost"];
    let ran = with_room(&lab, "8000", &args).exits(3);
    let ran = ran.says("cannot write the report to fray-report/001-exception/failure.json: File too large (os error 27) (the recording is there)");
    assert!(ran.out.contains("an update was lost"), "{ran:#?}");
    assert!(!lab.file("fray-report/running.fray").exists());
    let mut replay = lab.command(["replay", "fray-report/001-exception"]);
    run(replay.env("JAVA_HOME", java::jdk())).exits(1);

    let before = fs::read(lab.file("fray-report/summary.json")).unwrap();
    let ran = with_room(&lab, "300", &args).exits(3);
    let said = ran.err.lines().last().unwrap_or_default();
    assert!(
        said.starts_with("fray: cannot write fray-report/summary.json: File too large"),
        "{ran:#?}"
    );
    assert!(said.ends_with("an update was lost"), "{ran:#?}");
    assert_eq!(
        fs::read(lab.file("fray-report/summary.json")).unwrap(),
        before
    );
    let names = fs::read_dir(lab.file("fray-report")).unwrap();
    let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["001-exception", "replay", "summary.json"]);
}

/// What is in a folder, and in the folders of it.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(contents(&path)),
            false => drop(files.insert(path.clone(), fs::read(path).unwrap())),
        }
    }
    files
}

/// How to run something that may mount file systems for itself: in a namespace of its own, for which some
/// systems want no root and others do.
fn mounts(folder: &Path) -> Option<[&'static str; 2]> {
    let script = r#"mount -t tmpfs -o size=64k none "$1""#;
    let works = |words: &[&str; 2]| {
        let mut command = Command::new(words[0]);
        command.args([words[1], "sh", "-c", script, "sh"]);
        command.arg(folder).output().unwrap().status.success()
    };
    let ways = [["unshare", "-rm"], ["unshare", "-m"]];
    let found = ways.into_iter().find(works);
    if found.is_none() {
        skip::aloud("a full file system, since none can be mounted here");
    }
    found
}

/// Two runs in a file system that has so much room for the second one. Leaves a copy of all reports in the
/// folder `before` of the lab, and then in `after`.
fn on_a_file_system_with_room(lab: &Lab, mounts: &[&str; 2], bytes: u32) -> Ran {
    let script = r#"
        lab=$1; room=$2; shift 2
        mount -t tmpfs -o size=1m none "$lab/full" && cd "$lab/full" || exit 99
        "$@" > "$lab/first" 2>&1
        cp -r fray-report "$lab/before"
        free=$(df --output=avail -B1 . | tail -1)
        head -c $((free - room)) /dev/zero > filler
        "$@"
        code=$?
        cp -r fray-report "$lab/after"
        exit $code"#;
    let mut command = Command::new(mounts[0]);
    command.args([mounts[1], "sh", "-c", script, "sh"]);
    command.arg(lab.path()).arg(bytes.to_string());
    let fray = lab.command(["--seed", "7", "-cp"]);
    command.arg(fray.get_program()).args(fray.get_args());
    command.arg(java::classes()).arg("Lost");
    run(command.env("JAVA_HOME", java::jdk()))
}

/// However little room there is: the report of the run before stays as it is, what there is room for is
/// kept, and one sentence says so.
#[test]
fn file_system_full() {
    const PAGE: u32 = 4096;
    let full = "No space left on device (os error 28)";
    let lost = format!("cannot write fray-report/summary.json: {full}; exception was found in");
    let told = ": an update was lost";
    let kept = ": an update was lost (its recording is in fray-report/002-exception)";
    let report = format!(
        "cannot write the report to fray-report/002-exception/failure.json: {full} (the recording is there)"
    );
    for (pages, beginning, end, files) in [
        (0, &lost, told, &[][..]),
        (1, &lost, kept, &["recording.fray"]),
        (2, &lost, kept, &["minimized.fray", "recording.fray"]),
        // The summary is the last that is written.
        (3, &report, "", &["minimized.fray", "recording.fray"]),
    ] {
        let lab = Lab::new();
        fs::create_dir(lab.file("full")).unwrap();
        let Some(mounts) = mounts(&lab.file("full")) else {
            return;
        };
        let ran = on_a_file_system_with_room(&lab, &mounts, pages * PAGE).exits(3);
        let said = ran.err.lines().filter(|line| {
            let rest = line.strip_prefix("fray: ").unwrap_or_default();
            rest.starts_with(beginning) && rest.ends_with(end)
        });
        assert_eq!(said.count(), 1, "{pages} pages: {ran:#?}");

        let (before, mut after) = (contents(&lab.file("before")), contents(&lab.file("after")));
        assert!(before.len() > 5, "{before:?}");
        for (file, bytes) in before {
            let file = file.strip_prefix(lab.file("before")).unwrap();
            let now = after.remove(&lab.file("after").join(file));
            if pages == 3 && file == Path::new("summary.json") {
                let summary: Value = serde_json::from_slice(&now.unwrap()).unwrap();
                assert_eq!(summary["failures"][0]["folder"], "002-exception");
            } else {
                assert!(now == Some(bytes), "{pages} pages: {file:?} was changed");
            }
        }
        let new = lab.file("after/002-exception");
        let expected: Vec<PathBuf> = files.iter().map(|name| new.join(name)).collect();
        assert_eq!(after.into_keys().collect::<Vec<_>>(), expected);
        if !expected.is_empty() {
            let mut replay = lab.command(["replay", "after/002-exception"]);
            run(replay.env("JAVA_HOME", java::jdk())).exits(1);
        }
    }
}

#[test]
fn no_jdk() {
    let lab = Lab::new();
    let mut command = lab.command(["-cp", "x", "Main"]);
    command.env_remove("JAVA_HOME").env("PATH", lab.path());
    run(&mut command)
        .exits(2)
        .says("no JDK found: give --jdk HOME, set JAVA_HOME, or put java on the PATH");
}

#[test]
fn not_a_jdk() {
    let lab = Lab::new();
    let here = lab.path().display();
    lab.fray(&format!("--jdk {here} Main"))
        .exits(2)
        .says(&format!(
            "{here} (from --jdk) is not a JDK: it has no bin/java"
        ));
    let mut command = lab.command(["Main"]);
    command.env("JAVA_HOME", lab.path());
    run(&mut command).exits(2).says(&format!(
        "{here} (from JAVA_HOME) is not a JDK: it has no bin/java"
    ));
}

#[test]
fn jdk_too_old_or_too_new() {
    let lab = Lab::new();
    let old = fake::jdk(&lab.file("old"), "11.0.2", "exit 0");
    lab.fray(&format!("--jdk {} Main", old.display()))
        .exits(2)
        .says(&format!(
            "JDK 11.0.2 in {} is too old: fray works on JDK 17 to 25",
            old.display()
        ));
    let new = fake::jdk(&lab.file("new"), "26-ea", "exit 0");
    lab.fray(&format!("--jdk {} Main", new.display()))
        .exits(3)
        .says(&format!(
            "JDK 26-ea in {} is newer than this fray knows, and might not be fully controlled: fray works on JDK 17 to 25",
            new.display()
        ));
    assert!(
        !old.join("args").exists() && !new.join("args").exists(),
        "nothing ran"
    );
}

#[test]
fn wrong_options() {
    let lab = Lab::new();
    for (line, sentence) in [
        (
            "",
            "nothing to run: give a main class, -jar FILE or -m MODULE, as for java",
        ),
        (
            "--iter many Main",
            "'many' is not a value for option 'iter': expected a number from 1",
        ),
        (
            "--time soon Main",
            "'soon' is not a value for option 'time': expected relaxed, virtual or real",
        ),
        (
            "--strategy=best Main",
            "'best' is not a value for option 'strategy': expected random, pct[:depth], pos, surw, dfs, delay[:n], icb[:n] or portfolio",
        ),
        (
            "--iters 5 Main",
            "there is no option '--iters': did you mean '--iter'?",
        ),
        ("--iter 5 demo", "'demo' must come first: fray demo ..."),
        (
            "replay x --bogus",
            "unexpected argument '--bogus' found; see 'fray help'",
        ),
        (
            "show",
            "the following required arguments were not provided: <REPORT>; see 'fray help'",
        ),
        (
            "help nonsense",
            "there is no option and no command 'nonsense'; 'fray help' lists them",
        ),
        (
            "@nowhere Main",
            "cannot read the argument file 'nowhere': No such file or directory (os error 2)",
        ),
    ] {
        lab.fray(line).exits(2).says(sentence);
    }
}

#[test]
fn what_java_cannot_start() {
    let lab = Lab::new();
    fs::write(lab.file("text.jar"), "this is no jar").unwrap();
    fs::create_dir(lab.file("folder.jar")).unwrap();
    let classes = java::classes().display();
    for (line, program, from_java) in [
        (
            "-cp . Nowhere".to_owned(),
            "Nowhere",
            "Could not find or load main class Nowhere",
        ),
        (
            format!("-cp {classes} NoMain"),
            "NoMain",
            "Main method not found in class NoMain",
        ),
        (
            "-jar nowhere.jar".to_owned(),
            "nowhere.jar",
            "Unable to access jarfile",
        ),
        (
            "-jar text.jar".to_owned(),
            "text.jar",
            "Invalid or corrupt jarfile",
        ),
        (
            // A folder cannot be read as a file, not even by root.
            "-jar folder.jar".to_owned(),
            "folder.jar",
            "Invalid or corrupt jarfile",
        ),
        (
            "-p mods -m no.module/x.Y".to_owned(),
            "no.module/x.Y",
            "Module no.module not found",
        ),
        (
            "-Xnonsense Main".to_owned(),
            "Main",
            "Unrecognized option: -Xnonsense",
        ),
    ] {
        for home in java::oldest_and_newest() {
            let mut command = lab.command(line.split_whitespace());
            let ran = run(command.env("JAVA_HOME", home)).exits(2).says(&format!(
                "java could not start {program} (its own message is above): nothing ran"
            ));
            let said = ran.out + &ran.err;
            assert!(
                said.contains(from_java) || line.contains("NoMain"),
                "{said}"
            );
        }
    }
    assert!(!lab.file("fray-report").exists(), "nothing ran");
}

#[test]
fn recordings_that_cannot_be_used() {
    let lab = Lab::new();
    fs::write(lab.file("text"), "hello\n").unwrap();
    fs::write(lab.file("future"), "fray-recording 99\nfray 9.0.0\n").unwrap();
    fs::write(lab.file("cut"), "fray-recording 1\nfray 0.1.0\njdk 17").unwrap();
    fs::write(
        lab.file("unknown"),
        "fray-recording 1\nfray 7.0.0\njava Main\noption magic=on\n\n",
    )
    .unwrap();
    for (file, why) in [
        (
            "text",
            "line 1: this is not a fray recording: it does not begin with 'fray-recording'",
        ),
        (
            "future",
            "line 1: this recording has format version 99, this fray reads version 1: use the fray that wrote it, or record again",
        ),
        ("cut", "line 3: the recording is cut off within its header"),
        (
            "unknown",
            "there is no option 'magic' (it was made by fray 7.0.0)",
        ),
    ] {
        let sentence = format!("cannot use the recording {file}: {why}");
        lab.fray(&format!("replay {file}")).exits(2).says(&sentence);
    }
    lab.fray("replay nowhere")
        .exits(2)
        .says("there is no file or folder nowhere");
    fs::create_dir(lab.file("empty")).unwrap();
    for command in ["replay", "show"] {
        lab.fray(&format!("{command} empty"))
            .exits(2)
            .says("empty holds no failure");
    }
}

#[test]
fn a_report_folder_that_cannot_be_written() {
    let lab = Lab::new();
    fs::write(lab.file("file"), "").unwrap();
    lab.fray("--report file/deep/er Main")
        .exits(2)
        .says("cannot write reports to file/deep/er: Not a directory (os error 20); choose another folder with --report");
    assert_eq!(
        fs::read_dir(lab.path()).unwrap().count(),
        1,
        "nothing left behind"
    );
}

/// Files that are written in the end are looked at in the beginning.
#[test]
fn files_that_cannot_be_written() {
    let lab = Lab::new();
    fs::write(lab.file("file"), "").unwrap();
    for (option, file, why) in [
        ("--junit-xml", "file/x.xml", "Not a directory (os error 20)"),
        ("--sarif", ".", "is a directory"),
    ] {
        let sentence = format!("cannot write {file}: {why}; nothing ran");
        let ran = lab.fray(&format!("{option} {file} Main"));
        ran.exits(2).says(&sentence);
    }
    assert!(!lab.file("fray-report").exists(), "nothing ran");

    // The disk is full when the time has come: what was found is told all the same.
    let mut command = lab.command(["--seed", "7", "--quiet", "--junit-xml", "/dev/full", "-cp"]);
    command.arg(java::classes()).arg("Lost");
    let ran = run(command.env("JAVA_HOME", java::jdk()))
        .exits(3)
        .says("cannot write /dev/full: No space left on device (os error 28)");
    assert!(ran.out.contains("an update was lost"), "{ran:#?}");

    // Folders on the way are made, as for reports.
    let mut command = lab.command(["--iter", "5", "--sarif", "new/er/x.sarif", "-cp"]);
    command.arg(java::classes()).arg("Counted");
    run(command.env("JAVA_HOME", java::jdk())).exits(0);
    assert!(lab.file("new/er/x.sarif").is_file());
}

#[test]
fn a_report_folder_on_a_read_only_file_system() {
    let lab = Lab::new();
    let Some(mounts) = mounts(lab.path()) else {
        return;
    };
    let script = r#"mount -t tmpfs -o ro none "$1" && cd "$1" && shift && exec "$@""#;
    let mut command = Command::new(mounts[0]);
    command.args([mounts[1], "sh", "-c", script, "sh"]);
    let fray = lab.command(["Main"]);
    command.arg(lab.path()).arg(fray.get_program()).arg("Main");
    run(command.env("JAVA_HOME", java::jdk()))
        .exits(2)
        .says("cannot write reports to fray-report: Read-only file system (os error 30); choose another folder with --report");
}

#[test]
fn no_agent_beside_the_command() {
    let lab = Lab::new();
    let alone = lab.file("bin/fray");
    fs::create_dir(lab.file("bin")).unwrap();
    fs::copy(fray(), &alone).unwrap();
    let output = std::process::Command::new(alone)
        .arg("Main")
        .output()
        .unwrap();
    let ran = support::Ran::of(&output).exits(3);
    assert!(
        ran.err
            .starts_with("fray: the agent library libfray_agent.so is missing: looked in ")
    );
    assert!(ran.err.ends_with("'cargo build --release' builds it\n"));
}
