//! What an execution showed, for people and for machines.
//!
//! The agent fills a [`model::FailureReport`] per failure and a [`summary::Summary`] per run. From the
//! first come `trace.txt` ([`text`]), `failure.json` ([`json`]) and `index.html` ([`html`]);
//! [`folder`] puts them where the user finds them. From the second come `summary.json` and, with the
//! failures, the end of a run on a [`terminal`], [`junit`] XML and [`sarif`].
#![forbid(unsafe_code)]

pub mod derive;
pub mod explain;
pub mod folder;
pub mod frame;
mod hex;
pub mod html;
pub mod json;
pub mod junit;
pub mod model;
pub mod names;
pub mod rows;
pub mod sarif;
pub mod sources;
pub mod summary;
pub mod terminal;
pub mod text;
pub mod view;
pub mod words;
