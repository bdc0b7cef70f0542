//! `cargo xtask effectiveness`: every subject with every strategy, and `docs/effectiveness.md` from it.
//!
//! That takes long, so every result is kept in `target/effectiveness.jsonl` and a run goes on
//! where the last one stopped. Delete that file to measure anew.

mod cell;
mod table;

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use fray_testkit::jdk::{self, Jdk};
use fray_testkit::strategies::{DEFAULT, STRATEGIES};
use fray_testkit::subjects::{self, Subject};
use fray_testkit::{agent, place};

use cell::{Cell, Outcome};

/// Strategies that do the same whatever the seed: one is enough.
const SYSTEMATIC: [&str; 3] = ["dfs", "delay:2", "icb:2"];

/// Seeds of each of the others.
pub const SEEDS: u64 = 5;

/// The subjects whose patterns are those of SCTBench.
pub const SCT: &str = "sct";

/// What was asked for on the command line.
struct Wanted {
    fray: Option<PathBuf>,
    workers: usize,
    stop_after: Option<Duration>,
    only_table: bool,
}

/// Runs what has not been run, and writes the table.
pub fn run(arguments: &[String]) -> Result<()> {
    let wanted = parse(arguments)?;
    let path = place::target().join("effectiveness.jsonl");
    let known = Outcome::read_all(&path)?;
    let subjects: Vec<Subject> = subjects::all().into_iter().filter(|it| !it.races).collect();
    if !wanted.only_table {
        let fray = wanted.fray.clone().unwrap_or_else(agent::command);
        let todo: Vec<Cell> = cells(&subjects)
            .into_iter()
            .filter(|cell| !known.iter().any(|outcome| outcome.is_of(cell)))
            .collect();
        println!("{} runs are known, {} to be made", known.len(), todo.len());
        measure(&wanted, &fray, &todo, &path)?;
    }
    let known = Outcome::read_all(&path)?;
    let document = place::repository().join("docs").join("effectiveness.md");
    fs::write(&document, table::document(&subjects, &known))?;
    println!("written: {}", document.display());
    Ok(())
}

fn parse(arguments: &[String]) -> Result<Wanted> {
    let mut wanted = Wanted {
        fray: None,
        workers: 1,
        stop_after: None,
        only_table: false,
    };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .with_context(|| format!("{word} needs a value"))
        };
        match word.as_str() {
            "--fray" => wanted.fray = Some(value()?.into()),
            "--workers" => wanted.workers = value()?.parse()?,
            "--minutes" => {
                wanted.stop_after = Some(Duration::from_secs(60 * value()?.parse::<u64>()?));
            }
            "--table" => wanted.only_table = true,
            other => bail!("there is no option '{other}'"),
        }
    }
    Ok(wanted)
}

/// All runs, those that matter most first.
fn cells(subjects: &[Subject]) -> Vec<Cell> {
    let mut cells = Vec::new();
    let in_sct = |wanted: bool| {
        subjects
            .iter()
            .filter(move |subject| (subject.set == SCT) == wanted)
    };
    for sct in [true, false] {
        for seed in 1..=SEEDS {
            cells.extend(in_sct(sct).map(|subject| Cell::bug(subject, DEFAULT, seed)));
        }
    }
    cells.extend(subjects.iter().map(|subject| Cell::twin(subject, DEFAULT)));
    for sct in [true, false] {
        for seed in 1..=SEEDS {
            for strategy in &STRATEGIES[1..] {
                if seed == 1 || !SYSTEMATIC.contains(strategy) {
                    cells.extend(in_sct(sct).map(|subject| Cell::bug(subject, strategy, seed)));
                }
            }
        }
        for strategy in &STRATEGIES[1..] {
            cells.extend(in_sct(sct).map(|subject| Cell::twin(subject, strategy)));
        }
    }
    cells
}

/// A JDK of the oldest release that a subject needs: those start fastest.
fn jdk_for<'a>(jdks: &'a [Jdk], cell: &Cell) -> Option<&'a Jdk> {
    jdks.iter().find(|jdk| jdk.feature() >= cell.min_jdk)
}

fn measure(
    wanted: &Wanted,
    fray: &std::path::Path,
    todo: &[Cell],
    path: &std::path::Path,
) -> Result<()> {
    let classes = subjects::classes();
    let jdks = jdk::all();
    let file = File::options().create(true).append(true).open(path)?;
    let (file, next, start) = (Mutex::new(file), AtomicUsize::new(0), Instant::now());
    let failed = Mutex::new(None);
    thread::scope(|scope| {
        for worker in 0..wanted.workers {
            let (classes, jdks, file, next, failed) = (&classes, &jdks, &file, &next, &failed);
            scope.spawn(move || {
                let folder = place::scratch(&format!("effectiveness-{worker}"));
                while let Some(cell) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let late = wanted
                        .stop_after
                        .is_some_and(|limit| start.elapsed() > limit);
                    if late || failed.lock().unwrap().is_some() {
                        return;
                    }
                    let Some(jdk) = jdk_for(jdks, cell) else {
                        continue;
                    };
                    match cell.run(fray, jdk, classes, &folder) {
                        Ok(outcome) => {
                            println!("{outcome}");
                            let line = outcome.to_line();
                            let written = file.lock().unwrap().write_all(line.as_bytes());
                            written.expect("the target folder can be written");
                        }
                        Err(error) => *failed.lock().unwrap() = Some(error),
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    ensure!(failed.is_none(), "{:#}", failed.expect("it is there"));
    Ok(())
}
