//! The recording of what runs, written while it runs: whatever ends the JVM, there is one.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fray_core::campaign::{Campaign, journal_path};
use fray_core::config::Config;

use crate::campaign::note;
use crate::mapped::Mapped;

/// Where it is.
static PATH: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Has the recording of each execution kept; `None` if none is.
pub fn keep(campaign: &mut Campaign, config: &Config) -> Option<PathBuf> {
    if config.replay.is_some() {
        return None;
    }
    let path = journal_path(config);
    let opened = std::fs::create_dir_all(&config.report).and_then(|()| open(&path));
    let kept = match opened {
        Ok((mapped, path)) => {
            campaign.journal_to(Box::new(mapped));
            Some(path)
        }
        Err(error) => {
            let path = path.display();
            note(format!(
                "{path} is not kept, as it should be while the program runs: {error}"
            ));
            None
        }
    };
    PATH.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone_from(&kept);
    kept
}

/// The file, or one beside it if another process that reports to this folder has it.
fn open(path: &Path) -> io::Result<(Mapped, PathBuf)> {
    match Mapped::create(path) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            let path = path.with_extension(format!("{}.fray", std::process::id()));
            Ok((Mapped::create(&path)?, path))
        }
        created => Ok((created?, path.to_owned())),
    }
}

/// Where the recording of what runs is, if one is kept.
pub fn path() -> Option<PathBuf> {
    let path = PATH.lock().unwrap_or_else(PoisonError::into_inner).clone();
    path.filter(|path| path.exists())
}
