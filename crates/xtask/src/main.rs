//! Chores of this repository: `cargo xtask`.
#![forbid(unsafe_code)]

mod bench;
mod effectiveness;
mod jdks;
mod test;

use std::path::PathBuf;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [ARGS]   builds everything and runs all tests, on every JDK found; ARGS go to cargo test
  bench [PARTS] measures speed and writes docs/performance.md; PARTS: decisions start rates strategies
                lincheck jobs long
  effectiveness [--workers N] [--minutes N] [--table]
                measures how soon each strategy finds each subject's bug: docs/effectiveness.md
  artifacts [REPOSITORY]
                builds the Java artifacts with Maven, and installs them into a Maven repository
  jdks          fetches the JDKs that the tests use, and lists all that are found";

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("test") => test::run(&arguments.collect::<Vec<_>>()),
        Some("bench") => bench::run(&arguments.collect::<Vec<_>>()),
        // Not for people: a part of bench that is measured from outside.
        Some("floor") => bench::floor::run(&arguments.collect::<Vec<_>>()),
        Some("effectiveness") => effectiveness::run(&arguments.collect::<Vec<_>>()),
        Some("artifacts") => {
            let repository = arguments.next().map(PathBuf::from);
            fray_testkit::artifacts::install(repository.as_deref());
            Ok(())
        }
        Some("jdks") => {
            jdks::fetch();
            for jdk in fray_testkit::jdk::all() {
                println!("{}\t{}", jdk.version, jdk.home.display());
            }
            Ok(())
        }
        Some(other) => bail!("there is no command '{other}'\n{USAGE}"),
        None => bail!("{USAGE}"),
    }
}
