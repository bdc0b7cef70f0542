//! The libraries of the corpus, from Maven Central.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::{place, skip};

/// Libraries that between them were made by javac, kotlinc, scalac and by very old compilers, and
/// some that only others need in order to link.
const LIBRARIES: &[Coordinates] = &[
    ("com.google.guava", "guava", "33.4.0-jre"),
    ("org.apache.kafka", "kafka-clients", "3.9.0"),
    ("org.apache.kafka", "kafka-streams", "3.9.0"),
    ("org.apache.lucene", "lucene-core", "9.12.1"),
    ("org.jetbrains.kotlin", "kotlin-stdlib", "2.1.0"),
    (
        "org.jetbrains.kotlinx",
        "kotlinx-coroutines-core-jvm",
        "1.9.0",
    ),
    ("org.scala-lang", "scala-library", "2.13.15"),
    ("org.springframework", "spring-core", "6.2.1"),
    ("io.netty", "netty-all", "4.1.116.Final"),
    ("org.mockito", "mockito-core", "5.14.2"),
    ("net.bytebuddy", "byte-buddy", "1.15.11"),
    ("org.aspectj", "aspectjweaver", "1.9.22.1"),
    ("commons-collections", "commons-collections", "3.2.2"),
    ("oro", "oro", "2.0.8"),
    ("xalan", "xalan", "2.7.2"),
    ("org.bitbucket.b_c", "jose4j", "0.9.6"),
    ("com.fasterxml.jackson.core", "jackson-databind", "2.18.2"),
];

/// A library by its coordinates.
pub(crate) type Coordinates = (&'static str, &'static str, &'static str);

/// JUnit 5 without its launcher and JUnit 4, as builds have them, and what tests use with them.
const JUNIT: &[Coordinates] = &[
    ("org.junit.jupiter", "junit-jupiter", "5.10.2"),
    ("org.junit.platform", "junit-platform-launcher", "1.10.2"),
    ("junit", "junit", "4.13.2"),
    ("org.mockito", "mockito-junit-jupiter", "5.20.0"),
    ("org.assertj", "assertj-core", "3.27.6"),
];

/// Gradle's own classes, of a version that no registry has a distribution of.
const GRADLE: &[Coordinates] = &[("dev.gradleplugins", "gradle-api", "8.11.1")];

/// A model checker that fray is compared with.
const LINCHECK: &[Coordinates] = &[("org.jetbrains.lincheck", "lincheck", "3.7")];

/// Times that Maven is asked: a registry may be out of reach for a moment.
const ATTEMPTS: u32 = 3;

/// The jars of the libraries and of what they depend on; none, with a loud message, if Maven Central
/// cannot be reached. (In CI that is a failure.)
pub fn jars() -> Option<Vec<PathBuf>> {
    fetch("jars", LIBRARIES)
}

/// The jars of test frameworks, in the same way.
pub fn junit() -> Option<Vec<PathBuf>> {
    fetch("junit", JUNIT)
}

/// The jars of a recent Gradle, in the same way.
pub fn gradle() -> Option<Vec<PathBuf>> {
    fetch("gradle", GRADLE)
}

/// The jars of Lincheck, in the same way.
pub fn lincheck() -> Option<Vec<PathBuf>> {
    fetch("lincheck", LINCHECK)
}

/// The jars of these libraries and of what they depend on, in a folder of the cache.
pub(crate) fn fetch(name: &str, libraries: &[Coordinates]) -> Option<Vec<PathBuf>> {
    // Tests of one program run at the same time.
    static FETCHING: Mutex<()> = Mutex::new(());
    let _alone = FETCHING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = place::cache().join(name);
    let complete = folder.join("complete");
    let wanted = project(libraries);
    if std::fs::read_to_string(&complete).ok().as_ref() != Some(&wanted) {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let pom = folder.join("pom.xml");
        std::fs::write(&pom, &wanted).unwrap();
        let copied = (0..ATTEMPTS).any(|_| {
            let status = Command::new("mvn")
                .args(["-q", "-B", "-f"])
                .arg(&pom)
                .arg("dependency:copy-dependencies")
                .arg(format!("-DoutputDirectory={}", folder.display()))
                .status();
            status.is_ok_and(|status| status.success())
        });
        if !copied {
            skip::aloud("Maven could not fetch the libraries");
            return None;
        }
        std::fs::write(&complete, &wanted).unwrap();
    }
    let files = folder.read_dir().unwrap().map(|file| file.unwrap().path());
    let mut jars: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|end| end == "jar"))
        .collect();
    jars.sort();
    Some(jars)
}

/// The Maven project of the corpus.
pub fn corpus_project() -> String {
    project(LIBRARIES)
}

/// The Maven project that depends on all of them.
fn project(libraries: &[Coordinates]) -> String {
    let dependency = |(group, id, version): &Coordinates| {
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{id}</artifactId><version>{version}</version></dependency>"
        )
    };
    let dependencies: String = libraries.iter().map(dependency).collect();
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>corpus</groupId><artifactId>corpus</artifactId>\
         <version>1</version><dependencies>{dependencies}</dependencies></project>"
    )
}
