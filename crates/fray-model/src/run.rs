//! The same program under fray, on a real JVM.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use fray_testkit::jdk::Jdk;
use fray_testkit::{agent, java, place, run};
use serde_json::Value;

use crate::program::Program;

/// What makes a short-lived JVM quick.
const QUICK: [&str; 4] = [
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-Xmx256m",
    "-ea",
];

/// Far more than any program takes on a busy machine.
const LIMIT: Duration = Duration::from_secs(180);

/// What fray found.
#[derive(Debug)]
pub enum Found {
    /// All outcomes of an exhaustive search.
    All(BTreeSet<String>),
    /// There are more executions than allowed.
    TooMany,
    /// The same, but some execution had to be done again, on a busy machine or on another engine: what it left
    /// need not be an outcome.
    Disturbed(BTreeSet<String>),
}

/// The folder with the compiled interpreter.
fn classes() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = place::scratch(&format!("interpreter-{}", std::process::id()));
        let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("java");
        let sources = ["Interpreter.java", "Variable.java"].map(|name| java.join(name));
        java::compile(17, &folder, &folder, &sources);
        folder
    })
}

/// How a program is searched.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Executions at most.
    pub executions: u64,
    /// Spurious wake-ups per execution at most.
    pub spurious: u32,
    /// The engine: `threads` or `fibers`.
    pub engine: &'static str,
}

/// Searches the program exhaustively on this JDK, in a folder of its own.
///
/// # Errors
/// If fray could not do its job.
pub fn search(
    program: &Program,
    search: Search,
    jdk: &Jdk,
    folder: &Path,
) -> Result<Found, String> {
    let (report, outcomes) = (folder.join("report"), folder.join("outcomes"));
    let _ = std::fs::remove_dir_all(&report);
    let _ = std::fs::remove_file(&outcomes);
    let more = std::env::var("FRAY_MODEL_OPTIONS").unwrap_or_default();
    let comma = if more.is_empty() { "" } else { "," };
    let settings = format!(
        "strategy=dfs,iter={},seed=1,keep-going,quiet,shrink=0,isolation=none,engine={},spurious={},spurious-bound={},report={}{comma}{more}",
        search.executions,
        search.engine,
        search.spurious > 0,
        search.spurious,
        report.display(),
    );
    let mut command = jdk.tool("java");
    command
        .args(QUICK)
        .arg(agent::option(&settings))
        .arg(format!("-Doutcomes={}", outcomes.display()))
        .arg("-cp")
        .arg(classes())
        .arg("Interpreter")
        .arg(program.complete().to_string());
    let Some(output) = run::limited(&mut command, LIMIT) else {
        return Err(format!("did not end within {LIMIT:?}"));
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    // A deadlock is a failure, and all right.
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(format!("{}\n{said}", output.status));
    }
    let summary = std::fs::read_to_string(report.join("summary.json"))
        .map_err(|error| format!("{error}\n{said}"))?;
    let summary: Value = serde_json::from_str(&summary).map_err(|error| error.to_string())?;
    let failures = summary["failures"].as_array().cloned().unwrap_or_default();
    for failure in &failures {
        if failure["kind"] != "deadlock" || failure["replayed"] != true {
            return Err(format!("{failure}\n{said}"));
        }
    }
    if summary["exhausted"] != true {
        return Ok(Found::TooMany);
    }
    let lines = std::fs::read_to_string(&outcomes).map_err(|error| error.to_string())?;
    // Each failure is executed twice more: to confirm it, and to trace it.
    let executions = summary["iterations"].as_u64().unwrap_or(0) + 2 * failures.len() as u64;
    let all = lines.lines().map(str::to_owned).collect();
    if lines.lines().count() as u64 == executions {
        Ok(Found::All(all))
    } else {
        Ok(Found::Disturbed(all))
    }
}
