//! Builds small classes byte by byte, for cases that no compiler makes.

/// A method to build.
#[derive(Debug, Clone)]
pub struct Method<'a> {
    /// Access flags.
    pub access: u16,
    /// Its name.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// Stack slots that it declares.
    pub max_stack: u16,
    /// None for an abstract method.
    pub code: Option<Vec<u8>>,
    /// Start, end, handler and type of each row.
    pub exceptions: Vec<[u16; 4]>,
    /// Names and contents of the code's attributes.
    pub attributes: Vec<(&'a str, Vec<u8>)>,
}

impl<'a> Method<'a> {
    /// `name()V` with this code.
    pub fn new(access: u16, name: &'a str, code: Vec<u8>) -> Self {
        let (exceptions, attributes) = (Vec::new(), Vec::new());
        Method {
            access,
            name,
            descriptor: "()V",
            max_stack: 2,
            code: Some(code),
            exceptions,
            attributes,
        }
    }
}

/// Index of the class's own name in the pool of every class built here.
pub const THIS_CLASS: u16 = 2;

#[derive(Default)]
struct Pool {
    count: u16,
    bytes: Vec<u8>,
}

impl Pool {
    fn add(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.bytes.push(tag);
        self.bytes.extend(content);
        self.count += 1;
        self.count
    }

    fn utf8(&mut self, text: &str) -> u16 {
        self.add(
            1,
            &[&(text.len() as u16).to_be_bytes(), text.as_bytes()].concat(),
        )
    }
}

fn attribute(pool: &mut Pool, name: &str, content: &[u8]) -> Vec<u8> {
    let name = pool.utf8(name);
    [
        &name.to_be_bytes()[..],
        &(content.len() as u32).to_be_bytes(),
        content,
    ]
    .concat()
}

fn code(pool: &mut Pool, method: &Method<'_>, code: &[u8]) -> Vec<u8> {
    let mut content = [method.max_stack.to_be_bytes(), 4u16.to_be_bytes()].concat();
    content.extend((code.len() as u32).to_be_bytes());
    content.extend(code);
    content.extend((method.exceptions.len() as u16).to_be_bytes());
    content.extend(
        method
            .exceptions
            .iter()
            .flatten()
            .flat_map(|word| word.to_be_bytes()),
    );
    content.extend((method.attributes.len() as u16).to_be_bytes());
    for (name, bytes) in &method.attributes {
        let bytes = attribute(pool, name, bytes);
        content.extend(bytes);
    }
    content
}

/// The class `T` of a major version, its pool filled up to `pool_count` entries if that is more
/// than it needs.
pub fn class(major: u16, methods: &[Method<'_>], pool_count: u16) -> Vec<u8> {
    let mut pool = Pool::default();
    let name = pool.utf8("T");
    assert_eq!(pool.add(7, &name.to_be_bytes()), THIS_CLASS);
    let name = pool.utf8("java/lang/Object");
    let super_class = pool.add(7, &name.to_be_bytes());
    // Public and super; this; super; no interfaces; no fields.
    let words = [0x21, THIS_CLASS, super_class, 0, 0, methods.len() as u16];
    let mut rest: Vec<u8> = words.into_iter().flat_map(u16::to_be_bytes).collect();
    for method in methods {
        let (name, descriptor) = (pool.utf8(method.name), pool.utf8(method.descriptor));
        let count = u16::from(method.code.is_some());
        rest.extend(
            [method.access, name, descriptor, count]
                .into_iter()
                .flat_map(u16::to_be_bytes),
        );
        if let Some(bytes) = &method.code {
            let content = code(&mut pool, method, bytes);
            rest.extend(attribute(&mut pool, "Code", &content));
        }
    }
    rest.extend([0, 0]);
    while pool.count + 1 < pool_count {
        pool.add(3, &[0; 4]);
    }
    let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
    file.extend(major.to_be_bytes());
    file.extend((pool.count + 1).to_be_bytes());
    file.extend(pool.bytes);
    file.extend(rest);
    file
}
