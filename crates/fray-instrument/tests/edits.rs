//! What rewritten code does, one small method for each kind of edit: it returns what it returned, and
//! calls the hooks it should with what it should. Hooks that only write down who called them stand
//! in for the real ones.

mod support;

use fray_instrument::Options;
use fray_instrument::scope::Origin;
use support::{Program, expect};

const PLAIN: Options = Options {
    memory: false,
    instrument_locks: false,
};
const MEMORY: Options = Options {
    memory: true,
    instrument_locks: false,
};

/// Superclasses and other classes have been seen when the class that uses them is rewritten.
const SEEN: &[&str] = &[
    "Base",
    "Other",
    "MyThread",
    "Initialised",
    "Lazy",
    "Loading",
    "Kinds",
];
/// Nothing is known of them.
const UNSEEN: &[&str] = &[
    "Kinds",
    "Base",
    "Other",
    "MyThread",
    "Initialised",
    "Lazy",
    "Loading",
];

const FIELDS: &[&str] = &[
    "Kinds.ownRead = 0 read(Kinds, Kinds.own)",
    "Kinds.ownWrite = 7 write(Kinds, Kinds.own)",
    "Kinds.wideWrite = 1099511627776 write(Kinds, Kinds.wide) read(Kinds, Kinds.wide)",
    "Kinds.realWrite = 0.5 write(Kinds, Kinds.real) read(Kinds, Kinds.real)",
    "Kinds.referenceWrite = text write(Kinds, Kinds.reference) read(Kinds, Kinds.reference)",
    "Kinds.increment = 1 read(Kinds, Kinds.own) write(Kinds, Kinds.own)",
    "Kinds.inheritedField = 3 write(Kinds, Kinds.inherited) read(Kinds, Kinds.inherited)",
    "Kinds.inheritedStaticField = 3 write(Kinds.class, Kinds.inheritedStatic) read(Kinds.class, Kinds.inheritedStatic)",
    "Kinds.otherClass = 9 write(Other, Other.state) read(Other, Other.state)",
    "Kinds.otherStatic = s write(Other.class, Other.shared) read(Other.class, Other.shared)",
    "Kinds.staticField = 2 write(Kinds.class, Kinds.ownStatic) read(Kinds.class, Kinds.ownStatic)",
    "Kinds.finalField = 5",
    // The hook sees null; the exception is the program's.
    "Kinds.nullHolder = java.lang.NullPointerException: Cannot read field \"own\" because \"none\" is null read(null, Kinds.own)",
];

#[test]
fn volatile_fields_are_hooked_and_others_are_not() {
    let mut expected = FIELDS.to_vec();
    expected.extend([
        "Kinds.inheritedPlainField = 4",
        "Kinds.otherPlain = 9",
        "Kinds.plainField = 6",
        "Kinds.plainStaticField = 6",
        "Kinds.initialised = v write(Initialised, Initialised.value) read(Initialised, Initialised.value)",
    ]);
    expect(&Program::new("seen", PLAIN, SEEN), &expected);
}

/// Where a class has not been seen, every access goes to the hook, which finds out when it runs.
#[test]
fn fields_of_unseen_classes_are_left_to_the_hook() {
    let mut expected = FIELDS.to_vec();
    expected.extend([
        "Kinds.inheritedPlainField = 4 write(Kinds, Kinds.inheritedPlain) read(Kinds, Kinds.inheritedPlain)",
        "Kinds.otherPlain = 9 write(Other, Other.plain) read(Other, Other.plain)",
        "Kinds.plainField = 6",
        "Kinds.plainStaticField = 6",
    ]);
    expect(&Program::new("unseen", PLAIN, UNSEEN), &expected);
}

