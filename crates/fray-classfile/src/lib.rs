//! Reads and rewrites JVM class files over raw bytes.
//!
//! The reader borrows: a [`ClassFile`] is an index over the input, and nothing is decoded before it
//! is asked for. The writer copies: [`ClassEditor::finish`] carries over every byte that no edit
//! touches, so a class without edits comes out byte for byte as it went in, and what this crate
//! does not know about (new attributes, odd orderings of obfuscators) survives.
//!
//! Only what inserting code forces to change is rewritten: jump offsets and switch padding, the
//! exception table, stack map frames and the tables that name code positions. A method that cannot
//! take its edit (past 64 KiB, a jump that no longer fits in 16 bits, a full constant pool) is left
//! exactly as it was and reported in [`Rewritten::skipped`].
//!
//! Input is not trusted. Every access is bounds-checked, work is linear in input plus output, and
//! counts found in the file never decide how much memory is reserved.
//!
//! ```
//! use fray_classfile::{ClassEditor, ClassFile, Error, MethodEdit, opcode};
//!
//! /// Puts a call of `Thread.onSpinWait()` in front of every `putfield`.
//! fn spin_before_writes(bytes: &[u8]) -> Result<Vec<u8>, Error> {
//!     let class = ClassFile::parse(bytes)?;
//!     let mut editor = ClassEditor::new(&class);
//!     for method in 0..class.methods().len() {
//!         let Some(code) = class.code(method)? else { continue };
//!         let mut edit = MethodEdit::new();
//!         for instruction in code.instructions() {
//!             let instruction = instruction?;
//!             if instruction.opcode == opcode::PUTFIELD {
//!                 let call = editor.method_ref("java/lang/Thread", "onSpinWait", "()V")?;
//!                 let [high, low] = call.to_be_bytes();
//!                 edit.before(instruction.pc, &[opcode::INVOKESTATIC, high, low]);
//!             }
//!         }
//!         editor.edit_method(method, edit);
//!     }
//!     Ok(editor.finish()?.bytes)
//! }
//! # assert_eq!(spin_before_writes(b"junk"), Err(Error::BadMagic));
//! ```

#![forbid(unsafe_code)]

mod annotations;
mod class;
mod code;
mod constants;
mod edit;
mod editor;
mod emit;
mod error;
mod exceptions;
mod frames;
pub mod hash;
mod layout;
mod method;
pub mod opcode;
mod pool;
mod reader;
mod scratch;
mod tables;
mod write;

pub use class::{Attribute, Attributes, ClassFile, Member};
pub use code::{Code, ExceptionEntry, Instruction, Instructions};
pub use edit::{HandlerLocals, MethodEdit, Wrap};
pub use editor::ClassEditor;
pub use error::{Error, NEWEST_MAJOR, OLDEST_MAJOR, SkipReason, SkippedMethod};
pub use pool::{ConstantPool, MemberRef, tag};
pub use scratch::Scratch;
pub use write::Rewritten;
