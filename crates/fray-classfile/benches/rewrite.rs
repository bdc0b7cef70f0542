//! How many classes a second one core rewrites in memory, over the java.base module of the newest
//! JDK found.
//!
//! Three loads: reading only; hooks where instrumentation puts them (fields, calls, monitors,
//! returns, synchronized methods); and a hook in front of every instruction, which no product would
//! do. Run with `cargo bench -p fray-classfile`, or with `-- NAME` behind it for one of them.

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use fray_classfile::{ClassEditor, ClassFile, Error, HandlerLocals, MethodEdit, Wrap, opcode::*};
use fray_testkit::{corpus, jdk};
use support::dense::{self, Hook};

/// Long enough for a stable figure, short enough to wait for.
const RUN: Duration = Duration::from_secs(3);

/// The goal: classes a second on one core with hooks where instrumentation puts them.
const GOAL: f64 = 100_000.0;

const ACC_STATIC: u16 = 0x0008;
const ACC_SYNCHRONIZED: u16 = 0x0020;

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    // `cargo test --benches` only wants to know that this builds.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let only = arguments.iter().find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| only.is_none_or(|only| name.contains(only.as_str()));
    let jdk = jdk::newest();
    let pack = corpus::jdk_classes(&jdk);
    let of_base = pack.classes().filter(|class| class.group == "java.base");
    let classes: Vec<&[u8]> = of_base.map(|class| class.bytes).collect();
    let size: usize = classes.iter().map(|class| class.len()).sum();
    println!(
        "java.base of JDK {}: {} classes, {} KiB",
        jdk.version,
        classes.len(),
        size / 1024
    );
    if wanted("read") {
        measure("read", &classes, |bytes| {
            ClassFile::parse(bytes).unwrap().methods().len()
        });
    }
    if wanted("hooks on") {
        let rate = measure("hooks on", &classes, |bytes| hooks_on(bytes).unwrap().len());
        let verdict = if rate >= GOAL { "reached" } else { "MISSED" };
        println!("goal of {GOAL} classes/s with hooks on: {verdict}");
    }
    if wanted("every instruction") {
        measure("every instruction", &classes, |bytes| {
            let class = ClassFile::parse(bytes).unwrap();
            dense::rewrite(&class, Hook::Call).unwrap().bytes.len()
        });
    }
}

/// Classes a second in the fastest pass over all of them: other programs on the machine only ever
/// make a pass slower.
fn measure(name: &str, classes: &[&[u8]], mut work: impl FnMut(&[u8]) -> usize) -> f64 {
    let (start, mut fastest) = (Instant::now(), Duration::MAX);
    while start.elapsed() < RUN {
        let pass = Instant::now();
        for class in classes {
            black_box(work(black_box(class)));
        }
        fastest = fastest.min(pass.elapsed());
    }
    let rate = classes.len() as f64 / fastest.as_secs_f64();
    println!(
        "{name:>18}: {rate:>9.0} classes/s, {:.2} us each",
        1e6 / rate
    );
    rate
}

/// Hooks fields, array elements, monitors, calls, method entry, returns and synchronized methods.
fn hooks_on(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let class = ClassFile::parse(bytes)?;
    let mut editor = ClassEditor::new(&class);
    let hook = editor
        .method_ref("java/lang/Thread", "onSpinWait", "()V")?
        .to_be_bytes();
    let call = [INVOKESTATIC, hook[0], hook[1]];
    let with_object = [DUP, POP, INVOKESTATIC, hook[0], hook[1]];
    for (index, method) in class.methods().iter().enumerate() {
        let Some(code) = class.code(index)? else {
            continue;
        };
        let mut edit = MethodEdit::new();
        for instruction in code.instructions() {
            let instruction = instruction?;
            let pc = instruction.pc;
            match instruction.opcode {
                GETFIELD | PUTFIELD | GETSTATIC | PUTSTATIC => {
                    let field = class.pool().member_ref(instruction.index())?;
                    // As a table of the instrumentation would: by the name of the class.
                    if !field.class.starts_with(b"sun/") {
                        edit.before(pc, &call);
                    }
                }
                INVOKEVIRTUAL | INVOKESTATIC | INVOKEINTERFACE => {
                    let target = class.pool().member_ref(instruction.index())?;
                    if target.name.starts_with(b"get") {
                        edit.before(pc, &with_object).after(pc, &call);
                    }
                }
                MONITORENTER | MONITOREXIT => {
                    edit.replace(pc, &[POP]).before(pc, &call);
                }
                _ => {}
            }
        }
        edit.before_returns(&call).extra_stack(2);
        if method.access & ACC_SYNCHRONIZED != 0 && method.access & ACC_STATIC == 0 {
            edit.wrap(Wrap {
                enter: vec![ALOAD_0, MONITORENTER],
                exit: vec![ALOAD_0, MONITOREXIT],
                handler_locals: HandlerLocals::This,
            });
            editor.set_method_access(index, method.access & !ACC_SYNCHRONIZED);
        }
        editor.edit_method(index, edit);
    }
    Ok(editor.finish()?.bytes)
}
