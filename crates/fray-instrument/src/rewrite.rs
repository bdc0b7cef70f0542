//! One class, all hooks.

use std::mem;
use std::sync::{Mutex, PoisonError};

use fray_classfile::opcode::{self, OpcodeSet};
use fray_classfile::{ClassFile, Code, Error, Member, MethodEdit, Scratch, SkipReason, tag};

use crate::calls::{self, Calls};
use crate::entries::ClassEntries;
use crate::fields::{Fields, ThisTracker};
use crate::keeps::Statics;
use crate::numbers::Numbers;
use crate::pen::Pen;
use crate::registry::{self, ACC_VOLATILE, Registry, View};
use crate::scope::{self, Origin, Scope};
use crate::sites::Sites;
use crate::tables::{KNOWN, OPENED, REFRESHED};
use crate::{catches, monitors, references, wraps};

/// What to hook beyond the ordinary.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Plain fields and array elements of application classes.
    pub memory: bool,
    /// The inside of the JDK's locks.
    pub instrument_locks: bool,
}

/// What became of a class.
#[derive(Debug)]
pub enum Outcome {
    /// Nothing to hook.
    Unchanged,
    /// The new class file.
    Rewritten {
        /// Its bytes.
        bytes: Vec<u8>,
        /// Methods that were left as they were, and why.
        skipped: Vec<(String, SkipReason)>,
    },
}

/// Rewrites classes, and remembers what it saw.
#[derive(Debug, Default)]
pub struct Instrumenter {
    options: Options,
    registry: Registry,
    sites: Sites,
    /// Methods that have lost the `synchronized`, and the classes that have such.
    synchronized: Mutex<Numbers>,
    /// What classes that are done have left to the next: as many as were ever rewritten at a time.
    spare: Mutex<Vec<Memory>>,
}

/// Memory that is used again from one class to the next.
#[derive(Debug, Default)]
struct Memory {
    scratch: Scratch,
    calls: Vec<u8>,
    fields: Vec<u32>,
    positions: Vec<u32>,
}

impl Instrumenter {
    /// With these options.
    pub fn new(options: Options) -> Self {
        Instrumenter {
            options,
            ..Self::default()
        }
    }

    /// The hooked fields so far.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }

    /// Whether a method, by its name and descriptor, of a class of this internal name was synchronized; without a
    /// method: whether any was.
    pub fn was_synchronized(&self, class: &[u8], method: Option<(&[u8], &[u8])>) -> bool {
        let names = (self.synchronized.lock()).unwrap_or_else(PoisonError::into_inner);
        let key = match method {
            None => class.to_vec(),
            Some((name, descriptor)) => [class, &[END], name, descriptor].concat(),
        };
        names.find(&key).is_some()
    }

    /// Whether a class of this internal name, in which memory operations count, has been rewritten.
    pub fn has_seen(&self, name: &[u8]) -> bool {
        self.registry.knows(name)
    }

    /// Puts all hooks into a class.
    pub fn rewrite(&self, bytes: &[u8], origin: Origin) -> Result<Outcome, Error> {
        self.rewrite_renewable(bytes, origin, None)
    }

    /// The same for a class whose static fields may be put back between executions: of these fields, the final ones lose
    /// the `final`, so that the JIT compiler does not take their first value for a constant.
    pub fn rewrite_renewable(
        &self,
        bytes: &[u8],
        origin: Origin,
        statics: Option<&Statics>,
    ) -> Result<Outcome, Error> {
        self.rewrite_as(None, bytes, origin, statics)
    }

    /// The same for a hidden class, which others may share the name with.
    pub fn rewrite_hidden(&self, bytes: &[u8], origin: Origin) -> Result<Outcome, Error> {
        let known_as = registry::hidden_name(ClassFile::parse(bytes)?.name()?, bytes);
        self.rewrite_as(Some(&known_as), bytes, origin, None)
    }

    fn rewrite_as(
        &self,
        known_as: Option<&[u8]>,
        bytes: &[u8],
        origin: Origin,
        statics: Option<&Statics>,
    ) -> Result<Outcome, Error> {
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = spare().pop().unwrap_or_default();
        let outcome = self.rewrite_in(&mut memory, known_as, bytes, origin, statics);
        spare().push(memory);
        outcome
    }

