//! Writes an edited class.

use std::mem;

use crate::class::Member;
use crate::constants::put_field;
use crate::editor::{ClassEditor, MethodChange};
use crate::method::{MethodWriter, WrapConstants};
use crate::reader::{Reader, patch_u16, put_u16};
use crate::{ConstantPool, Error, Scratch, SkippedMethod};

/// A class after [`ClassEditor::finish`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The class file.
    pub bytes: Vec<u8>,
    /// Methods that stayed exactly as they were, in the order of the class.
    pub skipped: Vec<SkippedMethod>,
}

impl ClassEditor<'_> {
    /// Writes the class with all changes; without any, the result is equal to the input.
    pub fn finish(self) -> Result<Rewritten, Error> {
        self.finish_and_keep().map(|(rewritten, _)| rewritten)
    }

    /// As [`finish`](Self::finish), with the memory for the next editor.
    pub fn finish_and_keep(mut self) -> Result<(Rewritten, Scratch), Error> {
        let file = self.class.bytes();
        self.drop_skipped();
        if !self.is_changed() {
            let skipped = mem::take(&mut self.skipped);
            let bytes = file.to_vec();
            return Ok((Rewritten { bytes, skipped }, self.into_scratch()));
        }
        let wrap = self.wrap_constants();
        let inserted =
            |change: &MethodChange| change.edit.as_ref().map_or(0, |edit| edit.inserted());
        let growth =
            self.methods.iter().map(inserted).sum::<usize>() + self.constants.bytes().len();
        // An eighth more: frames and switches grow a little, and growing the buffer would copy it.
        let mut out = Vec::with_capacity(
            file.len() + growth + growth / 8 + self.new_fields.len() * Member::HEADER,
        );
        self.write_pool(&mut out);
        self.write_header_and_fields(&mut out)?;
        self.write_methods(wrap, &mut out)?;
        out.extend_from_slice(&file[self.class.attributes_at()..]);
        self.skipped.sort_by_key(|skipped| skipped.index);
        let skipped = mem::take(&mut self.skipped);
        let bytes = out;
        Ok((Rewritten { bytes, skipped }, self.into_scratch()))
    }

    /// Forgets all changes to the methods that the caller gave up on.
    fn drop_skipped(&mut self) {
        if !self.skipped.is_empty() {
            self.skipped.sort_by_key(|skipped| skipped.index);
            self.skipped.dedup_by_key(|skipped| skipped.index);
            let skipped = &self.skipped;
            self.methods.retain(|change| {
                skipped
                    .binary_search_by_key(&change.index, |it| it.index)
                    .is_err()
            });
        }
    }

    /// The constants that wraps need, if there is a wrap. An error stands for every wrapped method.
    fn wrap_constants(&mut self) -> Result<Option<WrapConstants>, Error> {
        let has_wrap =
            |change: &MethodChange| change.edit.as_ref().is_some_and(|edit| edit.wrap.is_some());
        if !self.methods.iter().any(has_wrap) {
            return Ok(None);
        }
        let throwable = self.constants.class(b"java/lang/Throwable")?;
        let stack_map_table = self.constants.utf8(b"StackMapTable")?;
        Ok(Some(WrapConstants {
            throwable,
            stack_map_table,
        }))
    }

    /// Appends everything up to the end of the constant pool.
    fn write_pool(&self, out: &mut Vec<u8>) {
        let pool = self.class.pool();
        out.extend_from_slice(&self.class.bytes()[..pool.end()]);
        for &(index, kind, member) in &self.redirects {
            // The editor has checked that this is a method handle.
            if let Some(at) = pool.offset(index) {
                out[at + 1] = kind;
                patch_u16(out, at + 2, member);
            }
        }
        for &(index, name_and_type) in &self.call_sites {
            if let Some(at) = pool.offset(index) {
                patch_u16(out, at + 3, name_and_type); // behind the number of its bootstrap method
            }
        }
        // Nothing added leaves even a nonsensical count of 0 as it was.
        if !self.constants.bytes().is_empty() {
            patch_u16(out, ConstantPool::COUNT_AT, self.constants.count());
            out.extend_from_slice(self.constants.bytes());
        }
    }

    /// Appends what lies between the pool and the methods.
    fn write_header_and_fields(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        let class = self.class;
        let (old, new) = (class.pool().end(), out.len());
        out.extend_from_slice(&class.bytes()[old..class.methods_at()]);
        if let Some(access) = self.class_access {
            patch_u16(out, new, access);
        }
        for &(field, access) in &self.field_access {
            let field = class
                .fields()
                .get(field)
                .ok_or(Error::NoSuchMember(field))?;
            patch_u16(out, field.span().start - old + new, access);
        }
        for &(access, name, descriptor) in &self.new_fields {
            put_field(out, access, name, descriptor);
        }
        // The editor keeps the sum below 65,536.
        let count = class.fields().len() + self.new_fields.len();
        patch_u16(out, class.fields_at() - old + new, count as u16);
        Ok(())
    }

    /// Appends the methods, unchanged ones in whole runs.
    fn write_methods(
        &mut self,
        wrap: Result<Option<WrapConstants>, Error>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let class = self.class;
        let file = class.bytes();
        let mut copied = class.methods_at();
        put_u16(out, class.methods().len() as u16);
        copied += 2;
        let mut writer = MethodWriter::new(class, &mut self.scratch);
        for change in &mut self.methods {
            let member = class
                .methods()
                .get(change.index)
                .ok_or(Error::NoSuchMember(change.index))?;
            let span = member.span();
            out.extend_from_slice(&file[copied..span.start]);
            copied = span.end;
            let start = out.len();
            let written = match &mut change.edit {
                Some(edit) if edit.wrap.is_some() => {
                    let wrap = wrap.map_err(Into::into);
                    wrap.and_then(|wrap| writer.write(member, edit, wrap, out))
                }
                Some(edit) => writer.write(member, edit, None, out),
                None => {
                    out.extend_from_slice(&file[span.clone()]);
                    Ok(())
                }
            };
            match written {
                Ok(()) => {
                    if let Some(access) = change.access {
                        patch_u16(out, start, access);
                    }
                    if let Some(name) = change.annotations {
                        rename_annotations(class.pool(), name, &mut out[start..])?;
                    }
                }
                Err(reason) => {
                    out.truncate(start);
                    out.extend_from_slice(&file[span]);
                    self.skipped.push(SkippedMethod {
                        index: change.index,
                        reason,
                    });
                }
            }
        }
        out.extend_from_slice(&file[copied..class.attributes_at()]);
        Ok(())
    }
}

/// Gives the attribute with the annotations of this method, if it has one, another name.
fn rename_annotations(pool: &ConstantPool<'_>, name: u16, method: &mut [u8]) -> Result<(), Error> {
    let mut reader = Reader::at(method, Member::HEADER - 2);
    let mut found = None;
    for _ in 0..reader.u16()? {
        let at = reader.pos();
        let attribute = reader.u16()?;
        let length = reader.u32()?;
        reader.take(length as usize)?;
        if pool.utf8(attribute)? == b"RuntimeVisibleAnnotations" {
            found = Some(at);
        }
    }
    if let Some(at) = found {
        method[at..at + 2].copy_from_slice(&name.to_be_bytes());
    }
    Ok(())
}
