//! The `Code` attribute and its instructions.

use crate::class::Attributes;
use crate::opcode::{self, OpcodeSet, instruction_length};
use crate::reader::Reader;
use crate::{ConstantPool, Error};

/// The code of one method.
#[derive(Debug, Clone)]
pub struct Code<'a> {
    /// Depth of the operand stack.
    pub max_stack: u16,
    /// Number of local variable slots.
    pub max_locals: u16,
    /// The instructions.
    pub bytes: &'a [u8],
    /// The exception table's entries, eight bytes each.
    pub(crate) exceptions: &'a [u8],
    /// The attributes with their count.
    pub(crate) attributes: &'a [u8],
}

/// One row of an exception table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExceptionEntry {
    /// First position covered.
    pub start: u16,
    /// First position no longer covered.
    pub end: u16,
    /// Where the handler begins.
    pub handler: u16,
    /// Index of the class caught; 0 catches everything.
    pub catch_type: u16,
}

impl<'a> Code<'a> {
    /// Reads the attribute that begins (with its name index) at `at`.
    pub(crate) fn parse(file: &'a [u8], at: usize) -> Result<Self, Error> {
        let mut header = Reader::at(file, at);
        let _name = header.u16()?;
        let length = header.u32()?;
        let mut reader = Reader::new(header.take(length as usize)?);
        let max_stack = reader.u16()?;
        let max_locals = reader.u16()?;
        let length = reader.u32()? as usize;
        if length == 0 || length > usize::from(u16::MAX) {
            return Err(Error::Malformed("code must have 1 to 65,535 bytes"));
        }
        let bytes = reader.take(length)?;
        let handlers = usize::from(reader.u16()?);
        let exceptions = reader.take(handlers * 8)?;
        let attributes = reader.take(reader.remaining())?;
        Ok(Code {
            max_stack,
            max_locals,
            bytes,
            exceptions,
            attributes,
        })
    }

    /// The instructions, in file order. Ends after the first error.
    pub fn instructions(&self) -> Instructions<'a> {
        Instructions {
            code: self.bytes,
            pc: 0,
        }
    }

    /// The positions of the instructions whose opcodes are in a set, in file order. `memory` is where
    /// they are put.
    ///
    /// Which instructions are wanted follows no pattern that a processor could guess, so the walk does
    /// not branch on it: every position is written, and the next one over it if it was not wanted.
    pub fn positions_in<'m>(
        &self,
        wanted: &OpcodeSet,
        memory: &'m mut Vec<u32>,
    ) -> Result<&'m [u32], Error> {
        let code = self.bytes;
        if memory.len() < code.len() {
            memory.resize(code.len(), 0);
        }
        let (mut pc, mut count) = (0, 0);
        while let Some(&opcode) = code.get(pc) {
            memory[count] = pc as u32;
            count += usize::from(wanted.contains(opcode));
            pc += match wanted.length(opcode) {
                0 => instruction_length(code, pc)?,
                length => length,
            };
        }
        if pc > code.len() {
            return Err(opcode::PASSES_THE_END);
        }
        Ok(&memory[..count])
    }

    /// The instruction at a position where one begins.
    #[inline]
    pub fn instruction(&self, pc: u32) -> Result<Instruction<'a>, Error> {
        let start = pc as usize;
        let length = instruction_length(self.bytes, start)?;
        Ok(Instruction {
            pc,
            opcode: self.bytes[start],
            bytes: &self.bytes[start..start + length],
        })
    }

    /// The exception table. Order matters: the first row that fits wins.
    pub fn exceptions(&self) -> impl Iterator<Item = ExceptionEntry> + 'a {
        self.exceptions.chunks_exact(8).map(|row| {
            let word = |at: usize| u16::from_be_bytes([row[at], row[at + 1]]);
            ExceptionEntry {
                start: word(0),
                end: word(2),
                handler: word(4),
                catch_type: word(6),
            }
        })
    }

    /// The attributes of the code; `pool` is the class's constant pool.
    pub fn attributes<'p>(&self, pool: &'p ConstantPool<'a>) -> Result<Attributes<'p, 'a>, Error> {
        Attributes::new(pool, Reader::new(self.attributes))
    }
}

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction<'a> {
    /// Its position in the code.
    pub pc: u32,
    /// Its opcode (see [`opcode`]).
    pub opcode: u8,
    /// Opcode and operands.
    pub bytes: &'a [u8],
}

