//! Lincheck, a model checker for the JVM, on the same programs.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use fray_testkit::{java, libraries, place};

use super::measure::Bench;
use super::rates::{SUBJECTS, Way};

/// What it must be allowed on recent JDKs.
const OPTIONS: [&str; 5] = [
    "-ea",
    "-XX:+EnableDynamicAgentLoading",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
    "--add-exports=java.base/jdk.internal.util=ALL-UNNAMED",
];

/// Executions per second of processor time of every program, in those of the plain loop, beside
/// fray on its default engine.
pub fn chapter(bench: &Bench) -> Result<String> {
    let mut text = String::from(
        "\
         Lincheck 3.7 (`Lincheck.runConcurrentTest`) beside fray (strategy `random`, isolation `none`, the default engine), both \
         in executions per second of processor time of the plain loop with the same classes. A dash: it ends with an \
         error, or before the executions that were asked for.\n\n\
         | program | Lincheck | fray |\n| --- | --- | --- |\n",
    );
    let lincheck = Lincheck::new(bench)?;
    for subject in SUBJECTS {
        let plain = Way::Plain { reload: false }.rate(bench, subject)?.processor;
        let fray = Way::fray("auto", "none", "random")
            .rate(bench, subject)?
            .processor;
        let peer = Way::Peer(lincheck.arguments(subject)).rate(bench, subject);
        let peer = match peer {
            Ok(rate) => format!("{:.2}", rate.processor / plain),
            Err(_) => "-".to_owned(),
        };
        writeln!(text, "| {subject} | {peer} | {:.2} |", fray / plain)?;
    }
    Ok(text)
}

struct Lincheck {
    class_path: String,
}

impl Lincheck {
    fn new(bench: &Bench) -> Result<Self> {
        let jars = libraries::lincheck().context("Lincheck cannot be fetched")?;
        let folder = place::scratch("bench-lincheck");
        let source = folder.join("Peer.java");
        fs::write(&source, program())?;
        let mut path: Vec<PathBuf> = vec![folder.clone(), bench.subjects.clone()];
        path.extend(jars);
        let class_path = std::env::join_paths(&path)?;
        java::compile(17, Path::new(&class_path), &folder, &[source]);
        let class_path = class_path.into_string().ok().context("odd path")?;
        Ok(Lincheck { class_path })
    }

    /// What `java` gets in front of the number of executions.
    fn arguments(&self, subject: &str) -> Vec<String> {
        let program = ["-cp", &self.class_path, "Peer", subject];
        OPTIONS
            .iter()
            .chain(&program)
            .map(|&it| it.to_owned())
            .collect()
    }
}

/// Lincheck follows no reflective call: a program with a call of every subject.
fn program() -> String {
    let mut cases = String::new();
    for subject in SUBJECTS {
        writeln!(cases, "      case \"{subject}\" -> {subject}.main(none);").expect("to memory");
    }
    format!(
        "import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;

public class Peer {{
  public static void main(String[] args) {{
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    AtomicInteger made = new AtomicInteger();
    int wanted = Integer.parseInt(args[1]);
    Lincheck.runConcurrentTest(wanted, () -> {{
      made.incrementAndGet();
      try {{
        run(args[0], new String[0]);
      }} catch (Exception e) {{
        throw new AssertionError(e);
      }}
    }});
    System.exit(made.get() >= wanted ? 0 : 3);
  }}

  private static void run(String name, String[] none) throws Exception {{
    switch (name) {{
{cases}      default -> throw new AssertionError(name);
    }}
  }}
}}
"
    )
}
