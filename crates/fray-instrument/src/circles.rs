//! Classes of the program whose initialisation others may get in the way of: those that initialise each other in a
//! circle, and those that take locks meanwhile.

use std::collections::{HashMap, HashSet};

use crate::initialises::Initialises;

/// A circle through more classes than these is not looked for.
const MOST: usize = 64;

/// What is known about a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Its static initialiser initialises nothing that initialises it, and takes no locks.
    Alone,
    /// It does.
    Entangled,
    /// This class has to be looked at first.
    Unknown(Vec<u8>),
}

/// What the initialisation of classes is known to initialise in turn, by their internal names.
#[derive(Default, Debug)]
pub struct Circles(HashMap<Vec<u8>, Initialises>);

/// On the way through the classes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Way<'a> {
    /// The class is initialised.
    Into(&'a [u8]),
    /// A class that implements this interface is initialised.
    Through(&'a [u8]),
}

impl Circles {
    /// Whether the class has been looked at.
    pub fn knows(&self, class: &[u8]) -> bool {
        self.0.contains_key(class)
    }

    /// Takes note of a class.
    pub fn learn(&mut self, class: Initialises) {
        self.0.insert(class.class.clone(), class);
    }

    /// Whether the static initialiser of a class, which is about to run, takes a lock or initialises a class that in turn
    /// initialises it: by its own initialiser or, as a subclass does, before that.
    pub fn ask(&self, class: &[u8]) -> Answer {
        match self.search(class) {
            Ok(true) => Answer::Entangled,
            Ok(false) => Answer::Alone,
            Err(missing) => Answer::Unknown(missing.to_vec()),
        }
    }

    fn search<'a>(&'a self, class: &'a [u8]) -> Result<bool, &'a [u8]> {
        let look_up = |name: &'a [u8]| self.0.get(name).ok_or(name);
        let start = look_up(class)?;
        if start.locks {
            return Ok(true);
        }
        for method in &start.calls {
            if look_up(&method.class)?.lockers.contains(&method.signature) {
                return Ok(true);
            }
        }
        let ancestors = self.ancestors(start)?;
        let mut seen = HashSet::new();
        let used = start.uses.iter().map(Vec::as_slice);
        let used = used.filter(|name| !is_nameless_in(name, class));
        let mut left: Vec<_> = used.map(Way::Into).collect();
        while let Some(way) = left.pop() {
            if way == Way::Into(class) {
                return Ok(true);
            }
            if seen.len() == MOST || !seen.insert(way) {
                continue;
            }
            match way {
                // Initialised before the class was.
                Way::Into(name) if ancestors.contains(name) => {}
                Way::Into(name) => {
                    let found = look_up(name)?;
                    left.extend(found.uses.iter().map(|used| Way::Into(used)));
                    if !found.is_interface {
                        left.extend(found.parent.iter().map(|parent| Way::Into(parent)));
                        left.extend(found.interfaces.iter().map(|it| Way::Through(it)));
                    }
                }
                Way::Through(name) => {
                    let found = look_up(name)?;
                    if found.has_defaults {
                        left.push(Way::Into(name));
                    }
                    left.extend(found.interfaces.iter().map(|it| Way::Through(it)));
                }
            }
        }
        Ok(false)
    }

    fn ancestors<'a>(&'a self, class: &'a Initialises) -> Result<HashSet<&'a [u8]>, &'a [u8]> {
        let mut ancestors = HashSet::new();
        let mut last = class;
        while let Some(parent) = &last.parent
            && ancestors.insert(parent.as_slice())
        {
            last = self.0.get(parent).ok_or(parent.as_slice())?;
        }
        Ok(ancestors)
    }
}

