//! Things that look like JDKs, to see what `java` would be given and how versions are judged.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A `java` that writes its arguments to the file `args` beside its `bin`, each ended by a zero byte, then
/// does what the script says.
pub fn jdk(home: &Path, version: &str, script: &str) -> PathBuf {
    fs::create_dir_all(home.join("bin")).unwrap();
    fs::write(
        home.join("release"),
        format!("IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"{version}\"\n"),
    )
    .unwrap();
    let java = home.join("bin/java");
    let args = home.join("args");
    let text = format!(
        "#!/bin/sh\nprintf '%s\\0' \"$@\" > '{}'\n{script}\n",
        args.display()
    );
    fs::write(&java, text).unwrap();
    fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).unwrap();
    home.to_owned()
}

/// What the fake `java` was given.
pub fn args(home: &Path) -> Vec<Vec<u8>> {
    let bytes = fs::read(home.join("args")).unwrap();
    let mut args: Vec<Vec<u8>> = bytes.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect();
    args.pop();
    args
}
