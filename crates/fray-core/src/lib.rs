//! The part of fray that knows nothing of a JVM: what threads, objects and
//! operations are, which thread may run, which one does run, how a schedule is
//! written down, replayed and made smaller.
//!
//! The agent feeds an [`execution::Execution`] with the operations that the
//! program's threads are about to perform; the execution asks a
//! [`strategy::Strategy`] whenever there is a choice.
#![forbid(unsafe_code)]

pub mod campaign;
pub mod config;
pub mod coverage;
pub mod execution;
pub mod failure;
mod hash;
pub mod minimise;
pub mod op;
pub mod paths;
pub mod recording;
pub mod rng;
pub mod strategy;

#[cfg(test)]
mod testing;
