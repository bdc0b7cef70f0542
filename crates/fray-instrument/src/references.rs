//! Method references: handles in the constant pool that stand for hooked methods, which they reach without an
//! instruction that calls them.

use fray_classfile::{Error, tag};

use crate::bootstraps::Bootstraps;
use crate::calls::Calls;
use crate::pen::Pen;

/// `REF_invokeStatic`, the kind of method handles for static methods.
const REF_INVOKE_STATIC: u8 = 6;

const METAFACTORY: &[u8] = b"java/lang/invoke/LambdaMetafactory";

/// Which argument of the metafactory is the method that a lambda calls.
const IMPLEMENTATION: usize = 1;

/// A handle that was one of an instance method and is one of a hook now, and the type of the receiver there.
struct Bound<'a> {
    handle: u16,
    receiver: &'a [u8],
}

/// Points the handles of a class at the hooks.
pub fn redirect(calls: &Calls<'_>, pen: &mut Pen<'_>) -> Result<(), Error> {
    let pool = pen.class_file().pool();
    if !pool.has(tag::METHOD_HANDLE) {
        return Ok(());
    }
    let mut bound = Vec::new();
    for (index, kind) in pool.tags() {
        if kind != tag::METHOD_HANDLE {
            continue;
        }
        let (kind, member) = pool.method_handle(index)?;
        if !(5..=7).contains(&kind) {
            continue; // not a virtual, static or special call
        }
        let Ok(target) = pool.member_ref(member) else {
            continue;
        };
        let is_static = kind == REF_INVOKE_STATIC;
        let Some((class, name, descriptor)) = calls.stand_in(target, is_static) else {
            continue;
        };
        let method = pen.method_ref(class, name, descriptor)?;
        pen.redirect_method_handle(index, REF_INVOKE_STATIC, method)?;
        if let (false, Some(receiver)) = (is_static, first_parameter(descriptor.as_bytes())) {
            bound.push(Bound {
                handle: index,
                receiver,
            });
        }
    }
    if bound.is_empty() {
        return Ok(());
    }
    retype(pen, &bound)
}

/// What a lambda has captured may be of any class that has the method, if that is its receiver, but of no
/// other type than a static method has, if it is an argument: `this::notifyAll` captures an `Object` now.
fn retype(pen: &mut Pen<'_>, bound: &[Bound<'_>]) -> Result<(), Error> {
    let class = pen.class_file();
    let pool = class.pool();
    let mut receivers = Vec::new();
    let mut bootstraps = Bootstraps::of(class)?;
    while let Some(bootstrap) = bootstraps.next()? {
        let (_, factory) = pool.method_handle(bootstrap.method)?;
        let makes_lambdas = pool.member_ref(factory)?.class == METAFACTORY;
        let implementation = bootstrap.argument(IMPLEMENTATION).filter(|_| makes_lambdas);
        let of = |it: &&Bound<'_>| Some(it.handle) == implementation;
        receivers.push(bound.iter().find(of).map(|it| it.receiver));
    }
    for (index, kind) in pool.tags() {
        if kind != tag::INVOKE_DYNAMIC {
            continue;
        }
        let (number, _, descriptor) = pool.invoke_dynamic(index)?;
        if let Some(&Some(receiver)) = receivers.get(usize::from(number))
            && let Some(captured) = first_parameter(descriptor)
        {
            let rest = &descriptor[1 + captured.len()..];
            pen.retype_call_site(index, [b"(", receiver, rest].concat())?;
        }
    }
    Ok(())
}

/// The first parameter of a method, if it is an object.
fn first_parameter(descriptor: &[u8]) -> Option<&[u8]> {
    let parameters = descriptor.strip_prefix(b"(")?;
    let dimensions = parameters.iter().position(|&byte| byte != b'[')?;
    let length = match parameters[dimensions] {
        b'L' => {
            dimensions
                + parameters[dimensions..]
                    .iter()
                    .position(|&byte| byte == b';')?
                + 1
        }
        b')' => return None,
        _ if dimensions > 0 => dimensions + 1,
        _ => return None,
    };
    Some(&parameters[..length])
}

#[cfg(test)]
mod tests {
    use super::first_parameter;

    #[test]
    fn first_parameters() {
        let first = |descriptor: &'static str| {
            first_parameter(descriptor.as_bytes()).map(|it| str::from_utf8(it).unwrap())
        };
        assert_eq!(first("(Ljava/lang/Object;J)V"), Some("Ljava/lang/Object;"));
        assert_eq!(first("([[I)V"), Some("[[I"));
        assert_eq!(first("([LA;LB;)V"), Some("[LA;"));
        assert_eq!(first("()V"), None);
        assert_eq!(first("(JLA;)V"), None);
    }
}
