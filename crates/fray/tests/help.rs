//! Help, completions and the man page, for every option and command there is.

mod support;

use fray_core::config::OPTIONS;
use support::Lab;

const COMMANDS: &[&str] = &[
    "junit",
    "replay",
    "show",
    "demo",
    "doctor",
    "help",
    "completions",
    "man",
];

#[test]
fn help_is_short_and_tells_the_commands() {
    let lab = Lab::new();
    let help = lab.fray("--help").exits(0).out;
    assert!(help.lines().count() <= 60, "{help}");
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let text = lab.fray(&format!("help {command}")).exits(0).out;
        assert!(text.contains(&format!("Usage: fray {command}")), "{text}");
        let same = lab.fray(&format!("{command} --help")).exits(0).out;
        assert_eq!(text, same);
    }
    assert_eq!(lab.fray("help").exits(0).out, help);
}

#[test]
fn every_option_is_listed_and_explained() {
    let lab = Lab::new();
    let all = lab.fray("help options").exits(0).out;
    let man = lab.fray("man").exits(0).out.replace('\\', "");
    for option in OPTIONS {
        assert_eq!(
            all.contains(&format!("--{} ", option.name)),
            !option.internal,
            "{}",
            option.name
        );
        if option.internal {
            lab.fray(&format!("help {}", option.name)).exits(2);
            continue;
        }
        for name in option.aliases.iter().chain([&option.name]) {
            let text = lab.fray(&format!("help --{name}")).exits(0).out;
            assert!(text.starts_with(&format!("--{}", option.name)), "{text}");
            assert!(text.contains(&option.default_text()), "{text}");
        }
        assert!(
            man.contains(&format!("--{}", option.name)),
            "{}",
            option.name
        );
    }
    assert!(man.contains("EXIT STATUS"));
}

#[test]
fn completions_for_every_shell() {
    let lab = Lab::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = lab.fray(&format!("completions {shell}")).exits(0).out;
        for word in ["keep-going", "portfolio", "replay", "jdk"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn version() {
    let expected = concat!("fray ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(Lab::new().fray("--version").exits(0).out, expected);
}
