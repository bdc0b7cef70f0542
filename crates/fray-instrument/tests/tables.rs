//! Every row of the tables is about something that exists in one of the JDKs found, and every hook
//! that rewritten code calls exists in the runtime. The JVM would tell neither before the code runs.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use fray_classfile::{ClassFile, Member, MemberRef, opcode, tag};
use fray_instrument::scope::{Origin, is_tool};
use fray_instrument::tables::{
    Action, Arguments, CALLS, Call, ENTRIES, Entry, FENCED, LOCKS, OPENED, PUBLISHERS, QUIET,
    REFRESHED, RETURNS, Receiver, STILL, SYNCHRONIZER_HOOK, SYNCHRONIZER_METHODS, SYNCHRONIZERS,
    Where,
};
use fray_instrument::{Instrumenter, Options, Outcome};
use fray_testkit::corpus::{self, Pack};
use fray_testkit::{java, jdk};

const PUBLIC: u16 = 0x0001;
const PRIVATE: u16 = 0x0002;
const PROTECTED: u16 = 0x0004;
const STATIC: u16 = 0x0008;
const VOLATILE: u16 = 0x0040;
const NATIVE_OR_ABSTRACT: u16 = 0x0100 | 0x0400;

/// By default every so many classes are rewritten to see which hooks they call.
const STEP: usize = 7;

/// The classes of one JDK by name.
struct Jdk<'a> {
    classes: HashMap<&'a str, &'a [u8]>,
}

impl<'a> Jdk<'a> {
    fn of(pack: &'a Pack) -> Self {
        let classes = pack.classes().map(|class| (class.path, class.bytes));
        Jdk {
            classes: classes.collect(),
        }
    }

    fn class(&self, name: &str) -> Option<ClassFile<'a>> {
        let bytes = self.classes.get(name)?;
        Some(ClassFile::parse(bytes).unwrap())
    }

    /// Whether the class or one that it extends has such a member.
    fn has(&self, name: &str, wanted: &dyn Fn(&ClassFile<'_>) -> bool) -> bool {
        let mut next = self.class(name);
        while let Some(class) = next {
            if wanted(&class) {
                return true;
            }
            let parent = class.super_name().unwrap();
            next = parent.and_then(|parent| self.class(std::str::from_utf8(parent).unwrap()));
        }
        false
    }
}

/// Demands that `holds` is true for the row on one JDK at least.
fn on_some_jdk(row: &dyn std::fmt::Debug, holds: &dyn Fn(&Jdk<'_>) -> bool) {
    static PACKS: OnceLock<Vec<Pack>> = OnceLock::new();
    static JDKS: OnceLock<Vec<Jdk<'_>>> = OnceLock::new();
    let packs = PACKS.get_or_init(|| jdk::all().iter().map(corpus::jdk_classes).collect());
    let jdks = JDKS.get_or_init(|| packs.iter().map(Jdk::of).collect());
    assert!(
        jdks.iter().any(holds),
        "no JDK has what this row is about: {row:?}"
    );
}

fn named(member: &Member<'_>, name: &str, descriptor: &str) -> bool {
    member.name == name.as_bytes() && member.descriptor == descriptor.as_bytes()
}

fn method_refs<'a>(class: &ClassFile<'a>) -> impl Iterator<Item = MemberRef<'a>> {
    let pool = class.pool();
    let is_method = |kind| kind == tag::METHOD_REF || kind == tag::INTERFACE_METHOD_REF;
    let refs = pool.tags().filter(move |&(_, kind)| is_method(kind));
    refs.map(|(index, _)| pool.member_ref(index).unwrap())
}

#[test]
fn every_hooked_call_can_happen() {
    for row in CALLS {
        on_some_jdk(row, &|jdk| call_can_happen(jdk, row));
    }
}