#[test]
fn with_memory_plain_fields_and_elements_count() {
    let mut expected = FIELDS.to_vec();
    expected.extend([
        "Kinds.inheritedPlainField = 4 write(Kinds, Kinds.inheritedPlain) read(Kinds, Kinds.inheritedPlain)",
        "Kinds.otherPlain = 9 write(Other, Other.plain) read(Other, Other.plain)",
        "Kinds.plainField = 6 write(Kinds, Kinds.plain) read(Kinds, Kinds.plain)",
        "Kinds.plainStaticField = 6 write(Kinds.class, Kinds.plainStatic) read(Kinds.class, Kinds.plainStatic)",
        "Kinds.arrays = 185899345921.53true2.0a2o \
         storeElement(int[], 1) storeElement(long[], 0) storeElement(long[], 1) storeElement(long[], 1) \
         storeElement(double[], 2) storeElement(byte[], 0) storeElement(boolean[], 0) storeElement(float[], 0) \
         storeElement(char[], 0) storeElement(short[], 0) loadElement(short[], 0) storeElement(short[], 0) \
         storeElement(java.lang.Object[], 0) loadElement(int[], 1) loadElement(long[], 1) loadElement(double[], 2) \
         loadElement(byte[], 0) loadElement(boolean[], 0) loadElement(float[], 0) loadElement(char[], 0) \
         loadElement(short[], 0) loadElement(java.lang.Object[], 0)",
        "Kinds.grid = 5 loadElement(int[][], 1) storeElement(int[], 0) loadElement(int[][], 1) loadElement(int[], 0)",
    ]);
    expect(&Program::new("memory", MEMORY, SEEN), &expected);
}

/// In front of the clone nothing is called: what it throws is the program's.
#[test]
fn with_memory_copies_of_arrays_are_handed_over() {
    let expected = [
        "Kinds.copies = 23 cloned(int[], 1) arraycopy(int[], 1) fill(long[], 7) copyOf(int[], 2) copyOf(int[], 3)",
    ];
    expect(&Program::new("copies", MEMORY, SEEN), &expected);
    expect(
        &Program::new("no-copies", PLAIN, SEEN),
        &["Kinds.copies = 23"],
    );
}

#[test]
fn monitors_are_announced_and_truly_held() {
    let expected = [
        "Kinds.block = true enter(java.lang.Object) exit(java.lang.Object)",
        "Kinds.method = true enter(Kinds) exit(Kinds)",
        "Kinds.staticMethod = true enter(Kinds.class) exit(Kinds.class)",
        "Kinds.methodThrows = java.lang.ArithmeticException: / by zero enter(Kinds) exit(Kinds)",
        "Kinds.blockThrows = false enter(java.lang.Object) exit(java.lang.Object)",
    ];
    expect(&Program::new("monitors", PLAIN, SEEN), &expected);
}

#[test]
fn calls_and_method_references_reach_the_hooks() {
    let expected = [
        "Kinds.waits = 0 enter(Kinds) wait(Kinds) wait(Kinds, 5) wait(Kinds, 5, 6) notify(Kinds) notifyAll(Kinds) exit(Kinds)",
        "Kinds.threads = 0 sleep(1) sleep(1, 2) sleep(3) yield() onSpinWait() unparkPoint(java.lang.Thread) \
         interrupted() isInterrupted(java.lang.Thread) isAlive(java.lang.Thread)",
        "Kinds.clocks = 85 nanoTime() currentTimeMillis()",
        "Kinds.references = true notifyAll(java.lang.Object) yield() nanoTime()",
    ];
    expect(&Program::new("calls", PLAIN, SEEN), &expected);
}

#[test]
fn initialisers_and_class_loaders_are_quiet() {
    let expected = [
        "Kinds.staticInitialiser = 4 initEnter(Lazy.class) initExit()",
        "Kinds.loader = class Loading quietEnter() quietExit()",
    ];
    expect(&Program::new("quiet", PLAIN, SEEN), &expected);
}

