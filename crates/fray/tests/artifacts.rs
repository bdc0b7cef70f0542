//! How the agent library gets out of its artifact: complete, once, and wherever it can be written.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use fray_testkit::{artifacts, jdk, place};

/// What the artifact is made from.
const RESOURCE: &str = "dev/fray/native/linux-x86_64/libfray_agent.so";

/// The artifact and the program that calls it, where every user can read them; `None` without a network.
fn artifact() -> Option<(tempfile::TempDir, Vec<PathBuf>)> {
    let repository = artifacts::repository()?;
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let jar = folder.path().join("fray-agent.jar");
    fs::copy(
        repository.join("dev/fray/fray-agent/0.1.0/fray-agent-0.1.0.jar"),
        &jar,
    )
    .unwrap();
    let out = folder.path().join("classes");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/artifacts/Extract.java");
    fray_testkit::java::compile(17, &jar, &out, &[program]);
    Some((folder, vec![out, jar]))
}

/// With nothing of the user who runs the tests: `folder` has the cache, the home and the temporary files.
fn extract(program: &[&str], class_path: &[PathBuf], folder: &Path) -> Command {
    let java = jdk::all()[0].home.join("bin/java");
    let words: Vec<OsString> = program
        .iter()
        .map(Into::into)
        .chain([java.into()])
        .collect();
    let property = |name: &str, value: &str| format!("-D{name}={}/{value}", folder.display());
    let mut command = Command::new(&words[0]);
    command
        .args(&words[1..])
        .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1"])
        .arg(property("user.home", "home"))
        .arg(property("java.io.tmpdir", "tmp"))
        .arg("-cp")
        .arg(std::env::join_paths(class_path).unwrap())
        .arg("Extract")
        .env_remove("XDG_CACHE_HOME")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn path(output: &Output) -> PathBuf {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).trim().into()
}

/// What the library must be.
fn original() -> Vec<u8> {
    fs::read(place::target().join("java/native").join(RESOURCE)).unwrap()
}

#[test]
fn a_damaged_library_is_replaced_and_a_damaged_artifact_refused() {
    let Some((folder, class_path)) = artifact() else {
        return;
    };
    fs::create_dir(folder.path().join("tmp")).unwrap();
    let run = || extract(&[], &class_path, folder.path()).output().unwrap();
    let library = path(&run());
    assert!(
        library.starts_with(folder.path().join("home")),
        "{library:?}"
    );
    assert!(fs::read(&library).unwrap() == original());
    let inode = fs::metadata(&library).unwrap().ino();
    assert_eq!(path(&run()), library);
    assert_eq!(
        fs::metadata(&library).unwrap().ino(),
        inode,
        "written twice"
    );

    let mut bytes = original();
    bytes[4711] ^= 1;
    fs::write(&library, &bytes).unwrap();
    assert_eq!(path(&run()), library);
    assert!(fs::read(&library).unwrap() == original(), "still damaged");

    // In front of the artifact, the damaged library with the right checksum.
    let front = folder.path().join("front");
    let resource = front.join(RESOURCE);
    fs::create_dir_all(resource.parent().unwrap()).unwrap();
    fs::write(&resource, &bytes).unwrap();
    fs::remove_file(&library).unwrap();
    let damaged: Vec<_> = [front].into_iter().chain(class_path.clone()).collect();
    let output = extract(&[], &damaged, folder.path()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && text.contains("is damaged"),
        "{text}"
    );
    assert!(!library.exists(), "extracted all the same");
}

#[test]
fn builds_at_the_same_time_do_not_meet() {
    const BUILDS: usize = 8;
    let Some((folder, class_path)) = artifact() else {
        return;
    };
    fs::create_dir(folder.path().join("tmp")).unwrap();
    let start = || extract(&[], &class_path, folder.path()).spawn().unwrap();
    let builds: Vec<_> = (0..BUILDS).map(|_| start()).collect();
    let mut places: Vec<_> = builds
        .into_iter()
        .map(|build| path(&build.wait_with_output().unwrap()))
        .collect();
    places.dedup();
    let [library] = &places[..] else {
        panic!("several places: {places:?}");
    };
    assert!(fs::read(library).unwrap() == original());
    let beside = library.parent().unwrap().read_dir().unwrap().count();
    assert_eq!(beside, 1, "partial files are left");
}

#[test]
fn a_home_that_cannot_be_written_is_no_obstacle() {
    let Some((folder, class_path)) = artifact() else {
        return;
    };
    let (home, temporary) = (folder.path().join("home"), folder.path().join("tmp"));
    fs::create_dir(&home).unwrap();
    fs::set_permissions(&home, Permissions::from_mode(0o555)).unwrap();
    fs::create_dir(&temporary).unwrap();
    fs::set_permissions(&temporary, Permissions::from_mode(0o1777)).unwrap();
    // Nothing is read-only for root.
    let nobody = [
        "setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
    ];
    let root = fs::metadata(&home).unwrap().uid() == 0;
    let program = if root { &nobody[..] } else { &[] };
    let run = || {
        extract(program, &class_path, folder.path())
            .output()
            .unwrap()
    };
    let library = path(&run());
    assert!(library.starts_with(&temporary), "{library:?}");
    assert!(fs::read(&library).unwrap() == original());

    // A folder there that anybody can write to is not trusted.
    let open = library.ancestors().nth(2).unwrap();
    fs::set_permissions(open, Permissions::from_mode(0o777)).unwrap();
    let output = run();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && text.contains("others can write to"),
        "{text}"
    );
}
