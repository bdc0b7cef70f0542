//! What ordinary programs do besides threads: class path, class loaders, services, resources, loggers,
//! much output, `System.exit`. In each execution it is as in a new JVM.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{Lab, java, run};

/// The class folder and a jar of several releases.
fn program(lab: &Lab) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/whole");
    let compile = |out: &str, source: &str, options: &[&str]| {
        java::compile(&lab.file(out), [sources.join(source)], options);
    };
    compile("base", "base/p/Version.java", &[]);
    compile("v17", "v17/p/Version.java", &[]);
    let base = lab.file("base").display().to_string();
    compile("app", "Whole.java", &["-cp", &base]);
    fs::create_dir_all(lab.file("app/META-INF/services")).unwrap();
    let service = lab.file("app/META-INF/services/Whole$Service");
    fs::write(service, "Whole$Provider\n").unwrap();
    fs::write(lab.file("app/words.properties"), "key=value\n").unwrap();
    fs::create_dir(lab.file("lib")).unwrap();
    let has_jar = |home: &PathBuf| home.join("bin/jar").is_file();
    let home = java::jdks().into_iter().find(has_jar).unwrap();
    let args = "--create --file lib/mr.jar -C base . --release 17 -C v17 .";
    let mut jar = Command::new(home.join("bin/jar"));
    jar.args(args.split(' ')).current_dir(lab.path());
    assert!(jar.status().unwrap().success());
}

#[test]
fn everything_is_as_in_a_new_jvm() {
    let lab = Lab::new();
    program(&lab);
    for home in java::jdks() {
        for (arg, kind, message) in [
            (None, "exception", "an update was lost"),
            (Some("exit"), "exit", "the program ended with status 9"),
        ] {
            let mut command = lab.command(["--keep-going", "--iter", "60", "--seed", "7"]);
            command.args(["-cp", "app:lib/*", "Whole"]).args(arg);
            run(command.env("JAVA_HOME", &home)).exits(1);
            let expected = [(kind.to_owned(), message.to_owned())];
            assert_eq!(lab.failures(), expected);
            lab.replay_and_forget(&home);
        }
    }
}

/// The first execution's output is shown, that of the failure kept, and the others' costs no memory.
#[test]
fn megabytes_of_output() {
    let lab = Lab::new();
    program(&lab);
    let mut command = lab.command(["--keep-going", "--iter", "20", "--seed", "7"]);
    command.args(["-Xmx64m", "-Dkilobytes=3072", "-cp", "app:lib/*", "Whole"]);
    let ran = run(command.env("JAVA_HOME", java::jdk())).exits(1);
    let lines = |text: &str| text.lines().filter(|line| line.len() == 1023).count();
    assert_eq!(lines(&ran.out), 3072);
    let log = fs::read_to_string(lab.file("fray-report/001-exception/output.log")).unwrap();
    assert_eq!(lines(&log), 3072);
}