fn call_can_happen(jdk: &Jdk<'_>, row: &Call) -> bool {
    let declares = |class: &ClassFile<'_>| {
        let mut methods = class.methods().iter();
        methods.any(|method| named(method, row.name, row.descriptor))
    };
    let exists = match row.receiver {
        // Test frameworks are in no JDK; the tests of `fray junit` have them.
        Receiver::Is(class) if class.starts_with("org/junit/") => true,
        Receiver::Is(class) | Receiver::Inherits(class) => jdk.has(class, &declares),
        // Methods of objects, of threads and of references.
        Receiver::Any => {
            let classes = ["java/lang/Thread", "java/lang/ref/Reference"];
            classes.iter().any(|class| jdk.has(class, &declares))
        }
    };
    let called = match row.place {
        Where::Everywhere | Where::Loud | Where::Below(_) | Where::Tools => true,
        Where::In(class) if is_tool(class.as_bytes()) => true, // as above
        Where::In(class) => jdk.class(class).is_some_and(|class| {
            method_refs(&class).any(|target| {
                target.name == row.name.as_bytes() && target.descriptor == row.descriptor.as_bytes()
            })
        }),
    };
    exists && called
}

/// A row can be in the table and never be reached, because one above it matches all that it does.
#[test]
fn no_row_of_calls_is_hidden_by_another() {
    let key = |row: &Call| {
        let receiver = format!("{:?}", row.receiver);
        (
            receiver,
            row.name,
            row.descriptor,
            format!("{:?}", row.place),
        )
    };
    let distinct: BTreeSet<_> = CALLS.iter().map(key).collect();
    assert_eq!(distinct.len(), CALLS.len(), "two rows for one call");
    for (number, row) in CALLS.iter().enumerate() {
        let hidden = CALLS[..number].iter().any(|above| {
            (above.name, above.descriptor) == (row.name, row.descriptor)
                && above.receiver == row.receiver
                && above.place == Where::Everywhere
        });
        assert!(!hidden, "a row above hides {row:?}");
    }
}

#[test]
fn every_method_with_a_hook_at_its_ends_exists_and_has_what_the_hook_gets() {
    for row in ENTRIES.iter().chain(RETURNS) {
        on_some_jdk(row, &|jdk| {
            jdk.class(row.class).is_some_and(|class| {
                let mut methods = class.methods().iter();
                methods.any(|method| entry_fits(row, &class, method))
            })
        });
    }
}

fn entry_fits(row: &Entry, class: &ClassFile<'_>, method: &Member<'_>) -> bool {
    let is_static = method.access & STATIC != 0;
    let first = method.descriptor[1];
    method.name == row.method.as_bytes()
        && (row.descriptor.is_empty() || method.descriptor == row.descriptor.as_bytes())
        && method.access & NATIVE_OR_ABSTRACT == 0
        && match row.arguments {
            Arguments::Nothing => true,
            Arguments::This => !is_static,
            Arguments::First => is_static && first == b'L',
            Arguments::ThisAndLong => !is_static && first == b'J',
            // In front of returns it is what the method returns.
            Arguments::ThisAndObject => {
                (!is_static && first == b'L') || method.descriptor.ends_with(b";")
            }
            Arguments::ResultAndObject => !is_static && first == b'L',
            Arguments::Int => !is_static && first == b'I',
            Arguments::Field(name, descriptor) => has_field(class, name, descriptor),
        }
}

fn has_field(class: &ClassFile<'_>, name: &str, descriptor: &str) -> bool {
    let mut fields = class.fields().iter();
    fields.any(|field| named(field, name, descriptor))
}

#[test]
fn every_lock_has_its_methods_and_its_resource() {
    for lock in LOCKS {
        for name in lock.methods {
            on_some_jdk(&(lock.class, name), &|jdk| {
                let Some(class) = jdk.class(lock.class) else {
                    return false;
                };
                let resource = match lock.resource {
                    Arguments::Field(name, descriptor) => has_field(&class, name, descriptor),
                    other => other == Arguments::This,
                };
                let mut methods = class.methods().iter();
                resource
                    && methods.any(|method| {
                        method.name == name.as_bytes()
                            && method.access & (STATIC | NATIVE_OR_ABSTRACT) == 0
                            && method.access & (PUBLIC | PROTECTED) != 0
                    })
            });
        }
    }
}

