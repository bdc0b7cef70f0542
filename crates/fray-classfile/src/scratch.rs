//! Memory that is used again from one class to the next.

use crate::MethodEdit;
use crate::constants::NewConstants;
use crate::editor::MethodChange;
use crate::layout::Layout;

/// What an editor allocates on its way, for the next editor to use again: most classes are small, and
/// for them allocating takes longer than writing.
///
/// See [`ClassEditor::reusing`](crate::ClassEditor::reusing).
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    edits: Vec<MethodEdit>,
    /// Empty between two classes, as are the following.
    pub(crate) changes: Vec<MethodChange>,
    pub(crate) constants: NewConstants,
    pub(crate) layout: Layout,
    pub(crate) first_rows: Vec<u16>,
}

/// Edits that are kept: more than nearly all classes have methods.
const MAX_EDITS: usize = 64;

impl Scratch {
    /// An edit that changes nothing yet.
    pub(crate) fn take_edit(&mut self) -> MethodEdit {
        self.edits.pop().unwrap_or_default()
    }

    /// Keeps the memory of an edit that is no longer needed.
    pub(crate) fn keep_edit(&mut self, mut edit: MethodEdit) {
        if self.edits.len() < MAX_EDITS && edit.is_small() {
            edit.clear();
            self.edits.push(edit);
        }
    }
}
