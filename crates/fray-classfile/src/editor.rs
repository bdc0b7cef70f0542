//! Collects the changes to one class.

use std::mem;

use crate::constants::NewConstants;
use crate::pool::tag;
use crate::{ClassFile, Error, MethodEdit, Scratch, SkipReason, SkippedMethod};

/// Collects changes to a class; [`finish`](Self::finish) writes it.
///
/// Names are internal (`java/lang/Thread`) and in modified UTF-8, which for ASCII is the same as a
/// `&str`.
#[derive(Debug, Clone)]
pub struct ClassEditor<'a> {
    pub(crate) class: &'a ClassFile<'a>,
    pub(crate) constants: NewConstants,
    /// Index, kind and member of the method handles to overwrite.
    pub(crate) redirects: Vec<(u16, u8, u16)>,
    /// Call sites, and their new names and types.
    pub(crate) call_sites: Vec<(u16, u16)>,
    pub(crate) class_access: Option<u16>,
    /// Field numbers with their new access flags.
    pub(crate) field_access: Vec<(usize, u16)>,
    /// Access flags, name and descriptor of the fields to add.
    pub(crate) new_fields: Vec<(u16, u16, u16)>,
    /// Sorted by method number, each once.
    pub(crate) methods: Vec<MethodChange>,
    pub(crate) skipped: Vec<SkippedMethod>,
    /// Without its constants and changes, which are the fields above.
    pub(crate) scratch: Scratch,
}

/// What is to happen to one method.
#[derive(Debug, Clone)]
pub(crate) struct MethodChange {
    pub(crate) index: usize,
    pub(crate) access: Option<u16>,
    pub(crate) edit: Option<MethodEdit>,
    /// The name that the attribute with the method's annotations gets.
    pub(crate) annotations: Option<u16>,
}

impl<'a> ClassEditor<'a> {
    /// An editor without changes.
    pub fn new(class: &'a ClassFile<'a>) -> Self {
        Self::reusing(Scratch::default(), class)
    }

    /// An editor without changes that uses memory of an earlier one.
    pub fn reusing(mut scratch: Scratch, class: &'a ClassFile<'a>) -> Self {
        let constants = mem::take(&mut scratch.constants);
        ClassEditor {
            class,
            constants: constants.reused_after(class.pool().len()),
            redirects: Vec::new(),
            call_sites: Vec::new(),
            class_access: None,
            field_access: Vec::new(),
            new_fields: Vec::new(),
            methods: mem::take(&mut scratch.changes),
            skipped: Vec::new(),
            scratch,
        }
    }

    /// Gives up all changes, and the memory to the next editor.
    pub fn into_scratch(self) -> Scratch {
        let mut scratch = self.scratch;
        scratch.constants = self.constants;
        let mut changes = self.methods;
        for edit in changes.drain(..).filter_map(|change| change.edit) {
            scratch.keep_edit(edit);
        }
        scratch.changes = changes;
        scratch
    }

    /// An edit that changes nothing yet, in memory that was used before.
    pub fn new_edit(&mut self) -> MethodEdit {
        self.scratch.take_edit()
    }

    /// Takes the memory of an edit that is not used after all.
    pub fn keep_edit(&mut self, edit: MethodEdit) {
        self.scratch.keep_edit(edit);
    }

    /// The class being edited.
    pub fn class_file(&self) -> &'a ClassFile<'a> {
        self.class
    }

    /// Index of a `CONSTANT_Utf8`. Like all constants asked for here it is new, and shared with
    /// equal new ones.
    pub fn utf8(&mut self, text: impl AsRef<[u8]>) -> Result<u16, Error> {
        self.constants.utf8(text.as_ref())
    }

    /// Index of a class. The class itself is meant only by the constant that says so: if it becomes a hidden class, others of
    /// its name are another class, or none.
    pub fn class(&mut self, name: impl AsRef<[u8]>) -> Result<u16, Error> {
        let name = name.as_ref();
        if self.class.name() == Ok(name) {
            return Ok(self.class.this_class());
        }
        self.constants.class(name)
    }

    /// Index of a string.
    pub fn string(&mut self, text: impl AsRef<[u8]>) -> Result<u16, Error> {
        let text = self.constants.utf8(text.as_ref())?;
        self.constants.one(tag::STRING, text)
    }

    /// Index of an `int`.
    pub fn integer(&mut self, value: i32) -> Result<u16, Error> {
        self.constants.integer(value)
    }

    /// Index of a `long`.
    pub fn long(&mut self, value: i64) -> Result<u16, Error> {
        self.constants.long(value)
    }

    /// Index of a field.
    pub fn field_ref(
        &mut self,
        class: impl AsRef<[u8]>,
        name: impl AsRef<[u8]>,
        descriptor: impl AsRef<[u8]>,
    ) -> Result<u16, Error> {
        self.constants.member(
            tag::FIELD_REF,
            class.as_ref(),
            name.as_ref(),
            descriptor.as_ref(),
        )
    }

    /// Index of a method of a class.
    pub fn method_ref(
        &mut self,
        class: impl AsRef<[u8]>,
        name: impl AsRef<[u8]>,
        descriptor: impl AsRef<[u8]>,
    ) -> Result<u16, Error> {
        self.constants.member(
            tag::METHOD_REF,
            class.as_ref(),
            name.as_ref(),
            descriptor.as_ref(),
        )
    }

