//! Opcodes by their names in the JVM specification, and what a rewriter must know about each: how
//! long the instruction is and whether it holds a code position.

use crate::Error;

/// Numbers the names from 0 up: the specification leaves no gap between `nop` and `jsr_w`.
macro_rules! opcodes {
    ($($name:ident)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum Number { $($name),* }
        $(
            #[doc = concat!("`", stringify!($name), "`, as the JVM specification calls it in lower case.")]
            pub const $name: u8 = Number::$name as u8;
        )*
    };
}

opcodes! {
    NOP ACONST_NULL ICONST_M1 ICONST_0 ICONST_1 ICONST_2 ICONST_3 ICONST_4 ICONST_5 LCONST_0 LCONST_1 FCONST_0
    FCONST_1 FCONST_2 DCONST_0 DCONST_1 BIPUSH SIPUSH LDC LDC_W LDC2_W ILOAD LLOAD FLOAD DLOAD ALOAD ILOAD_0
    ILOAD_1 ILOAD_2 ILOAD_3 LLOAD_0 LLOAD_1 LLOAD_2 LLOAD_3 FLOAD_0 FLOAD_1 FLOAD_2 FLOAD_3 DLOAD_0 DLOAD_1
    DLOAD_2 DLOAD_3 ALOAD_0 ALOAD_1 ALOAD_2 ALOAD_3 IALOAD LALOAD FALOAD DALOAD AALOAD BALOAD CALOAD SALOAD
    ISTORE LSTORE FSTORE DSTORE ASTORE ISTORE_0 ISTORE_1 ISTORE_2 ISTORE_3 LSTORE_0 LSTORE_1 LSTORE_2 LSTORE_3
    FSTORE_0 FSTORE_1 FSTORE_2 FSTORE_3 DSTORE_0 DSTORE_1 DSTORE_2 DSTORE_3 ASTORE_0 ASTORE_1 ASTORE_2
    ASTORE_3 IASTORE LASTORE FASTORE DASTORE AASTORE BASTORE CASTORE SASTORE POP POP2 DUP DUP_X1 DUP_X2 DUP2
    DUP2_X1 DUP2_X2 SWAP IADD LADD FADD DADD ISUB LSUB FSUB DSUB IMUL LMUL FMUL DMUL IDIV LDIV FDIV DDIV IREM
    LREM FREM DREM INEG LNEG FNEG DNEG ISHL LSHL ISHR LSHR IUSHR LUSHR IAND LAND IOR LOR IXOR LXOR IINC I2L
    I2F I2D L2I L2F L2D F2I F2L F2D D2I D2L D2F I2B I2C I2S LCMP FCMPL FCMPG DCMPL DCMPG IFEQ IFNE IFLT IFGE
    IFGT IFLE IF_ICMPEQ IF_ICMPNE IF_ICMPLT IF_ICMPGE IF_ICMPGT IF_ICMPLE IF_ACMPEQ IF_ACMPNE GOTO JSR RET
    TABLESWITCH LOOKUPSWITCH IRETURN LRETURN FRETURN DRETURN ARETURN RETURN GETSTATIC PUTSTATIC GETFIELD
    PUTFIELD INVOKEVIRTUAL INVOKESPECIAL INVOKESTATIC INVOKEINTERFACE INVOKEDYNAMIC NEW NEWARRAY ANEWARRAY
    ARRAYLENGTH ATHROW CHECKCAST INSTANCEOF MONITORENTER MONITOREXIT WIDE MULTIANEWARRAY IFNULL IFNONNULL
    GOTO_W JSR_W
}

/// What a rewriter must do with an instruction when code moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Copy it.
    Plain,
    /// Holds a signed 16-bit offset to its target.
    Jump16,
    /// Holds a signed 32-bit offset to its target.
    Jump32,
    /// `tableswitch` or `lookupswitch`: padded by position, 32-bit offsets.
    Switch,
    /// Leaves the method normally.
    Return,
}

