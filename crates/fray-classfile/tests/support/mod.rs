//! What the tests and the benchmark share: real classes, and an edit that uses every kind of hook.

#![allow(dead_code, reason = "every test uses another part of this")]

pub mod build;
pub mod corpus;
pub mod dense;
pub mod jdk;
pub mod link;
