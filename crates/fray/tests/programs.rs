//! The many ways in which `java` finds a program.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use fray_testkit::{jdk, skip};
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

/// What the manifest of a jar asks for: other jars, and packages of the JDK.
#[test]
fn jar_with_needs() {
    let lab = Lab::new();
    fs::create_dir_all(lab.file("src")).unwrap();
    let needs = r#"
        public class Needs {
          static volatile int count;

          public static void main(String[] args) throws Exception {
            String.class.getDeclaredField("hash").setAccessible(true);
            Thread thread = new Thread(() -> count += Other.one());
            thread.start();
            count += Other.one();
            thread.join();
            if (count != 2) {
              throw new IllegalStateException("an update was lost");
            }
          }
        }"#;
    let other = "public class Other { static int one() { return 1; } }";
    fs::write(lab.file("src/Needs.java"), needs).unwrap();
    fs::write(lab.file("src/Other.java"), other).unwrap();
    let sources = ["src/Needs.java", "src/Other.java"].map(|file| lab.file(file));
    java::compile(&lab.file("classes"), sources, &[]);
    let manifest = "Main-Class: Needs\nClass-Path: lib/other.jar\nAdd-Opens: java.base/java.lang\n";
    fs::write(lab.file("manifest"), manifest).unwrap();
    fs::create_dir(lab.file("lib")).unwrap();
    for line in [
        "--create --file app.jar --manifest manifest -C classes Needs.class",
        "--create --file lib/other.jar -C classes Other.class",
    ] {
        let words: Vec<_> = line.split(' ').collect();
        tool(&full_jdk(), "jar", lab.path(), &words);
    }
    fs::remove_dir_all(lab.file("classes")).unwrap();
    for home in java::jdks() {
        let mut command = lab.command(BUDGET);
        run(command.args(["-jar", "app.jar"]).env("JAVA_HOME", &home)).exits(1);
        let expected = ("exception".to_owned(), "an update was lost".to_owned());
        assert_eq!(lab.failures(), [expected]);
        lab.replay_and_forget(&home);
    }
}

/// Since JDK 25 a program needs neither a class nor arguments.
#[test]
fn main_of_an_instance() {
    let newest = jdk::newest();
    if newest.feature() < 25 {
        skip::aloud("main methods of instances: there is no JDK 25");
        return;
    }
    let lab = Lab::new();
    let source = r#"
        volatile int count;

        void main() throws Exception {
          Thread thread = new Thread(() -> count++);
          thread.start();
          count++;
          thread.join();
          if (count != 2) {
            throw new IllegalStateException("an update was lost");
          }
        }"#;
    fs::write(lab.file("Short.java"), source).unwrap();
    let out = lab.file("classes");
    fray_testkit::java::compile(25, &out, &out, &[lab.file("Short.java")]);
    let mut command = lab.command(BUDGET);
    command.args(["-cp", "classes", "Short"]);
    run(command.env("JAVA_HOME", &newest.home)).exits(1);
    let expected = ("exception".to_owned(), "an update was lost".to_owned());
    assert_eq!(lab.failures(), [expected]);
}

/// With checks on, the JVM has nothing to say about what the agent does.
#[test]
fn checked_calls_of_native_code() {
    for home in java::oldest_and_newest() {
        let lab = Lab::new();
        let mut command = lab.command(["--iter", "5", "--seed", "7", "-Xcheck:jni", "-cp"]);
        command.arg(java::classes()).arg("Counted");
        let ran = run(command.env("JAVA_HOME", home)).exits(0);
        assert!(!ran.out.contains("WARNING in native method"), "{ran:#?}");
    }
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
