//! Methods that get a try/finally around their body: `synchronized` ones, quiet ones, and
//! `Thread.start`.

use fray_classfile::{
    ClassFile, Code, Error, HandlerLocals, Member, MemberRef, MethodEdit, Wrap, opcode, tag,
};

use crate::code::with_index;
use crate::keeps;
use crate::monitors::enter_hook;
use crate::pen::Pen;
use crate::scope::{self, Scope};
use crate::still;
use crate::tables::{EXIT, Hook, INIT_ENTER, INIT_EXIT, QUIET, QUIET_ENTER, QUIET_EXIT, THREADS};

const ACC_STATIC: u16 = 0x0008;
const ACC_SYNCHRONIZED: u16 = 0x0020;

/// The first version in which `ldc` loads class constants (Java 5).
const FIRST_WITH_CLASS_CONSTANTS: u16 = 49;

const ENTER_START: Hook = Hook {
    class: THREADS,
    name: "enterStart",
    descriptor: "(Ljava/lang/Thread;)V",
};
const LEAVE_START: Hook = Hook {
    class: THREADS,
    name: "leaveStart",
    descriptor: "(Ljava/lang/Thread;)V",
};
const CALLER_CLASS: Hook = Hook {
    class: crate::tables::HOOKS,
    name: "callerClass",
    descriptor: "()Ljava/lang/Class;",
};

