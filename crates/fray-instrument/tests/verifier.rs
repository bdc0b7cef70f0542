//! With every hook on, the JVM's verifier accepts every class: under the agent itself, and with each
//! class rewritten as if it were of the JDK and as if it were of an application.
//!
//! Every class of the oldest and the newest JDK and of the libraries is linked, and a sample on the JDKs
//! in between; with `FRAY_CORPUS=sample` a sample on all.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fray_classfile::SkipReason;
use fray_instrument::scope::Origin;
use fray_instrument::{Instrumenter, Options, Outcome};
use fray_testkit::build::{self, Method};
use fray_testkit::corpus::{self, Class, Pack};
use fray_testkit::jdk::{self, Jdk};
use fray_testkit::link::{Job, Linked, link};
use fray_testkit::{agent, java, place};

/// Of a sample every so many classes are linked, besides those where most hooks are.
const STEP: usize = 12;

/// Packages and classes with more than the usual hooks: always linked.
const ALWAYS: &[&str] = &[
    "java/util/concurrent/",
    "java/lang/invoke/VarHandle",
    "java/lang/Thread",
];

/// The module whose classes are rewritten as those of an application in a sample too.
const DEFAULT_MODULE: &str = "java.base";

/// One execution links everything, which takes many steps, and long on a busy machine.
const SETTINGS: &str = "iter=1,memory=true,instrument-locks=true,\
     max-steps=1000000000000,execution-limit=30m,report=report";

const ALL_ON: Options = Options {
    memory: true,
    instrument_locks: true,
};

/// A class that no verifier accepts: if it links, nothing was verified.
const CONTROL: &str = "T";

fn control() -> Vec<u8> {
    const STATIC: u16 = 0x0008;
    const POP: u8 = 0x57;
    const RETURN: u8 = 0xb1;
    build::class(52, &[Method::new(STATIC, "broken", vec![POP, RETURN])], 0)
}

/// The names of the classes to link, the control with them.
fn names<'a>(classes: impl Iterator<Item = Class<'a>>, step: usize) -> BTreeSet<String> {
    let always = |class: &Class<'_>| ALWAYS.iter().any(|prefix| class.path.starts_with(prefix));
    let sampled = classes
        .filter(|class| !class.is_module_info())
        .enumerate()
        .filter(|(number, class)| number % step == 0 || always(class));
    let names = sampled.map(|(_, class)| class.name());
    names.chain([CONTROL.to_owned()]).collect()
}

/// Demands that linking gives exactly what it gave with the original classes.
fn check(what: &str, original: &Linked, rewritten: &Linked) {
    for linked in [original, rewritten] {
        let control = linked.failed.get(CONTROL).map(String::as_str);
        assert!(
            control.is_some_and(|error| error.starts_with("java.lang.VerifyError")),
            "{what}: nothing is verified, the broken class gives {control:?}"
        );
    }
    let failures = rewritten.new_failures(original);
    assert!(
        failures.is_empty(),
        "{what}: {} new failures, as {:#?}",
        failures.len(),
        &failures[..failures.len().min(20)]
    );
    assert_eq!(rewritten.count, original.count, "{what}: all link");
    assert_eq!(
        original.incomplete() + 1,
        original.failed.len(),
        "{what}: without hooks nothing fails but the control and what misses another library"
    );
    assert!(!original.with_agent && rewritten.with_agent, "{what}");
    println!(
        "{what}: {} classes verified, {} lack a class that they need, with hooks and without",
        rewritten.count,
        original.incomplete()
    );
}

fn with_path(option: &str, path: &Path) -> OsString {
    let mut option = OsString::from(option);
    option.push(path);
    option
}

/// Links three times: as it is, under the agent, and with these options. The pack is for the first
/// two.
struct Run<'a> {
    jdk: &'a Jdk,
    names: &'a BTreeSet<String>,
    options: Vec<OsString>,
}

impl Run<'_> {
    fn link(&self, name: &str, more: &[OsString], pack: Option<&Path>) -> Linked {
        let options: Vec<_> = self.options.iter().chain(more).cloned().collect();
        let job = Job {
            jdk: self.jdk,
            options: &options,
            names: self.names,
            pack,
        };
        link(&format!("instrument-{name}"), &job)
    }

    fn under_agent(&self, name: &str, pack: Option<&Path>) -> Linked {
        self.link(name, &[agent::option(SETTINGS), "-ea".into()], pack)
    }
}

#[test]
fn every_class_of_the_jdks_links() {
    let runtime = java::runtime();
    let folder = place::scratch("instrument-jdk");
    std::fs::write(folder.join("T.class"), control()).unwrap();
    for jdk in jdk::all() {
        let pack = corpus::jdk_classes(&jdk);
        let step = corpus::step_on(&jdk, STEP);
        let run = Run {
            jdk: &jdk,
            names: &names(pack.classes(), step),
            options: vec![
                "--add-modules=ALL-SYSTEM".into(),
                with_path("-Xbootclasspath/a:", &folder),
            ],
        };
        let original = run.link("jdk-original", &[], None);
        let what = format!("all modules of JDK {}", jdk.version);
        check(&what, &original, &run.under_agent("jdk-agent", None));

        let patch = folder.join(&jdk.version);
        let options = patched(&pack, step == 1, &patch, &runtime);
        let rewritten = run.link("jdk-application", &options, None);
        check(&format!("{what}, as an application"), &original, &rewritten);
        std::fs::remove_dir_all(&patch).unwrap();
    }
}

