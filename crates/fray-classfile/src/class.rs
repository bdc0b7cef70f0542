//! The parsed view of a class file.

use std::ops::Range;

use crate::reader::Reader;
use crate::{Code, ConstantPool, Error, NEWEST_MAJOR, OLDEST_MAJOR};

const MAGIC: u32 = 0xcafe_babe;

/// A class file, indexed. Borrows the bytes; names are resolved, code is not looked at before it is
/// asked for.
#[derive(Debug, Clone)]
pub struct ClassFile<'a> {
    bytes: &'a [u8],
    pool: ConstantPool<'a>,
    fields: Vec<Member<'a>>,
    methods: Vec<Member<'a>>,
    /// Offset of the field count.
    fields_at: usize,
    /// Offset of the method count.
    methods_at: usize,
    /// Offset of the count of class attributes.
    attributes_at: usize,
}

/// A field or a method.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// Access flags.
    pub access: u16,
    /// Name, in modified UTF-8.
    pub name: &'a [u8],
    /// Descriptor.
    pub descriptor: &'a [u8],
    /// First byte and end in the class file.
    start: u32,
    end: u32,
    /// Offset of the first `Code` attribute, 0 if there is none.
    code: u32,
}

impl Member<'_> {
    /// Bytes of the access flags, name, descriptor and attribute count in front of the attributes.
    pub(crate) const HEADER: usize = 8;

    /// Where the member lies in the class file.
    pub(crate) fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Where its `Code` attribute begins, if it has one.
    pub(crate) fn code_at(&self) -> Option<usize> {
        (self.code != 0).then_some(self.code as usize)
    }
}

/// An attribute of a class, a member or a method's code.
#[derive(Debug, Clone, Copy)]
pub struct Attribute<'a> {
    /// Its name, in modified UTF-8.
    pub name: &'a [u8],
    /// Index of its name in the constant pool.
    pub(crate) name_index: u16,
    /// What follows the length field.
    pub content: &'a [u8],
}

/// Walks over attributes.
#[derive(Debug, Clone)]
pub struct Attributes<'p, 'a> {
    pool: &'p ConstantPool<'a>,
    reader: Reader<'a>,
    left: u16,
}

impl<'p, 'a> Attributes<'p, 'a> {
    /// Reads the count first, then the attributes behind it.
    pub(crate) fn new(pool: &'p ConstantPool<'a>, mut reader: Reader<'a>) -> Result<Self, Error> {
        let left = reader.u16()?;
        Ok(Attributes { pool, reader, left })
    }

    /// Offset of what follows the attributes read so far.
    pub(crate) fn pos(&self) -> usize {
        self.reader.pos()
    }

    #[inline]
    fn read(&mut self) -> Result<Attribute<'a>, Error> {
        let name_index = self.reader.u16()?;
        let length = self.reader.u32()?;
        let content = self.reader.take(length as usize)?;
        Ok(Attribute {
            name: self.pool.utf8(name_index)?,
            name_index,
            content,
        })
    }
}

impl<'a> Iterator for Attributes<'_, 'a> {
    type Item = Result<Attribute<'a>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let attribute = self.read();
        if attribute.is_err() {
            self.left = 0;
        }
        Some(attribute)
    }
}

