//! Classes of the program whose initialisation others may get in the way of: those that initialise each other in a
//! circle, and those that take locks meanwhile.

use std::collections::{BTreeSet, HashMap, HashSet};

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
        // What this thread uses of the class meanwhile it need not wait for.
        let mut left: Vec<_> = self.used(start)?.into_iter().collect();
        left.retain(|&name| name != class);
        let mut left: Vec<_> = left.into_iter().map(Way::Into).collect();
        while let Some(way) = left.pop() {
            if way == Way::Into(class) {
                return Ok(true);
            }
            if seen.len() == MOST || !seen.insert(way) {
                continue;
            }
            let before = left.len();
            match way {
                // Initialised before the class was.
                Way::Into(name) if ancestors.contains(name) => {}
                Way::Into(name) => {
                    let found = look_up(name)?;
                    left.extend(self.used(found)?.into_iter().map(Way::Into));
                    if !found.is_interface {
                        left.extend(found.parent.iter().map(|parent| Way::Into(parent)));
                        left.extend(found.interfaces.iter().map(|it| Way::Through(it)));
                    }
                    if is_nameless_in(name, class) {
                        let is_back =
                            |way: Way<'_>| way == Way::Into(class) || way == Way::Through(class);
                        let mut at = before;
                        while at < left.len() {
                            if is_back(left[at]) {
                                left.swap_remove(at);
                            } else {
                                at += 1;
                            }
                        }
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

    /// What the static initialiser of a class uses: itself, and in the methods of others that it calls.
    fn used<'a>(&'a self, class: &'a Initialises) -> Result<BTreeSet<&'a [u8]>, &'a [u8]> {
        let mut used: BTreeSet<_> = class.uses.iter().map(Vec::as_slice).collect();
        let mut seen = HashSet::new();
        let mut left = Vec::new();
        for method in &class.calls {
            let name = method.class.as_slice();
            let called = self.0.get(name).ok_or(name)?;
            left.extend(
                called
                    .methods
                    .get(&method.signature)
                    .map(|&at| (called, at)),
            );
        }
        while let Some((called, at)) = left.pop() {
            if seen.len() == MOST || !seen.insert((called.class.as_slice(), at)) {
                continue;
            }
            let body = &called.bodies[at];
            used.extend(body.uses.iter().map(Vec::as_slice));
            left.extend(body.own.iter().map(|&own| (called, own)));
        }
        Ok(used)
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
    use crate::initialises::{Body, Method, Signature};

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

    /// A method of a helper that makes the other one, in a method of its own.
    #[test]
    fn initialisers_that_need_each_other_in_methods_they_call() {
        let helper = |makes: &str| Initialises {
            class: b"Helper".to_vec(),
            methods: [((b"make".to_vec(), b"()V".to_vec()), 0)].into(),
            bodies: vec![
                Body {
                    own: vec![1],
                    ..Body::default()
                },
                Body {
                    uses: vec![makes.into()],
                    ..Body::default()
                },
            ],
            ..Initialises::default()
        };
        let mut circles = circles(&["B: A"]);
        circles.learn(Initialises {
            class: b"A".to_vec(),
            calls: [Method {
                class: b"Helper".to_vec(),
                signature: (b"make".to_vec(), b"()V".to_vec()),
            }]
            .into(),
            ..Initialises::default()
        });
        assert_eq!(circles.ask(b"A"), Answer::Unknown(b"Helper".to_vec()));
        circles.learn(helper("B"));
        assert_eq!(circles.ask(b"A"), Answer::Entangled);
        assert_eq!(circles.ask(b"B"), Answer::Entangled);
        // What it needs of itself it has.
        circles.learn(helper("A"));
        assert_eq!(circles.ask(b"A"), Answer::Alone);
    }

    #[test]
    fn nameless_classes_have_ancestors_that_others_use() {
        let body = ["A: A$1", "A$1(B):", "B: A"];
        demand(&body, "A", Answer::Entangled);
    }

    #[test]
    fn what_is_missing_is_asked_for() {
        demand(&[], "A", Answer::Unknown(b"A".to_vec()));
        demand(&["A: B"], "A", Answer::Unknown(b"B".to_vec()));
        demand(&["A(B): "], "A", Answer::Unknown(b"B".to_vec()));
    }
}
