//! What an execution showed, for people and for machines.
//!
//! The agent fills a [`model::FailureReport`] per failure and a [`summary::Summary`] per run. From the
//! first come `trace.txt` ([`text`]) and `failure.json` ([`json`]).
#![forbid(unsafe_code)]

pub mod derive;
pub mod explain;
pub mod frame;
mod hex;
pub mod json;
pub mod model;
pub mod names;
pub mod rows;
pub mod summary;
pub mod text;
pub mod view;
pub mod words;
