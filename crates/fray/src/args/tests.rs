use super::*;

const COMMANDS: &[&str] = &["replay", "demo"];

fn parse(line: &str) -> Result<CommandLine, ArgsError> {
    let commands: Vec<String> = COMMANDS.iter().map(ToString::to_string).collect();
    CommandLine::parse(line.split_whitespace().map(OsString::from), &commands)
}

fn java(line: &str) -> String {
    let args = parse(line).unwrap().java.args;
    args.join(OsStr::new(" ")).into_string().unwrap()
}

#[test]
fn every_option_of_the_table_is_understood_in_both_ways() {
    for option in OPTIONS.iter().filter(|option| !option.internal) {
        let value = (option.get)(&Config::default()).unwrap_or_else(|| "1".into());
        let mut expected = Config::default();
        for name in option.aliases.iter().chain([&option.name]) {
            let value = if option.value.is_none() {
                "true"
            } else {
                &value
            };
            expected.set(option.name, value).unwrap();
            let mut lines = vec![format!("--{name}={value} Main")];
            if option.value.is_some() {
                lines.push(format!("--{name} {value} Main"));
            } else {
                lines.push(format!("--{name} Main"));
            }
            for line in lines {
                let parsed = parse(&line).unwrap();
                assert_eq!(parsed.config, expected, "{line}");
                assert_eq!(parsed.java.args, ["Main"], "{line}");
            }
        }
    }
}

#[test]
fn options_are_fray_s_up_to_the_main_class() {
    let line = "--iter 5 -Xmx1g -cp a:b --seed=7 -Dx=y --jdk /j Main --iter 6 --seed 8";
    let parsed = parse(line).unwrap();
    assert_eq!(parsed.config.iter, 5);
    assert_eq!(parsed.config.seed, Some(7));
    assert_eq!(parsed.jdk, Some("/j".into()));
    assert_eq!(java(line), "-Xmx1g -cp a:b -Dx=y Main --iter 6 --seed 8");
    assert_eq!(parsed.java.program, Program::Class("Main".into()));
    assert_eq!(parsed.java.program_args, ["--iter", "6", "--seed", "8"]);
}

#[test]
fn values_of_java_options_are_not_options() {
    for option in ["-cp", "-p", "--add-opens", "--module-path", "--source"] {
        let line = format!("{option} --iter Main");
        let parsed = parse(&line).unwrap();
        assert_eq!(parsed.config, Config::default());
        assert_eq!(java(&line), line);
    }
}

#[test]
fn jars_and_modules() {
    let jar = parse("-jar --iter 3 -Xss1m app.jar -x --seed 1").unwrap();
    assert_eq!(jar.java.program, Program::Jar("app.jar".into()));
    assert_eq!(jar.java.program_args, ["-x", "--seed", "1"]);
    assert_eq!(jar.config.iter, 3);
    assert_eq!(jar.config.seed, None);
    for line in [
        "-p mods -m app/app.Main --seed 1",
        "-p mods --module=app/app.Main --seed 1",
    ] {
        let module = parse(line).unwrap();
        assert_eq!(module.java.program, Program::Module("app/app.Main".into()));
        assert_eq!(module.java.program_args, ["--seed", "1"]);
    }
}

#[test]
fn assertions_are_left_to_a_user_who_mentions_them() {
    for option in ["-ea", "-da", "-ea:com.acme...", "-disableassertions:X"] {
        assert!(parse(&format!("{option} M")).unwrap().java.sets_assertions);
    }
    for option in ["-esa", "-Xmx1g", "-cp -ea"] {
        assert!(!parse(&format!("{option} M")).unwrap().java.sets_assertions);
    }
    assert!(!parse("M -ea").unwrap().java.sets_assertions);
}

#[test]
fn argument_files_are_looked_into_and_passed_on() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "-cp a -ea Main --seed").unwrap();
    let at = format!("@{}", file.path().display());
    let line = format!("--iter 9 {at} --seed 3");
    let parsed = parse(&line).unwrap();
    assert_eq!(parsed.config.iter, 9);
    assert_eq!(parsed.config.seed, None, "the main class is in the file");
    assert!(parsed.java.sets_assertions);
    assert_eq!(java(&line), format!("{at} --seed 3"));
    assert_eq!(parsed.java.program, Program::Class("Main".into()));
    assert_eq!(parsed.java.program_args, ["--seed", "--seed", "3"]);

    assert_eq!(java("Main @nowhere"), "Main @nowhere");
    assert_eq!(java("--disable-@files @x"), "--disable-@files @x");
    let error = parse("@/nowhere/x Main").unwrap_err().to_string();
    assert!(
        error.starts_with("cannot read the argument file '/nowhere/x': "),
        "{error}"
    );
}

#[test]
fn says_what_is_wrong() {
    let error = |line| parse(line).unwrap_err().to_string();
    assert_eq!(
        error("--iter"),
        "option 'iter' needs a value: a number from 1"
    );
    assert_eq!(
        error("--time=fast M"),
        "'fast' is not a value for option 'time': expected relaxed, virtual or real"
    );
    assert_eq!(
        error("--jdk"),
        "option 'jdk' needs a value: the home directory of a JDK"
    );
    assert_eq!(
        error("--iterations 5 M"),
        "there is no option '--iterations': did you mean '--iter'?"
    );
    assert_eq!(
        error("--seeed=5 M"),
        "there is no option '--seeed': did you mean '--seed'?"
    );
    assert_eq!(error("-cp"), "java option '-cp' needs a value");
    assert_eq!(error("-jar"), "java option '-jar' needs a value");
    assert_eq!(
        error("-cp x"),
        "nothing to run: give a main class, -jar FILE or -m MODULE, as for java"
    );
    assert_eq!(
        error("--iter 5 demo"),
        "'demo' must come first: fray demo ..."
    );
    assert_eq!(java("-cp x demo"), "-cp x demo");
}

#[test]
fn what_fray_does_not_know_is_java_s() {
    let line = "--enable-preview --some-future-option --illegal-access=warn -XX:+UseZGC M";
    assert_eq!(java(line), line);
    // The agent's own option is not the user's.
    assert_eq!(java("--share=0/1 M"), "--share=0/1 M");
}
