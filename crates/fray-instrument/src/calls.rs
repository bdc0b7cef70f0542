//! Hooked calls, and method handles that stand for them.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::OnceLock;

use fray_classfile::{Error, Instruction, MemberRef, MethodEdit, opcode};

use crate::code::{local, parameters, store_and_load, width, with_index};
use crate::copies;
use crate::numbers::QuickHasher;
use crate::pen::Pen;
use crate::registry::View;
use crate::scope::Scope;
use crate::tables::{
    Access, Action, CALLS, CLONED, COPIES, Call, Hook, PUBLISHERS, REFERENCES, Receiver, Reference,
    Where, access_of, plain_access_of,
};

type Index = HashMap<&'static [u8], Vec<u8>, BuildHasherDefault<QuickHasher>>;

/// What has methods that are passed an object and an offset.
const UNSAFE: &[u8] = b"jdk/internal/misc/Unsafe";

/// The same for memory that may be given back: these are passed the owner of that memory first.
const SCOPED: &[u8] = b"jdk/internal/misc/ScopedMemoryAccess";

/// What implements views of byte arrays and buffers: the beginning of the names.
const VIEWS: &[u8] = b"java/lang/invoke/VarHandleByteArray";

/// What implements reflection on JDK 17: its plain accesses are as plain as those of instructions, while those
/// by Unsafe may be ordered by fences.
const REFLECTION: &[u8] = b"jdk/internal/reflect/";

/// How the parameters begin that say where.
const PLACE: &[u8] = b"Ljava/lang/Object;J";

/// The numbers of the table's rows by method name.
fn rows(name: &[u8]) -> &'static [u8] {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let mut index = Index::default();
        for (number, row) in CALLS.iter().enumerate() {
            let rows = index.entry(row.name.as_bytes()).or_default();
            rows.push(number as u8);
        }
        index
    });
    index.get(name).map_or(&[], Vec::as_slice)
}

/// The rows that may be about a call of this name and descriptor.
fn candidates(name: &[u8], descriptor: &[u8]) -> impl Iterator<Item = &'static Call> {
    let rows = if passes(name) { rows(name) } else { &[] };
    let rows = rows.iter().map(|&number| &CALLS[usize::from(number)]);
    rows.filter(move |row| row.descriptor.as_bytes() == descriptor)
}

/// Whether some row may be about a call of this name and descriptor.
pub fn is_candidate(name: &[u8], descriptor: &[u8]) -> bool {
    candidates(name, descriptor).next().is_some()
}

/// Whether some row may be about such a call in the class of this name. Nearly every class calls
/// constructors, and only some of the rows about these are for all.
pub fn is_candidate_in(class: &[u8], name: &[u8], descriptor: &[u8]) -> bool {
    candidates(name, descriptor).any(|row| match row.place {
        Where::In(place) => place.as_bytes() == class,
        _ => true,
    })
}

/// By length of a name: a bit for each first letter that a row's name of that length has. Nearly all
/// names fail here.
static FIRST_LETTERS: [u32; 32] = {
    let mut letters = [0; 32];
    let mut row = 0;
    while row < CALLS.len() {
        let name = CALLS[row].name.as_bytes();
        letters[name.len() % 32] |= 1 << (name[0] % 32);
        row += 1;
    }
    letters
};

fn passes(name: &[u8]) -> bool {
    let letter = name.first().copied().unwrap_or_default();
    FIRST_LETTERS[name.len() % 32] & 1 << (letter % 32) != 0
}

/// The calls of one class.
pub struct Calls<'c> {
    registry: View<'c>,
    class: &'c [u8],
    scope: Scope,
    /// Accesses by Unsafe count, and plain ones too.
    reaches_memory: bool,
    plain: bool,
    /// What it puts into arrays by Unsafe counts: see [`PUBLISHERS`].
    publishes: bool,
    /// Copies of arrays count.
    copies: bool,
    /// What is to be done with each constant that instructions call: the same one is called again
    /// and again. Empty until the first call.
    found: &'c mut Vec<u8>,
}

/// Values of [`Calls::found`]; beyond these it is the number of a row.
const UNSEEN: u8 = 0;
const NOTHING: u8 = 1;
const IN_MEMORY: u8 = 2;
const COPY: u8 = 3;
const CLONE: u8 = 4;
const FIRST_ROW: u8 = 5;
const _: () = assert!(CALLS.len() < (u8::MAX - FIRST_ROW) as usize);

impl<'c> Calls<'c> {
    /// For a class of this name. With `plain`, plain accesses by Unsafe count, and with `copies` those that copies of arrays make.
    ///
    /// `found` is memory to use.
    pub fn new(
        registry: View<'c>,
        class: &'c [u8],
        scope: Scope,
        plain: bool,
        copies: bool,
        found: &'c mut Vec<u8>,
    ) -> Self {
        found.clear();
        Calls {
            registry,
            class,
            scope,
            reaches_memory: scope.memory || scope.gateway,
            plain,
            publishes: !publishing(class).is_empty(),
            copies,
            found,
        }
    }