#[inline]
pub(crate) const fn shape(opcode: u8) -> Shape {
    match opcode {
        IFEQ..=JSR | IFNULL | IFNONNULL => Shape::Jump16,
        GOTO_W | JSR_W => Shape::Jump32,
        TABLESWITCH | LOOKUPSWITCH => Shape::Switch,
        IRETURN..=RETURN => Shape::Return,
        _ => Shape::Plain,
    }
}

/// Whether control can reach the instruction behind this one without a jump. (A `jsr` comes back to
/// it.)
pub(crate) fn falls_through(opcode: u8) -> bool {
    !matches!(
        opcode,
        GOTO | GOTO_W | RET | TABLESWITCH | LOOKUPSWITCH | ATHROW | IRETURN..=RETURN
    )
}

/// In [`LENGTHS`]: the length depends on operands.
const VARIABLE: u8 = 0xff;

/// Length of each instruction with its operands; 0 for bytes that are no opcode.
static LENGTHS: [u8; 256] = lengths();

const fn lengths() -> [u8; 256] {
    let mut table = [0; 256];
    let mut opcode = 0;
    while opcode <= JSR_W {
        table[opcode as usize] = match opcode {
            BIPUSH | LDC | ILOAD..=ALOAD | ISTORE..=ASTORE | RET | NEWARRAY => 2,
            SIPUSH | LDC_W | LDC2_W | IINC | IFEQ..=JSR | GETSTATIC..=INVOKESTATIC => 3,
            NEW | ANEWARRAY | CHECKCAST | INSTANCEOF | IFNULL | IFNONNULL => 3,
            MULTIANEWARRAY => 4,
            INVOKEINTERFACE | INVOKEDYNAMIC | GOTO_W | JSR_W => 5,
            TABLESWITCH | LOOKUPSWITCH | WIDE => VARIABLE,
            _ => 1,
        };
        opcode += 1;
    }
    table
}

/// Length of an instruction that can be copied wherever it goes: it has a fixed length, no jump,
/// and is no return.
#[inline]
pub(crate) fn plain_length(opcode: u8) -> Option<usize> {
    match PLAIN_LENGTHS[opcode as usize] {
        0 => None,
        length => Some(length as usize),
    }
}

/// [`LENGTHS`] of the plain instructions, 0 for all others: most instructions need no other look.
static PLAIN_LENGTHS: [u8; 256] = {
    let mut table = lengths();
    let mut opcode = 0;
    while opcode < table.len() {
        if !matches!(shape(opcode as u8), Shape::Plain) || table[opcode] == VARIABLE {
            table[opcode] = 0;
        }
        opcode += 1;
    }
    table
};

/// A set of opcodes, in a form in which code can be searched for them quickly.
#[derive(Debug)]
pub struct OpcodeSet {
    /// [`LENGTHS`], but 0 for all that need another look, and [`WANTED`] for those in the set.
    steps: [u8; 256],
}

/// In [`OpcodeSet`]: the opcode is in the set.
const WANTED: u8 = 0x80;

impl OpcodeSet {
    /// The opcodes of these ranges, each with its last one.
    pub const fn of(ranges: &[(u8, u8)]) -> Self {
        let mut steps = lengths();
        let mut opcode = 0;
        while opcode < steps.len() {
            if steps[opcode] == VARIABLE {
                steps[opcode] = 0;
            }
            let mut number = 0;
            while number < ranges.len() {
                let (first, last) = ranges[number];
                if first as usize <= opcode && opcode <= last as usize {
                    steps[opcode] |= WANTED;
                }
                number += 1;
            }
            opcode += 1;
        }
        OpcodeSet { steps }
    }

    /// Whether the opcode is in the set.
    #[inline]
    pub fn contains(&self, opcode: u8) -> bool {
        self.steps[opcode as usize] & WANTED != 0
    }

    /// The length of an instruction; 0 if it needs another look.
    #[inline]
    pub(crate) fn length(&self, opcode: u8) -> usize {
        (self.steps[opcode as usize] & !WANTED) as usize
    }
}

