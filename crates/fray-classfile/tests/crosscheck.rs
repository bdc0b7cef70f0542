//! An independent reader (the crate `java-bytecode`) sees in the rewritten class what it saw in the
//! original, but for the inserted instructions.
//!
//! That reader turns code into lists of instructions whose jumps, handlers, lines, variables,
//! frames and annotations name instructions by number. With one `nop` in front of each instruction,
//! number `n` becomes `2 n + 1` and what pointed to it points to the `nop` in front of it, `2 n`.

use fray_classfile::{ClassEditor, ClassFile, MethodEdit, opcode};
use fray_testkit::corpus;
use java_bytecode::raw::ParseOptions;
use java_bytecode::raw::file::RawClassFile;
use java_bytecode::simple::annotation::{TypeAnnotation, TypeAnnotationTargetInfo as Target};
use java_bytecode::simple::code::{
    Code, CodePos, Instruction, StackMapTableVerificationType as Type,
};
use java_bytecode::simple::file::ClassFile as Independent;

/// By default every so many classes are checked: the other reader is slow.
const STEP: usize = 31;

fn independent(bytes: &[u8]) -> Option<Independent> {
    let raw = RawClassFile::parse(bytes.to_vec().into(), ParseOptions::default()).ok()?;
    Independent::from_raw(&raw).ok()
}

/// One `nop` in front of every instruction. None if a method was too large for that.
fn with_nops(bytes: &[u8]) -> Option<Vec<u8>> {
    let class = ClassFile::parse(bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    for method in 0..class.methods().len() {
        let Some(code) = class.code(method).unwrap() else {
            continue;
        };
        let mut edit = MethodEdit::new();
        for instruction in code.instructions() {
            edit.before(instruction.unwrap().pc, &[opcode::NOP]);
        }
        editor.edit_method(method, edit);
    }
    let rewritten = editor.finish().unwrap();
    rewritten.skipped.is_empty().then_some(rewritten.bytes)
}

/// What the code should look like with the `nop`s.
fn expected(mut code: Code) -> Code {
    let target = |pos: &mut CodePos| pos.0 *= 2;
    let instruction = |pos: &mut CodePos| pos.0 = pos.0 * 2 + 1;
    let old = std::mem::take(&mut code.instructions);
    for mut copy in old {
        targets(&mut copy).into_iter().for_each(target);
        code.instructions.extend([Instruction::Nop, copy]);
    }
    for row in &mut code.exception_table {
        [&mut row.start, &mut row.end, &mut row.handler]
            .into_iter()
            .for_each(target);
    }
    code.line_number_table
        .iter_mut()
        .flatten()
        .for_each(|row| target(&mut row.start));
    for row in code.local_variable_table.iter_mut().flatten() {
        target(&mut row.start);
        row.end.iter_mut().for_each(target);
    }
    for row in code.local_variable_type_table.iter_mut().flatten() {
        target(&mut row.start);
        row.end.iter_mut().for_each(target);
    }
    for frame in code.stack_map_table.iter_mut().flatten() {
        target(&mut frame.start);
        for kind in frame.locals.iter_mut().chain(&mut frame.stack) {
            if let Type::Uninitialized(pos) = kind {
                instruction(pos);
            }
        }
    }
    let invisible = code.runtime_invisible_type_annotations.iter_mut();
    for annotation in invisible.chain(&mut code.runtime_visible_type_annotations) {
        annotated(annotation, target, instruction);
    }
    code
}

fn annotated(
    annotation: &mut TypeAnnotation,
    target: impl Fn(&mut CodePos),
    instruction: impl Fn(&mut CodePos),
) {
    match &mut annotation.target_info {
        Target::LocalVariable(table) | Target::ResourceVariable(table) => {
            for row in &mut table.table {
                target(&mut row.start_pc);
                row.end_pc.iter_mut().for_each(&target);
            }
        }
        Target::InstanceOf(at)
        | Target::New(at)
        | Target::ConstructorReference(at)
        | Target::MethodReference(at) => {
            instruction(&mut at.pc);
        }
        Target::Cast(at)
        | Target::ConstructorInvocationTypeArgument(at)
        | Target::MethodInvocationTypeArgument(at)
        | Target::ConstructorReferenceTypeArgument(at)
        | Target::MethodReferenceTypeArgument(at) => instruction(&mut at.pc),
        _ => {}
    }
}

/// Where an instruction may jump to.
fn targets(instruction: &mut Instruction) -> Vec<&mut CodePos> {
    match instruction {
        Instruction::Jsr(to)
        | Instruction::Goto(to)
        | Instruction::IfRefEqual(to)
        | Instruction::IfRefNotEqual(to)
        | Instruction::IfNotNull(to)
        | Instruction::IfNull(to)
        | Instruction::IfIcmp(_, to)
        | Instruction::If(_, to) => vec![to],
        Instruction::Tableswitch {
            default, positions, ..
        } => std::iter::once(default).chain(positions).collect(),
        Instruction::Lookupswitch { default, pairs } => std::iter::once(default)
            .chain(pairs.iter_mut().map(|(_, to)| to))
            .collect(),
        _ => vec![],
    }
}

#[test]
fn an_independent_reader_sees_the_same_code_with_the_inserted_instructions() {
    let step = if corpus::long() { 1 } else { STEP };
    for pack in corpus::all() {
        let (mut checked, mut unread, mut too_large) = (0, 0, 0);
        for class in pack.classes().step_by(step) {
            let Some(mut old) = independent(class.bytes) else {
                unread += 1;
                continue;
            };
            let Some(rewritten) = with_nops(class.bytes) else {
                too_large += 1;
                continue;
            };
            let new = independent(&rewritten);
            let new = new.unwrap_or_else(|| panic!("{} cannot be read any more", class.path));
            for method in &mut old.methods {
                method.code = method.code.take().map(expected);
            }
            // A constant that is not a number is not equal to itself; its text is.
            if old != new {
                assert_eq!(format!("{old:#?}"), format!("{new:#?}"), "{}", class.path);
            }
            checked += 1;
        }
        println!(
            "{}: {checked} classes agree; {unread} not read by the other reader, {too_large} too large",
            pack.name
        );
        assert!(
            (unread + too_large) * 50 < checked,
            "nearly all can be checked"
        );
    }
}