impl<'a> ClassFile<'a> {
    /// Indexes a class file of any version from 45 to 69.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(bytes);
        if reader.u32() != Ok(MAGIC) {
            return Err(Error::BadMagic);
        }
        if u32::try_from(bytes.len()).is_err() {
            return Err(Error::TooLarge);
        }
        let _minor = reader.u16()?;
        match reader.u16()? {
            major if major > NEWEST_MAJOR => return Err(Error::VersionTooNew { major }),
            major if major < OLDEST_MAJOR => return Err(Error::VersionTooOld { major }),
            _ => {}
        }
        let pool = ConstantPool::parse(bytes)?;
        let mut reader = Reader::at(bytes, pool.end());
        reader.skip(6)?;
        let interfaces = reader.u16()?;
        reader.skip(usize::from(interfaces) * 2)?;
        let fields_at = reader.pos();
        let (fields, methods_at) = members(bytes, &pool, fields_at)?;
        let (methods, attributes_at) = members(bytes, &pool, methods_at)?;
        let mut attributes = Attributes::new(&pool, Reader::at(bytes, attributes_at))?;
        attributes.try_for_each(|attribute| attribute.map(|_| ()))?;
        let extra = bytes.len() - attributes.pos();
        if extra > 0 {
            return Err(Error::TrailingBytes(extra));
        }
        Ok(ClassFile {
            bytes,
            pool,
            fields,
            methods,
            fields_at,
            methods_at,
            attributes_at,
        })
    }

    /// Major version: 52 is Java 8, 69 is Java 25.
    pub fn major_version(&self) -> u16 {
        self.u16_at(6)
    }

    /// Access flags of the class.
    pub fn access_flags(&self) -> u16 {
        self.u16_at(self.pool.end())
    }

    /// Internal name of the class (`java/lang/Object`), in modified UTF-8.
    pub fn name(&self) -> Result<&'a [u8], Error> {
        self.pool.class_name(self.this_class())
    }

    /// Internal name of the superclass; none for `java/lang/Object` and module descriptors.
    pub fn super_name(&self) -> Result<Option<&'a [u8]>, Error> {
        match self.u16_at(self.pool.end() + 4) {
            0 => Ok(None),
            index => self.pool.class_name(index).map(Some),
        }
    }

    /// Internal names of the direct superinterfaces.
    pub fn interfaces(&self) -> impl Iterator<Item = Result<&'a [u8], Error>> + '_ {
        let indices = &self.bytes[self.pool.end() + 8..self.fields_at];
        indices.chunks_exact(2).map(|index| {
            self.pool
                .class_name(u16::from_be_bytes([index[0], index[1]]))
        })
    }

    /// The fields, in file order.
    pub fn fields(&self) -> &[Member<'a>] {
        &self.fields
    }

    /// The methods, in file order.
    pub fn methods(&self) -> &[Member<'a>] {
        &self.methods
    }

    /// The code of a method; none if it is abstract or native.
    pub fn code(&self, method: usize) -> Result<Option<Code<'a>>, Error> {
        let member = self
            .methods
            .get(method)
            .ok_or(Error::NoSuchMember(method))?;
        member
            .code_at()
            .map(|at| Code::parse(self.bytes, at))
            .transpose()
    }

    /// The constant pool.
    pub fn pool(&self) -> &ConstantPool<'a> {
        &self.pool
    }

    /// The attributes of the class itself.
    pub fn attributes(&self) -> Result<Attributes<'_, 'a>, Error> {
        Attributes::new(&self.pool, Reader::at(self.bytes, self.attributes_at))
    }

    /// The attributes of one of this class's fields or methods.
    pub fn member_attributes(&self, member: &Member<'a>) -> Result<Attributes<'_, 'a>, Error> {
        // The attribute count is the last field of the header.
        Attributes::new(
            &self.pool,
            Reader::at(self.bytes, member.span().start + Member::HEADER - 2),
        )
    }

    /// Index of the class's own name.
    pub(crate) fn this_class(&self) -> u16 {
        self.u16_at(self.pool.end() + 2)
    }

    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(crate) fn fields_at(&self) -> usize {
        self.fields_at
    }

    pub(crate) fn methods_at(&self) -> usize {
        self.methods_at
    }

    pub(crate) fn attributes_at(&self) -> usize {
        self.attributes_at
    }

    /// Reads a position that [`parse`](Self::parse) has found to exist.
    fn u16_at(&self, at: usize) -> u16 {
        u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]])
    }
}

/// Indexes the fields or methods whose count is at `at`, and says where they end.
fn members<'a>(
    bytes: &'a [u8],
    pool: &ConstantPool<'a>,
    at: usize,
) -> Result<(Vec<Member<'a>>, usize), Error> {
    let mut reader = Reader::at(bytes, at);
    let count = usize::from(reader.u16()?);
    let mut members = Vec::with_capacity(count.min(reader.remaining() / Member::HEADER));
    for _ in 0..count {
        let start = reader.pos();
        let access = reader.u16()?;
        let name = pool.utf8(reader.u16()?)?;
        let descriptor = pool.utf8(reader.u16()?)?;
        let mut attributes = Attributes::new(pool, reader)?;
        let mut code = 0;
        loop {
            let attribute_at = attributes.pos() as u32;
            match attributes.next() {
                None => break,
                Some(attribute) if attribute?.name == b"Code" && code == 0 => code = attribute_at,
                Some(_) => {}
            }
        }
        reader = attributes.reader;
        members.push(Member {
            access,
            name,
            descriptor,
            start: start as u32,
            end: reader.pos() as u32,
            code,
        });
    }
    Ok((members, reader.pos()))
}
