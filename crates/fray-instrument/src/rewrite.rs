//! One class, all hooks.

use fray_classfile::{ClassEditor, ClassFile, Error, MethodEdit, SkipReason, opcode};

use crate::entries::ClassEntries;
use crate::fields::{self, ThisTracker};
use crate::registry::Registry;
use crate::scope::{self, Origin, Scope};
use crate::sites::Sites;
use crate::tables::REFRESHED;
use crate::{calls, monitors, wraps};

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
        if scope.memory || name == b"java/lang/Thread" {
            self.registry.add(&class)?;
        }
        let mut editor = ClassEditor::new(&class);
        if name == b"java/lang/Thread" {
            editor.add_field(ACC_SYNTHETIC, "fray$id", "I")?;
            editor.add_field(ACC_SYNTHETIC, "fray$quiet", "I")?;
        }
        for (index, field) in class.fields().iter().enumerate() {
            let is_field =
                |row: &&(&str, &str)| row.0.as_bytes() == name && row.1.as_bytes() == field.name;
            if origin == Origin::Jdk && REFRESHED.iter().any(|row| is_field(&row)) {
                editor.set_field_access(index, field.access & !ACC_FINAL);
            }
        }
        let entries = match origin {
            Origin::Jdk => Some(ClassEntries::of(name)),
            Origin::Application => None,
        };
        let private_user = origin == Origin::Jdk
            && scope::is_private_user(name)
            && wraps::names_concurrent(&class);
        for method in 0..class.methods().len() {
            match self.edit(&mut editor, &class, method, scope, entries, private_user) {
                Ok(()) => {}
                Err(Error::PoolFull) => editor.skip_method(method, SkipReason::PoolFull),
                Err(error) => return Err(error),
            }
        }
        self.call_context(name, scope, 0)
            .redirect_handles(&mut editor)?;
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

    fn call_context<'c>(
        &'c self,
        class: &'c [u8],
        scope: Scope,
        free_local: u16,
    ) -> calls::Context<'c> {
        calls::Context {
            registry: &self.registry,
            class,
            scope,
            free_local,
        }
    }

    fn edit(
        &self,
        editor: &mut ClassEditor<'_>,
        class: &ClassFile<'_>,
        index: usize,
        scope: Scope,
        entries: Option<ClassEntries>,
        private_user: bool,
    ) -> Result<(), Error> {
        let method = &class.methods()[index];
        let Some(code) = class.code(index)? else {
            return Ok(());
        };
        let name = class.name()?;
        if name == b"java/lang/Object" && method.name == b"finalize" {
            return Ok(()); // JDK 17 does not start if this method has any code
        }
        let mut edit = MethodEdit::new();
        if let Some(entries) = entries {
            entries.hook(editor, &mut edit, name, method, self.options.memory)?;
        }
        let private_uses = private_user && wraps::uses_privately(class, method, &code)?;
        let access = wraps::wrap(editor, &mut edit, class, method, scope, private_uses)?;
        let calls = self.call_context(name, scope, code.max_locals);
        let fields = fields::Context {
            registry: &self.registry,
            sites: &self.sites,
            plain: self.options.memory && scope.application,
            major: class.major_version(),
        };
        let own_start = name == b"java/lang/Thread" && method.name == b"start";
        let mut this = ThisTracker::new(method.name);
        for instruction in code.instructions() {
            let instruction = instruction?;
            match instruction.opcode {
                opcode::MONITORENTER | opcode::MONITOREXIT if !own_start => {
                    monitors::hook(editor, &mut edit, &instruction, scope)?;
                }
                opcode::INVOKEVIRTUAL..=opcode::INVOKESTATIC => {
                    calls.hook(editor, &mut edit, &instruction)?;
                }
                _ if scope.memory => {
                    fields::hook(&fields, editor, &mut edit, &instruction, this.ready())?;
                }
                _ => {}
            }
            if !this.ready() {
                let is_init = instruction.opcode == opcode::INVOKESPECIAL
                    && class.pool().member_ref(instruction.index())?.name == b"<init>";
                this.pass(&instruction, is_init);
            }
        }
        if !edit.is_empty() {
            editor.edit_method(index, edit);
            if let Some(access) = access {
                editor.set_method_access(index, access);
                if scope::is_intrinsic_holder(name) {
                    editor.hide_annotations(index)?;
                }
            }
        }
        Ok(())
    }
}

const ACC_FINAL: u16 = 0x0010;
const ACC_SYNTHETIC: u16 = 0x1000;
