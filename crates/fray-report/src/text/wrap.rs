//! Breaking text into lines of a given width.

/// How many terminal cells the text takes, as far as that can be told without a table: wide
/// East Asian characters take two.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> usize {
    let wide = matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff);
    1 + usize::from(wide)
}

/// Breaks at spaces; words that are too long are broken, at a dot if there is one. Never empty.
pub(crate) fn wrap(text: &str, limit: usize) -> Vec<String> {
    let limit = limit.max(2);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word = word;
        loop {
            let line = lines.last_mut().expect("never empty");
            let space = usize::from(!line.is_empty());
            if width(line) + space + width(word) <= limit {
                line.push_str(if space == 1 { " " } else { "" });
                line.push_str(word);
                break;
            }
            if width(word) <= limit {
                lines.push(word.to_owned());
                break;
            }
            if !line.is_empty() {
                lines.push(String::new());
                continue;
            }
            let (head, tail) = split(word, limit);
            line.push_str(head);
            lines.push(String::new());
            word = tail;
        }
    }
    if lines.len() > 1 && lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// The longest beginning that fits, up to a dot if that leaves at least half.
fn split(word: &str, limit: usize) -> (&str, &str) {
    let mut used = 0;
    let mut end = 0;
    let mut dot = 0;
    for (at, c) in word.char_indices() {
        used += char_width(c);
        if used > limit {
            break;
        }
        end = at + c.len_utf8();
        if matches!(c, '.' | '$' | '/' | ':') && used * 2 >= limit && at > 0 {
            dot = end;
        }
    }
    word.split_at(if dot > 0 { dot } else { end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_at_spaces() {
        assert_eq!(
            wrap("reads Counter#1.value", 10),
            ["reads", "Counter#1.", "value"]
        );
        assert_eq!(wrap("a b c", 3), ["a b", "c"]);
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
    }

    #[test]
    fn never_wider_than_asked() {
        let text = "com.acme.Bank.transfer 日本語の名前 reads ééééééééééééé x";
        for limit in 2..60 {
            for line in wrap(text, limit) {
                assert!(width(&line) <= limit, "{limit}: {line:?}");
            }
            let joined: String = wrap(text, limit).concat();
            assert_eq!(joined.replace(' ', ""), text.replace(' ', ""), "{limit}");
        }
    }
}