#[test]
fn every_method_of_synchronizers_exists() {
    for class in SYNCHRONIZERS {
        for name in SYNCHRONIZER_METHODS {
            on_some_jdk(&(class, name), &|jdk| {
                let mut methods = jdk.class(class).into_iter().flat_map(|class| {
                    let methods = class.methods().iter();
                    methods
                        .map(|method| (method.name.to_vec(), method.access))
                        .collect::<Vec<_>>()
                });
                methods.any(|(method, access)| {
                    method == name.as_bytes() && access & (STATIC | NATIVE_OR_ABSTRACT) == 0
                })
            });
        }
    }
}

#[test]
fn every_quiet_method_and_every_refreshed_field_exists() {
    for (class, methods) in QUIET {
        for name in *methods {
            on_some_jdk(&(class, name), &|jdk| {
                let mut all = jdk.class(class).into_iter();
                all.any(|class| {
                    let mut methods = class.methods().iter();
                    methods.any(|method| {
                        method.name == name.as_bytes() && method.access & NATIVE_OR_ABSTRACT == 0
                    })
                })
            });
        }
    }
    for (class, method) in OPENED {
        on_some_jdk(&(class, method), &|jdk| {
            jdk.class(class).is_some_and(|class| {
                let mut methods = class.methods().iter();
                methods.any(|m| m.name == method.as_bytes() && m.access & PRIVATE != 0)
            })
        });
    }
    for (class, field) in REFRESHED {
        on_some_jdk(&(class, field), &|jdk| {
            jdk.class(class).is_some_and(|class| {
                let mut fields = class.fields().iter();
                fields.any(|f| f.name == field.as_bytes() && f.access & STATIC != 0)
            })
        });
    }
    for (class, methods) in PUBLISHERS {
        on_some_jdk(class, &|jdk| {
            jdk.class(class).is_some_and(|class| {
                method_refs(&class).any(|target| target.name == b"putReference")
            })
        });
        for method in *methods {
            on_some_jdk(&(class, method), &|jdk| {
                jdk.class(class).is_some_and(|class| {
                    let mut methods = class.methods().iter();
                    methods.any(|m| m.name == method.as_bytes())
                })
            });
        }
    }
    for (class, fields) in FENCED {
        for field in *fields {
            on_some_jdk(&(class, field), &|jdk| {
                jdk.class(class).is_some_and(|class| {
                    let mut fields = class.fields().iter();
                    fields.any(|f| f.name == field.as_bytes() && f.access & VOLATILE == 0)
                })
            });
        }
    }
}

/// The hooks that methods of this name call in the rewritten class, if it is rewritten at all.
fn hooks_in(jdk: &Jdk<'_>, class: &str, method: &str) -> Vec<String> {
    let outcome = Instrumenter::new(Options::default())
        .rewrite(jdk.classes[class], Origin::Jdk)
        .unwrap();
    let Outcome::Rewritten { bytes, .. } = outcome else {
        return Vec::new();
    };
    let class = ClassFile::parse(&bytes).unwrap();
    let mut hooks = Vec::new();
    for (index, member) in class.methods().iter().enumerate() {
        let code = class.code(index).unwrap();
        if let Some(code) = code.filter(|_| member.name == method.as_bytes()) {
            let calls = code.instructions().map(Result::unwrap);
            let calls = calls.filter(|it| it.opcode == opcode::INVOKESTATIC);
            let calls = calls.map(|it| class.pool().member_ref(it.index()).unwrap());
            hooks.extend(
                calls
                    .filter(|it| text(it.class).contains("/Fray"))
                    .map(|it| text(it.name)),
            );
        }
    }
    hooks
}

