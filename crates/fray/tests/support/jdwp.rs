//! A debugger: as much of JDWP as it takes to set breakpoints, to step and to let the JVM go on.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const HANDSHAKE: &[u8] = b"JDWP-Handshake";

/// Commands, by set and number.
const RESUME: [u8; 2] = [1, 9];
const SUSPEND: [u8; 2] = [1, 8];
const ID_SIZES: [u8; 2] = [1, 7];
const METHODS: [u8; 2] = [2, 5];
const LINE_TABLE: [u8; 2] = [6, 1];
const SET: [u8; 2] = [15, 1];
const CLEAR: [u8; 2] = [15, 2];
const COMPOSITE: [u8; 2] = [64, 100];

/// Kinds of events.
pub const STEP: u8 = 1;
pub const BREAKPOINT: u8 = 2;
const CLASS_PREPARE: u8 = 8;
const VM_START: u8 = 90;

/// Every event suspends all threads.
const SUSPEND_ALL: u8 = 2;

/// An event that has suspended the JVM.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub kind: u8,
    pub thread: u64,
    /// Of the class that is there now, or in which the thread stands.
    class: u64,
}

pub struct Debugger {
    stream: TcpStream,
    last: u32,
    events: VecDeque<Event>,
    /// Whether the JVM has said that it is there, and suspended.
    started: bool,
}

/// What a packet says, read from its front.
struct Data<'a>(&'a [u8]);

impl Data<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_at(N);
        self.0 = rest;
        first.try_into().unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.bytes::<1>()[0]
    }

    fn int(&mut self) -> i32 {
        i32::from_be_bytes(self.bytes())
    }

    fn id(&mut self) -> u64 {
        u64::from_be_bytes(self.bytes())
    }

    fn string(&mut self) -> String {
        let length = self.int() as usize;
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8(text.to_vec()).unwrap()
    }
}

