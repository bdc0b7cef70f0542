//! On a terminal: a bar while the run is under way, and nothing of it at the end.

mod support;

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use support::{Lab, java};

/// Runs a command on a pseudo-terminal. Its exit code, and every byte that came to the terminal.
fn on_a_terminal(command: &mut Command) -> (i32, String) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let size = Winsize {
        ws_row: 40,
        ws_col: 120,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&ours, size).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let open = || OpenOptions::new().read(true).write(true).open(&name);
    let (out, err) = (open().unwrap(), open().unwrap());
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    let mut child = command.spawn().unwrap();
    // The command has its ends of the terminal until here.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut ours = File::from(ours);
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    // When all who had the other end are gone, reading is an error.
    while let Ok(count @ 1..) = ours.read(&mut part) {
        bytes.extend(&part[..count]);
    }
    let code = child.wait().unwrap().code().unwrap_or(-1);
    (code, String::from_utf8_lossy(&bytes).into_owned())
}

/// What is left on the screen by text that goes back to the beginning of a line, erases it, and has
/// colours.
fn screen(text: &str) -> String {
    let mut lines: Vec<Vec<char>> = vec![Vec::new()];
    let (mut column, mut rest) = (0, text.chars());
    while let Some(c) = rest.next() {
        let line = lines.last_mut().unwrap();
        match c {
            '\u{1b}' => match rest.by_ref().find(char::is_ascii_alphabetic) {
                Some('K') => line.clear(),
                Some('m') => {}
                other => panic!("not known here: {other:?}"),
            },
            '\r' => column = 0,
            '\n' => {
                lines.push(Vec::new());
                column = 0;
            }
            c => {
                line.resize(line.len().max(column + 1), ' ');
                line[column] = c;
                column += 1;
            }
        }
    }
    let lines = lines.iter().map(|line| line.iter().collect::<String>());
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Enough executions to take longer than the bar needs to be drawn.
#[test]
fn progress_is_shown_while_it_runs_and_gone_at_the_end() {
    let lab = Lab::new();
    let mut command = lab.command(["--iter", "1000", "--seed", "7", "-cp"]);
    command.arg(java::classes()).arg("Counted");
    command.env("JAVA_HOME", java::jdk()).env("TERM", "xterm");
    let (code, text) = on_a_terminal(&mut command);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains('━'), "no bar: {text:?}");
    assert!(text.contains("/1,000 executions, "), "{text:?}");
    assert!(text.contains(", 0 failures"), "{text:?}");
    let left = screen(&text);
    assert!(!left.contains('━') && !left.contains("/1,000"), "{left}");
    assert!(left.contains("No failure found."), "{left}");
    assert!(left.contains("1,000 executions in "), "{left}");
}

#[test]
fn a_failure_stands_above_the_bar_and_the_report_has_colours() {
    let lab = Lab::new();
    let mut command = lab.command(["--iter", "1000", "--seed", "7", "-cp"]);
    command.arg(java::classes()).arg("Lost");
    command.env("JAVA_HOME", java::jdk()).env("TERM", "xterm");
    let (code, text) = on_a_terminal(&mut command);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("\u{1b}[1m"), "no colours: {text:?}");
    let left = screen(&text);
    for words in [
        "fray: exception in execution ",
        "an update was lost",
        "found:   in execution ",
        "replay:  fray replay fray-report/001-exception",
        "1 distinct failure.",
    ] {
        assert!(left.contains(words), "{words}: {left}");
    }
    assert!(!left.contains("/1,000"), "{left}");
}
