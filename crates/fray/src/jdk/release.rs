//! What a JDK says about itself.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Version;

/// What could be found out.
#[derive(Debug, PartialEq, Eq)]
pub struct Facts {
    /// The version.
    pub version: Version,
    /// Who made it.
    pub vendor: Option<String>,
    /// Where it really is, if that was asked.
    pub home: Option<PathBuf>,
}

/// From the `release` file, which every JDK since 9 has.
pub fn read(home: &Path) -> Option<Facts> {
    parse_release(&std::fs::read_to_string(home.join("release")).ok()?)
}

fn parse_release(text: &str) -> Option<Facts> {
    let value = |key: &str| {
        text.lines()
            .filter_map(|line| line.split_once('='))
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value.trim().trim_matches('"').to_owned())
    };
    Some(Facts {
        version: Version::parse(&value("JAVA_VERSION")?)?,
        vendor: value("IMPLEMENTOR").filter(|vendor| !vendor.is_empty()),
        home: None,
    })
}

/// From the JVM itself: slower, but it works for scripts that stand for `java`.
pub fn ask(java: &Path) -> Option<Facts> {
    let output = Command::new(java)
        .args(["-XshowSettings:properties", "-version"])
        .stdin(Stdio::null())
        .output()
        .ok()?;
    parse_settings(&String::from_utf8_lossy(&output.stderr))
}

fn parse_settings(text: &str) -> Option<Facts> {
    let value = |key: &str| {
        text.lines()
            .filter_map(|line| line.trim().split_once(" = "))
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value.to_owned())
    };
    Some(Facts {
        version: Version::parse(&value("java.version")?)?,
        vendor: value("java.vendor"),
        home: value("java.home").map(PathBuf::from),
    })
}

impl Version {
    /// Reads `17.0.15`, `25-ea`, `21` or, of the old kind, `1.8.0_402`.
    pub fn parse(text: &str) -> Option<Version> {
        let number = |part: &str| {
            let digits = part.find(|c: char| !c.is_ascii_digit());
            part[..digits.unwrap_or(part.len())].parse::<u32>().ok()
        };
        let mut parts = text.split('.');
        let feature = match (number(parts.next()?)?, parts.next().and_then(number)) {
            (1, Some(old)) => old,
            (feature, _) => feature,
        };
        Some(Version {
            feature,
            text: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        for (text, feature) in [
            ("17.0.15", 17),
            ("25-ea", 25),
            ("21", 21),
            ("1.8.0_402", 8),
            ("26.0.1+3", 26),
        ] {
            assert_eq!(Version::parse(text).unwrap().feature, feature, "{text}");
        }
        for text in ["", "x", ".17"] {
            assert_eq!(Version::parse(text), None, "{text}");
        }
    }

    #[test]
    fn release_files_and_settings() {
        let facts = parse_release("IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\n").unwrap();
        assert_eq!(facts.version.text, "17.0.15");
        assert_eq!(facts.vendor.as_deref(), Some("Debian"));
        assert_eq!(parse_release("nothing"), None);

        let facts =
            parse_settings("Property settings:\n    java.home = /j\n    java.version = 21.0.8\n");
        assert_eq!(facts.unwrap().home, Some(PathBuf::from("/j")));
    }
}