    /// The number of the row that is about a call.
    fn find(&self, target: MemberRef<'_>, is_static: bool) -> Option<u8> {
        if !passes(target.name) {
            return None;
        }
        rows(target.name).iter().copied().find(|&number| {
            let row = &CALLS[usize::from(number)];
            row.descriptor.as_bytes() == target.descriptor
                && match row.place {
                    Where::Everywhere => true,
                    Where::Loud => self.scope.memory,
                    Where::In(class) => class.as_bytes() == self.class,
                    Where::Below(prefix) => self.class.starts_with(prefix.as_bytes()),
                    Where::Tools => self.scope.caller,
                }
                && match row.receiver {
                    Receiver::Any => !is_static,
                    Receiver::Is(class) => class.as_bytes() == target.class,
                    Receiver::Inherits(class) => self.registry.inherits(target, class.as_bytes()),
                }
        })
    }

    /// What is to be done with a call. (No class that a JVM accepts calls one constant both as a
    /// static method and as another.)
    fn decide(&self, target: MemberRef<'_>, is_static: bool) -> u8 {
        if let Some(row) = self.find(target, is_static) {
            return FIRST_ROW + row;
        }
        if self.reaches_memory && place(target).is_some() && self.access(target).is_some() {
            return IN_MEMORY;
        }
        if self.copies && copies::stand_in(target).is_some() {
            return COPY;
        }
        if self.copies && copies::clones(target) {
            return CLONE;
        }
        NOTHING
    }

    /// What a call does to memory, if that counts.
    fn access(&self, target: MemberRef<'_>) -> Option<Access> {
        // Views of buffers look into these by Unsafe, and nobody else can.
        let inside = !target.name.ends_with(b"Unaligned")
            && target.class == UNSAFE
            && self.class.starts_with(VIEWS);
        access_of(target.name).or_else(|| {
            if self.publishes && target.name == b"putReference" {
                return Some(Access::Write);
            }
            let plain = self.plain && !inside;
            plain.then(|| plain_access_of(target.name)).flatten()
        })
    }

    /// Hooks one instruction if it is a call in the table. `free_local` is the first free local
    /// variable of the method.
    #[inline]
    pub fn hook(
        &mut self,
        pen: &mut Pen<'_>,
        edit: &mut MethodEdit,
        instruction: &Instruction<'_>,
        free_local: u16,
    ) -> Result<(), Error> {
        let index = instruction.index();
        let known = self.found.get(usize::from(index)).copied();
        if known == Some(NOTHING) {
            return Ok(()); // nearly always
        }
        self.hook_unless_known(pen, edit, instruction, free_local, known)
    }

    /// As [`Self::hook`], for all but the calls that are known to need nothing.
    fn hook_unless_known(
        &mut self,
        pen: &mut Pen<'_>,
        edit: &mut MethodEdit,
        instruction: &Instruction<'_>,
        free_local: u16,
        known: Option<u8>,
    ) -> Result<(), Error> {
        let pool = pen.class_file().pool();
        let index = instruction.index();
        if self.found.is_empty() {
            self.found.resize(usize::from(pool.len()).max(1), UNSEEN);
        }
        let decision = match known {
            Some(known) if known != UNSEEN => known,
            _ => {
                let is_static = instruction.opcode == opcode::INVOKESTATIC;
                let decision = self.decide(pool.member_ref(index)?, is_static);
                self.found[usize::from(index)] = decision;
                decision
            }
        };
        match decision {
            NOTHING => Ok(()),
            IN_MEMORY => {
                let target = pool.member_ref(index)?;
                let (Some(access), Some(depth)) = (self.access(target), place(target)) else {
                    return Ok(());
                };
                let is_plain = access_of(target.name).is_none();
                let hook = if is_plain && self.class.starts_with(REFLECTION) {
                    access.plain_hook()
                } else {
                    access.offset_hook()
                };
                let above = parameters(target.descriptor).skip(depth + 1);
                hook_access(pen, edit, instruction.pc, hook, above, free_local)
            }
            COPY => {
                if let Some((name, descriptor)) = copies::stand_in(pool.member_ref(index)?) {
                    let hook = pen.method_ref(COPIES, name, descriptor)?;
                    edit.replace(instruction.pc, &with_index(opcode::INVOKESTATIC, hook));
                }
                Ok(())
            }
            CLONE => {
                let after = pen.invoke(CLONED)?;
                (edit.before(instruction.pc, &[opcode::DUP]))
                    .after(instruction.pc, &after)
                    .extra_stack(1);
                Ok(())
            }
            row => {
                let row = &CALLS[usize::from(row - FIRST_ROW)];
                apply(row.action, pen, edit, instruction.pc, free_local)
            }
        }
    }

