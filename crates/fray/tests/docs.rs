//! The documentation is true: every transcript in it is run again and compared, and the list of
//! options is that of the table.
//!
//! A block of Java whose first line is `// Name.java` is a file. In a block marked `console`, lines that
//! begin with `$ ` are commands, and what follows is what they print. Numbers may differ.
//! `FRAY_UPDATE_DOCS=1 cargo test --test docs -- --test-threads=1` writes what was printed into
//! the documents.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fray_core::config::OPTIONS;
use fray_testkit::skip;
use support::{Lab, fray, java};

/// The transcripts were made on this JDK; names of methods inside of the JDK differ from one to
/// the next.
const FEATURE: u32 = 17;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn updating() -> bool {
    std::env::var_os("FRAY_UPDATE_DOCS").is_some()
}

#[test]
fn transcripts() {
    let is_right = |home: &PathBuf| java::feature(home) == FEATURE;
    let Some(home) = java::jdks().into_iter().find(is_right) else {
        skip::aloud("the transcripts, for want of JDK 17");
        return;
    };
    for document in ["docs/usage.md", "README.md"] {
        let path = root().join(document);
        let text = fs::read_to_string(&path).unwrap();
        let lab = Lab::new();
        let fresh = run_all(&text, &lab, &home);
        if updating() {
            fs::write(&path, fresh).unwrap();
        } else {
            compare(document, &text, &fresh, &home);
        }
    }
}

/// The document with everything that its commands print put in anew.
fn run_all(text: &str, lab: &Lab, home: &Path) -> String {
    let mut out = String::new();
    let mut block = "";
    let mut file: Option<(PathBuf, String)> = None;
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            if let Some((path, source)) = file.take() {
                fs::write(path, source).unwrap();
            }
            block = if block.is_empty() { language } else { "" };
        } else if block == "console" {
            if let Some(command) = line.strip_prefix("$ ") {
                let printed = printed_by(command, lab, home);
                out.push_str(&format!("{line}\n{printed}"));
            }
            continue;
        } else if block == "java" {
            if let Some(name) = line.strip_prefix("// ") {
                file = Some((lab.file(name), String::new()));
            }
            if let Some((_, source)) = &mut file {
                source.push_str(&format!("{line}\n"));
            }
        }
        out.push_str(&format!("{line}\n"));
    }
    out
}

/// What a command prints. Nobody controls a plain JVM: once in thousands of runs it meets the bug of the
/// example by itself, which is no reason to doubt the document, and it is asked again.
fn printed_by(command: &str, lab: &Lab, home: &Path) -> String {
    let mut again = if command.starts_with("java ") { 4 } else { 0 };
    let mut output = shell(command, lab, home);
    while again > 0 && !output.status.success() {
        output = shell(command, lab, home);
        again -= 1;
    }
    text_of(&output)
}

fn shell(command: &str, lab: &Lab, home: &Path) -> Output {
    let bins = [fray().parent().unwrap().to_owned(), home.join("bin")];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = bins.into_iter().chain(std::env::split_paths(&path));
    Command::new("sh")
        .arg("-c")
        .arg(format!("{{ {command}\n}} 2>&1"))
        .current_dir(lab.path())
        .env("JAVA_HOME", home)
        .env("PATH", std::env::join_paths(path).unwrap())
        .env_remove("JDK_JAVA_OPTIONS")
        .output()
        .unwrap()
}

/// As on a terminal that is not too wide.
fn text_of(output: &Output) -> String {
    let text = str::from_utf8(&output.stdout).unwrap();
    let lines = text.lines().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}

#[track_caller]
fn compare(document: &str, old: &str, new: &str, home: &Path) {
    let release = fs::read_to_string(home.join("release")).unwrap();
    let vendor = release
        .lines()
        .find_map(|line| line.strip_prefix("IMPLEMENTOR="));
    let vendor = vendor.unwrap_or_default().trim_matches('"');
    let old: Vec<String> = old.lines().map(|line| blur(line, "Debian")).collect();
    let new: Vec<String> = new.lines().map(|line| blur(line, vendor)).collect();
    for (old, new) in old.iter().zip(&new) {
        assert_eq!(
            old, new,
            "{document}: FRAY_UPDATE_DOCS=1 brings it up to date"
        );
    }
    assert_eq!(old.len(), new.len(), "{document}");
}

/// The line without what may differ: numbers, the vendor, and widths that follow from these.
fn blur(line: &str, vendor: &str) -> String {
    let mut out = String::new();
    for c in line.replace(vendor, "#").chars() {
        let c = if c.is_ascii_digit() { '#' } else { c };
        let repeats = out.ends_with(c) && "# =-*".contains(c);
        let inside = out.ends_with('#') && ",.".contains(c);
        if !repeats && !inside {
            out.push(c);
        }
    }
    out
}

/// The table of options between the two marks in docs/usage.md.
#[test]
fn every_option_is_in_the_table() {
    const BEGIN: &str = "<!-- options -->\n";
    const END: &str = "<!-- end of options -->";
    let path = root().join("docs/usage.md");
    let text = fs::read_to_string(&path).unwrap();
    let (head, rest) = text.split_once(BEGIN).unwrap();
    let (table, tail) = rest.split_once(END).unwrap();
    let mut expected = String::from("| option | meaning | default |\n| --- | --- | --- |\n");
    for option in OPTIONS.iter().filter(|option| !option.internal) {
        let value = option
            .value
            .map_or(String::new(), |value| format!(" {value}"));
        let also = option.aliases.iter().map(|alias| format!(", `--{alias}`"));
        expected.push_str(&format!(
            "| `--{}{value}`{} | {} | {} |\n",
            option.name,
            also.collect::<String>(),
            option.help,
            option.default_text()
        ));
    }
    if updating() {
        fs::write(&path, format!("{head}{BEGIN}{expected}{END}{tail}")).unwrap();
    } else {
        assert_eq!(table, expected, "FRAY_UPDATE_DOCS=1 brings it up to date");
    }
}

/// Every message in docs/troubleshooting.md that claims to be ours is in our sources.
#[test]
fn troubleshooting_quotes_real_messages() {
    let text = fs::read_to_string(root().join("docs/troubleshooting.md")).unwrap();
    let mut sources = String::new();
    collect(&root().join("crates"), "rs", &mut sources);
    collect(&root().join("java"), "java", &mut sources);
    // Texts in the sources may be broken over several lines.
    let sources: String = sources
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace("\\ ", "");
    for heading in text.lines().filter_map(|line| line.strip_prefix("### `")) {
        let message = heading.trim_end_matches('`').trim_start_matches("fray: ");
        let message = message.trim_start_matches("note: ");
        // What stands for a name or a number is in capitals.
        for part in message.split(|c: char| c.is_ascii_uppercase() || c == '\'') {
            let part = part.trim_matches(|c: char| !c.is_alphanumeric());
            if part.len() > 8 {
                assert!(sources.contains(part), "{heading}: no message has {part:?}");
            }
        }
    }
}

fn collect(folder: &Path, extension: &str, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            collect(&path, extension, text);
        } else if path.extension().is_some_and(|e| e == extension) {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}
