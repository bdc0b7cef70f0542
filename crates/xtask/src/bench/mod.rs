//! `cargo xtask bench`: how fast fray is, as ratios to the plain JVM in the same run.

pub mod floor;
mod measure;
mod peer;
mod rates;

use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use floor::Floor;
use fray_testkit::strategies::STRATEGIES;
use fray_testkit::{jdk, place};
use measure::{Bench, median};
use rates::{Exhausted, Rate, STATEFUL, SUBJECTS, Way};

/// Repetitions of short measurements.
const TIMES: usize = 7;

/// The strategy that the others are compared with.
const BASE: &str = "random";

/// A chapter of the page.
type Part = fn(&Bench) -> Result<String>;

/// All chapters, by the names of their headings.
const PARTS: [(&str, &str, Part); 7] = [
    ("decisions", "Decisions", decisions),
    ("start", "Cold start", cold_start),
    ("rates", "Executions", executions),
    ("strategies", "Strategies", strategies),
    ("lincheck", "Lincheck", peer::chapter),
    ("jobs", "Jobs", jobs),
    ("long", "Long runs", long_runs),
];

/// Measures everything, or what the arguments name, and writes it to its chapters of
/// `docs/performance.md`.
pub fn run(arguments: &[String]) -> Result<()> {
    let known = |argument: &String| PARTS.iter().any(|(name, ..)| name == argument);
    ensure!(
        arguments.iter().all(known),
        "the parts are: {}",
        PARTS.map(|(name, ..)| name).join(" ")
    );
    let bench = Bench::new(jdk::newest())?;
    for (name, heading, part) in PARTS {
        if arguments.is_empty() || arguments.iter().any(|argument| argument == name) {
            let text = part(&bench).with_context(|| name.to_owned())?;
            println!("## {heading}\n\n{text}");
            write_chapter(&bench, heading, &text)?;
        }
    }
    Ok(())
}

/// Puts a chapter in place of the one with its heading; the others stay as they are.
fn write_chapter(bench: &Bench, heading: &str, text: &str) -> Result<()> {
    let path = place::repository().join("docs").join("performance.md");
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    let chapter = |wanted: &str| {
        let mut chapters = old.split("\n## ").skip(1);
        chapters.find_map(|chapter| chapter.strip_prefix(wanted)?.strip_prefix("\n\n"))
    };
    let mut page = format!(
        "# Performance\n\n\
         Made by `cargo xtask bench` on {} cores with JDK {}. Ratios are of processor time within one run: other \
         programs, and other machines, change them little. What fray is compared with runs beside it.\n",
        std::thread::available_parallelism()?,
        bench.jdk.version
    );
    for (_, each, _) in PARTS {
        let text = if each == heading {
            Some(text)
        } else {
            chapter(each)
        };
        if let Some(text) = text {
            write!(page, "\n## {each}\n\n{}\n", text.trim_end())?;
        }
    }
    std::fs::write(path, page)?;
    Ok(())
}

/// Two threads that write fields, under a strategy that hardly ever changes the thread before it ends
/// and under one that does at every second decision; and what a machine can do at all, in turn with them.
fn decisions(bench: &Bench) -> Result<String> {
    const STEPS: u32 = 20_000;
    #[derive(Default)]
    struct Costs {
        same: Vec<f64>,
        other: Vec<f64>,
        in_hand_offs: Vec<f64>,
    }
    let engines = engines(bench);
    let mut costs: Vec<Costs> = engines.iter().map(|_| Costs::default()).collect();
    let (mut hand_offs, mut starts) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let floor = Floor::measure()?;
        hand_offs.push(floor.hand_off);
        starts.push(floor.start);
        for (engine, costs) in engines.iter().zip(&mut costs) {
            let per_step = |strategy: &str, few: u32, many: u32| -> Result<f64> {
                let taken = |executions| steps(bench, engine, strategy, executions, "steps", STEPS);
                Ok((taken(many)? - taken(few)?) / f64::from((many - few) * STEPS))
            };
            let stays = per_step("pct:1", 100, 500)?;
            // One decision in two is for the other thread.
            let other = (2.0 * per_step("random", 20, 70)? - stays) * 1e6;
            costs.same.push(stays * 1e9);
            costs.other.push(other);
            costs.in_hand_offs.push(other / floor.hand_off);
        }
    }
    let mut text = format!(
        "\
         Processor time from a volatile write of the program to the next one, everything included, with two threads that \
         could run: when the same thread goes on (goal: under 100 ns), and when the other one gets its turn. On one core of this machine \
         a hand-off between two native threads by a futex takes {:.2} us, and the start and join of one {:.1} us: no tool that \
         runs real threads one at a time can be faster. (Goal: a switch in at most 1.5 hand-offs. Medians of {TIMES}, measured in turn.)\n\n\
         | engine | same thread, ns | other thread, us | in hand-offs |\n| --- | --- | --- | --- |\n",
        median(hand_offs),
        median(starts)
    );
    for (engine, costs) in engines.iter().zip(costs) {
        let (same, other) = (median(costs.same), median(costs.other));
        let ratio = median(costs.in_hand_offs);
        writeln!(text, "| {engine} | {same:.0} | {other:.2} | {ratio:.2} |")?;
    }
    Ok(text)
}