#[test]
fn what_is_called_still_has_no_switch_point() {
    for (class, methods) in STILL {
        for name in *methods {
            on_some_jdk(&(class, name), &|jdk| {
                let has = |class: ClassFile<'_>| {
                    let mut methods = class.methods().iter();
                    methods.any(|method| method.name == name.as_bytes())
                };
                let hooks = hooks_in(jdk, class, name);
                assert!(
                    hooks.iter().all(|hook| hook == "enumConstant") || hooks[0] == "quietEnter",
                    "{class}.{name} calls {hooks:?}"
                );
                jdk.class(class).is_some_and(has)
            });
        }
    }
}

#[test]
fn initialisers_are_made_quiet_unless_they_are_still() {
    for still in [
        "java/lang/Void",
        "java/lang/Thread$State",
        "java/util/Optional",
    ] {
        on_some_jdk(&still, &|jdk| hooks_in(jdk, still, "<clinit>").is_empty());
    }
    for busy in [
        "java/util/Random",
        "java/util/Locale",
        "java/util/logging/Level",
    ] {
        on_some_jdk(&busy, &|jdk| {
            hooks_in(jdk, busy, "<clinit>").contains(&"quietEnter".to_owned())
        });
    }
}

/// Class, name and descriptor of a method.
type Method = (String, String, String);

/// The public static methods of the runtime's public classes.
fn runtime() -> BTreeSet<Method> {
    let mut methods = BTreeSet::new();
    let folders = ["java/lang", "java/util/concurrent/locks", "sun/nio/ch"]
        .map(|it| java::runtime().join(it));
    for file in folders.iter().flat_map(|it| it.read_dir().unwrap()) {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let class = ClassFile::parse(&bytes).unwrap();
        let open = class.access_flags() & PUBLIC != 0;
        for method in class.methods() {
            if open && method.access & (PUBLIC | STATIC) == PUBLIC | STATIC {
                let name = class.name().unwrap();
                methods.insert([name, method.name, method.descriptor].map(text).into());
            }
        }
    }
    methods
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_hook_of_the_tables_exists() {
    let runtime = runtime();
    let of_calls = CALLS.iter().filter_map(|row| match row.action {
        Action::Replace(hook)
        | Action::ReplaceWithThis(hook)
        | Action::Probe(hook)
        | Action::Before(hook)
        | Action::AfterWithThis(hook)
        | Action::AfterWithResult(hook)
        | Action::Construct(hook, _)
        | Action::Judge(hook) => Some(hook),
        Action::Code(_) => None,
    });
    let of_ends = ENTRIES.iter().chain(RETURNS).map(|row| row.hook);
    let of_ends = of_ends.chain([SYNCHRONIZER_HOOK]);
    for hook in of_calls.chain(of_ends) {
        let method = [hook.class, hook.name, hook.descriptor].map(str::to_owned);
        assert!(runtime.contains(&method.into()), "{hook:?}");
    }
}

#[test]
fn rewritten_code_calls_only_hooks_that_exist() {
    let runtime = runtime();
    let mut called: BTreeSet<Method> = BTreeSet::new();
    for pack in corpus::all() {
        for origin in [Origin::Jdk, Origin::Application] {
            let instrumenter = Instrumenter::new(Options {
                memory: true,
                instrument_locks: true,
            });
            for class in pack.classes().step_by(corpus::step(STEP)) {
                let outcome = instrumenter.rewrite(class.bytes, origin).unwrap();
                let Outcome::Rewritten { bytes, .. } = outcome else {
                    continue;
                };
                let new = ClassFile::parse(&bytes).unwrap();
                let hooks = method_refs(&new).filter(|it| text(it.class).contains("/Fray"));
                called.extend(hooks.map(|it| [it.class, it.name, it.descriptor].map(text).into()));
            }
        }
    }
    let missing: Vec<_> = called.difference(&runtime).collect();
    assert!(missing.is_empty(), "not in the runtime: {missing:?}");
    assert!(called.len() > 30, "only {called:?}");
}
