//! Rewrites small programs and runs them on every JDK found.

#![allow(dead_code, reason = "every test uses another part of this")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fray_instrument::scope::Origin;
use fray_instrument::{Instrumenter, Options, Outcome};
use fray_testkit::jdk::{self, Jdk};
use fray_testkit::{corpus, java, place};

/// The oldest release that fray supports.
const OLDEST: u32 = 17;

/// Sources for a newer release, or that need to see the inside of the JDK, which no release has.
const EARLY: (&str, u32) = ("Early.java", 25);
const INSIDE: &str = "UnsafeKinds.java";
const EXPORT: &str = "java.base/jdk.internal.misc=ALL-UNNAMED";

/// The classes of `tests/java/edits`, some of them rewritten.
pub struct Program {
    folder: PathBuf,
    instrumenter: Instrumenter,
    release: u32,
    patch: Option<(&'static str, Origin)>,
}

impl Program {
    /// Rewrites these classes, in this order, as those of a program.
    pub fn new(name: &str, options: Options, classes: &[&str]) -> Self {
        let folder = place::scratch(&format!("edits-{name}"));
        for file in compiled().read_dir().unwrap() {
            let file = file.unwrap();
            if file.file_type().unwrap().is_file() {
                std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
            }
        }
        let program = Program {
            folder,
            instrumenter: Instrumenter::new(options),
            release: OLDEST,
            patch: None,
        };
        for class in classes {
            program.rewrite(class);
        }
        program
    }

    /// Rewrites one more class, made by hand, in a folder below that of the others. Returns the
    /// folder as the runner takes it.
    pub fn add(&self, folder: &str, class: &str, bytes: &[u8]) -> String {
        let folder = self.folder.join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{class}.class"));
        rewrite(&self.instrumenter, bytes, Origin::Application, &path);
        format!("{}/", folder.display())
    }

    fn rewrite(&self, class: &str) {
        let path = self.folder.join(format!("{class}.class"));
        let Ok(bytes) = std::fs::read(&path) else {
            return; // no compiler for it
        };
        rewrite(&self.instrumenter, &bytes, Origin::Application, &path);
    }

    /// Runs on this release and newer ones only.
    pub fn needs(&mut self, release: u32) {
        self.release = release;
    }

    /// Rewrites classes of the JDK too: those whose names start with this.
    pub fn patch_jdk(&mut self, prefix: &'static str, origin: Origin) {
        self.patch = Some((prefix, origin));
    }

    /// What the runner prints for these methods.
    pub fn run(&self, jdk: &Jdk, methods: &[&str]) -> Vec<String> {
        let mut patch = OsString::from("java.base=");
        patch.push(compiled().join("recorder"));
        if let Some((prefix, origin)) = self.patch {
            let folder = self.folder.join(&jdk.version);
            self.patched(jdk, prefix, origin, &folder);
            patch.push(":");
            patch.push(folder);
        }
        let output = jdk
            .tool("java")
            .args(["-Xverify:all", "-Xshare:off", "--add-exports", EXPORT])
            .arg("--patch-module")
            .arg(patch)
            .arg("-cp")
            .arg(&self.folder)
            .arg("Runner")
            .args(methods)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "JDK {}: {text}{errors}",
            jdk.version
        );
        text.lines().map(|line| self.with_names(line)).collect()
    }

    fn patched(&self, jdk: &Jdk, prefix: &str, origin: Origin, folder: &Path) {
        let pack = corpus::jdk_classes(jdk);
        let mut count = 0;
        for class in pack.classes().filter(|it| it.path.starts_with(prefix)) {
            let path = folder.join(format!("{}.class", class.path));
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            rewrite(&self.instrumenter, class.bytes, origin, &path);
            count += 1;
        }
        assert!(count > 0, "JDK {} has no {prefix}", jdk.version);
    }

    /// Puts the names of fields in place of `@` and their numbers.
    fn with_names(&self, line: &str) -> String {
        let mut parts = line.split('@');
        let mut result = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.find(|c: char| !c.is_ascii_digit());
            let (number, rest) = part.split_at(digits.unwrap_or(part.len()));
            let site = self.instrumenter.sites().get(number.parse().unwrap());
            let site = site.expect("a field that was hooked");
            result += &format!("{}.{}{rest}", site.class, site.field);
        }
        result
    }
}

/// The folder with the compiled programs, and the hooks that stand in for the real ones below it.
fn compiled() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(compile)
}

fn compile() -> PathBuf {
    let folder = place::scratch("edits");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    let file = |name: &str| sources.join("edits").join(name);
    let ordinary = ["Runner.java", "Kinds.java", "Handles.java", "Modes.java"].map(file);
    java::compile(OLDEST, &folder, &folder, &ordinary);
    java::compile_exporting(EXPORT, &folder, &[file(INSIDE)]);
    if jdk::compiler().feature() >= EARLY.1 {
        java::compile(EARLY.1, &folder, &folder, &[file(EARLY.0)]);
    }
    java::compile_patch(&sources.join("recorder"), &folder.join("recorder"));
    folder
}

/// Writes the rewritten class; if there is nothing to rewrite, nothing.
fn rewrite(instrumenter: &Instrumenter, bytes: &[u8], origin: Origin, path: &Path) {
    match instrumenter.rewrite(bytes, origin).unwrap() {
        Outcome::Unchanged => {}
        Outcome::Rewritten { bytes, skipped } => {
            assert_eq!(skipped, [], "{}", path.display());
            std::fs::write(path, bytes).unwrap();
        }
    }
}

/// Runs the methods that the lines are about, on every JDK, and demands exactly these lines.
pub fn expect(program: &Program, lines: &[&str]) {
    let method = |line: &&'_ str| line.split_once(" = ").expect("a method").0.to_owned();
    let methods: Vec<_> = lines.iter().map(method).collect();
    let methods: Vec<_> = methods.iter().map(String::as_str).collect();
    for jdk in jdk::all() {
        if jdk.feature() >= program.release {
            let printed = program.run(&jdk, &methods);
            assert_eq!(printed, lines, "JDK {}", jdk.version);
        }
    }
}
