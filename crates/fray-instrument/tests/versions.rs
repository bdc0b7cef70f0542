//! Synchronized methods in class files of every version there has been, from Java 1.0.2 to 25.

mod support;

use fray_classfile::{NEWEST_MAJOR, OLDEST_MAJOR};
use fray_instrument::Options;
use fray_testkit::build::{self, Method};
use fray_testkit::jdk;
use support::Program;

const STATIC: u16 = 0x0008;
const SYNCHRONIZED: u16 = 0x0020;

const ICONST_0: u8 = 0x03;
const ICONST_1: u8 = 0x04;
const IDIV: u8 = 0x6c;
const IRETURN: u8 = 0xac;

/// A JDK reads class files up to the version of its release number plus this.
const VERSION_OF_RELEASE_ZERO: u32 = 44;

const EXPECTED: [&str; 4] = [
    "T.instance = 1 enter(T) exit(T)",
    "T.instanceThrows = java.lang.ArithmeticException: / by zero enter(T) exit(T)",
    // Before Java 5 a class could not name itself, and the hook asks who calls.
    "T.ofClass = 1 enter(T.class) exit(T.class)",
    "T.ofClassThrows = java.lang.ArithmeticException: / by zero enter(T.class) exit(T.class)",
];

fn class(version: u16) -> Vec<u8> {
    let method = |access, name, code: &[u8]| {
        let mut method = Method::new(access | SYNCHRONIZED, name, code.to_vec());
        method.descriptor = "()I";
        method
    };
    let methods = [
        method(0, "instance", &[ICONST_1, IRETURN]),
        method(0, "instanceThrows", &[ICONST_1, ICONST_0, IDIV, IRETURN]),
        method(STATIC, "ofClass", &[ICONST_1, IRETURN]),
        method(
            STATIC,
            "ofClassThrows",
            &[ICONST_1, ICONST_0, IDIV, IRETURN],
        ),
    ];
    build::class(version, &methods, 0)
}

#[test]
fn synchronized_methods_of_every_version_are_hooked() {
    let program = Program::new("versions", Options::default(), &[]);
    let versions: Vec<_> = (OLDEST_MAJOR..=NEWEST_MAJOR)
        .map(|version| {
            let folder = program.add(&version.to_string(), "T", &class(version));
            (u32::from(version), folder)
        })
        .collect();
    for jdk in jdk::all() {
        let newest = jdk.feature() + VERSION_OF_RELEASE_ZERO;
        let readable = versions.iter().filter(|&&(version, _)| version <= newest);
        let (mut arguments, mut expected) = (Vec::new(), Vec::new());
        for (_, folder) in readable {
            arguments.push(folder.as_str());
            let methods = EXPECTED.iter().map(|line| line.split(' ').next().unwrap());
            arguments.extend(methods);
            expected.extend(EXPECTED);
        }
        let printed = program.run(&jdk, &arguments);
        let same = |(printed, expected): (&String, &&str)| printed == expected;
        let agree = printed.iter().zip(&expected).take_while(|&pair| same(pair));
        let agree = agree.count();
        assert_eq!(printed.get(agree), None, "JDK {}", jdk.version);
        assert_eq!(agree, expected.len());
    }
}
