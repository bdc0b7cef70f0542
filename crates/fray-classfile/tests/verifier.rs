//! The JVM's own verifier accepts what the rewriter makes, and would have said so if not.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fray_classfile::{ClassEditor, ClassFile, MethodEdit, opcode};
use fray_testkit::corpus::{self, Class, Pack};
use fray_testkit::link::{Job, Linked, link};
use fray_testkit::place;
use support::dense::{self, Hook};

/// Classes broken on purpose: if one links, nothing was verified. No class extends them, and no JVM
/// needs them to boot.
const JDK_CONTROL: &str = "java/util/concurrent/Phaser";
const LIBRARY_CONTROL: &str = "com/google/common/math/IntMath";

/// Of a sample every so many classes are linked. All are rewritten: a class needs the others.
const STEP: usize = 6;

/// The module that a sample is taken of.
const DEFAULT_MODULE: &str = "java.base";

fn hooked(class: &Class<'_>, hook: Hook) -> Vec<u8> {
    let parsed = ClassFile::parse(class.bytes).unwrap();
    dense::rewrite(&parsed, hook).unwrap().bytes
}

/// The class with one `pop` too many at the start of each method.
fn broken(class: &Class<'_>) -> Vec<u8> {
    let parsed = ClassFile::parse(class.bytes).unwrap();
    let mut editor = ClassEditor::new(&parsed);
    for index in 0..parsed.methods().len() {
        let mut edit = MethodEdit::new();
        edit.entry(&[opcode::POP]);
        editor.edit_method(index, edit);
    }
    editor.finish().unwrap().bytes
}

/// Demands that linking gives exactly what it gave with the original classes, but for the control.
fn check(what: &str, original: &Linked, rewritten: &Linked, control: &str) {
    let mut failures = rewritten.new_failures(original);
    let control = control.replace('/', ".");
    let caught = failures.iter().position(|&(name, _)| name == control);
    let (_, error) =
        failures.remove(caught.unwrap_or_else(|| panic!("{what}: the broken class linked")));
    assert!(
        error.starts_with("java.lang.VerifyError"),
        "{what}: {error}"
    );
    assert!(
        failures.is_empty(),
        "{what}: {} new failures, as {:#?}",
        failures.len(),
        &failures[..failures.len().min(20)]
    );
    assert_eq!(
        rewritten.count + 1,
        original.count,
        "{what}: all but the control link"
    );
    assert_eq!(
        original.incomplete(),
        original.failed.len(),
        "{what}: without hooks nothing fails but what misses another library"
    );
    println!(
        "{what}: {} classes verified, {} lack a class that they need, with hooks and without",
        rewritten.count,
        original.incomplete()
    );
}

/// The names of those classes that are linked.
fn sample<'a>(classes: impl Iterator<Item = Class<'a>>, control: &str) -> BTreeSet<String> {
    let sampled = classes
        .filter(|class| !class.is_module_info())
        .enumerate()
        .filter(|(number, class)| number % corpus::step(STEP) == 0 || class.path == control);
    sampled.map(|(_, class)| class.name()).collect()
}

#[test]
fn libraries_link_with_every_hook_on() {
    let Some(libraries) = corpus::library_classes() else {
        return;
    };
    let folder = place::scratch("classfile-libraries");
    let (mut original, mut rewritten) = (Vec::new(), Vec::new());
    for class in libraries.classes() {
        corpus::put(&mut original, class.group, class.path, class.bytes);
        let new = if class.path == LIBRARY_CONTROL {
            broken(&class)
        } else {
            hooked(&class, Hook::Call)
        };
        corpus::put(&mut rewritten, class.group, class.path, &new);
    }
    let packs = [("original", original), ("hooked", rewritten)].map(|(name, bytes)| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    });
    let names = sample(libraries.classes(), LIBRARY_CONTROL);
    for jdk in corpus::outermost() {
        let [original, rewritten] = [0, 1].map(|number| {
            let job = Job {
                jdk: &jdk,
                options: &[],
                names: &names,
                pack: Some(&packs[number]),
            };
            link(&format!("classfile-libraries-{number}"), &job)
        });
        let what = format!("libraries on JDK {}", jdk.version);
        check(&what, &original, &rewritten, LIBRARY_CONTROL);
    }
}

#[test]
fn the_jdk_itself_boots_and_links_with_every_hook_on() {
    for jdk in corpus::outermost() {
        let pack = corpus::jdk_classes(&jdk);
        let folder = place::scratch(&format!("classfile-patch-{}", jdk.version));
        let modules = write_patch(&pack, &folder);
        let of_modules = pack
            .classes()
            .filter(|class| modules.contains_key(class.group));
        let names = sample(of_modules, JDK_CONTROL);
        let mut options = vec![OsString::from("--add-modules=ALL-SYSTEM")];
        let linked = |name: &str, options: &[OsString]| {
            let (jdk, names, pack) = (&jdk, &names, None);
            let job = Job {
                jdk,
                options,
                names,
                pack,
            };
            link(name, &job)
        };
        let original = linked("classfile-jdk-original", &options);
        options.extend(modules.iter().map(|(module, path)| {
            let mut option = OsString::from(format!("--patch-module={module}="));
            option.push(path);
            option
        }));
        let rewritten = linked("classfile-jdk-hooked", &options);
        let what = format!("{} modules of JDK {}", modules.len(), jdk.version);
        check(&what, &original, &rewritten, JDK_CONTROL);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

/// Writes the hooked classes of the selected modules, one folder per module.
fn write_patch<'a>(pack: &'a Pack, folder: &Path) -> BTreeMap<&'a str, PathBuf> {
    let mut modules = BTreeMap::new();
    for class in pack.classes() {
        if class.is_module_info() || !(corpus::full() || class.group == DEFAULT_MODULE) {
            continue;
        }
        let module = modules
            .entry(class.group)
            .or_insert_with(|| folder.join(class.group));
        let path = module.join(format!("{}.class", class.path));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let new = if class.path == JDK_CONTROL {
            broken(&class)
        } else {
            hooked(&class, Hook::Neutral)
        };
        std::fs::write(path, new).unwrap();
    }
    modules
}
