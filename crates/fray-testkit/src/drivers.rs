//! The programs in `libraries`: ordinary, correct uses of libraries from Maven Central, in Java, Kotlin
//! and Scala. With the argument `planted` each of them does one thing wrong.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::libraries::{Coordinates, fetch};
use crate::{java, jdk, place};

/// The libraries, and what only some of them need.
const LIBRARIES: &[Coordinates] = &[
    ("com.google.guava", "guava", "33.4.0-jre"),
    ("com.github.ben-manes.caffeine", "caffeine", "3.1.8"),
    ("org.apache.commons", "commons-pool2", "2.12.0"),
    ("com.zaxxer", "HikariCP", "6.2.1"),
    ("com.h2database", "h2", "2.3.232"),
    ("io.netty", "netty-transport", "4.1.116.Final"),
    ("io.reactivex.rxjava3", "rxjava", "3.1.10"),
    ("org.apache.kafka", "kafka-clients", "3.9.0"),
    ("org.apache.lucene", "lucene-core", "9.12.1"),
    ("org.slf4j", "slf4j-api", "2.0.16"),
    ("org.slf4j", "slf4j-nop", "2.0.16"),
];

const KOTLIN: &[Coordinates] = &[
    (
        "org.jetbrains.kotlinx",
        "kotlinx-coroutines-core-jvm",
        "1.9.0",
    ),
    ("org.jetbrains.kotlin", "kotlin-stdlib", "2.1.0"),
    (
        "org.jetbrains.kotlin",
        "kotlin-compiler-embeddable",
        "2.1.0",
    ),
];

const SCALA: &[Coordinates] = &[("org.scala-lang", "scala3-compiler_3", "3.3.4")];

/// A program, and how its jars' names begin.
#[derive(Debug)]
pub struct Driver {
    /// Main class.
    pub class: &'static str,
    jars: &'static [&'static str],
    /// The method that a failure is in which is a mistake of the library, if there is one.
    pub mistake: Option<&'static str>,
}

const fn driver(class: &'static str, jars: &'static [&'static str]) -> Driver {
    Driver {
        class,
        jars,
        mistake: None,
    }
}

/// Netty's global executor stops its thread when there is nothing to do: that thread sets `started` to false, and
/// back to true if a task has come meanwhile. In between another thread may have been started for that task, have run it and have
/// stopped. Both then see what they expect, and the first one goes on although it is not the executor's `thread` any more.
const fn netty(class: &'static str) -> Driver {
    Driver {
        mistake: Some("AbstractScheduledEventExecutor.pollScheduledTask"),
        ..driver(class, &["netty-", "slf4j-"])
    }
}

const GUAVA: &[&str] = &["guava-", "failureaccess-"];

/// All of them.
pub const DRIVERS: &[Driver] = &[
    driver("drivers.GuavaCache", GUAVA),
    driver("drivers.GuavaFutures", GUAVA),
    driver("drivers.GuavaMonitor", GUAVA),
    driver("drivers.CaffeineCache", &["caffeine-"]),
    driver("drivers.CommonsPool", &["commons-pool2-"]),
    driver("drivers.HikariH2", &["HikariCP-", "h2-", "slf4j-"]),
    netty("drivers.NettyLocal"),
    netty("drivers.NettyNio"),
    driver("drivers.Rx", &["rxjava-", "reactive-streams-"]),
    driver("drivers.KafkaInternals", &["kafka-clients-", "slf4j-"]),
    driver("drivers.LuceneIndex", &["lucene-core-"]),
    driver(
        "drivers.KotlinCoroutines",
        &["kotlin-stdlib-", "kotlinx-coroutines-core-jvm-"],
    ),
    driver(
        "drivers.ScalaFutures",
        &["scala3-library_3-", "scala-library-"],
    ),
];

/// The compiled drivers and all jars.
#[derive(Debug)]
pub struct Compiled {
    classes: PathBuf,
    jars: Vec<PathBuf>,
}

impl Compiled {
    /// The class path of a driver.
    pub fn class_path(&self, driver: &Driver) -> OsString {
        let named = |jar: &&PathBuf| {
            let name = jar.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| driver.jars.iter().any(|start| name.starts_with(start)))
        };
        join(self.jars.iter().filter(named).chain([&self.classes]))
    }
}

fn join<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> OsString {
    std::env::join_paths(paths).expect("no path contains a separator")
}

/// All drivers, compiled once per test program, whose tests run at the same time. None, with a loud
/// message, if Maven Central cannot be reached.
pub fn compiled() -> Option<&'static Compiled> {
    static COMPILED: OnceLock<Option<Compiled>> = OnceLock::new();
    COMPILED.get_or_init(compile_all).as_ref()
}

fn compile_all() -> Option<Compiled> {
    let java = fetch("driver-jars", LIBRARIES)?;
    let kotlin = fetch("kotlin-jars", KOTLIN)?;
    let scala = fetch("scala-jars", SCALA)?;
    let root = place::repository().join("libraries").join("src");
    let sources = |language: &str| files(&root.join(language).join("drivers"));
    let (java_files, kotlin_files, scala_files) =
        (sources("java"), sources("kotlin"), sources("scala"));
    let mut stamp = DefaultHasher::new();
    for file in java_files.iter().chain(&kotlin_files).chain(&scala_files) {
        std::fs::read(file).expect("readable").hash(&mut stamp);
    }
    (&java, &kotlin, &scala).hash(&mut stamp);
    let classes = place::cache().join(format!("drivers-{:016x}", stamp.finish()));
    if !classes.exists() {
        let partial = place::scratch(&format!("drivers-{}", std::process::id()));
        java::compile(17, Path::new(&join(&java)), &partial, &java_files);
        let main = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler";
        let options = ["-no-stdlib", "-no-reflect", "-jvm-target", "17"];
        compile(main, &options, &kotlin, &partial, &kotlin_files);
        compile("dotty.tools.dotc.Main", &[], &scala, &partial, &scala_files);
        if std::fs::rename(&partial, &classes).is_err() {
            assert!(classes.exists(), "{} cannot be made", classes.display());
        }
    }
    let jars = [java, kotlin, scala].concat();
    Some(Compiled { classes, jars })
}

/// Runs a compiler that is a Java program, on the oldest JDK: newer ones may be newer than it.
fn compile(main: &str, options: &[&str], jars: &[PathBuf], out: &Path, sources: &[PathBuf]) {
    let class_path = join(jars);
    let jdk = jdk::all().into_iter().find(|jdk| jdk.feature() >= 17);
    java::run(
        jdk.expect("one that fray supports")
            .tool("java")
            .args(["-Xmx512m", "-cp"])
            .arg(&class_path)
            .arg(main)
            .args(options)
            .arg("-classpath")
            .arg(&class_path)
            .arg("-d")
            .arg(out)
            .args(sources),
    );
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().expect("part of the repository");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    files
}