    /// Index of a method of a class whose own index is known.
    pub fn method_ref_of(
        &mut self,
        class: u16,
        name: impl AsRef<[u8]>,
        descriptor: impl AsRef<[u8]>,
    ) -> Result<u16, Error> {
        self.constants
            .member_of(tag::METHOD_REF, class, name.as_ref(), descriptor.as_ref())
    }

    /// Index of a method of an interface (also a static one).
    pub fn interface_method_ref(
        &mut self,
        class: impl AsRef<[u8]>,
        name: impl AsRef<[u8]>,
        descriptor: impl AsRef<[u8]>,
    ) -> Result<u16, Error> {
        self.constants.member(
            tag::INTERFACE_METHOD_REF,
            class.as_ref(),
            name.as_ref(),
            descriptor.as_ref(),
        )
    }

    /// Index of a method handle; kinds as in JVMS table 5.4.3.5-A.
    pub fn method_handle(&mut self, kind: u8, member_ref: u16) -> Result<u16, Error> {
        self.constants.method_handle(kind, member_ref)
    }

    /// Makes the existing method handle at `index` point elsewhere, for everything that uses it.
    pub fn redirect_method_handle(
        &mut self,
        index: u16,
        kind: u8,
        member_ref: u16,
    ) -> Result<(), Error> {
        self.class.pool().method_handle(index)?;
        self.redirects.push((index, kind, member_ref));
        Ok(())
    }

    /// Gives the existing `CONSTANT_InvokeDynamic` at `index` another descriptor, for every instruction that
    /// uses it.
    pub fn retype_call_site(
        &mut self,
        index: u16,
        descriptor: impl AsRef<[u8]>,
    ) -> Result<(), Error> {
        let (_, name, _) = self.class.pool().invoke_dynamic(index)?;
        let (name, descriptor) = (self.utf8(name)?, self.utf8(descriptor)?);
        let name_and_type = self.constants.two(tag::NAME_AND_TYPE, name, descriptor)?;
        self.call_sites.push((index, name_and_type));
        Ok(())
    }

    /// Adds a field without attributes behind those of the class.
    pub fn add_field(
        &mut self,
        access: u16,
        name: impl AsRef<[u8]>,
        descriptor: impl AsRef<[u8]>,
    ) -> Result<(), Error> {
        if self.class.fields().len() + self.new_fields.len() >= usize::from(u16::MAX) {
            return Err(Error::TooManyFields);
        }
        let (name, descriptor) = (self.utf8(name)?, self.utf8(descriptor)?);
        self.new_fields.push((access, name, descriptor));
        Ok(())
    }

    /// Sets the access flags of the class.
    pub fn set_class_access(&mut self, access: u16) {
        self.class_access = Some(access);
    }

    /// Sets the access flags of a field.
    pub fn set_field_access(&mut self, field: usize, access: u16) {
        self.field_access.push((field, access));
    }

    /// Sets the access flags of a method. A method that is skipped keeps those it had.
    pub fn set_method_access(&mut self, method: usize, access: u16) {
        self.change(method).access = Some(access);
    }

    /// Hides the annotations of a method that are there at run time: their attribute gets a name
    /// that nobody knows. For a method that no longer is what an annotation says of it.
    pub fn hide_annotations(&mut self, method: usize) -> Result<(), Error> {
        let name = self.constants.utf8(b"fray.HiddenAnnotations")?;
        self.change(method).annotations = Some(name);
        Ok(())
    }

    /// Edits a method's code. A second edit of the same method takes the place of the first.
    pub fn edit_method(&mut self, method: usize, edit: MethodEdit) {
        if edit.is_empty() {
            self.scratch.keep_edit(edit);
        } else {
            self.change(method).edit = Some(edit);
        }
    }

    /// Gives up on a method: it stays exactly as it was and is reported with `reason`. For callers
    /// that find out while they prepare an edit (no room for its constants, say).
    pub fn skip_method(&mut self, method: usize, reason: SkipReason) {
        self.skipped.push(SkippedMethod {
            index: method,
            reason,
        });
    }

    /// Whether [`finish`](Self::finish) would return anything but a copy of the input.
    pub fn is_changed(&self) -> bool {
        self.class_access.is_some()
            || !(self.constants.bytes().is_empty()
                && self.redirects.is_empty()
                && self.call_sites.is_empty()
                && self.field_access.is_empty()
                && self.new_fields.is_empty()
                && self.methods.is_empty())
    }

    fn change(&mut self, index: usize) -> &mut MethodChange {
        if self.methods.capacity() == 0 {
            self.methods.reserve_exact(self.class.methods().len());
        }
        // Methods are mostly edited in their order.
        let place = match self.methods.last() {
            Some(last) if last.index >= index => self
                .methods
                .binary_search_by_key(&index, |change| change.index),
            _ => Err(self.methods.len()),
        };
        let place = place.unwrap_or_else(|place| {
            self.methods.insert(
                place,
                MethodChange {
                    index,
                    access: None,
                    annotations: None,
                    edit: None,
                },
            );
            place
        });
        &mut self.methods[place]
    }
}
