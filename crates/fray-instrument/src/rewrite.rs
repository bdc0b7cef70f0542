//! One class, all hooks.

use fray_classfile::opcode::{self, OpcodeSet};
use fray_classfile::{ClassFile, Code, Error, MethodEdit, SkipReason, tag};

use crate::calls::{self, Calls};
use crate::entries::ClassEntries;
use crate::fields::{Fields, ThisTracker};
use crate::pen::Pen;
use crate::registry::Registry;
use crate::scope::{self, Origin, Scope};
use crate::sites::Sites;
use crate::tables::{KNOWN, OPENED, REFRESHED};
use crate::{monitors, wraps};

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

    /// Whether a class of this internal name, in which memory operations count, has been rewritten.
    pub fn has_seen(&self, name: &[u8]) -> bool {
        self.registry.knows(name)
    }

    /// Puts all hooks into a class.
    pub fn rewrite(&self, bytes: &[u8], origin: Origin) -> Result<Outcome, Error> {
        let class = ClassFile::parse(bytes)?;
        let name = class.name()?;
        let Some(scope) = scope::of(name, origin, self.options.instrument_locks) else {
            return Ok(Outcome::Unchanged);
        };
        if scope.memory || KNOWN.iter().any(|known| name == known.as_bytes()) {
            self.registry.add(&class)?;
        }
        let mut pen = Pen::new(&class);
        if name == b"java/lang/Thread" {
            pen.add_field(ACC_SYNTHETIC, "fray$id", "I")?;
            pen.add_field(ACC_SYNTHETIC, "fray$quiet", "I")?;
            pen.add_field(ACC_SYNTHETIC, "fray$spurious", "I")?;
        }
        for (index, field) in class.fields().iter().enumerate() {
            let is_field =
                |row: &&(&str, &str)| row.0.as_bytes() == name && row.1.as_bytes() == field.name;
            if origin == Origin::Jdk && REFRESHED.iter().any(|row| is_field(&row)) {
                pen.set_field_access(index, field.access & !ACC_FINAL);
            }
        }
        for (index, method) in class.methods().iter().enumerate() {
            let is_method =
                |row: &&(&str, &str)| row.0.as_bytes() == name && row.1.as_bytes() == method.name;
            if OPENED.iter().any(|row| is_method(&row)) {
                pen.set_method_access(index, method.access & !ACC_PRIVATE);
            }
        }
        let plain = self.options.memory && scope.application;
        let mut work = Work {
            class: &class,
            name,
            scope,
            entries: (origin == Origin::Jdk).then(|| ClassEntries::of(name)),
            private_user: (scope::is_tool(name)
                || origin == Origin::Jdk && scope::is_private_user(name))
                && wraps::names_concurrent(&class),
            has_calls: scope.memory || names_hooked_method(&class)?,
            memory: self.options.memory,
            plain,
            calls: Calls::new(&self.registry, name, scope),
            fields: Fields::new(&self.registry, &self.sites, plain),
        };
        for method in 0..class.methods().len() {
            match work.edit(&mut pen, method) {
                Ok(()) => {}
                Err(Error::PoolFull) => pen.skip_method(method, SkipReason::PoolFull),
                Err(error) => return Err(error),
            }
        }
        if work.has_calls {
            work.calls.redirect_handles(&mut pen)?;
        }
        let editor = pen.into_editor();
        if !editor.is_changed() {
            return Ok(Outcome::Unchanged);
        }
        let rewritten = editor.finish()?;
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
            if calls::is_candidate(name, descriptor) {
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
    /// Whether there may be hooked calls.
    has_calls: bool,
    /// Plain accesses of applications count.
    memory: bool,
    /// Plain accesses of this class count.
    plain: bool,
    calls: Calls<'c>,
    fields: Fields<'c>,
}

impl Work<'_> {
    fn edit(&mut self, pen: &mut Pen<'_>, index: usize) -> Result<(), Error> {
        let (class, name, scope) = (self.class, self.name, self.scope);
        let method = &class.methods()[index];
        let Some(code) = class.code(index)? else {
            return Ok(());
        };
        if name == b"java/lang/Object" && method.name == b"finalize" {
            return Ok(()); // JDK 17 does not start if this method has any code
        }
        let mut edit = MethodEdit::new();
        if let Some(entries) = self.entries {
            entries.hook(pen, &mut edit, name, method, self.memory)?;
        }
        let private_uses = self.private_user && wraps::uses_privately(class, method, &code)?;
        let access = wraps::wrap(pen, &mut edit, class, method, scope, private_uses)?;
        if scope.memory || self.has_calls || monitors::may_be_in(code.bytes) {
            self.instructions(pen, &mut edit, method.name, &code)?;
        }
        if !edit.is_empty() {
            pen.edit_method(index, edit);
            if let Some(access) = access {
                pen.set_method_access(index, access);
                if scope::is_intrinsic_holder(name) {
                    pen.hide_annotations(index)?;
                }
            }
        }
        Ok(())
    }

    fn instructions(
        &mut self,
        pen: &mut Pen<'_>,
        edit: &mut MethodEdit,
        method: &[u8],
        code: &Code<'_>,
    ) -> Result<(), Error> {
        let (class, scope) = (self.class, self.scope);
        let own_start = self.name == b"java/lang/Thread" && method == b"start";
        let mut this = ThisTracker::new(method);
        let wanted = match scope.memory {
            true if self.plain => &WITH_ELEMENTS,
            true => &WITH_FIELDS,
            false => &WITHOUT_MEMORY,
        };
        for instruction in code.instructions_in(wanted) {
            let instruction = instruction?;
            match instruction.opcode {
                opcode::MONITORENTER | opcode::MONITOREXIT if !own_start => {
                    monitors::hook(pen, edit, &instruction, scope)?;
                }
                opcode::INVOKEVIRTUAL..=opcode::INVOKESTATIC if self.has_calls => {
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

/// The instructions that are looked at. `new` is among them because a constructor is followed to
/// where `this` is ready.
const CALLED: [(u8, u8); 3] = [
    (opcode::INVOKEVIRTUAL, opcode::INVOKESTATIC),
    (opcode::NEW, opcode::NEW),
    (opcode::MONITORENTER, opcode::MONITOREXIT),
];
const FIELDS: (u8, u8) = (opcode::GETSTATIC, opcode::PUTFIELD);
const LOADS: (u8, u8) = (opcode::IALOAD, opcode::SALOAD);
const STORES: (u8, u8) = (opcode::IASTORE, opcode::SASTORE);

static WITHOUT_MEMORY: OpcodeSet = OpcodeSet::of(&CALLED);
static WITH_FIELDS: OpcodeSet = OpcodeSet::of(&[CALLED[0], CALLED[1], CALLED[2], FIELDS]);
static WITH_ELEMENTS: OpcodeSet =
    OpcodeSet::of(&[CALLED[0], CALLED[1], CALLED[2], FIELDS, LOADS, STORES]);

const ACC_PRIVATE: u16 = 0x0002;
const ACC_FINAL: u16 = 0x0010;
const ACC_SYNTHETIC: u16 = 0x1000;
