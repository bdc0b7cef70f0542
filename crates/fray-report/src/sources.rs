//! Finding the source file of a stack frame.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::frame::Frame;

/// Where builds keep their sources, below the folder of a module.
const ROOTS: [&str; 14] = [
    "src/main/java",
    "src/test/java",
    "src/main/kotlin",
    "src/test/kotlin",
    "src/main/scala",
    "src/test/scala",
    "src/java",
    "src/test",
    "src",
    "java",
    "test",
    "tests",
    "app",
    "",
];

/// Larger files are not read: no person wrote them.
const LARGEST: u64 = 2 << 20;

/// Looks for source files in a list of folders, each with the packages as folders below.
#[derive(Debug)]
pub struct Finder {
    roots: Vec<PathBuf>,
    found: RefCell<HashMap<PathBuf, Option<(PathBuf, String)>>>,
}

impl Finder {
    /// Looks in these folders, in this order.
    pub fn new(roots: Vec<PathBuf>) -> Self {
        Finder {
            roots,
            found: RefCell::default(),
        }
    }

    /// Looks where builds usually keep sources below this folder and below the folders in it, which
    /// may be modules.
    pub fn around(project: &Path) -> Self {
        let mut modules = vec![project.to_owned()];
        if let Ok(entries) = std::fs::read_dir(project) {
            let folders = entries.flatten().map(|entry| entry.path());
            let mut folders: Vec<_> = folders
                .filter(|path| path.is_dir() && !hidden(path))
                .collect();
            folders.sort();
            modules.extend(folders);
        }
        let roots = modules.iter().flat_map(|module| {
            let roots = ROOTS.iter().map(|root| module.join(root));
            roots.filter(|root| root.is_dir())
        });
        Self::new(roots.collect())
    }

    /// The text of the frame's source file. Every file is looked for once.
    pub fn find(&self, frame: &Frame) -> Option<String> {
        let text = |(_, text): (PathBuf, String)| text;
        self.look_up(frame).map(text)
    }

    /// The path of the frame's source file, relative to `base` if it is below that.
    pub fn path(&self, frame: &Frame, base: &Path) -> Option<String> {
        let (path, _) = self.look_up(frame)?;
        let path = path.strip_prefix(base).unwrap_or(&path);
        Some(path.to_string_lossy().into_owned())
    }

    fn look_up(&self, frame: &Frame) -> Option<(PathBuf, String)> {
        let name = frame.file.as_deref()?;
        // The name comes from a class file: it must not lead anywhere else.
        if name.contains(['/', '\\', '\0']) || name.starts_with('.') {
            return None;
        }
        let package = frame
            .class
            .rsplit_once('.')
            .map_or("", |(package, _)| package);
        if package
            .split('.')
            .any(|part| part.contains(['/', '\\', '\0']))
        {
            return None;
        }
        let inside: PathBuf = package.split('.').collect::<PathBuf>().join(name);
        let mut found = self.found.borrow_mut();
        let file = found.entry(inside.clone()).or_insert_with(|| {
            let roots = self.roots.iter();
            let exact = roots.clone().find_map(|root| read(root.join(&inside)));
            // Kotlin may leave the folders of a package out; then the file must say that it is of
            // this package.
            let says = |text: &str| {
                let mut lines = text.lines().map(|line| line.trim().trim_end_matches(';'));
                lines.any(|line| line.strip_prefix("package ").map(str::trim) == Some(package))
            };
            exact.or_else(|| {
                let mut files = roots.clone().filter_map(|root| read(root.join(name)));
                files.find(|(_, text)| says(text))
            })
        });
        file.clone()
    }
}

fn hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || matches!(&*name, "target" | "build" | "node_modules")
}

fn read(path: PathBuf) -> Option<(PathBuf, String)> {
    let data = std::fs::metadata(&path).ok()?;
    if !data.is_file() || data.len() > LARGEST {
        return None;
    }
    let bytes = std::fs::read(&path).ok()?;
    Some((path, String::from_utf8_lossy(&bytes).into_owned()))
}
