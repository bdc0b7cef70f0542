//! Reports for the tests: small programs, written down as the agent would see them.
#![allow(dead_code)]

pub mod build;
pub mod golden;
pub mod hostile;
pub mod large;
pub mod programs;
pub mod sources;
pub mod summaries;