/// Processor time of executions with so many steps or threads each.
fn steps(
    bench: &Bench,
    engine: &str,
    strategy: &str,
    executions: u32,
    what: &str,
    count: u32,
) -> Result<f64> {
    let engine = format!("--engine={engine}");
    let strategy = format!("--strategy={strategy}");
    let executions = format!("--iter={executions}");
    let (programs, count) = (bench.programs.display().to_string(), count.to_string());
    let arguments = [
        &executions,
        &engine,
        &strategy,
        "--isolation=none",
        "--max-steps=100000000",
        "--execution-limit=600s",
        "-Xmx2g",
        "-cp",
        &programs,
        "Steps",
        what,
        &count,
    ];
    Ok(bench.fray(&arguments)?.processor)
}

fn cold_start(_: &Bench) -> Result<String> {
    let mut text = String::from(
        "\
         Processor time of `fray --iter 1`, in that of `java -Xshare:off` (goals: 1.7 and 3).\n\n\
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

/// The engines on this JDK.
fn engines(bench: &Bench) -> Vec<&'static str> {
    let mut engines = vec!["threads"];
    if bench.jdk.feature() >= jdk::FIRST_WITH_FIBERS {
        engines.push("fibers");
    }
    engines
}

/// Engines on this JDK, each with both isolations.
fn ways(bench: &Bench) -> Vec<(String, bool, Way)> {
    let mut ways = Vec::new();
    for isolation in ["none", "classes"] {
        for engine in engines(bench) {
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
        "\
         The plain JVM calls `main` in a loop, with the same classes or with fresh ones: executions per second of processor \
         time. fray (strategy `random`) in that of the plain loop with the same classes (isolation `none`) or with fresh \
         ones (isolation `classes`): more is better. Everything is run in turn, three times, and the median taken. Goals for the \
         median: threads 0.5 and 0.8, fibers 10 and 1.5.\n\n",
    );
    text += &rates_table(bench, &SUBJECTS, &ways)?;
    text += "\nThe classes of these programs keep nothing, so fray never loads them again. These have static fields; of the last \
             two fray loads the classes for each execution, as the plain loop does, of the others it puts the fields back. (A loop \
             with the same classes would not do the same every time.)\n\n";
    let fresh: Vec<_> = ways.into_iter().filter(|(_, fresh, _)| *fresh).collect();
    text += &rates_table(bench, &STATEFUL, &fresh)?;
    Ok(text)
}

/// A row for each subject, and the medians.
fn rates_table(
    bench: &Bench,
    subjects: &[&'static str],
    ways: &[(String, bool, Way)],
) -> Result<String> {
    let mut text = String::from("| program | plain | plain, fresh |");
    for (name, ..) in ways {
        write!(text, " {name} |")?;
    }
    text += " steps | with a choice | switches |\n| --- | --- | --- |";
    text += &" --- |".repeat(ways.len() + 3);
    text.push('\n');
    let measured: Vec<_> = ways
        .iter()
        .map(|(_, fresh, way)| (*fresh, way.clone()))
        .collect();
    let mut rows = Vec::new();
    for &subject in subjects {
        let row = rates::row(bench, subject, &measured)?;
        let plain = match row.plain.processor {
            rate if rate.is_nan() => String::new(),
            rate => format!("{rate:.0}"),
        };
        let ratios: String = row
            .ratios
            .iter()
            .map(|ratio| format!(" {:.2} |", ratio.processor))
            .collect();
        let line = format!(
            "| {} | {plain} | {:.0} |{ratios} {:.0} | {:.0} | {:.0} |",
            row.subject, row.reload.processor, row.steps, row.switch_points, row.switches
        );
        eprintln!("{line}");
        text += &line;
        text.push('\n');
        rows.push(row);
    }
    for (name, ratio) in [
        ("**median**", (|rate| rate.processor) as fn(&Rate) -> f64),
        ("**median**, on the clock", |rate| rate.clock),
    ] {
        write!(text, "| {name} | | |")?;
        for way in 0..measured.len() {
            let ratios = rows.iter().map(|row| ratio(&row.ratios[way])).collect();
            write!(text, " **{:.2}** |", median(ratios))?;
        }
        text += " | | |\n";
    }
    Ok(text)
}

fn strategies(bench: &Bench) -> Result<String> {
    let mut text = format!(
        "Executions per second of processor time, in those of `{BASE}` on the same engine (isolation `none`). `all`: \
         the strategy had explored everything before it was warm.\n\n\
         | program | engine |",
    );
    let others = STRATEGIES.into_iter().filter(|&strategy| strategy != BASE);
    for strategy in others.clone() {
        write!(text, " {strategy} |")?;
    }
    text += "\n| --- | --- |";
    text += &" --- |".repeat(others.clone().count());
    for subject in SUBJECTS {
        for engine in engines(bench) {
            let rate = |strategy| Way::fray(engine, "none", strategy).rate(bench, subject);
            let base = rate(BASE)?.processor;
            write!(text, "\n| {subject} | {engine} |")?;
            for strategy in others.clone() {
                match rate(strategy) {
                    Ok(rate) => write!(text, " {:.2} |", rate.processor / base)?,
                    Err(error) if error.is::<Exhausted>() => text += " all |",
                    Err(error) => return Err(error),
                }
            }
        }
    }
    text.push('\n');
    Ok(text)
}

fn jobs(bench: &Bench) -> Result<String> {
    // Long enough that the start of the JVMs and the JIT, which has the other core to itself with one job, do
    // not count.
    const LIMIT: &str = "--time-limit=30s";
    let classes = bench.subjects.display().to_string();
    let made = |jobs: &str| -> Result<f64> {
        bench.fray(&[
            jobs,
            LIMIT,
            "--iter=1000000000",
            "-cp",
            &classes,
            "sct.AccountOk",
        ])?;
        bench.summary("iterations")
    };
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        one.push(made("--jobs=1")?);
        two.push(made("--jobs=2")?);
    }
    Ok(format!(
        "`--jobs 2` makes {:.2} times the executions of `--jobs 1` in 30 seconds (on the clock: an idle machine with \
         two cores; goal: 1.7).\n",
        median(two) / median(one)
    ))
}

fn long_runs(bench: &Bench) -> Result<String> {
    let mut text = String::from(
        "Executions with so many steps or threads each: microseconds of processor time per step, or per thread started and \
         joined. They do not grow with the length of an execution, nor with a heap of 1 GB.\n\n\
         | | engine | 1,000 | 10,000 | 100,000 | 1,000,000 |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for (what, name, longest) in [
        ("steps", "step", 1_000_000),
        ("heap", "step, 1 GB heap", 1_000_000),
        ("threads", "thread", 10_000),
        ("virtual", "virtual thread", 10_000),
    ] {
        for engine in engines(bench) {
            write!(text, "| {name} | {engine} |")?;
            for count in [1_000, 10_000, 100_000, 1_000_000] {
                if count > longest {
                    text += " |";
                    continue;
                }
                // As many steps in all, whatever the length, behind as many that warm up.
                let executions = longest / count;
                let taken = |executions| steps(bench, engine, "random", executions, what, count);
                let mut costs = Vec::new();
                for _ in 0..3 {
                    let cost = taken(2 * executions)? - taken(executions)?;
                    costs.push(cost * 1e6 / f64::from(longest));
                }
                write!(text, " {:.2} |", median(costs))?;
            }
            text.push('\n');
        }
    }
    Ok(text)
}
