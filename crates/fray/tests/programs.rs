//! The many ways in which `java` finds a program.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::{Lab, java, run};

const BUDGET: &[&str] = &["--iter", "200", "--seed", "7"];

/// Runs a tool of the JDK.
fn tool(home: &Path, name: &str, folder: &Path, args: &[&str]) {
    let mut command = Command::new(home.join("bin").join(name));
    let output = command.args(args).current_dir(folder).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
}

/// A JDK with tools: runtimes have none.
fn full_jdk() -> std::path::PathBuf {
    let has_jar = |home: &std::path::PathBuf| home.join("bin/jar").is_file();
    java::jdks().into_iter().find(has_jar).unwrap()
}

#[track_caller]
fn finds(lab: &Lab, args: &[&str]) {
    for home in java::jdks() {
        let mut command = lab.command(BUDGET);
        run(command.args(args).env("JAVA_HOME", home)).exits(1);
    }
}

#[test]
fn jar() {
    let lab = Lab::new();
    let classes = java::classes().to_str().unwrap();
    let args = [
        "--create",
        "--file",
        "app.jar",
        "--main-class",
        "Lost",
        "-C",
        classes,
        "Lost.class",
    ];
    tool(&full_jdk(), "jar", lab.path(), &args);
    finds(&lab, &["-jar", "app.jar"]);
    finds(&lab, &["-cp", "app.jar", "Lost"]);
}

#[test]
fn module() {
    let lab = Lab::new();
    fs::create_dir_all(lab.file("src/app")).unwrap();
    fs::write(lab.file("src/module-info.java"), "module lab.app { }").unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Lost.java");
    let text = fs::read_to_string(source).unwrap();
    fs::write(
        lab.file("src/app/Lost.java"),
        format!("package app;\n{text}"),
    )
    .unwrap();
    let sources = ["src/module-info.java", "src/app/Lost.java"].map(|file| lab.file(file));
    java::compile(&lab.file("mods/lab.app"), sources, &[]);
    finds(&lab, &["-p", "mods", "-m", "lab.app/app.Lost"]);
    finds(&lab, &["--module-path=mods", "--module=lab.app/app.Lost"]);
}

/// Each execution has modules of its own, and they are as the command line says.
#[test]
fn modules_are_fresh() {
    let lab = Lab::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/modules");
    let files = |module: &str, names: &[&str]| {
        let folder = sources.join(module);
        let files = names.iter().map(|name| folder.join(name));
        files.collect::<Vec<_>>()
    };
    let lib = files("lib", &["module-info.java", "lib/Greeter.java"]);
    java::compile(&lab.file("mods/lab.lib"), lib, &[]);
    let app = ["module-info.java", "app/Main.java", "app/Hello.java"];
    let mods = lab.file("mods").display().to_string();
    java::compile(
        &lab.file("mods/lab.app"),
        files("app", &app),
        &["-p", &mods],
    );
    let opens = ["--add-opens", "java.base/java.util=lab.app"];
    let args = [
        &opens[..],
        &["--add-opens", "lab.app/app=ALL-UNNAMED", "-p", "mods"],
    ]
    .concat();
    for home in java::jdks() {
        let mut command = lab.command(["--keep-going", "--iter", "60", "--seed", "7"]);
        command.args(&args).args(["-m", "lab.app/app.Main"]);
        run(command.env("JAVA_HOME", &home)).exits(1);
        let failures = lab.failures();
        assert_eq!(failures.len(), 1, "{failures:#?}");
        assert_eq!(failures[0].1, "an update was lost");
        lab.replay_and_forget(&home);
    }
}

/// Where classes cannot be fresh, that is said.
#[test]
fn source_file() {
    let lab = Lab::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Counted.java");
    fs::copy(source, lab.file("Counted.java")).unwrap();
    let mut command = lab.command(["--iter", "3", "Counted.java"]);
    let ran = run(command.env("JAVA_HOME", full_jdk())).exits(0);
    let said =
        "static state of the program: it is loaded in a way that does not allow fresh classes";
    assert!(ran.out.contains(said), "{ran:#?}");
}

#[test]
fn argument_file() {
    let lab = Lab::new();
    let classes = java::classes().display();
    fs::write(lab.file("args"), format!("-cp \"{classes}\"\nLost\n")).unwrap();
    finds(&lab, &["@args"]);
}

/// 500 jars on the class path, the program in the last one; and the same by a wildcard.
#[test]
fn long_class_path() {
    let lab = Lab::new();
    let classes = java::classes().to_str().unwrap();
    fs::create_dir(lab.file("lib")).unwrap();
    let args = [
        "--create",
        "--file",
        "one.jar",
        "-C",
        classes,
        "Counted.class",
    ];
    tool(&full_jdk(), "jar", lab.path(), &args);
    let mut path = String::new();
    for number in 0..500 {
        let jar = format!("lib/{number:03}.jar");
        fs::copy(lab.file("one.jar"), lab.file(&jar)).unwrap();
        path.push_str(&jar);
        path.push(':');
    }
    let args = [
        "--create",
        "--file",
        "lib/z.jar",
        "-C",
        classes,
        "Lost.class",
    ];
    tool(&full_jdk(), "jar", lab.path(), &args);
    path.push_str("lib/z.jar");
    finds(&lab, &["-cp", &path, "Lost"]);
    finds(&lab, &["-cp", "lib/*", "Lost"]);
}
