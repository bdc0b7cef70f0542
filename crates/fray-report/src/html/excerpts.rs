//! The parts of source files that the page shows.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::frame::Frame;

/// Files of at most this many lines are embedded whole.
const WHOLE: usize = 400;

/// Lines around a line of the trace that are embedded.
const AROUND: u32 = 30;

/// All sources together are not larger than this.
const BUDGET: usize = 3 << 20;

/// A file, or parts of it.
#[derive(Serialize)]
pub(super) struct Source {
    name: String,
    /// Parts: the number of the first line, and the lines.
    parts: Vec<(u32, Vec<String>)>,
}

/// The sources, and for each frame the index of its source.
pub(super) fn collect(
    frames: &[Frame],
    find: &dyn Fn(&Frame) -> Option<String>,
) -> (Vec<Source>, Vec<Option<usize>>) {
    // All frames of a package's file are about one text.
    let mut files: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (index, frame) in frames.iter().enumerate() {
        if let (Some(file), true) = (&frame.file, frame.line > 0) {
            let package = frame.class.rsplit_once('.').map_or("", |(p, _)| p);
            let key = (package.to_owned(), file.clone());
            files.entry(key).or_default().push(index);
        }
    }
    let mut sources = Vec::new();
    let mut of_frame = HashMap::new();
    let mut size = 0;
    for ((_, file), indices) in files {
        let Some(text) = find(&frames[indices[0]]) else {
            continue;
        };
        let lines = indices.iter().map(|&index| frames[index].line);
        let parts = parts(&text, lines);
        size += parts
            .iter()
            .flat_map(|(_, l)| l)
            .map(String::len)
            .sum::<usize>();
        if size > BUDGET {
            break;
        }
        of_frame.extend(indices.into_iter().map(|index| (index, sources.len())));
        sources.push(Source { name: file, parts });
    }
    let of_frame = (0..frames.len())
        .map(|i| of_frame.get(&i).copied())
        .collect();
    (sources, of_frame)
}

fn parts(text: &str, wanted: impl Iterator<Item = u32>) -> Vec<(u32, Vec<String>)> {
    let lines: Vec<&str> = text.lines().collect();
    let own = |range: std::ops::Range<usize>| lines[range].iter().map(|&l| l.to_owned()).collect();
    if lines.len() <= WHOLE {
        return vec![(1, own(0..lines.len()))];
    }
    let mut ranges: Vec<(usize, usize)> = wanted
        .filter(|&line| line as usize <= lines.len())
        .map(|line| {
            let first = line.saturating_sub(AROUND + 1) as usize;
            (first, lines.len().min((line + AROUND) as usize))
        })
        .collect();
    ranges.sort_unstable();
    let mut merged: Vec<(usize, usize)> = Vec::new();
    for (first, end) in ranges {
        match merged.last_mut() {
            Some(last) if first <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((first, end)),
        }
    }
    merged
        .into_iter()
        .map(|(first, end)| (first as u32 + 1, own(first..end)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_are_cut_to_what_is_needed() {
        let text: String = (1..=1000).map(|n| format!("line {n}\n")).collect();
        let parts = parts(&text, [5, 40, 900, 5000].into_iter());
        let ranges: Vec<_> = parts.iter().map(|(first, l)| (*first, l.len())).collect();
        assert_eq!(ranges, [(1, 70), (870, 61)]);
        assert_eq!(parts[1].1[30], "line 900");
    }

    #[test]
    fn short_files_are_whole() {
        assert_eq!(
            parts("a\nb", [99].into_iter()),
            [(1, vec!["a".into(), "b".into()])]
        );
    }
}
