//! Which classes the initialisation of a class initialises in turn.
//!
//! Two threads that initialise classes which need each other may deadlock, inside of the JVM. To find that, one has to be
//! stopped while it initialises a class. Nearly all classes cannot take part in such a circle, and a
//! thread that waits for a class is noticed only after a while, so it is looked for circles first.

use std::collections::BTreeSet;

use fray_classfile::{ClassFile, ConstantPool, Error, Member, opcode};

use crate::scope::is_jdk;

const ACC_STATIC: u16 = 0x0008;
const ACC_INTERFACE: u16 = 0x0200;
const ACC_ABSTRACT: u16 = 0x0400;

/// How deep calls of the class's own methods are followed.
const DEPTH: u32 = 3;

/// What is initialised along with a class: by internal names, and none of the JDK.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Initialises {
    /// The class.
    pub class: Vec<u8>,
    /// Its superclass, which is initialised before it.
    pub parent: Option<Vec<u8>>,
    /// Its interfaces: those with default methods are initialised before it, unless it is an interface itself.
    pub interfaces: Vec<Vec<u8>>,
    /// Whether it is an interface.
    pub is_interface: bool,
    /// Whether it is one that has default methods.
    pub has_defaults: bool,
    /// What its static initialiser uses.
    pub uses: BTreeSet<Vec<u8>>,
}

/// Looks at a class of the program.
pub fn initialises(bytes: &[u8]) -> Result<Initialises, Error> {
    let class = ClassFile::parse(bytes)?;
    let is_interface = class.access_flags() & ACC_INTERFACE != 0;
    let has_body = |method: &Member<'_>| method.access & (ACC_ABSTRACT | ACC_STATIC) == 0;
    let mut found = Initialises {
        class: class.name()?.to_vec(),
        is_interface,
        has_defaults: is_interface && class.methods().iter().any(has_body),
        ..Initialises::default()
    };
    let of_program = |name: &&[u8]| !is_jdk(name);
    found.parent = class.super_name()?.filter(of_program).map(<[u8]>::to_vec);
    for interface in class.interfaces() {
        found.interfaces.push(interface?.to_vec());
    }
    found.interfaces.retain(|name| !is_jdk(name));
    found.follow(&class, b"<clinit>", b"()V", DEPTH)?;
    Ok(found)
}

/// The class that must have been initialised before the first of these instructions is executed; of its own class there are
/// so many constants, in these bytes.
pub fn needed_class(code: &[u8], count: u16, constants: &[u8]) -> Option<Vec<u8>> {
    let &[instruction, high, low] = code.first_chunk()?;
    let index = u16::from_be_bytes([high, low]);
    let mut file = vec![0; ConstantPool::COUNT_AT];
    file.extend(count.to_be_bytes());
    file.extend(constants);
    let pool = ConstantPool::parse(&file).ok()?;
    let name = match instruction {
        opcode::NEW => pool.class_name(index),
        opcode::GETSTATIC | opcode::PUTSTATIC | opcode::INVOKESTATIC => {
            pool.member_ref(index).map(|member| member.class)
        }
        _ => return None,
    };
    name.ok().map(<[u8]>::to_vec)
}

impl Initialises {
    fn add(&mut self, name: &[u8]) {
        if name != self.class && !is_jdk(name) && name.first() != Some(&b'[') {
            self.uses.insert(name.to_vec());
        }
    }

    fn follow(
        &mut self,
        class: &ClassFile<'_>,
        name: &[u8],
        descriptor: &[u8],
        depth: u32,
    ) -> Result<(), Error> {
        let wanted = |method: &Member<'_>| method.name == name && method.descriptor == descriptor;
        let Some(index) = class.methods().iter().position(wanted) else {
            return Ok(());
        };
        let Some(code) = class.code(index)? else {
            return Ok(());
        };
        for instruction in code.instructions() {
            let instruction = instruction?;
            match instruction.opcode {
                opcode::NEW => self.add(class.pool().class_name(instruction.index())?),
                opcode::GETSTATIC
                | opcode::PUTSTATIC
                | opcode::INVOKESTATIC
                | opcode::INVOKESPECIAL => {
                    let target = class.pool().member_ref(instruction.index())?;
                    if target.class == class.name()? {
                        let is_call = instruction.opcode >= opcode::INVOKESPECIAL;
                        if is_call && depth > 0 {
                            self.follow(class, target.name, target.descriptor, depth - 1)?;
                        }
                    } else if instruction.opcode != opcode::INVOKESPECIAL {
                        self.add(target.class);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}
