//! Real classes: of the JDKs found here and of libraries from Maven Central.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use super::jdk::{self, Jdk};

/// Libraries that between them were made by javac, kotlinc, scalac and by very old compilers, and
/// some that only others need in order to link.
const LIBRARIES: &[(&str, &str, &str)] = &[
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

/// Whether the whole corpus is asked for; by default a part of it, for speed.
pub fn full() -> bool {
    std::env::var("FRAY_CORPUS").is_ok_and(|value| value == "full")
}

/// One class of a [`Pack`].
#[derive(Debug, Clone, Copy)]
pub struct Class<'a> {
    /// Its module or jar.
    pub group: &'a str,
    /// Its path in there, without `.class`.
    pub path: &'a str,
    pub bytes: &'a [u8],
}

impl Class<'_> {
    pub fn is_module_info(&self) -> bool {
        self.path.ends_with("module-info")
    }
}

/// Many classes in one file, as `Pack.java` writes them.
pub struct Pack {
    pub name: String,
    bytes: Vec<u8>,
}

impl Pack {
    pub fn classes(&self) -> impl Iterator<Item = Class<'_>> {
        let mut rest = &self.bytes[..];
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let group = text(&mut rest);
            let path = text(&mut rest);
            let length = u32::from_be_bytes(take(&mut rest, 4).try_into().unwrap());
            Some(Class {
                group,
                path,
                bytes: take(&mut rest, length as usize),
            })
        })
    }
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (taken, left) = rest.split_at(length);
    *rest = left;
    taken
}

fn text<'a>(rest: &mut &'a [u8]) -> &'a str {
    let length = u16::from_be_bytes(take(rest, 2).try_into().unwrap());
    std::str::from_utf8(take(rest, length.into())).expect("paths of classes are UTF-8")
}

/// Appends a class to a pack.
pub fn put(pack: &mut Vec<u8>, group: &str, path: &str, bytes: &[u8]) {
    for text in [group, path] {
        pack.extend((text.len() as u16).to_be_bytes());
        pack.extend(text.as_bytes());
    }
    pack.extend((bytes.len() as u32).to_be_bytes());
    pack.extend(bytes);
}

/// A folder for what tests write, kept between runs.
pub fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("classfile");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The folder of the Java helpers.
pub fn java_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join("java")
}

/// All classes of a JDK.
pub fn jdk_classes(jdk: &Jdk) -> Pack {
    let folder = jdk.home.file_name().unwrap_or_default().to_string_lossy();
    let name = format!("{folder}-{}", jdk.version);
    packed(&name, |out| {
        run(jdk
            .tool("java")
            .arg(java_folder().join("Pack.java"))
            .arg(out))
    })
}

/// All classes of the libraries; none, with a loud message, if Maven Central cannot be reached.
pub fn library_classes() -> Option<Pack> {
    let jars = library_jars()?;
    let pack = |out: &Path| {
        run(jdk::newest()
            .tool("java")
            .arg(java_folder().join("Pack.java"))
            .arg(out)
            .args(&jars));
    };
    // Another list of libraries makes another pack.
    let mut list = DefaultHasher::new();
    project().hash(&mut list);
    Some(packed(&format!("libraries-{:016x}", list.finish()), pack))
}

/// Every corpus there is.
pub fn all() -> Vec<Pack> {
    jdk::all()
        .iter()
        .map(jdk_classes)
        .chain(library_classes())
        .collect()
}

/// Makes a pack unless an earlier run has.
fn packed(name: &str, make: impl FnOnce(&Path)) -> Pack {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    let path = folder().join(format!("{name}.pack"));
    if !path.exists() {
        // Under another name first: what exists under its own name is whole.
        let partial = folder().join(format!("{name}.{}.part", std::process::id()));
        make(&partial);
        std::fs::rename(&partial, &path).unwrap();
    }
    Pack {
        name: name.to_owned(),
        bytes: std::fs::read(&path).unwrap(),
    }
}

/// The jars of the libraries and of what they depend on.
fn library_jars() -> Option<Vec<PathBuf>> {
    let folder = folder().join("jars");
    let complete = folder.join("complete");
    let wanted = project();
    if std::fs::read_to_string(&complete).ok().as_ref() != Some(&wanted) {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let pom = folder.join("pom.xml");
        std::fs::write(&pom, &wanted).unwrap();
        let status = Command::new("mvn")
            .args(["-q", "-B", "-f"])
            .arg(&pom)
            .arg("dependency:copy-dependencies")
            .arg(format!("-DoutputDirectory={}", folder.display()))
            .status();
        if !matches!(status, Ok(status) if status.success()) {
            // Not `eprintln!`, which a passing test would swallow.
            let _ = writeln!(
                std::io::stderr(),
                "\n*** NOT TESTED: Maven could not fetch the libraries ({status:?}) ***\n"
            );
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

fn project() -> String {
    let dependency = |(group, id, version): &(&str, &str, &str)| {
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{id}</artifactId><version>{version}</version></dependency>"
        )
    };
    let dependencies: String = LIBRARIES.iter().map(dependency).collect();
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>corpus</groupId><artifactId>corpus</artifactId>\
         <version>1</version><dependencies>{dependencies}</dependencies></project>"
    )
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) {
    let status = command.status();
    assert!(
        matches!(status, Ok(status) if status.success()),
        "{command:?}: {status:?}"
    );
}
