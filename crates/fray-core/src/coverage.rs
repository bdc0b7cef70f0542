//! Which behaviours of the program have been seen.
//!
//! Two interleavings that differ only in the order of independent operations are the same
//! behaviour: a Mazurkiewicz trace. [`TraceHash`] maps an execution to a number that is the
//! same for equivalent interleavings and, up to collisions of a 64-bit hash, different
//! for others. [`Coverage`] counts the behaviours of a campaign and estimates how many more
//! there are.

mod seen;
mod trace_hash;

pub use seen::Coverage;
pub use trace_hash::TraceHash;