/// Whether the method, of a class that uses concurrent classes for its own ends, calls any. Not
/// constructors, which cannot be wrapped.
pub fn uses_privately(
    class: &ClassFile<'_>,
    method: &Member<'_>,
    code: &Code<'_>,
) -> Result<bool, Error> {
    if method.name == b"<init>" {
        return Ok(false);
    }
    let tool = scope::is_tool(class.name()?);
    for instruction in code.instructions() {
        let instruction = instruction?;
        if matches!(
            instruction.opcode,
            opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE
        ) && is_concurrent(class.pool().member_ref(instruction.index())?, tool)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the class names any concurrent class, or is known to be given them.
pub fn names_concurrent(class: &ClassFile<'_>) -> bool {
    let names = |(index, kind)| {
        kind == tag::CLASS
            && class
                .pool()
                .class_name(index)
                .is_ok_and(is_concurrent_class)
    };
    let given = |name: &[u8]| GIVEN.iter().any(|prefix| name.starts_with(prefix));
    class.name().is_ok_and(given) || class.pool().tags().any(names)
}

/// Classes that wrap a map which their creators choose, and that go through lists of services which modules keep: prefixes.
const GIVEN: [&[u8]; 3] = [
    b"jdk/internal/util/Referenced",
    b"java/util/ServiceLoader$LayerLookupIterator",
    b"java/util/ServiceLoader$ModuleServicesLookupIterator",
];

const CONCURRENT: &[u8] = b"java/util/concurrent/";

/// Old collections, which are synchronized or have a concurrent map inside.
const OLD: [&[u8]; 3] = [
    b"java/util/Hashtable",
    b"java/util/Properties",
    b"java/util/Vector",
];

pub fn is_concurrent_class(name: &[u8]) -> bool {
    name.starts_with(CONCURRENT) || OLD.contains(&name)
}

/// Whether a call may reach a concurrent class: by its name, or through an interface of
/// collections. Functions that test frameworks call may be the program's.
fn is_concurrent(target: MemberRef<'_>, tool: bool) -> bool {
    is_concurrent_class(target.class)
        || target.interface
            && target.class.starts_with(b"java/util/")
            && !(tool && target.class.starts_with(b"java/util/function/"))
}

/// Wraps a method if it needs it, also because it is to be quiet. Returns the access flags that it must have then.
pub fn wrap(
    pen: &mut Pen<'_>,
    edit: &mut MethodEdit,
    class: &ClassFile<'_>,
    method: &Member<'_>,
    scope: Scope,
    quiet: bool,
) -> Result<Option<u16>, Error> {
    let name = class.name()?;
    let synchronized = method.access & ACC_SYNCHRONIZED != 0;
    let is_static = method.access & ACC_STATIC != 0;
    let starts = name == b"java/lang/Thread" && method.name == b"start";
    let quiet = quiet && !still::is_still(class, method, scope)?;
    if !synchronized && !starts && !quiet {
        return Ok(None);
    }
    let initialises = initialises(class, method, scope)?;
    let mut enter = Vec::new();
    let mut exit = Vec::new();
    if initialises {
        enter.extend(with_index(opcode::LDC_W, pen.class(name)?));
        enter.extend(pen.invoke(INIT_ENTER)?);
        exit.extend(pen.invoke(INIT_EXIT)?);
    } else if quiet {
        enter.extend(pen.invoke(QUIET_ENTER)?);
    }
    if starts {
        enter.push(opcode::ALOAD_0);
        enter.extend(pen.invoke(ENTER_START)?);
    }
    if synchronized {
        let push = push_lock(pen, class, is_static)?;
        enter.extend_from_slice(&push);
        exit.extend_from_slice(&push);
        enter.push(opcode::DUP);
        enter.extend(pen.invoke(enter_hook(scope))?);
        enter.push(opcode::MONITORENTER);
        exit.extend([opcode::DUP, opcode::MONITOREXIT]);
        exit.extend(pen.invoke(EXIT)?); // behind it: see `monitors`
    }
    if starts {
        exit.push(opcode::ALOAD_0);
        exit.extend(pen.invoke(LEAVE_START)?);
    }
    if quiet && !initialises {
        exit.extend(pen.invoke(QUIET_EXIT)?);
    }
    let needs_this = starts || (synchronized && !is_static);
    let handler_locals = if needs_this {
        HandlerLocals::This
    } else {
        HandlerLocals::None
    };
    edit.wrap(Wrap {
        enter,
        exit,
        handler_locals,
    });
    edit.extra_stack(2);
    Ok(synchronized.then_some(method.access & !ACC_SYNCHRONIZED))
}

/// Pushes the object whose monitor a synchronized method takes. A static method has it in no local variable, and
/// the JVM's compilers do not know that two loads of a class are the same: they leave such a method to the
/// interpreter. (A local variable would have to be in all of its stack maps.)
fn push_lock(pen: &mut Pen<'_>, class: &ClassFile<'_>, is_static: bool) -> Result<Vec<u8>, Error> {
    Ok(if !is_static {
        vec![opcode::ALOAD_0]
    } else if class.major_version() >= FIRST_WITH_CLASS_CONSTANTS {
        let own = pen.class(class.name()?)?;
        with_index(opcode::LDC_W, own).to_vec()
    } else {
        pen.invoke(CALLER_CLASS)?.to_vec()
    })
}

/// Whether it is the static initialiser of an application class: besides being quiet, others
/// may have to wait for it, and it may matter to them who has run it.
fn initialises(class: &ClassFile<'_>, method: &Member<'_>, scope: Scope) -> Result<bool, Error> {
    Ok(scope.application
        && method.name == b"<clinit>"
        && class.major_version() >= FIRST_WITH_CLASS_CONSTANTS
        && keeps::is_noticeable(class)?)
}

/// The methods of a class that are quiet by their names.
pub fn quiet_methods(class: &[u8]) -> &'static [&'static str] {
    let row = QUIET.iter().find(|(quiet, _)| quiet.as_bytes() == class);
    row.map_or(&[], |(_, methods)| methods)
}

/// Whether a thread inside of this method, of a class with these [`quiet_methods`], gives up control
/// only if it really blocks.
pub fn is_quiet(quiet_methods: &[&str], method: &Member<'_>) -> bool {
    method.name == b"<clinit>"
        || (method.name == b"loadClass"
            && method.descriptor.starts_with(b"(Ljava/lang/String;")
            && method.descriptor.ends_with(b")Ljava/lang/Class;"))
        || quiet_methods.iter().any(|m| m.as_bytes() == method.name)
}
