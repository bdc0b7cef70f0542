//! `index.html` without a browser: it needs nothing else, and embeds no more than is needed.

mod support;

use fray_report::html;
use fray_report::sources::Finder;
use support::{build::frame, hostile, large::large, programs, sources};

#[test]
fn needs_nothing_from_elsewhere() {
    for (name, report) in programs::all() {
        let page = html::render(&report, &sources::find);
        for reference in [
            "src=\"", "href=", "http://", "https://", "url(", "@import", "fetch(",
        ] {
            assert!(!page.contains(reference), "{name} has {reference}");
        }
        assert!(page.contains("default-src 'none'"), "{name}");
        assert!(!page.contains("{{"), "{name}");
    }
}

#[test]
fn what_the_program_says_cannot_end_a_script() {
    let page = html::render(&hostile::report(), &sources::find);
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("<img").count(), 0);
}

#[test]
fn large_pages_stay_small_enough() {
    let page = html::render(&large(50, 10_000), &sources::find);
    assert!(page.len() < 6 << 20, "{}", page.len());
}

#[test]
fn sources_are_found_where_builds_keep_them() {
    let root = std::env::temp_dir().join(format!("fray-sources-{}", std::process::id()));
    let put = |path: &str, text: &str| {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    put("app/src/main/java/com/acme/Bank.java", "bank");
    put("src/test/java/com/acme/BankTest.java", "test");
    put("src/main/kotlin/Short.kt", "package com.acme\nshort");
    put("src/main/kotlin/Other.kt", "package com.other\nother");
    put("secret.java", "secret");
    let finder = Finder::around(&root);
    let find = |text: &str| finder.find(&frame(text));
    assert_eq!(
        find("com.acme.Bank$Teller.f(Bank.java:1)").as_deref(),
        Some("bank")
    );
    assert_eq!(
        find("com.acme.BankTest.f(BankTest.java:1)").as_deref(),
        Some("test")
    );
    assert_eq!(
        find("com.acme.ShortKt.f(Short.kt:1)").as_deref(),
        Some("package com.acme\nshort")
    );
    assert_eq!(
        find("com.acme.OtherKt.f(Other.kt:1)"),
        None,
        "of another package"
    );
    assert_eq!(find("com.acme.Gone.f(Gone.java:1)"), None);
    let mut evil = frame("com.acme.Bank.f(Bank.java:1)");
    evil.file = Some("../secret.java".into());
    assert_eq!(finder.find(&evil), None);
    assert_eq!(
        finder
            .path(&frame("com.acme.Bank.f(Bank.java:1)"), &root)
            .as_deref(),
        Some("app/src/main/java/com/acme/Bank.java")
    );
    std::fs::remove_dir_all(&root).expect("removed");
}