impl Debugger {
    /// Attaches itself; the JVM takes a moment to listen.
    pub fn attach(port: u16) -> Debugger {
        let since = Instant::now();
        let mut stream = loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => break stream,
                Err(error) if since.elapsed() > Duration::from_secs(60) => panic!("{error}"),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        };
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).unwrap();
        let mut answer = [0; HANDSHAKE.len()];
        stream.write_all(HANDSHAKE).unwrap();
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(answer, HANDSHAKE);
        let mut debugger = Debugger {
            stream,
            last: 0,
            events: VecDeque::new(),
            started: false,
        };
        let sizes = debugger.ask(ID_SIZES, &[]);
        assert_eq!(sizes, [0, 0, 0, 8].repeat(5), "all ids have 8 bytes");
        while !debugger.started {
            // It answers before it has suspended its threads: told to go on now, it would suspend them
            // all the same.
            match debugger.receive().expect("the JVM starts") {
                (None, data) => debugger.keep(&data),
                (Some(number), _) => panic!("answer to {number}"),
            }
        }
        debugger
    }

    /// A packet from the JVM: its number if it is an answer. `None`: the JVM is gone.
    fn receive(&mut self) -> Option<(Option<u32>, Vec<u8>)> {
        let mut head = [0; 11];
        self.stream.read_exact(&mut head).ok()?;
        let mut head = Data(&head);
        let mut data = vec![0; head.int() as usize - 11];
        self.stream.read_exact(&mut data).ok()?;
        let number = head.int() as u32;
        let answers = head.byte() == 0x80;
        let code = head.bytes::<2>();
        match answers {
            true => assert_eq!(code, [0, 0], "error code of an answer"),
            false => assert_eq!(code, COMPOSITE),
        }
        Some((answers.then_some(number), data))
    }

    fn send(&mut self, command: [u8; 2], data: &[u8]) -> io::Result<()> {
        self.last += 1;
        let mut packet = (11 + data.len() as u32).to_be_bytes().to_vec();
        packet.extend(self.last.to_be_bytes());
        packet.push(0);
        packet.extend(command);
        packet.extend(data);
        self.stream.write_all(&packet)
    }

    fn ask(&mut self, command: [u8; 2], data: &[u8]) -> Vec<u8> {
        self.send(command, data).unwrap();
        self.answer().expect("the JVM answers")
    }

    fn answer(&mut self) -> Option<Vec<u8>> {
        loop {
            match self.receive()? {
                (Some(number), data) if number == self.last => return Some(data),
                (Some(_), _) => {}
                (None, data) => self.keep(&data),
            }
        }
    }

    fn keep(&mut self, composite: &[u8]) {
        let mut data = Data(composite);
        data.byte(); // how much is suspended
        for _ in 0..data.int() {
            let kind = data.byte();
            data.int(); // which request
            match kind {
                STEP | BREAKPOINT => {
                    let thread = data.id();
                    data.byte();
                    let class = data.id();
                    data.bytes::<16>(); // method and index
                    self.events.push_back(Event {
                        kind,
                        thread,
                        class,
                    });
                }
                CLASS_PREPARE => {
                    let thread = data.id();
                    data.byte();
                    let class = data.id();
                    data.string();
                    data.int();
                    self.events.push_back(Event {
                        kind,
                        thread,
                        class,
                    });
                }
                VM_START => {
                    self.started = true;
                    return;
                }
                _ => return, // the end of the JVM
            }
        }
    }

    /// The next event that was asked for. `None`: the JVM has ended.
    pub fn event(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if let (None, data) = self.receive()? {
                self.keep(&data);
            }
        }
    }

    /// Suspends all threads, wherever they are, unless the JVM has ended.
    pub fn suspend(&mut self) -> bool {
        self.send(SUSPEND, &[]).is_ok() && self.answer().is_some()
    }

    /// Lets the JVM go on, which may end before it answers.
    pub fn resume(&mut self) {
        let _ = self.send(RESUME, &[]);
    }

    fn set(&mut self, kind: u8, modifiers: i32, data: &[u8]) -> i32 {
        let mut request = vec![kind, SUSPEND_ALL];
        request.extend(modifiers.to_be_bytes());
        request.extend(data);
        Data(&self.ask(SET, &request)).int()
    }

    /// Stops where a class of this name is ready to be used.
    pub fn stop_at_class(&mut self, name: &str) {
        let mut data = vec![5];
        data.extend((name.len() as u32).to_be_bytes());
        data.extend(name.as_bytes());
        self.set(CLASS_PREPARE, 1, &data);
    }

    /// Stops at this line of the class of an event.
    pub fn stop_at_line(&mut self, at: Event, line: i32) {
        let mut found = 0;
        let methods = self.ask(METHODS, &at.class.to_be_bytes());
        let mut methods = Data(&methods);
        for _ in 0..methods.int() {
            let method = methods.id();
            methods.string();
            methods.string();
            methods.int();
            let mut which = at.class.to_be_bytes().to_vec();
            which.extend(method.to_be_bytes());
            let lines = self.ask(LINE_TABLE, &which);
            let mut lines = Data(&lines);
            lines.bytes::<16>(); // first and last index
            for _ in 0..lines.int() {
                let index = lines.bytes::<8>();
                if lines.int() == line {
                    let mut location = vec![7, 1];
                    location.extend(&which);
                    location.extend(index);
                    self.set(BREAKPOINT, 1, &location);
                    found += 1;
                }
            }
        }
        assert!(found > 0, "no code at line {line}");
    }

    /// The suspended thread of an event makes a step over a line, the others run meanwhile if it lets
    /// them. The result is where something stopped next, which may be another thread.
    pub fn step(&mut self, at: Event) -> Option<Event> {
        let mut data = vec![10];
        data.extend(at.thread.to_be_bytes());
        data.extend([1u32, 1].map(u32::to_be_bytes).concat());
        let request = self.set(STEP, 1, &data);
        self.resume();
        let stopped = self.event()?;
        let mut clear = vec![STEP];
        clear.extend(request.to_be_bytes());
        self.ask(CLEAR, &clear);
        Some(stopped)
    }
}
