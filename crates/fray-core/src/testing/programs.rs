//! Programs whose behaviours are known.

use super::Op::{self, *};
use super::Program;

/// Main starts these threads, waits for all of them, and then does the rest.
pub fn started(threads: Vec<Vec<Op>>, rest: Vec<Op>) -> Program {
    let n = threads.len();
    let mut main: Vec<Op> = (1..=n).map(Start).collect();
    main.extend((1..=n).map(Join));
    main.extend(rest);
    let mut all = vec![main];
    all.extend(threads);
    Program { threads: all }
}

/// n-1 setters write a = 1 and then b = -1; one checker demands to see both or none, by
/// `(a == 0 && b == 0) || (a == 1 && b == -1)`: up to four reads. It fails only if three of
/// them come between the first write of a and the first write of b.
pub fn reorder(n: usize) -> Program {
    let mut threads = vec![vec![Write(0, |_| 1), Write(1, |_| -1)]; n - 1];
    threads.push(vec![
        Read(0, 0),
        If(|r| r[0] != 0, 4),
        Read(1, 1),
        If(|r| r[1] == 0, 9),
        Read(0, 0),
        Assert(|r| r[0] == 1, "reorder"),
        Read(1, 1),
        Assert(|r| r[1] == -1, "reorder"),
    ]);
    started(threads, vec![])
}

/// n-1 writers set the first value under lock 0, then the second, one greater, under lock 1; a
/// reader sees the gap. The values are plain: the locks are the only switch points.
pub fn two_stage(n: usize) -> Program {
    let writer = vec![
        Enter(0),
        Put(0, |_| 1),
        Exit(0),
        Enter(1),
        Put(1, |_| 2),
        Exit(1),
    ];
    let mut threads = vec![writer; n - 1];
    threads.push(vec![
        Enter(0),
        Get(0, 0),
        Exit(0),
        If(|r| r[0] == 0, 8),
        Enter(1),
        Get(1, 1),
        Assert(|r| r[1] == 2, "two-stage"),
        Exit(1),
    ]);
    started(threads, vec![])
}

/// Two threads add 1 to a variable, not atomically.
pub fn lost_update() -> Program {
    let add = vec![Read(0, 0), Write(0, |r| r[0] + 1)];
    started(
        vec![add.clone(), add],
        vec![Read(0, 0), Assert(|r| r[0] == 2, "lost update")],
    )
}

/// Two locks in opposite order.
pub fn deadlock() -> Program {
    started(
        vec![
            vec![Enter(0), Enter(1), Exit(1), Exit(0)],
            vec![Enter(1), Enter(0), Exit(0), Exit(1)],
        ],
        vec![],
    )
}

/// Threads that each do `k` writes to a variable of their own, or all to the same one.
pub fn writers(n: usize, k: usize, shared: bool) -> Program {
    let threads = (0..n)
        .map(|t| vec![Write(if shared { 0 } else { t }, |_| 1); k])
        .collect();
    started(threads, vec![])
}

/// Spins on a flag, with or without yielding, which another thread sets after `work` steps.
pub fn spin(spinners: usize, work: usize, yields: bool) -> Program {
    let wait = if yields {
        vec![Read(0, 0), If(|r| r[0] == 1, 4), Yield, If(|_| true, 0)]
    } else {
        vec![Read(0, 0), If(|r| r[0] != 1, 0)]
    };
    let mut threads = vec![wait; spinners];
    let mut worker = vec![Write(1, |_| 1); work];
    worker.push(Write(0, |_| 1));
    threads.push(worker);
    started(threads, vec![])
}

/// Waits once where it should wait in a loop.
pub fn spurious_wake_up() -> Program {
    started(
        vec![
            vec![
                Enter(0),
                Read(0, 0),
                If(|r| r[0] == 1, 5),
                Wait(0),
                Read(0, 0),
                Exit(0),
                Assert(|r| r[0] == 1, "woken too early"),
            ],
            vec![Enter(0), Write(0, |_| 1), Notify(0), Exit(0)],
        ],
        vec![],
    )
}

/// Two kinds of waiters on one monitor, and one notification: the wrong one may get it.
pub fn stolen_signal() -> Program {
    let wait = |flag: usize| {
        vec![
            Enter(0),
            Read(flag, 0),
            If(|r| r[0] == 1, 5),
            Wait(0),
            If(|_| true, 1),
            Exit(0),
        ]
    };
    started(
        vec![
            wait(0),
            wait(1),
            vec![Enter(0), Write(0, |_| 1), Notify(0), Exit(0)],
            vec![Enter(0), Write(1, |_| 1), Notify(0), Exit(0)],
        ],
        vec![],
    )
}

/// [`reorder`] with threads that do more: every thread also updates each of 30 other shared
/// variables once, half of them before and half after.
pub fn noisy_reorder(n: usize) -> Program {
    let mut program = reorder(n);
    let noise = |from: usize| (from..from + 15).map(|var| Add(var, 1, 5));
    for thread in &mut program.threads[1..] {
        // Targets of jumps are behind what is put in front.
        for op in thread.iter_mut() {
            if let If(_, target) = op {
                *target += 15;
            }
        }
        thread.splice(0..0, noise(10));
        thread.extend(noise(25));
    }
    program
}

/// A work-stealing queue: owner and thief may take the last item both. Variables: 0 head, 1
/// tail, 2 to 4 how often an item was taken.
pub fn work_steal_queue() -> Program {
    let mut owner = vec![Write(1, |_| 3)];
    for _ in 0..3 {
        let at = owner.len();
        owner.extend([
            Read(1, 0),
            Write(1, |r| r[0] - 1),
            Read(0, 1),
            If(|r| r[1] >= r[0], at + 12),
            If(|r| r[0] - 1 != 0, at + 7),
            Add(2, 1, 2),
            If(|_| true, at + 11),
            If(|r| r[0] - 1 != 1, at + 10),
            Add(3, 1, 2),
            If(|_| true, at + 11),
            Add(4, 1, 2),
            Assert(|r| r[2] == 0, "taken twice"),
            If(|r| r[1] < r[0], at + 14),
            Write(1, |r| r[0]),
        ]);
    }
    let mut thief = vec![];
    for _ in 0..2 {
        let at = thief.len();
        thief.extend([
            Read(0, 0),
            Read(1, 1),
            If(|r| r[0] >= r[1], at + 12),
            Write(0, |r| r[0] + 1),
            If(|r| r[0] != 0, at + 7),
            Add(2, 1, 2),
            If(|_| true, at + 11),
            If(|r| r[0] != 1, at + 10),
            Add(3, 1, 2),
            If(|_| true, at + 11),
            Add(4, 1, 2),
            Assert(|r| r[2] == 0, "taken twice"),
        ]);
    }
    started(vec![owner, thief], vec![])
}
