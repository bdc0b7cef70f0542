//! A method that cannot take its edit stays exactly as it was and is reported; all others get
//! theirs.

use std::time::{Duration, Instant};

use fray_classfile::{
    ClassEditor, ClassFile, Error, HandlerLocals, MethodEdit, SkipReason, SkippedMethod, Wrap,
    opcode::*,
};
use fray_testkit::build::{self, Method};

const STATIC: u16 = 0x0008;
const SYNCHRONIZED: u16 = 0x0020;

/// Far more than any of these cases takes; far less than work that grows with the square of the
/// input.
const QUICK: Duration = Duration::from_secs(5);

fn wrap(handler_locals: HandlerLocals) -> MethodEdit {
    let mut edit = MethodEdit::new();
    edit.wrap(Wrap {
        enter: vec![NOP],
        exit: vec![NOP],
        handler_locals,
    });
    edit
}

/// Does `edit` to method 0 of two and a harmless one to method 1; demands that the first is skipped
/// for `reason`.
fn skips(first: Method<'_>, edit: MethodEdit, pool_count: u16, reason: SkipReason) {
    let access = first.access;
    let methods = [first, Method::new(STATIC, "other", vec![RETURN])];
    let bytes = build::class(52, &methods, pool_count);
    let class = ClassFile::parse(&bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    editor.set_method_access(0, access ^ SYNCHRONIZED);
    editor.edit_method(0, edit);
    let mut harmless = MethodEdit::new();
    harmless.before(0, &[NOP]);
    editor.edit_method(1, harmless);
    let rewritten = editor.finish().unwrap();
    assert_eq!(rewritten.skipped, [SkippedMethod { index: 0, reason }]);
    let again = ClassFile::parse(&rewritten.bytes).unwrap();
    assert_eq!(
        again.methods()[0].access,
        access,
        "the flags stay with the code"
    );
    let code =
        |class: &ClassFile<'_>, method| class.code(method).unwrap().map(|code| code.bytes.to_vec());
    assert_eq!(code(&again, 0), code(&class, 0));
    assert_eq!(code(&again, 1).unwrap(), [NOP, RETURN]);
}

fn nops_and_return(nops: usize) -> Vec<u8> {
    let mut code = vec![NOP; nops];
    code.push(RETURN);
    code
}

#[test]
fn code_past_64_kib() {
    let mut edit = MethodEdit::new();
    for pc in 0..40_000 {
        edit.before(pc, &[NOP]);
    }
    skips(
        Method::new(STATIC, "a", nops_and_return(40_000)),
        edit,
        0,
        SkipReason::TooLarge,
    );
    // The body still fits, its handler does not.
    skips(
        Method::new(STATIC, "a", nops_and_return(65_531)),
        wrap(HandlerLocals::None),
        0,
        SkipReason::TooLarge,
    );
}

#[test]
fn a_stack_past_its_limit() {
    let mut method = Method::new(STATIC, "a", vec![RETURN]);
    method.max_stack = 65_535;
    let mut edit = MethodEdit::new();
    edit.extra_stack(1);
    skips(method, edit, 0, SkipReason::TooLarge);
}

#[test]
fn a_jump_that_no_longer_reaches() {
    let mut code = vec![GOTO, 0x7f, 0xff];
    code.extend(nops_and_return(32_764));
    let mut edit = MethodEdit::new();
    edit.before(5, &[NOP]);
    skips(
        Method::new(STATIC, "a", code),
        edit,
        0,
        SkipReason::JumpTooFar,
    );
}

#[test]
fn a_wrap_without_room_for_its_constants() {
    skips(
        Method::new(STATIC, "a", vec![RETURN]),
        wrap(HandlerLocals::None),
        65_535,
        SkipReason::PoolFull,
    );
}

#[test]
fn a_wrap_that_does_not_fit_the_method() {
    let this = || wrap(HandlerLocals::This);
    skips(
        Method::new(STATIC, "a", vec![RETURN]),
        this(),
        0,
        SkipReason::StaticMethod,
    );
    skips(
        Method::new(0, "<init>", vec![RETURN]),
        wrap(HandlerLocals::None),
        0,
        SkipReason::Constructor,
    );
    let overwrites = vec![ACONST_NULL, ASTORE_0, RETURN];
    skips(
        Method::new(0, "a", overwrites),
        this(),
        0,
        SkipReason::ThisOverwritten,
    );
    // Frames that drop `this`: a full one without locals, one with another class, one that cuts off
    // the only local.
    let [high, low] = (build::THIS_CLASS + 2).to_be_bytes();
    for frame in [
        &[0, 1, 255, 0, 1, 0, 0, 0, 0][..],
        &[0, 1, 255, 0, 1, 0, 1, 7, high, low, 0, 0],
        &[0, 1, 250, 0, 1],
    ] {
        let mut method = Method::new(0, "a", vec![NOP, RETURN]);
        method.attributes.push(("StackMapTable", frame.to_vec()));
        skips(method, this(), 0, SkipReason::ThisOverwritten);
    }
}

#[test]
fn methods_without_code_and_edits_without_instruction() {
    let mut method = Method::new(0x0400, "a", vec![]);
    method.code = None;
    let mut edit = MethodEdit::new();
    edit.entry(&[NOP]);
    skips(method, edit.clone(), 0, SkipReason::NoCode);
    edit.before(1, &[NOP]);
    skips(
        Method::new(STATIC, "a", vec![SIPUSH, 0, 0, RETURN]),
        edit,
        0,
        SkipReason::BadEdit(1),
    );
}

#[test]
fn broken_code_is_left_for_the_jvm_to_refuse() {
    let mut edit = MethodEdit::new();
    edit.entry(&[NOP]);
    let unknown = SkipReason::Unreadable(Error::Malformed("unknown opcode"));
    skips(
        Method::new(STATIC, "a", vec![0xfe, RETURN]),
        edit.clone(),
        0,
        unknown,
    );
    let cut_off = Error::Malformed("an instruction passes the end of the code");
    skips(
        Method::new(STATIC, "a", vec![NOP, SIPUSH, 0]),
        edit,
        0,
        SkipReason::Unreadable(cut_off),
    );
}

#[test]
fn the_caller_may_give_up_on_a_method() {
    let bytes = build::class(52, &[Method::new(STATIC, "a", vec![RETURN])], 0);
    let class = ClassFile::parse(&bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    editor.edit_method(0, wrap(HandlerLocals::None));
    editor.set_method_access(0, 0);
    editor.skip_method(0, SkipReason::PoolFull);
    let rewritten = editor.finish().unwrap();
    assert_eq!(
        rewritten.skipped,
        [SkippedMethod {
            index: 0,
            reason: SkipReason::PoolFull
        }]
    );
    assert_eq!(rewritten.bytes, bytes);
}

#[test]
fn members_that_do_not_exist_are_an_error() {
    let bytes = build::class(52, &[], 0);
    let class = ClassFile::parse(&bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    editor.edit_method(7, wrap(HandlerLocals::None));
    assert_eq!(editor.finish().unwrap_err(), Error::NoSuchMember(7));
    let mut editor = ClassEditor::new(&class);
    editor.set_field_access(0, 1);
    assert_eq!(editor.finish().unwrap_err(), Error::NoSuchMember(0));
    assert!(
        ClassEditor::new(&class)
            .redirect_method_handle(1, 6, 1)
            .is_err()
    );
    assert_eq!(class.code(9).unwrap_err(), Error::NoSuchMember(9));
}

#[test]
fn other_versions_are_refused_by_name() {
    let mut bytes = build::class(70, &[], 0);
    let message = ClassFile::parse(&bytes).unwrap_err().to_string();
    assert_eq!(
        message,
        "class file version 70 (Java 26) is newer than fray knows (69, Java 25)"
    );
    bytes[7] = 44;
    assert_eq!(
        ClassFile::parse(&bytes).unwrap_err(),
        Error::VersionTooOld { major: 44 }
    );
    for major in 45..=69 {
        assert_eq!(
            ClassFile::parse(&build::class(major, &[], 0))
                .unwrap()
                .major_version(),
            major
        );
    }
    bytes.push(0);
    bytes[7] = 52;
    assert_eq!(
        ClassFile::parse(&bytes).unwrap_err(),
        Error::TrailingBytes(1)
    );
    assert_eq!(
        ClassFile::parse(b"PK\x03\x04").unwrap_err(),
        Error::BadMagic
    );
}

#[test]
fn frames_are_added_only_where_the_version_has_them() {
    for (major, has_frames) in [(49, false), (50, true), (69, true)] {
        let bytes = build::class(major, &[Method::new(0, "a", vec![RETURN])], 0);
        let class = ClassFile::parse(&bytes).unwrap();
        let mut editor = ClassEditor::new(&class);
        editor.edit_method(0, wrap(HandlerLocals::This));
        let rewritten = editor.finish().unwrap();
        assert_eq!(rewritten.skipped, []);
        let again = ClassFile::parse(&rewritten.bytes).unwrap();
        let code = again.code(0).unwrap().unwrap();
        let names: Vec<_> = code
            .attributes(again.pool())
            .unwrap()
            .map(|it| it.unwrap().name)
            .collect();
        assert_eq!(
            names == [b"StackMapTable"],
            has_frames,
            "version {major}: {names:?}"
        );
    }
}

#[test]
fn the_frames_of_small_devices_are_dropped_and_unknown_attributes_kept() {
    let mut method = Method::new(0, "a", vec![RETURN]);
    method.attributes = vec![("StackMap", vec![1]), ("Mystery", vec![2, 3])];
    let bytes = build::class(48, &[method], 0);
    let class = ClassFile::parse(&bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    let mut edit = MethodEdit::new();
    edit.entry(&[NOP]);
    editor.edit_method(0, edit);
    let rewritten = editor.finish().unwrap();
    let again = ClassFile::parse(&rewritten.bytes).unwrap();
    let code = again.code(0).unwrap().unwrap();
    let left: Vec<_> = code
        .attributes(again.pool())
        .unwrap()
        .map(|it| it.unwrap())
        .map(|it| (it.name, it.content))
        .collect();
    assert_eq!(left, [(&b"Mystery"[..], &[2, 3][..])]);
}

#[test]
fn exception_tables_cut_into_many_pieces_cost_no_more_than_their_limit() {
    let start = Instant::now();
    // 20,000 returns, each between other instructions, under 65,535 handlers: a billion pieces if
    // nobody counts.
    let code: Vec<u8> = [NOP, RETURN].repeat(20_000);
    let mut method = Method::new(STATIC, "a", code);
    method.exceptions = vec![[0, 40_000, 0, 0]; 65_535];
    skips(method, wrap(HandlerLocals::None), 0, SkipReason::TooLarge);
    // The same with returns side by side, which make no pieces at all.
    let mut method = Method::new(STATIC, "a", vec![RETURN; 30_000]);
    method.exceptions = vec![[0, 30_000, 0, 0]; 65_535];
    let bytes = build::class(52, &[method], 0);
    let class = ClassFile::parse(&bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    editor.edit_method(0, wrap(HandlerLocals::None));
    assert_eq!(editor.finish().unwrap().skipped, []);
    assert!(start.elapsed() < QUICK, "{:?}", start.elapsed());
}

#[test]
fn debug_tables_that_point_into_a_large_switch_cost_no_more_than_their_length() {
    let start = Instant::now();
    let mut code = vec![NOP, TABLESWITCH, 0, 0];
    code.extend(i32::to_be_bytes(-1));
    code.extend([0i32, 15_999].into_iter().flat_map(i32::to_be_bytes));
    code.extend([0xff; 4].repeat(16_000));
    let mut lines = 65_535u16.to_be_bytes().to_vec();
    lines.extend([0xf0, 0, 0, 1].repeat(65_535));
    let mut method = Method::new(STATIC, "a", code);
    method.attributes = vec![("LineNumberTable", lines); 8];
    let bytes = build::class(52, &[method], 0);
    let class = ClassFile::parse(&bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    let mut edit = MethodEdit::new();
    edit.entry(&[NOP]);
    editor.edit_method(0, edit);
    assert_eq!(editor.finish().unwrap().skipped, []);
    assert!(start.elapsed() < QUICK, "{:?}", start.elapsed());
}

#[test]
fn fields_handles_and_flags_change_in_place() {
    let bytes = build::class(52, &[Method::new(STATIC, "a", vec![RETURN])], 0);
    let class = ClassFile::parse(&bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    assert!(!editor.is_changed());
    let target = editor.method_ref("T", "a", "()V").unwrap();
    let handle = editor.method_handle(6, target).unwrap();
    editor.add_field(0x0009, "first", "I").unwrap();
    editor.set_class_access(0x0031);
    editor.set_method_access(0, 0x0009);
    assert!(editor.is_changed());
    let first = editor.finish().unwrap().bytes;

    let class = ClassFile::parse(&first).unwrap();
    assert_eq!(
        (class.access_flags(), class.methods()[0].access),
        (0x0031, 0x0009)
    );
    assert_eq!(
        (class.fields()[0].name, class.fields()[0].access),
        (&b"first"[..], 0x0009)
    );
    let mut editor = ClassEditor::new(&class);
    let other = editor.interface_method_ref("I", "b", "()V").unwrap();
    editor.redirect_method_handle(handle, 5, other).unwrap();
    editor.add_field(0x0002, "second", "J").unwrap();
    editor.set_field_access(0, 0x000a);
    let second = editor.finish().unwrap().bytes;

    let class = ClassFile::parse(&second).unwrap();
    let fields: Vec<_> = class
        .fields()
        .iter()
        .map(|field| (field.name, field.access))
        .collect();
    assert_eq!(fields, [(&b"first"[..], 0x000a), (b"second", 0x0002)]);
    let (kind, member) = class.pool().method_handle(handle).unwrap();
    let member = class.pool().member_ref(member).unwrap();
    assert_eq!((kind, member.class, member.interface), (5, &b"I"[..], true));
}