    fn rewrite_in(
        &self,
        memory: &mut Memory,
        known_as: Option<&[u8]>,
        bytes: &[u8],
        origin: Origin,
        statics: Option<&Statics>,
    ) -> Result<Outcome, Error> {
        let class = ClassFile::parse(bytes)?;
        let name = class.name()?;
        let Some(scope) = scope::of(name, origin, self.options.instrument_locks) else {
            return Ok(Outcome::Unchanged);
        };
        if scope.memory || KNOWN.iter().any(|known| name == known.as_bytes()) {
            self.registry.add(known_as.unwrap_or(name), &class)?;
        }
        let view = View::new(&self.registry, name, known_as.unwrap_or(name));
        let mut pen = Pen::new(mem::take(&mut memory.scratch), &class);
        if name == b"java/lang/Thread" {
            pen.add_field(ACC_SYNTHETIC, "fray$id", "I")?;
            pen.add_field(ACC_SYNTHETIC, "fray$quiet", "I")?;
            pen.add_field(ACC_SYNTHETIC, "fray$spurious", "I")?;
        }
        for renewed in statics.iter().flat_map(|statics| &statics.fields) {
            for (index, field) in class.fields().iter().enumerate() {
                if renewed.is_final
                    && (field.name, field.descriptor) == (&renewed.name, &renewed.descriptor)
                {
                    pen.set_field_access(index, field.access & !ACC_FINAL);
                }
            }
        }
        let of_class = |row: &&(&str, &str)| row.0.as_bytes() == name;
        for (_, refreshed) in REFRESHED.iter().filter(of_class) {
            for (index, field) in class.fields().iter().enumerate() {
                if origin.is_jdk() && refreshed.as_bytes() == field.name {
                    pen.set_field_access(index, field.access & !ACC_FINAL);
                }
            }
        }
        for fenced in registry::fenced(name) {
            for (index, field) in class.fields().iter().enumerate() {
                if fenced.as_bytes() == field.name {
                    pen.set_field_access(index, field.access | ACC_VOLATILE);
                }
            }
        }
        for (_, opened) in OPENED.iter().filter(of_class) {
            for (index, method) in class.methods().iter().enumerate() {
                if opened.as_bytes() == method.name {
                    pen.set_method_access(index, method.access & !ACC_PRIVATE);
                }
            }
        }
        let plain = self.options.memory && scope.application;
        // Of atomics it is what `getPlain` and `setPlain` do.
        let by_unsafe = self.options.memory && (scope.gateway || name.starts_with(ATOMICS));
        let publishing = if origin.is_jdk() {
            calls::publishing(name)
        } else {
            &[]
        };
        let private_user =
            scope::is_private_tool(name) || origin.is_jdk() && scope::is_private_user(name);
        let mut work = Work {
            class: &class,
            name,
            scope,
            entries: origin.is_jdk().then(|| ClassEntries::of(name)),
            private_user: private_user
                && (scope::is_maker(name) || wraps::names_concurrent(&class)),
            quiet: wraps::quiet_methods(name),
            has_calls: scope.memory || scope.gateway || names_hooked_method(&class)?,
            memory: self.options.memory,
            calls: Calls::new(view, name, scope, by_unsafe, plain, &mut memory.calls),
            fields: Fields::new(view, &self.sites, plain, publishing, &mut memory.fields),
            positions: &mut memory.positions,
            synchronized: &self.synchronized,
        };
        let mut edit = pen.new_edit();
        for method in 0..class.methods().len() {
            match work.edit(&mut pen, &mut edit, method) {
                Ok(()) => {}
                Err(Error::PoolFull) => {
                    edit.clear();
                    pen.skip_method(method, SkipReason::PoolFull);
                }
                Err(error) => return Err(error),
            }
        }
        pen.keep_edit(edit);
        if work.has_calls {
            references::redirect(&work.calls, &mut pen)?;
        }
        let editor = pen.into_editor();
        if !editor.is_changed() {
            memory.scratch = editor.into_scratch();
            return Ok(Outcome::Unchanged);
        }
        let rewritten;
        (rewritten, memory.scratch) = editor.finish_and_keep()?;
        let skipped = rewritten
            .skipped
            .iter()
            .map(|skip| {
                let method = &class.methods()[skip.index];
                let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
                let full = format!(
                    "{}.{}{}",
                    text(name),
                    text(method.name),
                    text(method.descriptor)
                );
                (full, skip.reason)
            })
            .collect();
        Ok(Outcome::Rewritten {
            bytes: rewritten.bytes,
            skipped,
        })
    }
}

