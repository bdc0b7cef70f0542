//! Real classes: of the JDKs found here and of libraries from Maven Central.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::jdk::{self, Jdk};
use crate::{java, libraries, place, skip};

/// Whether tests take the whole corpus. They do unless `FRAY_CORPUS=sample` asks for a part of it, to
/// try something out quickly; in CI always.
pub fn full() -> bool {
    skip::in_ci() || std::env::var("FRAY_CORPUS").map_or(true, |value| value != "sample")
}

/// Whether tests that could always do more (random input, comparisons with slow readers) go on for
/// long: `FRAY_CORPUS=full`.
pub fn long() -> bool {
    std::env::var("FRAY_CORPUS").is_ok_and(|value| value == "full")
}

/// Every how many classes a test should take, if it takes one in `step` of a sample.
pub fn step(step: usize) -> usize {
    if full() { 1 } else { step }
}

/// The same for classes that are linked on a JDK, which takes a third of a millisecond for each. The
/// oldest and the newest JDK link all of them, those in between a sample: that is for the sake of time.
pub fn step_on(jdk: &Jdk, step: usize) -> usize {
    if full() && outermost().iter().any(|it| it.home == jdk.home) {
        1
    } else {
        step
    }
}

/// The oldest and the newest JDK.
pub fn outermost() -> Vec<Jdk> {
    let mut jdks = jdk::all();
    if jdks.len() > 2 {
        jdks.drain(1..jdks.len() - 1);
    }
    jdks
}

/// One class of a [`Pack`].
#[derive(Debug, Clone, Copy)]
pub struct Class<'a> {
    /// Its module or jar.
    pub group: &'a str,
    /// Its path in there, without `.class`.
    pub path: &'a str,
    /// The class file.
    pub bytes: &'a [u8],
}

impl Class<'_> {
    /// Its name with dots.
    pub fn name(&self) -> String {
        self.path.replace('/', ".")
    }

    /// Whether it is a module's descriptor, which no JVM loads as a class.
    pub fn is_module_info(&self) -> bool {
        self.path.ends_with("module-info")
    }
}

/// Many classes in one file, as `Pack.java` writes them.
#[derive(Debug)]
pub struct Pack {
    /// What it holds the classes of.
    pub name: String,
    bytes: Vec<u8>,
}

impl Pack {
    /// The classes, in the order in which they were packed.
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

/// All classes of a JDK.
pub fn jdk_classes(jdk: &Jdk) -> Pack {
    let folder = jdk.home.file_name().unwrap_or_default().to_string_lossy();
    let name = format!("{folder}-{}", jdk.version);
    packed(&name, |out| pack(jdk, out, &[]))
}

/// All classes of the libraries; none, with a loud message, if they cannot be fetched.
pub fn library_classes() -> Option<Pack> {
    let jars = libraries::jars()?;
    // Another list of libraries makes another pack.
    let mut list = DefaultHasher::new();
    libraries::corpus_project().hash(&mut list);
    let name = format!("libraries-{:016x}", list.finish());
    Some(packed(&name, |out| pack(&jdk::newest(), out, &jars)))
}

/// Runs `Pack.java`.
fn pack(jdk: &Jdk, out: &Path, jars: &[PathBuf]) {
    let mut command = jdk.tool("java");
    command.arg("-cp").arg(java::helpers()).arg("Pack");
    java::run(command.arg(out).args(jars));
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
    let path = place::cache().join(format!("{name}.pack"));
    if !path.exists() {
        // Under another name first: what exists under its own name is whole.
        let partial = place::cache().join(format!("{name}.{}.part", std::process::id()));
        make(&partial);
        std::fs::rename(&partial, &path).unwrap();
    }
    Pack {
        name: name.to_owned(),
        bytes: std::fs::read(&path).unwrap(),
    }
}
