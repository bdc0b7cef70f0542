//! Which classes the initialisation of a class initialises in turn, and whether it takes locks.
//!
//! Two threads that initialise classes which need each other may deadlock, inside of the JVM; so may one that initialises
//! a class and needs a lock there, with one that has the lock and needs the class. To find that, one has to be
//! stopped while it initialises a class. Nearly all classes cannot take part in any of this, and a
//! thread that waits for a class is noticed only after a while, so it is looked first which ones can.

use std::collections::{BTreeSet, HashMap, HashSet};

use fray_classfile::{ClassFile, ConstantPool, Error, Member, MemberRef, opcode, tag};

use crate::bootstraps::Bootstraps;
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
    /// Its methods, by their places in the class file.
    pub methods: HashMap<Signature, usize>,
    /// What each of them does.
    pub bodies: Vec<Body>,
}

/// What a method does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Body {
    /// What it uses.
    pub uses: Vec<Vec<u8>>,
    /// The methods of its own class that it calls, by their places.
    pub own: Vec<usize>,
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
    let lambdas = lambdas(&class)?;
    let mut places = HashMap::new();
    for (index, method) in class.methods().iter().enumerate() {
        places.insert((method.name, method.descriptor), index);
    }
    let mut all = Vec::with_capacity(class.methods().len());
    for index in 0..class.methods().len() {
        all.push(Reach::of(&class, index, &lambdas, &places)?);
    }
    found.follow(&class, &all, &places)?;
    found.keep(&class, all);
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

/// By the number of a bootstrap method: what the lambda calls that it makes. References to methods of the program are
/// such, too.
fn lambdas<'a>(class: &ClassFile<'a>) -> Result<Vec<Option<MemberRef<'a>>>, Error> {
    let pool = class.pool();
    let mut lambdas = Vec::new();
    if !pool.has(tag::INVOKE_DYNAMIC) {
        return Ok(lambdas);
    }
    let mut bootstraps = Bootstraps::of(class)?;
    while let Some(bootstrap) = bootstraps.next()? {
        // The metafactory's second argument. Others have something else there, or nothing.
        let handle = bootstrap.argument(1).map(|it| pool.method_handle(it));
        let member = handle.and_then(Result::ok).map(|(_, member)| member);
        lambdas.push(member.and_then(|member| pool.member_ref(member).ok()));
    }
    Ok(lambdas)
}

/// What one method does that matters here.
#[derive(Default)]
struct Reach<'a> {
    /// Classes that it names in an instruction which initialises them, or may get them initialised in another way: by
    /// reflection and by handles.
    uses: BTreeSet<&'a [u8]>,
    /// The same by strings.
    names: Vec<Vec<u8>>,
    /// Methods of its own class, by their places.
    own: Vec<usize>,
    /// What lambdas of its make of it: also methods of its own class.
    lambdas: Vec<usize>,
    /// Methods of others.
    calls: Vec<MemberRef<'a>>,
}

