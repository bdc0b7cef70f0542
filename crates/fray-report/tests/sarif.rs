//! SARIF logs are valid, and name the lines that a person would look at.

mod support;

use std::process::Command;

use fray_report::frame::Frame;
use fray_report::sarif;
use serde_json::Value;
use support::{hostile, large::large, programs};

/// The schema of the standard, as the package `serde-sarif` ships it.
fn schema() -> Value {
    // Only for this platform: what others need has perhaps never been downloaded.
    let version = Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("rustc runs");
    let version = String::from_utf8_lossy(&version.stdout);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--offline"])
        .args(["--filter-platform", host.expect("a host")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif");
    let manifest = package.expect("a dev-dependency")["manifest_path"].as_str();
    let path = std::path::Path::new(manifest.expect("a path")).with_file_name("src/schema.json");
    let text = std::fs::read_to_string(&path).expect("the package ships the schema");
    // The standard's pattern of a language has a bracket too many, which strict readers refuse.
    let text = text.replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}?$");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let id = schema["$id"].as_str().unwrap_or_default();
    assert!(id.ends_with("sarif-schema-2.1.0.json"), "{id}");
    schema
}

fn render(reports: &[&fray_report::model::FailureReport]) -> Value {
    let path = |frame: &Frame| match frame.file.as_deref() {
        Some("Bank.java") => Some("src/main/java/com/acme/Bank.java".to_owned()),
        _ => None,
    };
    let text = sarif::render("0.1.0", reports, &path);
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn valid_against_the_official_schema() {
    let schema = schema();
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("a schema");
    // The schema is not one that accepts anything.
    assert!(!validator.is_valid(&serde_json::json!({"version": "2.1.0"})));
    let large = large(20, 2000);
    let hostile = hostile::report();
    let programs = programs::all();
    let mut reports: Vec<_> = programs.iter().map(|(_, report)| report).collect();
    reports.extend([&large, &hostile]);
    for reports in [&reports[..], &[]] {
        let log = render(reports);
        let errors: Vec<String> = validator
            .iter_errors(&log)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert_eq!(errors, [""; 0]);
        assert_eq!(
            log["runs"][0]["results"].as_array().map(Vec::len),
            Some(reports.len())
        );
    }
}

/// Path, line and message of all locations in a list.
fn places(locations: &Value) -> Vec<String> {
    let place = |location: &Value| {
        let physical = &location["physicalLocation"];
        format!(
            "{}:{} {}",
            physical["artifactLocation"]["uri"].as_str().unwrap_or("?"),
            physical["region"]["startLine"],
            location["message"]["text"].as_str().unwrap_or_default(),
        )
    };
    locations
        .as_array()
        .map_or(Vec::new(), |l| l.iter().map(place).collect())
}

#[test]
fn a_race_has_both_lines() {
    let log = render(&[&programs::race()]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "fray/race");
    assert_eq!(
        places(&result["locations"]),
        ["com/acme/Flag.java:9 read by main"]
    );
    assert_eq!(
        places(&result["relatedLocations"])[0],
        "com/acme/Flag.java:15 write by worker"
    );
}

#[test]
fn a_deadlock_has_where_threads_wait_and_where_they_took_what_they_hold() {
    let log = render(&[&programs::deadlock()]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(
        places(&result["locations"]),
        ["src/main/java/com/acme/Bank.java:32 worker-1 must wait for Account#2, held by worker-2"]
    );
    let related = places(&result["relatedLocations"]);
    for expected in [
        "src/main/java/com/acme/Bank.java:31 worker-1 took Account#1 here",
        "src/main/java/com/acme/Bank.java:32 worker-2 must wait for Account#1, held by worker-1",
        "src/main/java/com/acme/Bank.java:31 worker-2 took Account#2 here",
        "src/main/java/com/acme/Bank.java:31 after this worker-1 was preempted",
    ] {
        assert!(
            related.contains(&expected.to_owned()),
            "{expected}: {related:#?}"
        );
    }
}

#[test]
fn the_flows_of_the_threads_interleave() {
    let log = render(&[&programs::lost_update()]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(
        places(&result["locations"])[0],
        "com/acme/Counter.java:31 AssertionError: expected 2 but was 1"
    );
    let flows = result["codeFlows"][0]["threadFlows"]
        .as_array()
        .expect("flows");
    let names: Vec<_> = flows
        .iter()
        .map(|flow| flow["id"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["main", "worker-1", "worker-2"]);
    let mut orders: Vec<u64> = flows
        .iter()
        .flat_map(|flow| flow["locations"].as_array().expect("steps"))
        .map(|step| step["executionOrder"].as_u64().expect("an order"))
        .collect();
    orders.sort_unstable();
    assert_eq!(orders, (0..orders.len() as u64).collect::<Vec<_>>());
}
