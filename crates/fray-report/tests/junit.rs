//! JUnit XML: well-formed whatever the program says, and with what build servers look for.

mod support;

use fray_report::junit::{Case, Outcome, Suite, render};
use support::{golden, hostile, programs, summaries};

fn case(name: &str, outcome: Outcome) -> Case {
    Case {
        class: "com.acme.BankTest".into(),
        name: name.into(),
        seconds: 1.25,
        outcome,
        output: String::new(),
    }
}

#[test]
fn golden_xml() {
    let mut suite = Suite::new("com.acme.BankTest", &summaries::clean());
    let deadlock = programs::deadlock();
    suite
        .cases
        .push(case("transfers", Outcome::of(&[&deadlock])));
    suite.cases.push(case("counts", Outcome::of(&[])));
    golden::check("junit.xml", &render(&[suite]));
}

#[test]
fn well_formed_whatever_the_program_says() {
    let evil = hostile::report();
    let mut suite = Suite::new(hostile::EVIL, &summaries::clean());
    let mut failed = case(hostile::EVIL, Outcome::of(&[&evil, &programs::race()]));
    failed.output = hostile::EVIL.repeat(2) + "\r\n\u{ffff}]]>";
    suite.cases.push(failed);
    let message = || hostile::EVIL.to_owned();
    suite
        .cases
        .push(case("b", Outcome::Error { message: message() }));
    suite
        .cases
        .push(case("c", Outcome::Skipped { message: message() }));
    suite.cases.push(case("d", Outcome::Passed));
    let xml = render(&[suite]);
    let document = roxmltree::Document::parse(&xml).expect("well-formed");
    let suites = document.root_element();
    let total = |name: &str| suites.attribute(name).expect("a total").to_owned();
    assert_eq!(
        ["tests", "failures", "errors", "skipped", "time"].map(total),
        ["4", "1", "1", "1", "5.000"]
    );
    let find = |name: &str| {
        let mut nodes = document.descendants();
        nodes.find(|node| node.has_tag_name(name)).expect("there")
    };
    assert!(
        find("failure")
            .attribute("message")
            .expect("a message")
            .contains("</script>")
    );
    assert!(
        find("failure")
            .text()
            .expect("text")
            .contains("Data race: ")
    );
    assert!(
        find("system-out")
            .text()
            .expect("text")
            .contains("window.pwned=2")
    );
    assert_eq!(
        document
            .descendants()
            .filter(|n| n.has_tag_name("script"))
            .count(),
        0
    );
}
