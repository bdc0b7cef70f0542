//! Inserted code runs when it should and as often as it should, on a real JVM.

use std::path::Path;

use fray_classfile::{ClassEditor, ClassFile, Error, HandlerLocals, MethodEdit, Wrap, opcode::*};
use fray_testkit::{java, jdk, place};

const ACC_SYNCHRONIZED: u16 = 0x0020;

/// What `Run` prints, line by line, and why.
const EXPECTED: &[&str] = &[
    "loop: 0 Ebbbr",    // Entry once, though the loop jumps to position 0.
    "taken: -1 r",      // The jump skips what is behind the branch.
    "not taken: -1 ar", // Falling through runs it.
    "wrapped: 2 []",    // The exit code runs once on return,
    "wrapped throws: ArithmeticException []", // once on a throw,
    "handler: 2 []",
    "handler, other return: 7 []",
    "handler runs: -1 []", // and once when the method catches it itself.
    "exit throws: IllegalStateException []", // No handler covers it, neither the method's nor ours.
    "exit throws on throw: IllegalStateException []",
    "synchronized: true ",
    "synchronized throws: ArithmeticException ",
    "static synchronized: true ",
    "static synchronized throws: ArithmeticException ",
    "held afterwards: false false",
    "line: 19", // Stack traces name the original line.
];

fn call(editor: &mut ClassEditor<'_>, hook: &str) -> Result<Vec<u8>, Error> {
    let [high, low] = editor.method_ref("Hooks", hook, "()V")?.to_be_bytes();
    Ok(vec![INVOKESTATIC, high, low])
}

fn rewrite(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let class = ClassFile::parse(bytes)?;
    let mut editor = ClassEditor::new(&class);
    for (index, method) in class.methods().iter().enumerate() {
        let mut edit = MethodEdit::new();
        match method.name {
            b"loop" => {
                edit.entry(&call(&mut editor, "entry")?)
                    .before(0, &call(&mut editor, "before")?);
                edit.before_returns(&call(&mut editor, "returns")?);
            }
            b"branches" => {
                let code = class.code(index)?.expect("it is not abstract");
                let branch = code.instructions().flatten().find(|it| it.opcode == IFLE);
                edit.after(branch.expect("an if").pc, &call(&mut editor, "after")?);
                edit.before_returns(&call(&mut editor, "returns")?);
            }
            b"wrapped" | b"wrappedWithHandler" => {
                let (enter, exit) = (call(&mut editor, "enter")?, call(&mut editor, "exit")?);
                edit.wrap(Wrap {
                    enter,
                    exit,
                    handler_locals: HandlerLocals::None,
                });
            }
            b"holds" => {
                let (enter, exit) = (vec![ALOAD_0, MONITORENTER], vec![ALOAD_0, MONITOREXIT]);
                edit.wrap(Wrap {
                    enter,
                    exit,
                    handler_locals: HandlerLocals::This,
                })
                .extra_stack(1);
            }
            b"staticHolds" => {
                let [high, low] = editor.class("Subject")?.to_be_bytes();
                let (enter, exit) = (
                    vec![LDC_W, high, low, MONITORENTER],
                    vec![LDC_W, high, low, MONITOREXIT],
                );
                edit.wrap(Wrap {
                    enter,
                    exit,
                    handler_locals: HandlerLocals::None,
                })
                .extra_stack(1);
            }
            _ => {}
        }
        if method.access & ACC_SYNCHRONIZED != 0 {
            editor.set_method_access(index, method.access & !ACC_SYNCHRONIZED);
        }
        editor.edit_method(index, edit);
    }
    let rewritten = editor.finish()?;
    assert_eq!(rewritten.skipped, []);
    Ok(rewritten.bytes)
}

#[test]
fn inserted_code_runs_when_it_should() {
    let folder = place::scratch("classfile-behaviour");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Subject.java");
    java::compile(17, &folder, &folder, &[source]);
    let subject = folder.join("Subject.class");
    let original = std::fs::read(&subject).unwrap();
    std::fs::write(&subject, rewrite(&original).unwrap()).unwrap();
    for jdk in jdk::all() {
        let output = jdk
            .tool("java")
            .args(["-Xverify:all", "-cp"])
            .arg(&folder)
            .arg("Run")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "JDK {}: {text}{errors}",
            jdk.version
        );
        assert_eq!(
            text.lines().collect::<Vec<_>>(),
            EXPECTED,
            "JDK {}",
            jdk.version
        );
    }
}
