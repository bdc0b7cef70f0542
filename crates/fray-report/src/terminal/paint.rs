//! Colour, if it is wanted.

/// Whether it is.
#[derive(Clone, Copy)]
pub(super) struct Paint(pub bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub fn fail(self, text: &str) -> String {
        self.with("1;31", text)
    }

    pub fn warn(self, text: &str) -> String {
        self.with("33", text)
    }

    pub fn good(self, text: &str) -> String {
        self.with("1;32", text)
    }

    pub fn thread(self, text: &str) -> String {
        self.with("36", text)
    }
}
