//! The semantics of the JVM's synchronisation primitives as an executable model.
//!
//! It is the small-step semantics in the appendix of *Fray: An Efficient General-Purpose Concurrency
//! Testing Platform for the JVM* (OOPSLA 2025), for small programs over the primitives of the JDK:
//! states of threads, memory, locks and conditions, and one transition per instruction, whoever is
//! next. [`explore`] computes every outcome that a program can have. [`run`] lets fray search the
//! same program, interpreted on a real JVM with the real primitives, exhaustively. The two sets
//! must be equal: an outcome that only fray shows would make it unsound, one that only the model has
//! would make it incomplete.
//!
//! `docs/soundness.md` says what this proves. Test support; nothing of the product depends on it.
#![forbid(unsafe_code)]

mod execute;
pub mod explore;
pub mod generate;
pub mod program;
mod queue;
pub mod random;
pub mod run;
pub mod shrink;
pub mod state;
mod step;