/// Nobody but the class itself uses the classes without names in it, such as the bodies of enum constants.
fn is_nameless_in(name: &[u8], class: &[u8]) -> bool {
    name.strip_prefix(class)
        .and_then(|rest| rest.strip_prefix(b"$"))
        .is_some_and(|rest| !rest.is_empty() && rest.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::initialises::{Method, Signature};

    /// "A(B,C): D E" is a class A with the superclass B and the interface C whose initialiser uses D and E;
    /// "interface" in front: it has default methods, "interface-" it has none.
    fn circles(classes: &[&str]) -> Circles {
        let mut circles = Circles::default();
        for text in classes {
            let (head, uses) = text.split_once(':').expect("a colon");
            let (kind, head) = head.split_once(' ').unwrap_or(("", head));
            let (class, above) = head.split_once('(').unwrap_or((head, ""));
            let names = |list: &str, by| -> Vec<Vec<u8>> {
                let names = list.trim_end_matches(')').split(by);
                let names = names.filter(|name| !name.is_empty());
                names.map(|name| name.trim().into()).collect()
            };
            let mut above = names(above, ',');
            let is_interface = kind.starts_with("interface");
            let has_parent = !is_interface && !above.is_empty();
            circles.learn(Initialises {
                class: class.into(),
                parent: has_parent.then(|| above.remove(0)).filter(|it| it != b"-"),
                interfaces: above,
                is_interface,
                has_defaults: kind == "interface",
                uses: names(uses.trim(), ' ').into_iter().collect(),
                ..Initialises::default()
            });
        }
        circles
    }

    #[track_caller]
    fn demand(classes: &[&str], class: &str, answer: Answer) {
        assert_eq!(circles(classes).ask(class.as_bytes()), answer);
    }

    #[test]
    fn initialisers_that_use_each_other() {
        let both = ["A: B", "B: C", "C: A", "D: A"];
        demand(&both, "A", Answer::Entangled);
        demand(&both, "C", Answer::Entangled);
        demand(&both, "D", Answer::Alone);
    }

    #[test]
    fn a_superclass_that_uses_its_subclass() {
        let family = ["Parent: Child", "Child(Middle): Parent", "Middle(Parent):"];
        demand(&family, "Parent", Answer::Entangled);
        // When this one runs the other has: nobody is behind it.
        demand(&family, "Child", Answer::Alone);
    }

    #[test]
    fn an_interface_with_default_methods_that_uses_its_implementor() {
        let shapes = [
            "interface Shape: Circle",
            "Circle(-,Round):",
            "interface- Round(Shape):",
        ];
        demand(&shapes, "Shape", Answer::Entangled);
        let without = ["interface- Shape: Circle", "Circle(-,Shape):"];
        demand(&without, "Shape", Answer::Alone);
        // An interface does not initialise those that it extends.
        let extends = ["interface Shape: Round", "interface Round(Shape):"];
        demand(&extends, "Shape", Answer::Alone);
    }

    #[test]
    fn bodies_of_enum_constants_are_nobody_elses() {
        demand(
            &["Color: Color$1", "Color$1(Color):"],
            "Color",
            Answer::Alone,
        );
        demand(
            &["Color: Color$Red", "Color$Red(Color):"],
            "Color",
            Answer::Entangled,
        );
    }

    #[test]
    fn initialisers_that_take_locks() {
        let signature = (b"register".to_vec(), b"()V".to_vec());
        let registry = |lockers: &[&Signature]| Initialises {
            class: b"Registry".to_vec(),
            lockers: lockers.iter().map(|&it| it.clone()).collect(),
            ..Initialises::default()
        };
        let driver = Initialises {
            class: b"Driver".to_vec(),
            calls: [Method {
                class: b"Registry".to_vec(),
                signature: signature.clone(),
            }]
            .into(),
            ..Initialises::default()
        };
        let mut circles = Circles::default();
        circles.learn(driver.clone());
        assert_eq!(
            circles.ask(b"Driver"),
            Answer::Unknown(b"Registry".to_vec())
        );
        circles.learn(registry(&[]));
        assert_eq!(circles.ask(b"Driver"), Answer::Alone);
        circles.learn(registry(&[&signature]));
        assert_eq!(circles.ask(b"Driver"), Answer::Entangled);
        circles.learn(Initialises {
            locks: true,
            ..registry(&[])
        });
        assert_eq!(circles.ask(b"Registry"), Answer::Entangled);
        assert_eq!(circles.ask(b"Driver"), Answer::Alone);
    }

    #[test]
    fn what_is_missing_is_asked_for() {
        demand(&[], "A", Answer::Unknown(b"A".to_vec()));
        demand(&["A: B"], "A", Answer::Unknown(b"B".to_vec()));
        demand(&["A(B): "], "A", Answer::Unknown(b"B".to_vec()));
    }
}
