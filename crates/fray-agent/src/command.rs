//! The command that started this JVM.

/// Arguments of `java`, without our own agent option.
pub fn arguments() -> Vec<String> {
    let line = std::fs::read("/proc/self/cmdline").unwrap_or_default();
    line.split(|&byte| byte == 0)
        .skip(1)
        .map(|argument| String::from_utf8_lossy(argument).into_owned())
        .filter(|argument| !argument.is_empty() && !is_agent(argument))
        .collect()
}

fn is_agent(argument: &str) -> bool {
    argument.starts_with("-agentpath:") && argument.contains("fray_agent")
}

/// Whether the user turned assertions off, as opposed to not having thought of them.
pub fn disables_assertions() -> bool {
    arguments()
        .iter()
        .any(|a| a == "-da" || a.starts_with("-da:") || a.starts_with("-disableassertions"))
}
