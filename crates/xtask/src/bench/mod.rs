//! `cargo xtask bench`: how fast fray is, as ratios to the plain JVM in the same run.

pub mod floor;
mod measure;
mod rates;

use std::fmt::Write;
use std::process::Command;

use anyhow::{Context, Result};
use fray_testkit::{jdk, place};
use measure::{Bench, median};
use rates::{SUBJECTS, Way};

/// Repetitions of short measurements.
const TIMES: usize = 7;

/// Strategies that are compared with `random`, on a few subjects.
const STRATEGIES: [&str; 7] = [
    "pct:3",
    "pos",
    "surw",
    "dfs",
    "delay:2",
    "icb:2",
    "portfolio",
];
const COMPARED: [&str; 3] = ["sct.AccountOk", "sct.Reorder10Ok", "sct.TwoStage100Ok"];

/// The first JDK with fibers.
const FIBERS: u32 = 24;

/// A chapter of the page.
type Part = fn(&Bench) -> Result<String>;

/// Measures everything, or what the arguments name, and prints it; with everything, also writes it
/// to `docs/performance.md`.
pub fn run(arguments: &[String]) -> Result<()> {
    let bench = Bench::new(jdk::newest())?;
    let parts: [(&str, Part); 6] = [
        ("floor", floor_of_machine),
        ("start", cold_start),
        ("rates", executions),
        ("strategies", strategies),
        ("jobs", jobs),
        ("long", long_runs),
    ];
    let mut page = String::new();
    for (name, part) in parts {
        if arguments.is_empty() || arguments.iter().any(|argument| argument == name) {
            let text = part(&bench).with_context(|| name.to_owned())?;
            println!("{text}");
            page += &text;
            page.push('\n');
        }
    }
    if arguments.is_empty() {
        let head = format!(
            "# Performance\n\n\
             Made by `cargo xtask bench` on {} cores with JDK {}. Ratios are of processor time within one run: other \
             programs, and other machines, change them little. What fray is compared with runs beside it.\n\n",
            std::thread::available_parallelism()?,
            bench.jdk.version
        );
        let path = place::repository().join("docs").join("performance.md");
        std::fs::write(path, head + page.trim_end() + "\n")?;
    }
    Ok(())
}

fn floor_of_machine(_: &Bench) -> Result<String> {
    let output = Command::new("taskset")
        .args(["-c", "0"])
        .arg(std::env::current_exe()?)
        .arg("floor")
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let mut numbers = text.split_whitespace();
    let mut next = || numbers.next().context("taskset or the measurement failed");
    Ok(format!(
        "## The floor\n\n\
         On one core of this machine a hand-off between two threads by a futex takes {} us, the start and join of a native \
         thread {} us. No tool that runs real threads one at a time can be faster.\n",
        next()?,
        next()?
    ))
}

fn cold_start(_: &Bench) -> Result<String> {
    let mut text = String::from(
        "## Cold start\n\n\
         Processor time of `fray --iter 1`, in that of `java -Xshare:off`.\n\n\
         | JDK | hello world | hello world from 4 threads |\n| --- | --- | --- |\n",
    );
    for jdk in jdk::all() {
        let bench = Bench::new(jdk)?;
        let programs = bench.programs.display().to_string();
        write!(text, "| {} |", bench.jdk.version)?;
        for threads in ["0", "4"] {
            let program = ["-cp", &programs, "Hello", threads];
            let (mut plain, mut fray) = (Vec::new(), Vec::new());
            for _ in 0..TIMES {
                plain.push(
                    bench
                        .java(&[&["-Xshare:off"][..], &program].concat())?
                        .processor,
                );
                fray.push(
                    bench
                        .fray(&[&["--iter=1"][..], &program].concat())?
                        .processor,
                );
            }
            write!(text, " {:.2} |", median(fray) / median(plain))?;
        }
        text.push('\n');
    }
    Ok(text)
}

/// Engines on this JDK, each with both isolations.
fn ways(bench: &Bench) -> Vec<(String, bool, Way)> {
    let mut engines = vec!["threads"];
    if bench.jdk.feature() >= FIBERS {
        engines.push("fibers");
    }
    let mut ways = Vec::new();
    for isolation in ["none", "classes"] {
        for engine in &engines {
            let way = Way::fray(engine, isolation, "random");
            ways.push((
                format!("{engine}, {isolation}"),
                isolation == "classes",
                way,
            ));
        }
    }
    ways
}

