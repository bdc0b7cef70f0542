//! Random programs.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::{Instruction, OPTIONS, Program, interpret, oracle};
use crate::execution::{ExecutionOptions, TimeMode};
use crate::op::{ObjectId, ThreadId};

/// Code in blocks: monitors are entered and left in pairs.
#[derive(Clone, Debug)]
enum Block {
    Plain(Instruction),
    Wait(Option<u64>),
    Notify { all: bool },
    Synchronized(ObjectId, bool, Vec<Block>),
}

impl Block {
    /// Appends the instructions; waits and notifications are about the innermost monitor.
    fn flatten(&self, monitor: Option<ObjectId>, code: &mut Vec<Instruction>) {
        match (self, monitor) {
            (Block::Plain(instruction), _) => code.push(*instruction),
            (Block::Wait(timeout), Some(object)) => code.push(Instruction::Wait(object, *timeout)),
            (Block::Notify { all: false }, Some(object)) => code.push(Instruction::Notify(object)),
            (Block::Notify { all: true }, Some(object)) => {
                code.push(Instruction::NotifyAll(object))
            }
            (Block::Wait(_) | Block::Notify { .. }, None) => {}
            (&Block::Synchronized(object, quiet, ref inner), _) => {
                code.push(Instruction::Enter { object, quiet });
                for block in inner {
                    block.flatten(Some(object), code);
                }
                code.push(Instruction::Exit(object));
            }
        }
    }
}

const THREADS: u32 = 4;

fn blocks() -> impl Strategy<Value = Vec<Block>> {
    let thread = || (1..=THREADS).prop_map(ThreadId);
    let time = || prop_oneof![Just(0u64), 1..5000u64];
    let timeout = || option::weighted(0.3, time());
    let rarely = || prop::bool::weighted(0.2);
    let plain = prop_oneof![
        3 => rarely().prop_map(|quiet| Instruction::Point { quiet }),
        3 => (timeout(), rarely()).prop_map(|(timeout, quiet)| Instruction::Park { timeout, quiet }),
        4 => thread().prop_map(Instruction::Unpark),
        1 => thread().prop_map(Instruction::Interrupt),
        1 => (thread(), timeout()).prop_map(|(target, timeout)| Instruction::Join(target, timeout)),
        1 => time().prop_map(Instruction::Sleep),
        1 => Just(Instruction::ReadClock),
        1 => Just(Instruction::External),
    ];
    let leaf = prop_oneof![
        5 => plain.prop_map(Block::Plain),
        2 => timeout().prop_map(Block::Wait),
        3 => any::<bool>().prop_map(|all| Block::Notify { all }),
    ];
    let block = leaf.prop_recursive(3, 12, 4, move |inner| {
        let object = (1..=3u32).prop_map(ObjectId);
        (object, rarely(), vec(inner, 0..4))
            .prop_map(|(object, quiet, inner)| Block::Synchronized(object, quiet, inner))
    });
    vec(block, 0..6)
}

fn programs() -> impl Strategy<Value = Program> {
    let bodies = vec(blocks(), 1..=THREADS as usize);
    (bodies, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(bodies, virtual_time, spurious, daemons)| {
            let count = bodies.len() as u32;
            let mut threads = Vec::new();
            for (index, body) in bodies.iter().enumerate() {
                let mut code = Vec::new();
                if index == 0 {
                    code.extend((2..=count).map(|id| Instruction::Start(ThreadId(id))));
                }
                for block in body {
                    block.flatten(None, &mut code);
                }
                threads.push(code);
            }
            let time = match virtual_time {
                true => TimeMode::Virtual,
                false => TimeMode::Relaxed,
            };
            let options = ExecutionOptions {
                time,
                spurious,
                ..OPTIONS
            };
            Program {
                options,
                threads,
                daemons,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn executions_agree_with_the_oracle(program in programs(), seeds in vec(any::<u64>(), 4)) {
        for seed in seeds {
            let (events, choices) = interpret::run(&program, seed, None);
            oracle::check(&program, &events);
            let (again, _) = interpret::run(&program, seed, Some(choices));
            prop_assert_eq!(events, again);
        }
    }
}