    /// The hook that a handle of this method is to be one of: its class, name and descriptor.
    pub fn stand_in<'t>(
        &self,
        target: MemberRef<'t>,
        is_static: bool,
    ) -> Option<(&'static str, &'static str, &'t str)> {
        let Some(row) = self.find(target, is_static) else {
            let (name, descriptor) = copies::stand_in(target).filter(|_| self.copies)?;
            return Some((COPIES, name, descriptor));
        };
        let row = &CALLS[usize::from(row)];
        let stands_in = |it: &&Reference| {
            it.name == row.name
                && it.descriptor == row.descriptor
                && self.registry.inherits(target, it.class.as_bytes())
        };
        let hook = match row.action {
            Action::Replace(hook) => hook,
            _ => REFERENCES.iter().find(stands_in)?.hook,
        };
        Some((hook.class, hook.name, hook.descriptor))
    }
}

/// The methods of the class in which stores of references into arrays count: see [`PUBLISHERS`].
pub fn publishing(class: &[u8]) -> &'static [&'static str] {
    let row = PUBLISHERS
        .iter()
        .find(|(known, _)| known.as_bytes() == class);
    row.map_or(&[], |(_, methods)| methods)
}

/// How many parameters come before the object and the offset; `None` if the call has none of these.
fn place(target: MemberRef<'_>) -> Option<usize> {
    let parameters = target.descriptor.strip_prefix(b"(")?;
    match target.class {
        UNSAFE => parameters.starts_with(PLACE).then_some(0),
        SCOPED => {
            let first = parameters.iter().position(|&b| b == b';')?;
            parameters[first + 1..].starts_with(PLACE).then_some(1)
        }
        _ => None,
    }
}

/// The object lies below the offset and other arguments, `above`, so those are put aside into local
/// variables of our own.
fn hook_access(
    pen: &mut Pen<'_>,
    edit: &mut MethodEdit,
    pc: u32,
    hook: Hook,
    above: impl Iterator<Item = u8>,
    free_local: u16,
) -> Result<(), Error> {
    let mut slots = Vec::new();
    let mut next = free_local;
    for kind in above {
        slots.push((kind, next));
        next += width(kind);
    }
    let mut code = Vec::new();
    for &(kind, slot) in slots.iter().rev() {
        local(store_and_load(kind).0, slot, &mut code);
    }
    code.push(opcode::DUP);
    local(opcode::LLOAD, free_local, &mut code);
    code.extend(pen.invoke(hook)?);
    for &(kind, slot) in &slots {
        local(store_and_load(kind).1, slot, &mut code);
    }
    edit.before(pc, &code)
        .extra_stack(3)
        .extra_locals(next - free_local);
    Ok(())
}

fn apply(
    action: Action,
    pen: &mut Pen<'_>,
    edit: &mut MethodEdit,
    pc: u32,
    free_local: u16,
) -> Result<(), Error> {
    match action {
        Action::Replace(hook) => {
            edit.replace(pc, &pen.invoke(hook)?);
        }
        Action::ReplaceWithThis(hook) => {
            let [a, b, c] = pen.invoke(hook)?;
            edit.replace(pc, &[opcode::ALOAD_0, a, b, c]);
        }
        Action::Probe(hook) => {
            let [a, b, c] = pen.invoke(hook)?;
            edit.before(pc, &[opcode::DUP, a, b, c]);
        }
        Action::Before(hook) => {
            edit.before(pc, &pen.invoke(hook)?);
        }
        Action::AfterWithThis(hook) => {
            let [a, b, c] = pen.invoke(hook)?;
            edit.after(pc, &[opcode::ALOAD_0, a, b, c]);
        }
        Action::Judge(hook) => {
            let mut before = vec![opcode::DUP];
            local(opcode::ASTORE, free_local, &mut before);
            let mut after = Vec::new();
            local(opcode::ALOAD, free_local, &mut after);
            after.extend(pen.invoke(hook)?);
            edit.before(pc, &before).after(pc, &after).extra_locals(1);
        }
        Action::AfterWithResult(hook) => {
            edit.after(pc, &pen.invoke(hook)?);
        }
        Action::Construct(hook, constructor) => {
            let mut code = pen.invoke(hook)?.to_vec();
            let class = pen.class(constructor.class.as_bytes())?;
            let index = pen.method_ref_of(class, constructor.name, constructor.descriptor)?;
            code.extend(with_index(opcode::INVOKESPECIAL, index));
            edit.replace(pc, &code).extra_stack(2);
        }
        Action::Code(code) => {
            edit.replace(pc, code);
        }
    }
    edit.extra_stack(1);
    Ok(())
}
