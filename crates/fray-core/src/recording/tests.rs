//! What is written is read back, and nothing that is read can break the reader.

use proptest::prelude::*;

use super::*;
use crate::op::{ObjectId, OpKind, Resource};

fn resource() -> impl Strategy<Value = Resource> {
    prop_oneof![
        Just(Resource::default()),
        (1u32..1 << 31).prop_map(|t| Resource::thread(ThreadId(t))),
        (0u32..1 << 31, prop_oneof![Just(0), any::<u32>()]).prop_map(|(object, member)| Resource {
            object: ObjectId(object),
            member,
        }),
    ]
}

fn entry() -> impl Strategy<Value = Entry> {
    let completion = prop_oneof![
        Just(Completion::Normal),
        Just(Completion::Timeout),
        Just(Completion::Spurious)
    ];
    let kind = proptest::sample::select(OpKind::ALL.to_vec());
    let step = (1u32..1 << 31, kind, resource(), completion).prop_map(
        |(t, kind, resource, completion)| {
            Entry::Step(RecordedStep {
                thread: ThreadId(t),
                operation: Operation::new(kind, resource),
                completion,
            })
        },
    );
    let choice = (any::<bool>(), 1u32.., any::<u32>()).prop_map(|(notify, of, taken)| {
        Entry::Choice(RecordedChoice {
            kind: if notify {
                ChoiceKind::Notify
            } else {
                ChoiceKind::Spurious
            },
            taken: taken % of,
            of,
        })
    });
    prop_oneof![4 => step, 1 => choice]
}

prop_compose! {
    fn header()(
        tool in any::<String>(), jdk in any::<String>(), strategy in any::<String>(), outcome in any::<String>(),
        target in proptest::collection::vec(any::<String>(), 0..5),
        options in proptest::collection::vec(("[a-z-]{1,9}", any::<String>()), 0..5),
        notes in proptest::collection::vec(("[a-z-]{1,9}", any::<String>()), 0..3),
        seeds in any::<[u64; 4]>(),
    ) -> Header {
        Header {
            tool, jdk, target, options, strategy, outcome, notes,
            campaign_seed: seeds[0], iteration: seeds[1], execution_seed: seeds[2], class_seed: seeds[3],
        }
    }
}

prop_compose! {
    fn recording()(
        header in header(),
        entries in proptest::collection::vec(entry(), 0..30),
        hash in any::<Option<u64>>(),
    ) -> Recording {
        let mut recording = Recording { header, entries, end: None };
        let steps = recording.steps();
        recording.end = hash.map(|trace_hash| Trailer { steps, trace_hash });
        recording
    }
}

proptest! {
    #[test]
    fn round_trip(recording in recording()) {
        let text = recording.to_text();
        prop_assert_eq!(Recording::from_text(&text).unwrap(), recording.clone());
        // An editor that changes line ends does no harm.
        prop_assert_eq!(Recording::from_text(&text.replace('\n', "\r\n")).unwrap(), recording);
    }

    #[test]
    fn cut_anywhere_after_the_header_it_is_a_prefix(recording in recording(), cut in any::<prop::sample::Index>()) {
        let text = recording.to_text();
        let body = text.find("\n\n").unwrap() + 2;
        let at = body + cut.index(text.len() - body + 1);
        let read = Recording::read(&text.as_bytes()[..at]).unwrap();
        prop_assert!(recording.entries.starts_with(&read.entries));
        prop_assert_eq!(&read.header, &recording.header);
        if at < text.len() {
            prop_assert_eq!(read.end, None);
        }
    }

    #[test]
    fn cut_with_room_at_the_end_it_is_a_prefix(recording in recording(), cut in any::<prop::sample::Index>()) {
        let text = recording.to_text();
        let body = text.find("\n\n").unwrap() + 2;
        let at = body + cut.index(text.len() - body + 1);
        let mut bytes = text.as_bytes()[..at].to_vec();
        let cut = Recording::read(&bytes[..]).unwrap();
        bytes.resize(at + 100, 0);
        prop_assert_eq!(Recording::read(&bytes[..]).unwrap(), cut);
    }

    #[test]
    fn corrupted_text_is_read_or_refused(
        recording in recording(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = recording.to_text().into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = Recording::read(&bytes[..]);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Recording::read(&bytes[..]);
    }
}

const SMALL: &str =
    "fray-recording 1\nfray 0.1.0\njdk 21\njava Main\n\n0 t1 start t2\n1 t2 begin t2\n";

fn error(text: &str) -> String {
    Recording::from_text(text).unwrap_err().to_string()
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    assert!(Recording::from_text(SMALL).is_ok());
    assert_eq!(
        error(&SMALL.replace("1 t2", "2 t2")),
        "line 7: expected step 1, found step 2"
    );
    assert_eq!(
        error(&SMALL.replace("begin", "jump")),
        "line 7: expected an operation such as enter"
    );
    assert_eq!(
        error(&SMALL.replace("jdk 21", "gpu 21")),
        "line 3: 'gpu' is not a word of the header"
    );
    assert_eq!(
        error(&format!("{SMALL}end 3 0x0123456789abcdef\n")),
        "line 8: expected an end line with the number of steps that are there"
    );
    assert_eq!(
        error(&format!("{SMALL}end 2 0x0123456789abcdef\n2 t1 end t1\n")),
        "line 9: expected nothing after the end line"
    );
    assert_eq!(
        error("fray-recording 1\nfray 0.1.0\n"),
        "line 3: the recording is cut off within its header"
    );
}

#[test]
fn other_versions_and_other_files_are_refused() {
    assert_eq!(
        error(&SMALL.replace("recording 1", "recording 2")),
        "line 1: this recording has format version 2, this fray reads version 1: \
         use the fray that wrote it, or record again"
    );
    assert!(error("{}").contains("not a fray recording"));
    assert!(error("").contains("not a fray recording"));
    let binary = Recording::read(&b"\xca\xfe\xba\xbe\n"[..]).unwrap_err();
    assert!(binary.to_string().contains("not a fray recording"));
}

#[test]
fn streaming_leaves_a_cut_recording_until_its_end() {
    let step = Entry::Step(RecordedStep {
        thread: ThreadId::MAIN,
        operation: Operation::new(OpKind::Yield, Resource::default()),
        completion: Completion::Normal,
    });
    let mut bytes = Vec::new();
    {
        let mut writer = Writer::new(&mut bytes, &Header::default()).unwrap();
        for _ in 0..2000 {
            writer.entry(&step).unwrap();
        }
        // As if the process were killed: nothing of the writer runs any more.
        std::mem::forget(writer);
    }
    let cut = Recording::read(&bytes[..]).unwrap();
    assert!(cut.end.is_none());
    assert!((500..2000).contains(&cut.steps()), "{}", cut.steps());

    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, &Header::default()).unwrap();
    writer.entry(&step).unwrap();
    writer.outcome("deadlock");
    writer.end(7).unwrap();
    let whole = Recording::read(&bytes[..]).unwrap();
    assert_eq!(whole.header.outcome, "deadlock");
    assert_eq!(
        whole.end,
        Some(Trailer {
            steps: 1,
            trace_hash: 7
        })
    );
}
