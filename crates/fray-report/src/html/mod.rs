//! `index.html`: the execution as a timeline, in one page that needs nothing else.
//!
//! Everything is inline, and the page's own policy forbids it to load anything. What comes from
//! the program under test reaches the page only as JSON, of which no character can end
//! the script element that holds it, and is shown only as text nodes.

mod data;
mod excerpts;

use crate::frame::Frame;
use crate::model::FailureReport;
use crate::text;
use crate::view::View;

const PAGE: &str = include_str!("../../assets/page.html");
const STYLE: [&str; 3] = [
    include_str!("../../assets/style.css"),
    include_str!("../../assets/timeline.css"),
    include_str!("../../assets/details.css"),
];
const SCRIPT: [&str; 6] = [
    include_str!("../../assets/data.js"),
    include_str!("../../assets/theme.js"),
    include_str!("../../assets/lanes.js"),
    include_str!("../../assets/timeline.js"),
    include_str!("../../assets/details.js"),
    include_str!("../../assets/main.js"),
];

/// The page. `sources` gives the text of a frame's source file, if it can be found.
pub fn render(report: &FailureReport, sources: &dyn Fn(&Frame) -> Option<String>) -> String {
    let view = View::new(report);
    let page = data::page(&view, sources);
    let json = serde_json::to_string(&page).expect("no maps with keys other than strings");
    let mut html = String::with_capacity(json.len() + (64 << 10));
    // Markers are looked for in the template only, never in what was put in.
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after
            .split_once("}}")
            .expect("the template's markers are closed");
        html.push_str(before);
        match name {
            "title" => html.push_str(&escape(&page.title)),
            "style" => html.extend(STYLE),
            "script" => html.extend(SCRIPT),
            "data" => html.push_str(&in_script(&json)),
            "text" => html.push_str(&escape(&text::render(report))),
            other => unreachable!("the template has an unknown marker {other}"),
        }
        rest = after;
    }
    html.push_str(rest);
    html
}

/// Text as HTML.
fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '&' => html.push_str("&amp;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            c => html.push(c),
        }
    }
    html
}

/// JSON such that no part of it can be taken for the end of a script, a comment or an entity. These
/// characters occur in strings only, where they may be written as escapes.
fn in_script(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_a_script() {
        let json = serde_json::to_string("</script><!--&\u{2028}").expect("JSON");
        let safe = in_script(&json);
        assert!(!safe.contains(['<', '>', '&', '\u{2028}']));
        let back: String = serde_json::from_str(&safe).expect("still JSON");
        assert_eq!(back, "</script><!--&\u{2028}");
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(escape("<b a='\"&'>"), "&lt;b a=&#39;&quot;&amp;&#39;&gt;");
    }
}
