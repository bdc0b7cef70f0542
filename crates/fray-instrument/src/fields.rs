//! Field and array accesses.

use fray_classfile::{Error, Instruction, MemberRef, MethodEdit, opcode};

use crate::code::with_index;
use crate::pen::Pen;
use crate::registry::{Field, View};
use crate::sites::Sites;
use crate::tables::Access;

/// The field and array accesses of one class.
pub struct Fields<'c> {
    registry: View<'c>,
    sites: &'c Sites,
    /// Plain accesses count too.
    plain: bool,
    /// The methods in which what is stored in arrays counts as volatile: see [`crate::tables::PUBLISHERS`].
    publishing: &'static [&'static str],
    /// Whether the method at hand is one of them.
    publishes: bool,
    /// For each constant that instructions name, [`UNSEEN`], [`NOTHING`] or the number of its hook:
    /// a field is accessed again and again. Empty until the first access.
    found: &'c mut Vec<u32>,
    hooked: Vec<Hooked>,
    /// The calls of hooks, by [`Kind`] and [`Access`].
    calls: [[Option<[u8; 3]>; 3]; 4],
}

/// What is accessed.
#[derive(Clone, Copy)]
enum Kind {
    Field,
    Static,
    Element,
    Published,
}

const UNSEEN: u32 = 0;
const NOTHING: u32 = 1;
const FIRST_HOOKED: u32 = 2;

/// What the code in front of each access to a field needs.
#[derive(Clone, Copy)]
struct Hooked {
    /// Pushes the class, if the field is static.
    class: [u8; 3],
    /// Pushes the site.
    site: [u8; 3],
    /// Whether values take two stack slots.
    wide: bool,
}

