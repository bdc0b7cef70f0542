//! Broken input never makes the reader or the rewriter panic, hang or grow out of proportion.

mod support;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use fray_classfile::ClassFile;
use fray_testkit::corpus::{self, Pack};
use fray_testkit::jdk;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use support::dense::{self, Hook};

/// Classes to damage: every so many of the JDK, and no giants, so that a mutation is likely to hit
/// something that matters.
const STEP: usize = 211;
const LARGEST: usize = 12_000;

const CASES: u32 = 6_000;
const CASES_LONG: u32 = 1_000_000;

/// A damaged class is small; even without optimisation this is a hundred times what it takes.
const QUICK: Duration = Duration::from_secs(2);

/// With a hook at every instruction, and the pool additions on top.
const GROWTH: usize = 16;
const ADDED: usize = 1024;

fn classes() -> &'static [Vec<u8>] {
    static CLASSES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let pack: Pack = corpus::jdk_classes(&jdk::newest());
        let small = pack.classes().filter(|class| class.bytes.len() <= LARGEST);
        small
            .step_by(STEP)
            .map(|class| class.bytes.to_vec())
            .collect()
    })
}

/// One kind of damage. Positions are fractions of the file's length, so that they fit every class.
#[derive(Debug, Clone)]
enum Damage {
    FlipBit {
        at: f64,
        bit: u8,
    },
    SetByte {
        at: f64,
        value: u8,
    },
    /// Lengths, counts, indices and offsets are two or four bytes.
    SetU16 {
        at: f64,
        value: u16,
    },
    SetU32 {
        at: f64,
        value: u32,
    },
    Truncate {
        at: f64,
    },
    Remove {
        at: f64,
        length: usize,
    },
    Splice {
        at: f64,
        from: f64,
        length: usize,
    },
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = || 0.0..1.0f64;
    let odd16 = prop_oneof![
        Just(0),
        Just(0xffff),
        Just(0x7fff),
        Just(0x8000),
        0..64u16,
        any::<u16>()
    ];
    let odd32 = prop_oneof![
        Just(0),
        Just(u32::MAX),
        Just(0x7fff_ffff),
        0..64u32,
        any::<u32>()
    ];
    prop_oneof![
        4 => (at(), 0..8u8).prop_map(|(at, bit)| Damage::FlipBit { at, bit }),
        4 => (at(), any::<u8>()).prop_map(|(at, value)| Damage::SetByte { at, value }),
        4 => (at(), odd16).prop_map(|(at, value)| Damage::SetU16 { at, value }),
        2 => (at(), odd32).prop_map(|(at, value)| Damage::SetU32 { at, value }),
        1 => at().prop_map(|at| Damage::Truncate { at }),
        1 => (at(), 1..8usize).prop_map(|(at, length)| Damage::Remove { at, length }),
        2 => (at(), at(), 1..64usize).prop_map(|(at, from, length)| Damage::Splice { at, from, length }),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    let position = |at: f64| (at * bytes.len() as f64) as usize;
    let set = |bytes: &mut Vec<u8>, at: usize, value: &[u8]| {
        let end = bytes.len().min(at + value.len());
        bytes[at..end].copy_from_slice(&value[..end - at]);
    };
    match *damage {
        Damage::FlipBit { at, bit } => {
            let at = position(at);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << bit;
            }
        }
        Damage::SetByte { at, value } => set(bytes, position(at), &[value]),
        Damage::SetU16 { at, value } => set(bytes, position(at), &value.to_be_bytes()),
        Damage::SetU32 { at, value } => set(bytes, position(at), &value.to_be_bytes()),
        Damage::Truncate { at } => bytes.truncate(position(at)),
        Damage::Remove { at, length } => {
            let start = position(at);
            bytes.drain(start..bytes.len().min(start + length));
        }
        Damage::Splice { at, from, length } => {
            let (at, from) = (position(at), position(from));
            let piece = bytes[from..bytes.len().min(from + length)].to_vec();
            set(bytes, at, &piece);
        }
    }
}

/// Reads and rewrites; whatever comes out must be readable and not out of proportion.
fn survive(bytes: &[u8]) -> Result<bool, TestCaseError> {
    let start = Instant::now();
    let Ok(class) = ClassFile::parse(bytes) else {
        return Ok(false);
    };
    for hook in [Hook::Call, Hook::Neutral] {
        if let Ok(rewritten) = dense::rewrite(&class, hook) {
            prop_assert!(
                rewritten.bytes.len() <= bytes.len() * GROWTH + ADDED,
                "{}",
                rewritten.bytes.len()
            );
            let again = ClassFile::parse(&rewritten.bytes);
            prop_assert!(again.is_ok_and(|again| again.methods().len() == class.methods().len()));
        }
    }
    prop_assert!(start.elapsed() < QUICK, "{:?}", start.elapsed());
    Ok(true)
}

#[test]
fn damaged_classes_do_no_harm() {
    let cases = if corpus::long() { CASES_LONG } else { CASES };
    // What was damaged depends on the JDK found here, so a failure is of no use on another machine:
    // not stored.
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let any_class = any::<prop::sample::Index>();
    let strategy = (any_class, prop::collection::vec(damage(), 1..6));
    let read = std::cell::Cell::new(0u32);
    let result = TestRunner::new(config).run(&strategy, |(index, damages)| {
        let mut bytes = index.get(classes()).clone();
        damages.iter().for_each(|damage| apply(&mut bytes, damage));
        read.set(read.get() + u32::from(survive(&bytes)?));
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
    println!(
        "{} of {cases} damaged classes could still be read",
        read.get()
    );
    assert!(
        read.get() > cases / 20,
        "enough get past the reader to test the rewriter"
    );
}

#[test]
fn every_truncation_of_a_class_is_refused() {
    let smallest = classes().iter().min_by_key(|class| class.len()).unwrap();
    for length in 0..smallest.len() {
        assert!(ClassFile::parse(&smallest[..length]).is_err());
    }
}

#[test]
fn every_bit_flip_of_a_class_does_no_harm() {
    let mut class = classes()
        .iter()
        .filter(|class| class.len() > 1500)
        .min_by_key(|class| class.len())
        .unwrap()
        .clone();
    for at in 0..class.len() {
        for bit in 0..8 {
            class[at] ^= 1 << bit;
            survive(&class).unwrap();
            class[at] ^= 1 << bit;
        }
    }
}