impl<'a> Reach<'a> {
    fn of(
        class: &ClassFile<'a>,
        index: usize,
        lambdas: &[Option<MemberRef<'a>>],
        places: &Places<'_>,
    ) -> Result<Self, Error> {
        let mut found = Reach::default();
        let Some(code) = class.code(index)? else {
            return Ok(found);
        };
        let (pool, this) = (class.pool(), class.name()?);
        let mut strings = Vec::new();
        let mut literals = Vec::new();
        let (mut reflects, mut by_name) = (false, false);
        for instruction in code.instructions() {
            let instruction = instruction?;
            let at = instruction.index();
            match instruction.opcode {
                opcode::NEW => found.add(pool.class_name(at)?, this),
                opcode::GETSTATIC | opcode::PUTSTATIC => {
                    found.add(pool.member_ref(at)?.class, this);
                }
                opcode::LDC | opcode::LDC_W => match pool.tag(at)? {
                    tag::CLASS => literals.push(pool.class_name(at)?),
                    tag::STRING => strings.push(pool.string(at)?),
                    _ => {}
                },
                opcode::INVOKESTATIC
                | opcode::INVOKESPECIAL
                | opcode::INVOKEVIRTUAL
                | opcode::INVOKEINTERFACE => {
                    let target = pool.member_ref(at)?;
                    by_name |= target.class == b"java/lang/Class" && target.name == b"forName";
                    reflects |= is_reflection(target);
                    if let Some(own) = found.call(target, instruction.opcode, this, places) {
                        found.own.push(own);
                    }
                }
                opcode::INVOKEDYNAMIC => {
                    let (number, _, _) = pool.invoke_dynamic(at)?;
                    if let Some(&Some(target)) = lambdas.get(usize::from(number))
                        && let Some(own) = found.call(target, opcode::INVOKESTATIC, this, places)
                    {
                        found.lambdas.push(own);
                    }
                }
                _ => {}
            }
        }
        if reflects {
            literals.into_iter().for_each(|name| found.add(name, this));
        }
        if by_name {
            found.names = strings.into_iter().filter_map(class_named).collect();
        }
        Ok(found)
    }

    fn add(&mut self, name: &'a [u8], this: &[u8]) {
        if name != this && is_of_program(name) {
            self.uses.insert(name);
        }
    }

    /// Takes note of a call; the place of the method if it is of its own class.
    fn call(
        &mut self,
        target: MemberRef<'a>,
        instruction: u8,
        this: &[u8],
        places: &Places<'_>,
    ) -> Option<usize> {
        if target.class == this {
            return places.get(&(target.name, target.descriptor)).copied();
        }
        if instruction == opcode::INVOKESTATIC {
            self.add(target.class, this);
        }
        if is_of_program(target.class) {
            self.calls.push(target);
        }
        None
    }
}

/// The places of a class's methods, by their names and descriptors.
type Places<'a> = HashMap<(&'a [u8], &'a [u8]), usize>;

/// Whether it is a method by which the JDK may initialise a class that it is passed, or get at one that does; or one of
/// the program that is passed classes.
fn is_reflection(method: MemberRef<'_>) -> bool {
    const HARMLESS: [&[u8]; 4] = [
        b"desiredAssertionStatus",
        b"getClassLoader",
        b"getName",
        b"getSimpleName",
    ];
    const CLASS: &[u8] = b"Ljava/lang/Class;";
    let class = method.class;
    if is_of_program(class) {
        return method.descriptor.windows(CLASS.len()).any(|it| it == CLASS);
    }
    class.starts_with(b"java/lang/invoke/")
        || class.starts_with(b"java/lang/reflect/")
        || class.ends_with(b"/misc/Unsafe")
        || (class == b"java/lang/Class" && !HARMLESS.contains(&method.name))
}

/// The internal name that a string may be as the name of a class of the program.
fn class_named(text: &[u8]) -> Option<Vec<u8>> {
    let is_part =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"._$".contains(byte) || *byte >= 0x80;
    if text.is_empty() || !text.iter().all(is_part) {
        return None;
    }
    let slash = |&byte: &u8| if byte == b'.' { b'/' } else { byte };
    let name: Vec<u8> = text.iter().map(slash).collect();
    is_of_program(&name).then_some(name)
}

impl Initialises {
    /// Looks at the static initialiser, and at the class's own methods that it calls.
    fn follow(
        &mut self,
        class: &ClassFile<'_>,
        all: &[Reach<'_>],
        places: &Places<'_>,
    ) -> Result<(), Error> {
        let mut seen = HashSet::new();
        let start = places.get(&(&b"<clinit>"[..], &b"()V"[..]));
        // With whether it is called for sure, and not by a lambda that others may call.
        let mut called: Vec<_> = start.map(|&index| (index, true)).into_iter().collect();
        for _ in 0..DEPTH {
            let mut next = Vec::new();
            for (index, is_called) in called {
                if !seen.insert((index, is_called)) {
                    continue;
                }
                let found = &all[index];
                self.locks |= is_called && takes_lock(class, index, true)?;
                self.uses
                    .extend(found.uses.iter().map(|name| name.to_vec()));
                self.uses
                    .extend(found.names.iter().filter(|&it| *it != self.class).cloned());
                self.calls.extend(found.calls.iter().map(|target| Method {
                    class: target.class.to_vec(),
                    signature: signature(target.name, target.descriptor),
                }));
                next.extend(found.own.iter().map(|&own| (own, is_called)));
                next.extend(found.lambdas.iter().map(|&own| (own, false)));
            }
            called = next;
        }
        Ok(())
    }

    /// Keeps what the initialisers of other classes may make its methods do.
    fn keep(&mut self, class: &ClassFile<'_>, all: Vec<Reach<'_>>) {
        for (index, (method, found)) in class.methods().iter().zip(all).enumerate() {
            let mut uses: Vec<_> = found.uses.iter().map(|name| name.to_vec()).collect();
            uses.extend(found.names);
            let own = [found.own, found.lambdas].concat();
            if !uses.is_empty() || !own.is_empty() {
                self.methods
                    .insert(signature(method.name, method.descriptor), index);
            }
            self.bodies.push(Body { uses, own });
        }
    }
}