impl<'c> Fields<'c> {
    /// For a class in which plain accesses count, or do not, and what array instructions store in its `publishing`
    /// methods does.
    ///
    /// `found` is memory to use.
    pub fn new(
        registry: View<'c>,
        sites: &'c Sites,
        plain: bool,
        publishing: &'static [&'static str],
        found: &'c mut Vec<u32>,
    ) -> Self {
        found.clear();
        Fields {
            registry,
            sites,
            plain,
            publishing,
            publishes: false,
            found,
            hooked: Vec::new(),
            calls: [[None; 3]; 4],
        }
    }

    /// A method of this name is next.
    pub fn enter(&mut self, method: &[u8]) {
        let mut known = self.publishing.iter();
        self.publishes = known.any(|name| name.as_bytes() == method);
    }

    /// Whether instructions about array elements are to be passed to [`Self::hook`].
    pub fn wants_elements(&self) -> bool {
        self.plain || self.publishes
    }

    /// Hooks one instruction if it accesses a field or, where plain accesses count, an array
    /// element. `this_ready`: in a constructor, whether `this` has been initialised; before that it
    /// cannot be passed to anybody.
    pub fn hook(
        &mut self,
        pen: &mut Pen<'_>,
        edit: &mut MethodEdit,
        instruction: &Instruction<'_>,
        this_ready: bool,
    ) -> Result<(), Error> {
        match instruction.opcode {
            opcode::PUTFIELD if !this_ready && is_own(pen, instruction)? => Ok(()),
            opcode::GETSTATIC..=opcode::PUTFIELD => self.access(pen, edit, instruction),
            opcode::IALOAD..=opcode::SALOAD | opcode::IASTORE..=opcode::SASTORE if self.plain => {
                self.element_access(pen, edit, instruction)
            }
            opcode::AASTORE if self.publishes => self.element_access(pen, edit, instruction),
            _ => Ok(()),
        }
    }

    fn access(
        &mut self,
        pen: &mut Pen<'_>,
        edit: &mut MethodEdit,
        instruction: &Instruction<'_>,
    ) -> Result<(), Error> {
        let Some(Hooked { class, site, wide }) = self.find(pen, instruction)? else {
            return Ok(());
        };
        let (pc, [k, l, m]) = (instruction.pc, site);
        match instruction.opcode {
            opcode::GETFIELD => {
                let [a, b, c] = self.call(pen, Kind::Field, Access::Read)?;
                edit.before(pc, &[opcode::DUP, k, l, m, a, b, c]);
            }
            opcode::PUTFIELD => {
                let [a, b, c] = self.call(pen, Kind::Field, Access::Write)?;
                // object, value -> object, value, object
                if wide {
                    let [x, y, z] = [opcode::DUP2_X1, opcode::POP2, opcode::DUP_X2];
                    edit.before(pc, &[x, y, z, k, l, m, a, b, c]);
                } else {
                    edit.before(pc, &[opcode::DUP2, opcode::POP, k, l, m, a, b, c]);
                }
            }
            other => {
                let access = if other == opcode::GETSTATIC {
                    Access::Read
                } else {
                    Access::Write
                };
                let [a, b, c] = self.call(pen, Kind::Static, access)?;
                let [x, y, z] = class;
                edit.before(pc, &[x, y, z, k, l, m, a, b, c]);
            }
        }
        edit.extra_stack(3);
        Ok(())
    }

    fn element_access(
        &mut self,
        pen: &mut Pen<'_>,
        edit: &mut MethodEdit,
        instruction: &Instruction<'_>,
    ) -> Result<(), Error> {
        let pc = instruction.pc;
        let kind = if self.plain {
            Kind::Element
        } else {
            Kind::Published
        };
        match instruction.opcode {
            opcode::IALOAD..=opcode::SALOAD => {
                let [a, b, c] = self.call(pen, kind, Access::Read)?;
                edit.before(pc, &[opcode::DUP2, a, b, c]);
            }
            // array, index, value -> array, index, value, array, index
            opcode::LASTORE | opcode::DASTORE => {
                let [a, b, c] = self.call(pen, kind, Access::Write)?;
                let [x, y, z] = [opcode::DUP2_X2, opcode::POP2, opcode::DUP2_X2];
                edit.before(pc, &[x, y, z, a, b, c]);
            }
            _ => {
                let [a, b, c] = self.call(pen, kind, Access::Write)?;
                let [x, y, z] = [opcode::DUP_X2, opcode::POP, opcode::DUP2_X1];
                edit.before(pc, &[x, y, z, a, b, c]);
            }
        }
        edit.extra_stack(4);
        Ok(())
    }

    /// The call of the hook for an access. There are few, and each is needed again and again.
    #[inline]
    fn call(&mut self, pen: &mut Pen<'_>, kind: Kind, access: Access) -> Result<[u8; 3], Error> {
        if let Some(call) = self.calls[kind as usize][access as usize] {
            return Ok(call);
        }
        let call = pen.invoke(match kind {
            Kind::Field => access.field_hook(),
            Kind::Static => access.static_hook(),
            Kind::Element => access.instruction_hook(),
            Kind::Published => access.element_hook(),
        })?;
        self.calls[kind as usize][access as usize] = Some(call);
        Ok(call)
    }

    /// What the field that an instruction names needs. (No class that a JVM accepts names one
    /// constant both as a static field and as another.)
    fn find(
        &mut self,
        pen: &mut Pen<'_>,
        instruction: &Instruction<'_>,
    ) -> Result<Option<Hooked>, Error> {
        let (pool, index) = (pen.class_file().pool(), instruction.index());
        if self.found.is_empty() {
            self.found.resize(usize::from(pool.len()).max(1), UNSEEN);
        }
        match self.found.get(usize::from(index)) {
            None | Some(&UNSEEN) => {}
            Some(&NOTHING) => return Ok(None),
            Some(&number) => return Ok(Some(self.hooked[(number - FIRST_HOOKED) as usize])),
        }
        let is_static = matches!(instruction.opcode, opcode::GETSTATIC | opcode::PUTSTATIC);
        let hooked = self.decide(pen, pool.member_ref(index)?, is_static)?;
        self.found[usize::from(index)] = match hooked {
            None => NOTHING,
            Some(hooked) => {
                self.hooked.push(hooked);
                self.hooked.len() as u32 - 1 + FIRST_HOOKED
            }
        };
        Ok(hooked)
    }

    fn decide(
        &self,
        pen: &mut Pen<'_>,
        field: MemberRef<'_>,
        is_static: bool,
    ) -> Result<Option<Hooked>, Error> {
        match self.registry.field(field) {
            Field::Volatile | Field::Unknown => {}
            Field::Plain if self.plain => {}
            Field::Plain | Field::Final => return Ok(None),
        }
        if is_static && pen.class_file().major_version() < FIRST_WITH_CLASS_CONSTANTS {
            return Ok(None);
        }
        let class = if is_static {
            with_index(opcode::LDC_W, pen.class(field.class)?)
        } else {
            [opcode::NOP; 3]
        };
        let known_as = self.registry.known_as(field.class);
        let site = self
            .sites
            .number(known_as, field.name, field.descriptor, self.plain);
        Ok(Some(Hooked {
            class,
            site: pen.push_int(site)?,
            wide: matches!(field.descriptor, b"J" | b"D"),
        }))
    }
}

/// Whether an instruction names a field of the class at hand.
fn is_own(pen: &Pen<'_>, instruction: &Instruction<'_>) -> Result<bool, Error> {
    let class = pen.class_file();
    Ok(class.pool().member_ref(instruction.index())?.class == class.name()?)
}

/// The first version in which `ldc` loads class constants (Java 5).
const FIRST_WITH_CLASS_CONSTANTS: u16 = 49;

/// Follows a constructor to the point from which on `this` is initialised: the first call of a
/// constructor that is not for an object made by `new` here.
pub struct ThisTracker {
    ready: bool,
    made: u32,
}

impl ThisTracker {
    /// For a method of this name.
    pub fn new(method: &[u8]) -> Self {
        ThisTracker {
            ready: method != b"<init>",
            made: 0,
        }
    }

    /// Whether `this` can be passed on in front of the instruction to come.
    pub fn ready(&self) -> bool {
        self.ready
    }

    /// Steps over an instruction.
    pub fn pass(&mut self, instruction: &Instruction<'_>, is_init: bool) {
        match instruction.opcode {
            opcode::NEW => self.made += 1,
            opcode::INVOKESPECIAL if is_init && self.made > 0 => self.made -= 1,
            opcode::INVOKESPECIAL if is_init => self.ready = true,
            _ => {}
        }
    }
}
