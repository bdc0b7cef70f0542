//! What `java` gets is what the user gave, with fray's own options taken out and ours in front.

mod support;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use support::{Lab, fake, run};

/// Runs fray with these arguments on a fake JDK; what its `java` was given.
fn given(lab: &Lab, args: &[&OsStr], java_options: Option<&str>) -> Vec<OsString> {
    let home = fake::jdk(&lab.file("jdk"), "17.0.9", "exit 0");
    let mut command = lab.command(args);
    command.env("JAVA_HOME", &home);
    if let Some(options) = java_options {
        command.env("JDK_JAVA_OPTIONS", options);
    }
    let ran = run(&mut command);
    // It ran nothing under control, and must not look as if it had.
    ran.exits(3)
        .says("java ended without running Main under control: nothing was tested");
    let args = fake::args(&home);
    args.into_iter().map(OsString::from_vec).collect()
}

fn words(line: &str) -> Vec<&OsStr> {
    line.split_whitespace().map(OsStr::new).collect()
}

#[track_caller]
fn check(args: &[&OsStr], java_options: Option<&str>, expected: &[&OsStr]) {
    let lab = Lab::new();
    let given = given(&lab, args, java_options);
    let agent = given[0].to_str().unwrap();
    assert!(agent.starts_with("-agentpath:/"), "{agent}");
    assert!(agent.contains("/libfray_agent.so=strategy="), "{agent}");
    assert_eq!(&given[1..], expected);
}

#[test]
fn the_command_line_is_java_s() {
    let line = "-Xmx1g -cp a:b/* -Dx=y --add-opens java.base/java.lang=ALL-UNNAMED -XX:+UseZGC Main x --iter 5";
    let mut expected = words("-ea");
    expected.extend(words(line));
    check(&words(line), None, &expected);
}

#[test]
fn fray_s_options_do_not_reach_java() {
    check(
        &words("--iter 5 --seed=3 -cp a --keep-going -Dx=y Main --iter 6"),
        None,
        &words("-ea -cp a -Dx=y Main --iter 6"),
    );
}

#[test]
fn odd_arguments_arrive_as_they_are() {
    let args: Vec<&OsStr> = [
        &b"-Dname=a b"[..],
        b"-cp",
        b"dir with space/*",
        b"Main",
        b"",
        b"it's \"quoted\" $HOME \\ *",
        b"caf\xe9",
        b"line\nfeed",
        b"@not-a-file",
    ]
    .into_iter()
    .map(OsStr::from_bytes)
    .collect();
    let mut expected = vec![OsStr::new("-ea")];
    expected.extend(&args);
    check(&args, None, &expected);
}

#[test]
fn argument_files_are_left_to_java() {
    let lab = Lab::new();
    fs::write(lab.file("options"), "-cp \"a b\"\n-Xss1m Main --seed").unwrap();
    let given = given(&lab, &words("--iter 2 @options --seed 7"), None);
    assert_eq!(&given[1..], words("-ea @options --seed 7"));
}

#[test]
fn assertions_are_on_unless_the_user_mentions_them() {
    for option in ["-da", "-ea:com.acme...", "-enableassertions", "-da:X"] {
        let line = format!("{option} Main");
        check(&words(&line), None, &words(&line));
    }
    check(&words("-esa Main"), None, &words("-ea -esa Main"));
    // Ours would come after it, and win.
    check(&words("Main"), Some("-Xss1m -da"), &words("Main"));
    check(&words("Main"), Some("-Xss1m"), &words("-ea Main"));
}

#[test]
fn the_agent_gets_the_configuration() {
    let lab = Lab::new();
    let args = words("--scheduler pct:4 --iter 77 --dummyRun --report=a,b -cp x Main");
    let agent = given(&lab, &args, None).remove(0).into_string().unwrap();
    let options = agent.split_once('=').unwrap().1;
    for pair in [
        "strategy=pct:4",
        "iter=77",
        "warm-up=true",
        "report=a\\,b",
        "share=0/1",
    ] {
        assert!(
            format!(",{options},").contains(&format!(",{pair},")),
            "{options}"
        );
    }
}

#[test]
fn the_jdk_is_chosen_as_for_java() {
    let lab = Lab::new();
    let [option, home, path] =
        ["option", "home", "path"].map(|name| fake::jdk(&lab.file(name), "17.0.9", "exit 0"));
    let jdks = [&option, &home, &path];
    let which = |args: &[&str], java_home: bool| {
        let _ = jdks.map(|jdk| fs::remove_file(jdk.join("args")));
        let mut command = lab.command(args);
        command.env("PATH", path.join("bin"));
        match java_home {
            true => command.env("JAVA_HOME", &home),
            false => command.env_remove("JAVA_HOME"),
        };
        run(&mut command);
        jdks.iter().position(|jdk| jdk.join("args").exists())
    };
    let option_text = option.to_str().unwrap();
    assert_eq!(which(&["--jdk", option_text, "Main"], true), Some(0));
    assert_eq!(which(&["Main"], true), Some(1));
    // A script on the PATH does not say where its JDK is, but the release file beside it does.
    assert_eq!(which(&["Main"], false), Some(2));
}
