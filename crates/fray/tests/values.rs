//! Traces tell what was read and written.

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::{Lab, java, run};

/// Line and value, as the program's comments have them.
fn expected() -> Vec<(u64, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Values.java");
    let text = fs::read_to_string(source).unwrap();
    let lines = text.lines().zip(1..);
    let main = lines.skip_while(|(line, _)| !line.contains("void main"));
    main.filter_map(|(line, number)| Some((number, line.split_once("; // ")?.1.to_owned())))
        .filter(|(_, value)| !value.starts_with("there is no"))
        .collect()
}

/// Line and value of each step that has a value and was made by main.
fn told(failure: &Value) -> Vec<(u64, String)> {
    let frame_of_main = |step: &Value| {
        let stack = &failure["stacks"][step["stack"].as_u64()? as usize];
        let mut frames = stack.as_array()?.iter();
        let found = frames.find_map(|index| {
            let frame = &failure["frames"][index.as_u64()? as usize];
            (frame["class"] == "Values").then_some(frame)
        });
        found.cloned()
    };
    let steps = failure["trace"].as_array().unwrap().iter();
    steps
        .filter_map(|step| {
            let frame = frame_of_main(step).filter(|frame| frame["method"] == "main")?;
            Some((frame["line"].as_u64()?, step["value"].as_str()?.to_owned()))
        })
        .collect()
}

#[test]
fn values_are_told() {
    for home in java::jdks() {
        let lab = Lab::new();
        let mut command = lab.command(["--iter", "2", "--memory", "-cp"]);
        command.arg(java::classes()).arg("Values");
        run(command.env("JAVA_HOME", &home)).exits(1);
        let folder = lab.file("fray-report/001-exception");
        let text = fs::read_to_string(folder.join("failure.json")).unwrap();
        let failure: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(told(&failure), expected(), "{}", home.display());
        for file in ["trace.txt", "index.html"] {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            assert!(text.contains("writes Values#1.plain = 8"), "{file}: {text}");
        }
    }
}