/// Rewrites classes of a JDK as those of an application. Returns the options that put them in place.
fn patched(pack: &Pack, all: bool, folder: &Path, runtime: &Path) -> Vec<OsString> {
    let instrumenter = Instrumenter::new(ALL_ON);
    let mut modules: BTreeMap<&str, PathBuf> = BTreeMap::new();
    let wanted = |class: &Class<'_>| all || class.group == DEFAULT_MODULE;
    for class in pack.classes().filter(wanted) {
        let module = modules
            .entry(class.group)
            .or_insert_with(|| folder.join(class.group));
        let path = module.join(format!("{}.class", class.path));
        if let Some(bytes) = rewritten(&instrumenter, &class, Origin::Application) {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }
    let mut options = Vec::new();
    for (module, path) in &modules {
        let mut option = with_path(&format!("--patch-module={module}="), path);
        if *module == DEFAULT_MODULE {
            option.push(":");
            option.push(runtime);
        }
        options.push(option);
    }
    options
}

/// The class with every hook, if it has any.
fn rewritten(instrumenter: &Instrumenter, class: &Class<'_>, origin: Origin) -> Option<Vec<u8>> {
    if class.is_module_info() {
        return None;
    }
    match instrumenter.rewrite(class.bytes, origin) {
        Ok(Outcome::Unchanged) => None,
        Ok(Outcome::Rewritten { bytes, .. }) => Some(bytes),
        Err(error) => panic!("{}: {error}", class.path),
    }
}

#[test]
fn every_class_of_the_libraries_links() {
    let Some(libraries) = corpus::library_classes() else {
        return;
    };
    let folder = place::scratch("instrument-libraries");
    let runtime = java::runtime();
    let (mut original, mut as_jdk) = (Vec::new(), Vec::new());
    for pack in [&mut original, &mut as_jdk] {
        corpus::put(pack, "control", CONTROL, &control());
    }
    let instrumenter = Instrumenter::new(ALL_ON);
    for class in libraries.classes() {
        corpus::put(&mut original, class.group, class.path, class.bytes);
        let new = rewritten(&instrumenter, &class, Origin::Jdk);
        let bytes = new.as_deref().unwrap_or(class.bytes);
        corpus::put(&mut as_jdk, class.group, class.path, bytes);
    }
    let packs = [folder.join("original"), folder.join("as-jdk")];
    std::fs::write(&packs[0], original).unwrap();
    std::fs::write(&packs[1], as_jdk).unwrap();
    for jdk in jdk::all() {
        let run = Run {
            jdk: &jdk,
            names: &names(libraries.classes(), corpus::step_on(&jdk, STEP)),
            options: vec![],
        };
        let original = run.link("libraries-original", &[], Some(&packs[0]));
        let what = format!("libraries on JDK {}", jdk.version);
        let under_agent = run.under_agent("libraries-agent", Some(&packs[0]));
        check(&what, &original, &under_agent);
        let runtime = with_path("--patch-module=java.base=", &runtime);
        let as_jdk = run.link("libraries-as-jdk", &[runtime], Some(&packs[1]));
        check(&format!("{what}, as the JDK"), &original, &as_jdk);
    }
}

/// Methods that are too large with their hooks stay as they are; there are very few.
#[test]
fn hardly_a_method_is_left_alone() {
    for pack in corpus::all() {
        for origin in [Origin::Jdk, Origin::Application] {
            let instrumenter = Instrumenter::new(ALL_ON);
            let (mut changed, mut skipped) = (0, Vec::new());
            let classes = pack.classes().filter(|class| !class.is_module_info());
            for class in classes.step_by(corpus::step(STEP)) {
                match instrumenter.rewrite(class.bytes, origin) {
                    Ok(Outcome::Unchanged) => {}
                    Ok(Outcome::Rewritten { skipped: some, .. }) => {
                        changed += 1;
                        skipped.extend(some);
                    }
                    Err(error) => panic!("{}: {error}", class.path),
                }
            }
            println!("{}: {changed} changed, skipped: {skipped:?}", pack.name);
            for (method, reason) in &skipped {
                let expected = matches!(
                    reason,
                    SkipReason::TooLarge | SkipReason::JumpTooFar | SkipReason::PoolFull
                );
                assert!(expected, "{method}: {reason}");
            }
            assert!(
                skipped.len() * 1000 <= changed,
                "{}: {skipped:?} of {changed}",
                pack.name
            );
        }
    }
}
