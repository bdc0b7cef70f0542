//! Small pieces of bytecode.

use fray_classfile::opcode;

/// An instruction with a 16-bit constant pool index.
pub fn with_index(opcode: u8, index: u16) -> [u8; 3] {
    let [high, low] = index.to_be_bytes();
    [opcode, high, low]
}

/// A load or store of a local variable, by its long form.
pub fn local(opcode: u8, index: u16, out: &mut Vec<u8>) {
    if let Ok(short) = u8::try_from(index) {
        out.extend([opcode, short]);
    } else {
        let [high, low] = index.to_be_bytes();
        out.extend([opcode::WIDE, opcode, high, low]);
    }
}

/// The parameter types of a method descriptor, each as the first byte of its descriptor
/// (`[` for arrays). Stops at anything malformed.
pub fn parameters(descriptor: &[u8]) -> impl Iterator<Item = u8> + '_ {
    let mut rest = descriptor.strip_prefix(b"(").unwrap_or_default();
    std::iter::from_fn(move || {
        let &first = rest.first()?;
        let dimensions = rest.iter().take_while(|&&b| b == b'[').count();
        let length = match rest.get(dimensions)? {
            b')' => return None,
            b'L' => dimensions + rest[dimensions..].iter().position(|&b| b == b';')? + 1,
            _ => dimensions + 1,
        };
        rest = &rest[length..];
        Some(first)
    })
}

/// Stack slots or local variables that a value of this type takes.
pub fn width(kind: u8) -> u16 {
    if matches!(kind, b'J' | b'D') { 2 } else { 1 }
}

/// The instruction that stores a value of this type, and the one that loads it.
pub fn store_and_load(kind: u8) -> (u8, u8) {
    match kind {
        b'J' => (opcode::LSTORE, opcode::LLOAD),
        b'D' => (opcode::DSTORE, opcode::DLOAD),
        b'F' => (opcode::FSTORE, opcode::FLOAD),
        b'L' | b'[' => (opcode::ASTORE, opcode::ALOAD),
        _ => (opcode::ISTORE, opcode::ILOAD),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_every_type() {
        let types: Vec<u8> = parameters(b"(I[JLjava/lang/Object;[[Lx;DZ)V").collect();
        assert_eq!(types, b"I[L[DZ");
        assert_eq!(parameters(b"()V").count(), 0);
        assert_eq!(parameters(b"(Lbroken").count(), 0);
        assert_eq!(parameters(b"").count(), 0);
    }
}
