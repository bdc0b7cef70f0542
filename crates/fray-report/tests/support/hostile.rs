//! A program that tries to get out of the report.

use fray_core::failure::FailureKind;
use fray_core::op::OpKind;
use fray_report::model::FailureReport;

use super::build::{Build, failure, field, thread};

/// What it calls everything.
pub const EVIL: &str = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=2>]]>&amp;'\"\u{2028}\u{1b}[31m\u{0}";

/// Its report.
pub fn report() -> FailureReport {
    let stack = ["com.acme.Main.main(Main.java:3)"];
    let mut b = Build::new(EVIL, failure(FailureKind::Exception, 2, EVIL, EVIL, &stack));
    b.thread(1, "main").thread(2, EVIL);
    b.object(2, EVIL, Some(EVIL), &[(12, EVIL)]);
    b.step(1, OpKind::Start, thread(2), &[1], &stack);
    b.step(2, OpKind::Write, field(2, 12), &[1, 2], &stack)
        .value = Some(EVIL.into());
    b.step(1, OpKind::Read, field(2, 12), &[1, 2], &stack).value = Some(EVIL.into());
    for step in &mut b.report.trace {
        for frame in &mut step.frames {
            frame.class = EVIL.into();
            frame.method = EVIL.into();
            frame.file = Some(EVIL.into());
        }
    }
    b.report.notes = vec![EVIL.into()];
    b.report.uncontrolled = vec![EVIL.into()];
    b.report.replay_command = EVIL.into();
    b.report.jdk = EVIL.into();
    b.done()
}
