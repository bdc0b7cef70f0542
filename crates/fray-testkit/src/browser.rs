//! A real browser, driven as a person would: Chromium with its debugging protocol over a pipe.
//!
//! The pipe is two FIFOs that a shell opens as file descriptors 3 and 4, where the browser expects
//! them. Messages are JSON, each ended by a zero byte.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::skip;

/// How long anything may take. The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// A browser with one page.
pub struct Browser {
    child: Child,
    commands: File,
    messages: Receiver<Value>,
    session: String,
    last_id: u64,
    /// Errors and warnings on the console, exceptions, failed and foreign requests.
    pub complaints: Vec<String>,
    folder: PathBuf,
}

/// The browser, if there is one. Without one a test must not pass unseen: in CI it fails.
pub fn find() -> Option<PathBuf> {
    let candidates = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let chosen = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let paths: Vec<PathBuf> = std::env::var_os("PATH")
        .map(|paths| std::env::split_paths(&paths).collect())
        .unwrap_or_default();
    let found = chosen.or_else(|| {
        let all = candidates
            .iter()
            .flat_map(|name| paths.iter().map(move |path| path.join(name)));
        all.into_iter().find(|path| path.is_file())
    });
    if found.is_none() {
        skip::aloud(
            "the page in a browser: there is no Chromium (set CHROMIUM, or install the package `chromium`)",
        );
    }
    found
}

impl Browser {
    /// Starts it and opens this file in a window of this size.
    pub fn open(chromium: &Path, page: &Path, width: u32, height: u32) -> Self {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("fray-browser-{}-{count}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a temporary folder");
        let (to, from) = (folder.join("to"), folder.join("from"));
        let made = Command::new("mkfifo").args([&to, &from]).status();
        assert!(made.expect("mkfifo").success());
        let child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<\"$FRAY_TO\" 4>\"$FRAY_FROM\""])
            .arg(chromium)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args(["--disable-background-networking", "--disable-dev-shm-usage"])
            .args([
                "--remote-debugging-pipe",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
            ])
            .arg(format!(
                "--user-data-dir={}",
                folder.join("profile").display()
            ))
            .arg(format!("--window-size={width},{height}"))
            .env("FRAY_TO", &to)
            .env("FRAY_FROM", &from)
            .env("HOME", &folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let commands = OpenOptions::new().write(true).open(&to).expect("pipe");
        let answers = File::open(&from).expect("pipe");
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(answers).split(0).map_while(Result::ok) {
                let Ok(value) = serde_json::from_slice(&message) else {
                    break;
                };
                if sender.send(value).is_err() {
                    break;
                }
            }
        });
        let mut browser = Browser {
            child,
            commands,
            messages,
            session: String::new(),
            last_id: 0,
            complaints: Vec::new(),
            folder,
        };
        browser.attach(page, width, height);
        browser
    }

    fn attach(&mut self, page: &Path, width: u32, height: u32) {
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = self.call("Target.attachToTarget", attach);
        self.session = session["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.scheme("light");
        let url = format!("file://{}", page.display());
        self.call("Page.navigate", json!({ "url": url }));
        self.until("document.readyState === 'complete'");
        self.settle();
    }

    /// Sends a command and waits for its answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = self.session.as_str().into();
        }
        let mut bytes = serde_json::to_vec(&message).expect("JSON");
        bytes.push(0);
        self.commands.write_all(&bytes).expect("Chromium listens");
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let answer = match self.messages.recv_timeout(left) {
                Ok(answer) => answer,
                Err(RecvTimeoutError::Timeout) => panic!("no answer to {method}"),
                Err(RecvTimeoutError::Disconnected) => panic!("Chromium ended during {method}"),
            };
            if answer["id"] == self.last_id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.event(&answer);
        }
    }

    fn event(&mut self, event: &Value) {
        let params = &event["params"];
        match event["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" => {
                let details = &params["exceptionDetails"];
                self.complaints.push(format!("exception: {details}"));
            }
            "Runtime.consoleAPICalled" => {
                self.complaints.push(format!("console: {}", params["args"]));
            }
            "Log.entryAdded" => {
                self.complaints
                    .push(format!("log: {}", params["entry"]["text"]));
            }
            "Network.requestWillBeSent" => {
                let url = params["request"]["url"].as_str().unwrap_or_default();
                if !url.starts_with("file://") && !url.starts_with("about:") {
                    self.complaints.push(format!("request: {url}"));
                }
            }
            _ => {}
        }
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", params);
        let thrown = &result["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        result["result"]["value"].clone()
    }

    /// The text of the first element that matches.
    pub fn text(&mut self, selector: &str) -> String {
        let value = self.eval(&format!(
            "document.querySelector('{selector}')?.innerText ?? null"
        ));
        value
            .as_str()
            .unwrap_or_else(|| panic!("no {selector}"))
            .to_owned()
    }

    /// Waits until the expression is true.
    pub fn until(&mut self, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.eval(expression) != true {
            assert!(Instant::now() < deadline, "never true: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until everything asked for has been drawn.
    pub fn settle(&mut self) {
        let two =
            "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))";
        self.eval(two);
    }

    /// Presses a key as a person would.
    pub fn key(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        let down = json!({"type": "keyDown", "key": key, "text": text});
        self.call("Input.dispatchKeyEvent", down);
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyUp", "key": key}),
        );
        self.settle();
    }

    /// Clicks at the middle of the first element that matches.
    pub fn click(&mut self, selector: &str) {
        let expression = format!(
            "(() => {{ const r = document.querySelector('{selector}').getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        let at = self.eval(&expression);
        for kind in ["mousePressed", "mouseReleased"] {
            let mouse =
                json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", mouse);
        }
        self.settle();
    }

    /// What the system prefers: `light` or `dark`.
    pub fn scheme(&mut self, scheme: &str) {
        let feature = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": feature }));
    }

    /// Saves what is on screen, if asked to by `FRAY_SCREENSHOTS`, a folder.
    pub fn screenshot(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("FRAY_SCREENSHOTS") else {
            return;
        };
        self.settle();
        let shot = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = base64(shot["data"].as_str().expect("a picture"));
        let path = PathBuf::from(folder).join(format!("{name}.png"));
        fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// Nothing went wrong that the page does not show.
    pub fn check_quiet(&mut self) {
        self.settle();
        assert_eq!(self.complaints, [""; 0]);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for digit in text.bytes() {
        let Some(value) = DIGITS.iter().position(|&d| d == digit) else {
            continue;
        };
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}