impl Instruction<'_> {
    /// The constant that a field, call, type or load-constant instruction names. 0, which is never
    /// a constant, for an instruction without one.
    #[inline]
    pub fn index(&self) -> u16 {
        match (self.opcode, self.bytes) {
            (opcode::LDC, &[_, index, ..]) => u16::from(index),
            (
                opcode::LDC_W
                | opcode::LDC2_W
                | opcode::GETSTATIC..=opcode::NEW
                | opcode::ANEWARRAY
                | opcode::CHECKCAST
                | opcode::INSTANCEOF
                | opcode::MULTIANEWARRAY,
                &[_, high, low, ..],
            ) => u16::from_be_bytes([high, low]),
            _ => 0,
        }
    }
}

/// Walks over instructions. Made by [`Code::instructions`].
#[derive(Debug, Clone)]
pub struct Instructions<'a> {
    code: &'a [u8],
    pc: usize,
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Instruction<'a>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let pc = self.pc;
        if pc >= self.code.len() {
            return None;
        }
        match instruction_length(self.code, pc) {
            Ok(length) => {
                self.pc += length;
                Some(Ok(Instruction {
                    pc: pc as u32,
                    opcode: self.code[pc],
                    bytes: &self.code[pc..pc + length],
                }))
            }
            Err(error) => {
                self.pc = self.code.len();
                Some(Err(error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_know_their_constant() {
        let bytes = [
            opcode::LDC,
            7,
            opcode::GETFIELD,
            1,
            2,
            opcode::BIPUSH,
            9,
            opcode::INVOKEINTERFACE,
            0,
            3,
            1,
            0,
        ];
        let code = Code {
            max_stack: 0,
            max_locals: 0,
            bytes: &bytes,
            exceptions: &[],
            attributes: &[0, 0],
        };
        let found: Vec<_> = code
            .instructions()
            .map(|i| i.map(|i| (i.pc, i.index())).unwrap())
            .collect();
        assert_eq!(found, [(0, 7), (2, 0x102), (5, 0), (7, 3)]);
    }

    #[test]
    fn a_walk_over_some_instructions_is_the_whole_one_filtered() {
        static WANTED: OpcodeSet = OpcodeSet::of(&[
            (opcode::POP, opcode::POP),
            (opcode::PUTSTATIC, opcode::GETFIELD),
        ]);
        let switch = [&[opcode::LOOKUPSWITCH, 0, 0][..], &[0; 8]].concat();
        let whole = [
            &[opcode::POP][..],
            &switch,
            &[opcode::WIDE, opcode::ILOAD, 0, opcode::POP],
            &[opcode::SIPUSH, opcode::POP, opcode::POP],
            &[opcode::GETFIELD, 0, opcode::POP, opcode::NOP, opcode::POP],
        ]
        .concat();
        // Cut off anywhere, or with a byte in it that is no opcode.
        let cut = (0..=whole.len()).map(|end| whole[..end].to_vec());
        let broken = (0..whole.len()).map(|at| {
            let mut code = whole.clone();
            code[at] = 0xfe;
            code
        });
        for bytes in cut.chain(broken) {
            let code = Code {
                max_stack: 0,
                max_locals: 0,
                bytes: &bytes,
                exceptions: &[],
                attributes: &[0, 0],
            };
            let whole: Result<Vec<_>, _> = code.instructions().collect();
            let filtered = whole.map(|whole| {
                let wanted = whole.into_iter().filter(|it| WANTED.contains(it.opcode));
                wanted.collect::<Vec<_>>()
            });
            let mut memory = Vec::new();
            let positions = code.positions_in(&WANTED, &mut memory);
            let found = positions.and_then(|positions| {
                let at = |&pc: &u32| code.instruction(pc);
                positions.iter().map(at).collect::<Result<Vec<_>, _>>()
            });
            assert_eq!(found, filtered, "{bytes:?}");
        }
    }

    #[test]
    fn the_walk_ends_at_the_first_error() {
        let code = Code {
            max_stack: 0,
            max_locals: 0,
            bytes: &[0, 0xfe, 0],
            exceptions: &[],
            attributes: &[0, 0],
        };
        let found: Vec<_> = code.instructions().map(|i| i.is_ok()).collect();
        assert_eq!(found, [true, false]);
    }
}
