//! `java`'s `@argfiles`, read only to find out where the main class is.

use super::ArgsError;

/// The arguments in a file.
pub fn read(path: &str) -> Result<Vec<String>, ArgsError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(words(&String::from_utf8_lossy(&bytes))),
        Err(error) => Err(ArgsError::ArgFile {
            path: path.to_owned(),
            why: error.to_string(),
        }),
    }
}

/// Splits the text of an argument file as the launcher does: at white space, `#` to the end of the
/// line is a comment, quotes keep white space, and inside them a backslash escapes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', Some(_)) => match chars.next() {
                // The line goes on; white space at the head of the next one does not count.
                Some('\n' | '\r') => while chars.next_if(|c| c.is_ascii_whitespace()).is_some() {},
                Some(escaped) => word.get_or_insert_default().push(unescape(escaped)),
                None => {}
            },
            (c, Some(q)) if c == q => quote = None,
            // An open quote ends with its line.
            ('\n' | '\r', Some(_)) => {
                quote = None;
                words.extend(word.take());
            }
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => {
                while chars.next_if(|c| !matches!(c, '\n' | '\r')).is_some() {}
            }
            ('\\', None) if matches!(chars.peek(), Some('\n' | '\r')) => {
                while chars.next_if(|c| c.is_ascii_whitespace()).is_some() {}
            }
            (c, None) if c.is_ascii_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn unescape(c: char) -> char {
    match c {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'f' => '\u{c}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_as_the_launcher_does() {
        let text = "-cp \"a b/c.jar\" # the class path\n# nothing\n'-Dx=1 2' \"c:\\\\d\\tq\"\n\
                    \"-Dlong=one\\\n   two\" a#b Main\n";
        assert_eq!(
            words(text),
            [
                "-cp",
                "a b/c.jar",
                "-Dx=1 2",
                "c:\\d\tq",
                "-Dlong=onetwo",
                "a#b",
                "Main"
            ]
        );
        assert_eq!(words(""), Vec::<String>::new());
        assert_eq!(words("\"\" x"), ["", "x"]);
    }
}
