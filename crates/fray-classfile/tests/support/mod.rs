//! What the tests and the benchmark share: an edit that uses every kind of hook.

#![allow(dead_code, reason = "not every test uses every kind")]

pub mod dense;
