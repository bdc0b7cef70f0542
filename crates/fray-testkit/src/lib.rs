//! What the tests and benchmarks of fray share: the JDKs of this machine, real classes of them and
//! of libraries, the JVM's verifier, and the programs in `subjects`.
//!
//! Nothing of the product depends on this crate.
#![forbid(unsafe_code)]

pub mod agent;
pub mod artifacts;
pub mod browser;
pub mod build;
pub mod corpus;
pub mod cpu;
pub mod drivers;
pub mod java;
pub mod jdk;
pub mod libraries;
pub mod link;
pub mod place;
pub mod run;
pub mod skip;
pub mod strategies;
pub mod subjects;