#[test]
fn unsafe_of_every_shape_is_hooked() {
    let write = " writeAt(UnsafeKinds, offset)";
    let read = " readAt(UnsafeKinds, offset)";
    let update = " updateAt(UnsafeKinds, offset)";
    let expected = [
        format!("UnsafeKinds.puts = null{}", write.repeat(9)),
        format!(
            "UnsafeKinds.gets = 1c0.52.031099511627776o4true{}",
            read.repeat(9)
        ),
        format!(
            "UnsafeKinds.updates = true 0 true 0.0 1 1099511627776 o{}",
            update.repeat(7)
        ),
        "UnsafeKinds.plain = 8".to_owned(),
        format!("UnsafeKinds.amongLocals = 12{}", update.repeat(2)),
        "UnsafeKinds.parks = null unpark(java.lang.Thread) park(5)".to_owned(),
    ];
    let expected: Vec<_> = expected.iter().map(String::as_str).collect();
    expect(&Program::new("unsafe", PLAIN, &["UnsafeKinds"]), &expected);
}

/// The hooks are in the JDK's own classes, which are rewritten for this.
#[test]
fn var_handles_of_every_kind_are_hooked() {
    let expected = [
        "Handles.instanceField = true 2 5 writeAt(Handles, offset) updateAt(Handles, offset) updateAt(Handles, offset) readAt(Handles, offset)",
        "Handles.wideField = 1099511627776 writeAt(Handles, offset) readAt(Handles, offset)",
        "Handles.staticField = true t writeAt(Handles.class, offset) updateAt(Handles.class, offset) readAt(Handles.class, offset)",
        "Handles.element = true 8 writeAt(int[], offset) updateAt(int[], offset) readAt(int[], offset)",
        "Handles.text = x y writeAt(java.lang.String[], offset) updateAt(java.lang.String[], offset) readAt(java.lang.String[], offset)",
        // Its memory is not in the heap.
        "Handles.buffer = 5 writeAt(null, offset) readAt(null, offset)",
        "Handles.plain = 4",
        "Handles.view = 5",
    ];
    let mut program = Program::new("handles", PLAIN, &[]);
    program.patch_jdk("java/lang/invoke/VarHandle", Origin::Jdk);
    expect(&program, &expected);
}

#[test]
fn with_memory_plain_accesses_of_var_handles_count() {
    let expected = [
        "Handles.plain = 4 writeAt(Handles, offset) readAt(Handles, offset)",
        "Handles.view = 5 writeAt(byte[], offset) readAt(byte[], offset)",
    ];
    let mut program = Program::new("plain-handles", MEMORY, &[]);
    program.patch_jdk("java/lang/invoke/VarHandle", Origin::Jdk);
    expect(&program, &expected);
}

/// In each mode that a kind of variable has there is one call of a hook, with the right resource. There
/// are 31 modes; integers have all of them, floats no bitwise ones, booleans no sums, objects neither.
#[test]
fn var_handles_are_hooked_in_every_mode() {
    for (name, options, with) in [("modes", PLAIN, ""), ("plain-modes", MEMORY, "WithMemory")] {
        let expected = [
            format!("Modes.fields{with} = 246 right"),
            format!("Modes.statics{with} = 246 right"),
            format!(
                "Modes.elements{with} = 31 right 31 right 31 right 31 right 31 right 22 right 22 right 28 right 19 right"
            ),
            format!("Modes.views{with} = right"),
        ];
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        let mut program = Program::new(name, options, &[]);
        program.patch_jdk("java/lang/invoke/VarHandle", Origin::Jdk);
        expect(&program, &expected);
    }
}

/// In front of `super()` the object cannot be passed to anybody.
#[test]
fn fields_written_before_super_are_not_announced() {
    let expected = [
        "Early.constructs = 3 write(Early, Early.late) read(Early, Early.early) read(Early, Early.late)",
    ];
    let mut program = Program::new("early", PLAIN, &["Early", "Parent"]);
    program.needs(25);
    expect(&program, &expected);
}
