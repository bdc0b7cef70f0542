//! Which classes the initialisation of a class initialises in turn, and whether it takes locks.
//!
//! Two threads that initialise classes which need each other may deadlock, inside of the JVM; so may one that initialises
//! a class and needs a lock there, with one that has the lock and needs the class. To find that, one has to be
//! stopped while it initialises a class. Nearly all classes cannot take part in any of this, and a
//! thread that waits for a class is noticed only after a while, so it is looked first which ones can.

use std::collections::{BTreeSet, HashSet};

use fray_classfile::{ClassFile, ConstantPool, Error, Member, MemberRef, opcode};

use crate::monitors;
use crate::scope::is_jdk;
use crate::wraps::{is_concurrent_class, names_concurrent};

const ACC_STATIC: u16 = 0x0008;
const ACC_SYNCHRONIZED: u16 = 0x0020;
const ACC_INTERFACE: u16 = 0x0200;
const ACC_ABSTRACT: u16 = 0x0400;

/// How deep calls of the class's own methods are followed, the static initialiser included.
const DEPTH: u32 = 4;

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
    /// Whether its static initialiser takes a lock, in its own methods.
    pub locks: bool,
    /// Methods of other classes that its static initialiser calls.
    pub calls: BTreeSet<Method>,
    /// Its methods that take locks.
    pub lockers: HashSet<Signature>,
}

/// Name and descriptor of a method.
pub type Signature = (Vec<u8>, Vec<u8>);

/// A method of a class.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Method {
    /// Internal name of the class.
    pub class: Vec<u8>,
    /// Which of its methods.
    pub signature: Signature,
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
    found.follow(&class)?;
    let names_locks = names_concurrent(&class);
    for (index, method) in class.methods().iter().enumerate() {
        if takes_lock(&class, index, names_locks)? {
            found
                .lockers
                .insert(signature(method.name, method.descriptor));
        }
    }
    Ok(found)
}

fn signature(name: &[u8], descriptor: &[u8]) -> Signature {
    (name.to_vec(), descriptor.to_vec())
}

/// Whether it is the name of a class that is none of the JDK's.
fn is_of_program(name: &[u8]) -> bool {
    !is_jdk(name) && name.first() != Some(&b'[')
}

/// Whether a method takes a lock itself. `names_locks`: it may be one of the JDK's.
fn takes_lock(class: &ClassFile<'_>, index: usize, names_locks: bool) -> Result<bool, Error> {
    if class.methods()[index].access & ACC_SYNCHRONIZED != 0 {
        return Ok(true);
    }
    let Some(code) = class.code(index)? else {
        return Ok(false);
    };
    if !names_locks && !monitors::may_be_in(code.bytes) {
        return Ok(false);
    }
    for instruction in code.instructions() {
        let instruction = instruction?;
        let takes = match instruction.opcode {
            opcode::MONITORENTER => true,
            opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE => {
                acquires(class.pool().member_ref(instruction.index())?)
            }
            _ => false,
        };
        if takes {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether it is a method of a lock of the JDK that gets the lock, or something like it.
fn acquires(method: MemberRef<'_>) -> bool {
    const NAMES: [&[u8]; 7] = [
        b"lock",
        b"lockInterruptibly",
        b"tryLock",
        b"readLock",
        b"writeLock",
        b"acquire",
        b"acquireUninterruptibly",
    ];
    is_concurrent_class(method.class) && NAMES.contains(&method.name)
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
        if name != self.class && is_of_program(name) {
            self.uses.insert(name.to_vec());
        }
    }

    /// Looks at the static initialiser, and at the class's own methods that it calls.
    fn follow(&mut self, class: &ClassFile<'_>) -> Result<(), Error> {
        let mut seen = HashSet::new();
        let mut called = vec![(&b"<clinit>"[..], &b"()V"[..])];
        for _ in 0..DEPTH {
            let mut next = Vec::new();
            for (name, descriptor) in called {
                let wanted =
                    |method: &Member<'_>| (method.name, method.descriptor) == (name, descriptor);
                if let Some(index) = class.methods().iter().position(wanted)
                    && seen.insert(index)
                {
                    self.look(class, index, &mut next)?;
                }
            }
            called = next;
        }
        Ok(())
    }

    /// Looks at one method; `called` gets the methods of its own class that it calls.
    fn look<'a>(
        &mut self,
        class: &ClassFile<'a>,
        index: usize,
        called: &mut Vec<(&'a [u8], &'a [u8])>,
    ) -> Result<(), Error> {
        self.locks |= takes_lock(class, index, true)?;
        let Some(code) = class.code(index)? else {
            return Ok(());
        };
        for instruction in code.instructions() {
            let instruction = instruction?;
            match instruction.opcode {
                opcode::NEW => self.add(class.pool().class_name(instruction.index())?),
                opcode::GETSTATIC | opcode::PUTSTATIC => {
                    self.add(class.pool().member_ref(instruction.index())?.class);
                }
                opcode::INVOKESTATIC
                | opcode::INVOKESPECIAL
                | opcode::INVOKEVIRTUAL
                | opcode::INVOKEINTERFACE => {
                    let target = class.pool().member_ref(instruction.index())?;
                    if target.class == class.name()? {
                        called.push((target.name, target.descriptor));
                        continue;
                    }
                    if instruction.opcode == opcode::INVOKESTATIC {
                        self.add(target.class);
                    }
                    if is_of_program(target.class) {
                        self.calls.insert(Method {
                            class: target.class.to_vec(),
                            signature: signature(target.name, target.descriptor),
                        });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}