/// Whether the class has a constant with the name and type of a hooked method. Most of the JDK's do
/// not, and then no call in them needs to be looked at.
fn names_hooked_method(class: &ClassFile<'_>) -> Result<bool, Error> {
    let pool = class.pool();
    for (index, kind) in pool.tags() {
        if kind == tag::NAME_AND_TYPE {
            let (name, descriptor) = pool.name_and_type(index)?;
            if calls::is_candidate_in(class.name()?, name, descriptor) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The class at hand, and what is known of it.
struct Work<'c> {
    class: &'c ClassFile<'c>,
    name: &'c [u8],
    scope: Scope,
    /// Hooks at the ends of methods of the JDK.
    entries: Option<ClassEntries>,
    private_user: bool,
    /// The methods that are quiet by their names.
    quiet: &'static [&'static str],
    /// Whether there may be hooked calls.
    has_calls: bool,
    /// Plain accesses of applications count.
    memory: bool,
    calls: Calls<'c>,
    fields: Fields<'c>,
    /// Where the positions of a method's instructions are put.
    positions: &'c mut Vec<u32>,
    synchronized: &'c Mutex<Numbers>,
}

impl Work<'_> {
    /// Edits one method. `edit` is empty before and, unless there is an error, behind it.
    fn edit(
        &mut self,
        pen: &mut Pen<'_>,
        edit: &mut MethodEdit,
        index: usize,
    ) -> Result<(), Error> {
        let (class, name, scope) = (self.class, self.name, self.scope);
        let method = &class.methods()[index];
        let Some(code) = class.code(index)? else {
            return Ok(());
        };
        if name == b"java/lang/Object" && method.name == b"finalize" {
            return Ok(()); // JDK 17 does not start if this method has any code
        }
        if let Some(entries) = self.entries {
            entries.hook(pen, edit, name, method, self.memory)?;
        }
        let quiet = wraps::is_quiet(self.quiet, method)
            || self.private_user && wraps::uses_privately(class, method, &code)?;
        let access = wraps::wrap(pen, edit, class, method, scope, quiet)?;
        if scope.application {
            catches::hook(pen, edit, class, &code)?;
        }
        if scope.memory || self.has_calls || monitors::may_be_in(code.bytes) {
            self.instructions(pen, edit, method.name, &code)?;
        }
        if !edit.is_empty() {
            let next = pen.new_edit();
            pen.edit_method(index, mem::replace(edit, next));
            if let Some(access) = access {
                pen.set_method_access(index, access);
                self.remember(method);
                if scope::is_intrinsic_holder(name) {
                    pen.hide_annotations(index)?;
                }
            }
        }
        Ok(())
    }

    /// Reflection shows what the class file says: see [`Instrumenter::was_synchronized`].
    fn remember(&self, method: &Member<'_>) {
        let mut names = (self.synchronized.lock()).unwrap_or_else(PoisonError::into_inner);
        names.number(&[self.name]);
        names.number(&[self.name, &[END], method.name, method.descriptor]);
    }

    fn instructions(
        &mut self,
        pen: &mut Pen<'_>,
        edit: &mut MethodEdit,
        method: &[u8],
        code: &Code<'_>,
    ) -> Result<(), Error> {
        let (class, scope) = (self.class, self.scope);
        let mut this = ThisTracker::new(method);
        self.fields.enter(method);
        let wanted = match scope.memory {
            true if self.fields.wants_elements() => &WITH_ELEMENTS,
            true => &WITH_FIELDS,
            false => &WITHOUT_MEMORY,
        };
        let wanted = &wanted[usize::from(!this.ready())];
        for &pc in code.positions_in(wanted, self.positions)? {
            let instruction = code.instruction(pc)?;
            match instruction.opcode {
                opcode::MONITORENTER | opcode::MONITOREXIT => {
                    monitors::hook(pen, edit, &instruction, scope)?;
                }
                opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE if self.has_calls => {
                    self.calls.hook(pen, edit, &instruction, code.max_locals)?;
                }
                _ if scope.memory => {
                    self.fields.hook(pen, edit, &instruction, this.ready())?;
                }
                _ => {}
            }
            if !this.ready() {
                let is_init = instruction.opcode == opcode::INVOKESPECIAL
                    && class.pool().member_ref(instruction.index())?.name == b"<init>";
                this.pass(&instruction, is_init);
            }
        }
        Ok(())
    }
}

/// Instructions that are looked at, in most methods and in constructors: these are followed to where
/// `this` is ready, which `new` has a part in.
type Wanted = [OpcodeSet; 2];

const CALLS: (u8, u8) = (opcode::INVOKEVIRTUAL, opcode::INVOKEINTERFACE);
const MONITORS: (u8, u8) = (opcode::MONITORENTER, opcode::MONITOREXIT);
const FIELDS: (u8, u8) = (opcode::GETSTATIC, opcode::PUTFIELD);
const LOADS: (u8, u8) = (opcode::IALOAD, opcode::SALOAD);
const STORES: (u8, u8) = (opcode::IASTORE, opcode::SASTORE);
const NEW: (u8, u8) = (opcode::NEW, opcode::NEW);

static WITHOUT_MEMORY: Wanted = [
    OpcodeSet::of(&[CALLS, MONITORS]),
    OpcodeSet::of(&[CALLS, MONITORS, NEW]),
];
static WITH_FIELDS: Wanted = [
    OpcodeSet::of(&[CALLS, MONITORS, FIELDS]),
    OpcodeSet::of(&[CALLS, MONITORS, FIELDS, NEW]),
];
static WITH_ELEMENTS: Wanted = [
    OpcodeSet::of(&[CALLS, MONITORS, FIELDS, LOADS, STORES]),
    OpcodeSet::of(&[CALLS, MONITORS, FIELDS, LOADS, STORES, NEW]),
];

const ATOMICS: &[u8] = b"java/util/concurrent/atomic/";

/// Between the parts of a key: no name has it.
const END: u8 = 0xff;

const ACC_PRIVATE: u16 = 0x0002;
const ACC_FINAL: u16 = 0x0010;
const ACC_SYNTHETIC: u16 = 0x1000;
