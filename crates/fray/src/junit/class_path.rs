//! The class path of a `java` command line, and what JUnit 5 needs on it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Options whose value is the class path.
const OPTIONS: [&str; 3] = ["-cp", "-classpath", "--class-path"];

const ENGINE: &str = "junit-platform-engine";
const LAUNCHER: &str = "junit-platform-launcher";

/// Adds a jar to the class path in `args`, and the JUnit Platform's launcher if the class path
/// has JUnit 5 without it, as build tools leave it.
pub fn extend(args: &mut Vec<OsString>, jar: &Path) -> Result<(), Error> {
    let (place, given) = find(args);
    let mut added = vec![jar.to_owned()];
    added.extend(missing_launcher(&given)?);
    let all = std::env::split_paths(&given).chain(added);
    let joined = std::env::join_paths(all)
        .map_err(|_| Error::Cli("the class path has an entry with ':' in it".into()))?;
    match place {
        Some(Place::Next(index)) => args[index] = joined,
        Some(Place::Within(index)) => {
            let mut option = OsString::from("--class-path=");
            option.push(joined);
            args[index] = option;
        }
        None => args.splice(0..0, ["-cp".into(), joined]).for_each(drop),
    }
    Ok(())
}

/// Where the class path is.
enum Place {
    /// This argument.
    Next(usize),
    /// Behind the `=` of this argument.
    Within(usize),
}

/// The last one counts, as for `java`; without any, the environment's.
fn find(args: &[OsString]) -> (Option<Place>, OsString) {
    let mut found = None;
    for (index, arg) in args.iter().enumerate() {
        let text = arg.to_string_lossy();
        if OPTIONS.contains(&text.as_ref()) && index + 1 < args.len() {
            found = Some((Place::Next(index + 1), args[index + 1].clone()));
        } else if let Some(value) = text.strip_prefix("--class-path=") {
            found = Some((Place::Within(index), value.into()));
        }
    }
    match found {
        Some((place, value)) => (Some(place), value),
        None => {
            let value = std::env::var_os("CLASSPATH").filter(|value| !value.is_empty());
            (None, value.unwrap_or_else(|| ".".into()))
        }
    }
}

/// The launcher's jar if it is needed: from where the engine's jar is.
fn missing_launcher(class_path: &OsStr) -> Result<Option<PathBuf>, Error> {
    let jars: Vec<PathBuf> = std::env::split_paths(class_path).flat_map(expand).collect();
    let named = |name: &str| jars.iter().find_map(|jar| Some((jar, version(jar, name)?)));
    if named(LAUNCHER).is_some() {
        return Ok(None);
    }
    let Some((engine, version)) = named(ENGINE) else {
        return Ok(None);
    };
    beside(engine, &version)
        .map(Some)
        .ok_or(Error::NoLauncher(version))
}

/// An entry that ends in `*` stands for the jars of a folder.
fn expand(entry: PathBuf) -> Vec<PathBuf> {
    if entry.file_name() != Some(OsStr::new("*")) {
        return vec![entry];
    }
    files(entry.parent().unwrap_or(Path::new(".")))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// The version in `name-1.10.2.jar`.
fn version(jar: &Path, name: &str) -> Option<String> {
    let file = jar.file_name()?.to_str()?;
    let version = file.strip_prefix(name)?.strip_prefix('-')?;
    Some(version.strip_suffix(".jar")?.to_owned())
}

/// In the same folder, or where Maven (`artifact/version/jar`) or Gradle (`artifact/version/hash/jar`)
/// keep jars: both fetch the launcher when they run tests.
fn beside(engine: &Path, version: &str) -> Option<PathBuf> {
    let file = format!("{LAUNCHER}-{version}.jar");
    let up = |levels: usize| engine.ancestors().nth(levels);
    let mut candidates = vec![up(1)?.join(&file)];
    if let Some(group) = up(3) {
        candidates.push(group.join(LAUNCHER).join(version).join(&file));
    }
    if let Some(group) = up(4) {
        let hashes = files(&group.join(LAUNCHER).join(version));
        candidates.extend(hashes.iter().map(|hash| hash.join(&file)));
    }
    candidates.into_iter().find(|jar| jar.is_file())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_launcher_is_found_where_build_tools_keep_it() {
        let temp = tempfile::tempdir().unwrap();
        let group = temp.path().join("org/junit/platform");
        let engine = group.join("junit-platform-engine/1.10.2");
        let launcher = group.join("junit-platform-launcher/1.10.2");
        fs::create_dir_all(&engine).unwrap();
        fs::create_dir_all(&launcher).unwrap();
        let engine = engine.join("junit-platform-engine-1.10.2.jar");
        fs::write(&engine, "").unwrap();
        let class_path = std::env::join_paths([Path::new("classes"), &engine]).unwrap();
        let error = missing_launcher(&class_path).unwrap_err().to_string();
        assert!(error.contains("junit-platform-launcher"), "{error}");
        let launcher = launcher.join("junit-platform-launcher-1.10.2.jar");
        fs::write(&launcher, "").unwrap();
        assert_eq!(
            missing_launcher(&class_path).unwrap(),
            Some(launcher.clone())
        );
        let both = std::env::join_paths([&engine, &launcher]).unwrap();
        assert_eq!(missing_launcher(&both).unwrap(), None);
        assert_eq!(missing_launcher(OsStr::new("classes")).unwrap(), None);
    }

    #[test]
    fn the_class_path_is_found_in_all_its_forms() {
        let jar = Path::new("/x/fray.jar");
        for (given, wanted) in [
            (
                vec!["-cp", "a:b", "-Xmx1g"],
                vec!["-cp", "a:b:/x/fray.jar", "-Xmx1g"],
            ),
            (vec!["--class-path=a"], vec!["--class-path=a:/x/fray.jar"]),
        ] {
            let mut args: Vec<OsString> = given.iter().map(OsString::from).collect();
            extend(&mut args, jar).unwrap();
            assert_eq!(args, wanted);
        }
    }
}
