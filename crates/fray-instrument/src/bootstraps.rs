//! The bootstrap methods of a class: what makes its dynamic call sites and constants.

use fray_classfile::{ClassFile, Error};

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap<'a> {
    /// The constant that is its handle.
    pub method: u16,
    arguments: &'a [u8],
}

impl Bootstrap<'_> {
    /// The constant that is one of its arguments.
    pub fn argument(&self, number: usize) -> Option<u16> {
        u16_at(self.arguments, 2 * number).ok()
    }
}

/// All of them, by their numbers.
pub struct Bootstraps<'a> {
    content: &'a [u8],
    left: u16,
}

impl<'a> Bootstraps<'a> {
    /// Those of a class; most have none.
    pub fn of(class: &ClassFile<'a>) -> Result<Self, Error> {
        for attribute in class.attributes()? {
            let attribute = attribute?;
            if attribute.name == b"BootstrapMethods" {
                let left = u16_at(attribute.content, 0)?;
                let content = &attribute.content[2..];
                return Ok(Bootstraps { content, left });
            }
        }
        Ok(Bootstraps {
            content: &[],
            left: 0,
        })
    }

    /// The next one: its handle, the number of its arguments, and these.
    pub fn next(&mut self) -> Result<Option<Bootstrap<'a>>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let method = u16_at(self.content, 0)?;
        let end = 4 + 2 * usize::from(u16_at(self.content, 2)?);
        let arguments = self.content.get(4..end).ok_or(Error::Truncated)?;
        self.content = &self.content[end..];
        Ok(Some(Bootstrap { method, arguments }))
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, Error> {
    match bytes.get(at..at + 2) {
        Some(&[high, low]) => Ok(u16::from_be_bytes([high, low])),
        _ => Err(Error::Truncated),
    }
}
