//! Where the agent library is, and how it is put on a command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fray_core::config::Config;

use crate::args::JavaCommand;
use crate::error::Error;

/// Name of the library.
pub const LIBRARY: &str = if cfg!(target_os = "macos") {
    "libfray_agent.dylib"
} else {
    "libfray_agent.so"
};

/// Beside the command when built from source, in `lib` when installed.
const PLACES: &[&str] = &[".", "../lib", "../lib/fray"];

/// The library that belongs to this command.
pub fn locate() -> Result<PathBuf, Error> {
    let command = std::env::current_exe()
        .and_then(|path| path.canonicalize())
        .map_err(Error::io("find out where the fray command is"))?;
    let folder = command.parent().unwrap_or(Path::new("/"));
    for place in PLACES {
        let library = folder.join(place).join(LIBRARY);
        if library.is_file() {
            let library = library.canonicalize().unwrap_or(library);
            return match library.as_os_str().as_encoded_bytes().contains(&b'=') {
                true => Err(Error::AgentPath(library)),
                false => Ok(library),
            };
        }
    }
    Err(Error::AgentMissing {
        name: LIBRARY,
        looked: PLACES.iter().map(|place| folder.join(place)).collect(),
    })
}

/// The arguments of `java`: what the user gave, with ours in front.
pub fn java_args(library: &Path, config: &Config, command: &JavaCommand) -> Vec<OsString> {
    let mut agent = OsString::from("-agentpath:");
    agent.push(library);
    agent.push("=");
    agent.push(config.to_pairs());
    let mut args = vec![agent];
    if !command.sets_assertions && !environment_sets_assertions() {
        args.push("-ea".into());
    }
    args.extend(command.args.iter().cloned());
    args
}

/// `java` puts the contents of `JDK_JAVA_OPTIONS` in front of our arguments, so that our `-ea`
/// would win over a `-da` in it.
fn environment_sets_assertions() -> bool {
    std::env::var("JDK_JAVA_OPTIONS").is_ok_and(|options| {
        options
            .split_whitespace()
            .any(crate::args::is_about_assertions)
    })
}