/// What is wrong with code that ends inside of an instruction.
pub(crate) const PASSES_THE_END: Error =
    Error::Malformed("an instruction passes the end of the code");

/// Length of the instruction at `pc`, which is known to lie inside `code` with all of its bytes
/// when this succeeds.
#[inline]
pub(crate) fn instruction_length(code: &[u8], pc: usize) -> Result<usize, Error> {
    let opcode = *code.get(pc).ok_or(Error::Truncated)?;
    let length = match LENGTHS[opcode as usize] {
        0 => return Err(Error::Malformed("unknown opcode")),
        VARIABLE => variable_length(code, pc, opcode)?,
        fixed => fixed as usize,
    };
    if length > code.len() - pc {
        return Err(PASSES_THE_END);
    }
    Ok(length)
}

/// Bytes between a switch opcode at `pc` and its operands, which begin at a multiple of four.
#[inline]
pub(crate) fn switch_padding(pc: usize) -> usize {
    3 - pc % 4
}

#[cold]
fn variable_length(code: &[u8], pc: usize, opcode: u8) -> Result<usize, Error> {
    if opcode == WIDE {
        return match code.get(pc + 1) {
            Some(&IINC) => Ok(6),
            Some(&(ILOAD..=ALOAD | ISTORE..=ASTORE | RET)) => Ok(4),
            _ => Err(Error::Malformed(
                "wide in front of an instruction that has no wide form",
            )),
        };
    }
    let operands = pc + 1 + switch_padding(pc);
    let mut reader = crate::reader::Reader::at(code, operands);
    let _default = reader.i32()?;
    let entries = if opcode == TABLESWITCH {
        let (low, high) = (reader.i32()?, reader.i32()?);
        if low > high {
            return Err(Error::Malformed("a tableswitch has its bounds swapped"));
        }
        (i64::from(high) - i64::from(low) + 1) * 4
    } else {
        let pairs = reader.i32()?;
        if pairs < 0 {
            return Err(Error::Malformed("a lookupswitch has a negative length"));
        }
        i64::from(pairs) * 8
    };
    let length = (reader.pos() - pc) as i64 + entries;
    usize::try_from(length).map_err(|_| Error::Truncated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_match_the_specification() {
        assert_eq!(
            [
                ALOAD_0,
                GOTO,
                RETURN,
                INVOKESTATIC,
                MONITORENTER,
                WIDE,
                JSR_W
            ],
            [0x2a, 0xa7, 0xb1, 0xb8, 0xc2, 0xc4, 0xc9]
        );
    }

    #[test]
    fn lengths_of_odd_instructions() {
        assert_eq!(instruction_length(&[WIDE, IINC, 0, 1, 0, 1], 0), Ok(6));
        assert_eq!(instruction_length(&[WIDE, ALOAD, 0, 1], 0), Ok(4));
        assert!(instruction_length(&[WIDE, NOP, 0, 1], 0).is_err());
        assert!(
            instruction_length(&[0xca], 0).is_err(),
            "breakpoint is no opcode of a file"
        );
        assert!(instruction_length(&[GOTO, 0], 0).is_err(), "cut off");
    }

    #[test]
    fn switches_are_measured_with_padding_and_never_past_the_code() {
        let mut code = vec![NOP, TABLESWITCH, 0, 0];
        for word in [0i32, 3, 4, 0, 0] {
            code.extend(word.to_be_bytes());
        }
        assert_eq!(instruction_length(&code, 1), Ok(23));
        code[8..12].copy_from_slice(&i32::MIN.to_be_bytes());
        assert!(
            instruction_length(&code, 1).is_err(),
            "four billion entries"
        );
        let mut lookup = vec![LOOKUPSWITCH, 0, 0, 0, 0, 0, 0, 0];
        lookup.extend((-1i32).to_be_bytes());
        assert!(instruction_length(&lookup, 0).is_err());
    }
}
