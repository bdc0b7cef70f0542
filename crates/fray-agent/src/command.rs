//! The command that started this JVM, and what else a replay needs to start it again.

use std::sync::OnceLock;

use fray_core::recording::note;

/// Variables by which the JVM and its launcher are told more than the command says.
const VARIABLES: [&str; 3] = ["CLASSPATH", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"];

/// Arguments of `java`, without our own agent option.
pub fn arguments() -> Vec<String> {
    let line = std::fs::read("/proc/self/cmdline").unwrap_or_default();
    of_line(&line)
}

/// Each argument ends with a zero, and may be empty.
fn of_line(line: &[u8]) -> Vec<String> {
    let line = line.strip_suffix(&[0]).unwrap_or(line);
    line.split(|&byte| byte == 0)
        .skip(1)
        .map(|argument| String::from_utf8_lossy(argument).into_owned())
        .filter(|argument| !is_agent(argument))
        .collect()
}

/// Where the command was given, and under which variables: for the header of recordings.
pub fn notes() -> Vec<(String, String)> {
    let folder = std::env::current_dir().ok();
    let folder = folder.map(|folder| (note::FOLDER.to_owned(), folder.display().to_string()));
    let variable = |name: &str| {
        let value = std::env::var(name).ok()?;
        Some((format!("{}{name}", note::VARIABLE), value))
    };
    let variables = VARIABLES.into_iter().filter_map(variable);
    folder.into_iter().chain(variables).collect()
}

fn is_agent(argument: &str) -> bool {
    argument.starts_with("-agentpath:") && argument.contains("fray_agent")
}

/// Whether this JVM was started for a debugger.
pub fn is_debugged() -> bool {
    static DEBUGGED: OnceLock<bool> = OnceLock::new();
    let starts = |a: &String| a.starts_with("-agentlib:jdwp") || a.starts_with("-Xrunjdwp");
    *DEBUGGED.get_or_init(|| arguments().iter().any(starts))
}

/// Whether the user turned assertions off, as opposed to not having thought of them.
pub fn disables_assertions() -> bool {
    arguments()
        .iter()
        .any(|a| a == "-da" || a.starts_with("-da:") || a.starts_with("-disableassertions"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn empty_arguments_are_arguments() {
        let line = b"java\0-agentpath:/x/libfray_agent.so=a=b\0-cp\0\0Main\0\0a b\0\0";
        assert_eq!(super::of_line(line), ["-cp", "", "Main", "", "a b", ""]);
        assert_eq!(super::of_line(b"java\0"), [""; 0]);
    }
}
