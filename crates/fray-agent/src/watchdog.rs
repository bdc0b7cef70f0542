//! Ends what would hang.
