//! Which classes the initialisation of a class initialises in turn.
//!
//! Two threads that initialise classes which need each other may deadlock, inside of the JVM. To find that, one has to be
//! stopped while it initialises a class. Nearly all classes cannot take part in such a circle, and a
//! thread that waits for a class is noticed only after a while, so it is looked for circles first.

use std::collections::BTreeSet;

use fray_classfile::{ClassFile, Error, Member, opcode};

use crate::scope::is_jdk;

/// How deep calls of the class's own methods are followed.
const DEPTH: u32 = 3;

/// What is initialised along with a class: by internal names, and none of the JDK.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initialises {
    /// The class.
    pub class: Vec<u8>,
    /// Its superclass, and what its static initialiser uses.
    pub others: BTreeSet<Vec<u8>>,
    /// Whether it has a static initialiser.
    pub initialiser: bool,
}

/// Looks at a class of the program.
pub fn initialises(bytes: &[u8]) -> Result<Initialises, Error> {
    let class = ClassFile::parse(bytes)?;
    let mut found = Initialises {
        class: class.name()?.to_vec(),
        others: BTreeSet::new(),
        initialiser: class
            .methods()
            .iter()
            .any(|method| method.name == b"<clinit>"),
    };
    if let Some(parent) = class.super_name()? {
        found.add(parent);
    }
    found.follow(&class, b"<clinit>", b"()V", DEPTH)?;
    Ok(found)
}

impl Initialises {
    fn add(&mut self, name: &[u8]) {
        if name != self.class && !is_jdk(name) && name.first() != Some(&b'[') {
            self.others.insert(name.to_vec());
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