fn executions(bench: &Bench) -> Result<String> {
    let ways = ways(bench);
    let mut text = String::from(
        "## Executions\n\n\
         The plain JVM calls `main` in a loop, with the same classes or with fresh ones: executions per second of processor \
         time. fray (strategy `random`) in that of the plain loop with the same classes (isolation `none`) or with fresh \
         ones (isolation `classes`): more is better.\n\n| program | plain | plain, fresh |",
    );
    for (name, ..) in &ways {
        write!(text, " {name} |")?;
    }
    text += " steps | with a choice |\n| --- | --- | --- |";
    text += &" --- |".repeat(ways.len() + 2);
    text.push('\n');
    let measured: Vec<_> = ways
        .into_iter()
        .map(|(_, fresh, way)| (fresh, way))
        .collect();
    let mut rows = Vec::new();
    for subject in SUBJECTS {
        let row = rates::row(bench, subject, &measured)?;
        let ratios: String = row
            .ratios
            .iter()
            .map(|ratio| format!(" {ratio:.2} |"))
            .collect();
        let line = format!(
            "| {} | {:.0} | {:.0} |{ratios} {:.0} | {:.0} |",
            row.subject, row.plain, row.reload, row.steps, row.switch_points
        );
        eprintln!("{line}");
        text += &line;
        text.push('\n');
        rows.push(row);
    }
    text += "| **median** | | |";
    for ratio in rates::medians(&rows) {
        write!(text, " **{ratio:.2}** |")?;
    }
    text += " | |\n";
    Ok(text)
}

fn strategies(bench: &Bench) -> Result<String> {
    let mut text = String::from(
        "## Strategies\n\nExecutions per second of processor time, in those of `random` (isolation `none`).\n\n| program |",
    );
    for strategy in STRATEGIES {
        write!(text, " {strategy} |")?;
    }
    text += "\n| --- |";
    text += &" --- |".repeat(STRATEGIES.len());
    for subject in COMPARED {
        let random = Way::fray("auto", "none", "random").rate(bench, subject)?;
        write!(text, "\n| {subject} |")?;
        for strategy in STRATEGIES {
            let rate = Way::fray("auto", "none", strategy).rate(bench, subject)?;
            write!(text, " {:.2} |", rate / random)?;
        }
    }
    text.push('\n');
    Ok(text)
}

fn jobs(bench: &Bench) -> Result<String> {
    let classes = bench.subjects.display().to_string();
    let clock = |jobs: &str, count: &str| -> Result<f64> {
        let arguments = [jobs, count, "-cp", &classes, "sct.AccountOk"];
        Ok(bench.fray(&arguments)?.clock)
    };
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        one.push(clock("--jobs=1", "--iter=5000")?);
        two.push(clock("--jobs=2", "--iter=5000")?);
    }
    Ok(format!(
        "## Jobs\n\n`--jobs 2` makes {:.2} times the executions per second of `--jobs 1` (on the clock: an idle machine with \
         two cores).\n",
        median(one) / median(two)
    ))
}

fn long_runs(bench: &Bench) -> Result<String> {
    let mut text = String::from(
        "## Long runs\n\nOne execution: processor time per step, or per thread started and joined, does not grow with its \
         length.\n\n| | 1,000 | 10,000 | 100,000 | 1,000,000 |\n| --- | --- | --- | --- | --- |\n",
    );
    let programs = bench.programs.display().to_string();
    let taken = |what: &str, count: u32| -> Result<f64> {
        let count = count.to_string();
        let arguments = ["--iter=1", "--max-steps=10000000", "--execution-limit=600s"];
        let program = ["-cp", &programs, "Steps", what, &count];
        Ok(bench.fray(&[&arguments[..], &program].concat())?.processor)
    };
    for (what, longest) in [("steps", 1_000_000), ("threads", 10_000)] {
        write!(text, "| us per {} |", what.trim_end_matches('s'))?;
        let base = taken(what, 2)?;
        for count in [1_000, 10_000, 100_000, 1_000_000] {
            if count <= longest {
                let cost = (taken(what, count)? - base) * 1e6 / f64::from(count);
                write!(text, " {cost:.1} |")?;
            } else {
                text += " |";
            }
        }
        text.push('\n');
    }
    Ok(text)
}
