//! Fairness: a thread that runs in circles lets the others run.
//!
//! A program may wait for another thread in a loop: reading a flag, trying a lock,
//! yielding, sleeping, timing out. A strategy that prefers this thread would never end, and one
//! that explores everything would explore every number of rounds. So a thread that seems to
//! spin is *held back* until each thread that could have run instead has made a step. This is
//! the fair scheduler of Musuvathi and Qadeer ("Fair stateless model checking", PLDI 2008):
//! an edge from the spinning thread to each of the others, removed when that one runs (or, for a
//! thread that is held back again and again, when it has run for longer and longer). A
//! thread is held back only while it has an edge to a thread that can run. Edges never
//! form a circle, since making one removes all that lead to the thread that has just run, so
//! somebody may always run.
//!
//! Their scheduler relies on loops that yield. Loops that do not are recognised by what
//! they do: the same few operations on the same few resources, many times. To be wrong about it
//! costs little: the schedule is still one of the program's.

use super::{Candidate, Choice, Divergence, End, Point, Start, Strategy};
use crate::op::{Completion, Step, ThreadId};
use crate::strategy::record::Log;

/// Different operations that a spin loop may have. Loops that scan longer arrays are left
/// to [`RUN`].
const WINDOW: usize = 8;

/// Repeated hints and timeouts after which a thread spins. The first ones are free: what
/// comes after a single yield or timeout must be explorable before the others have run.
const HINTS: u32 = 2;

/// Repeated operations of other kinds after which a thread spins. More than short loops
/// have, so that PCT may run them to the end; few against the step limit.
const REPEATS: u32 = 200;

/// Steps that a thread may make without a break while others can run, whatever it does.
const RUN: u32 = 10_000;

/// The same for hints and timeouts, however many other operations lie between them: a pool's
/// worker that waits for the next round of a periodic task does a lot in each.
const STALLS: u32 = 16;

/// How often a thread may be held back before each time costs it twice as much as the last, and how
/// far that goes. A task that comes again and again, however soon its time is up, must not make
/// most of the steps of a long execution.
const PATIENCE: u32 = 8;
const DOUBLINGS: u32 = 12;

/// The same for a thread that only repeats itself: it may just as well be at work, in a long loop, and
/// then the strategy and not fairness is to say who runs.
const DOUBLINGS_AT_WORK: u32 = 5;

/// Wraps a strategy so that no thread starves because another one spins.
#[derive(Debug)]
pub struct Fair<S> {
    inner: S,
    threads: Vec<Habit>,
    /// Edges: these threads are held back until those have made so many steps.
    held: Vec<(ThreadId, Vec<(ThreadId, u32)>)>,
    /// Who else could have made the step that is being executed.
    others: Vec<ThreadId>,
    /// Who ran last, and the steps and stalls that it made in a row when others could have run.
    running: Option<ThreadId>,
    run: u32,
    stalls: u32,
    /// Scratch space: the candidates that are not held back, and where they were.
    free: Vec<Candidate>,
    places: Vec<usize>,
}

/// What a thread has done lately.
#[derive(Clone, Default, Debug)]
struct Habit {
    /// The last different operations, in no particular order.
    recent: [Option<(crate::op::Operation, Completion)>; WINDOW],
    oldest: usize,
    hints: u32,
    repeats: u32,
    /// How often it has been held back.
    held: u32,
}

/// Whether the thread has only let time pass.
fn stalls(step: &Step) -> bool {
    step.operation.is_hint() || step.completion != Completion::Normal
}

impl Habit {
    /// Whether the thread spins, now that it has made this step, and then how far the time for which
    /// it is held back may double.
    fn spins(&mut self, step: &Step) -> Option<u32> {
        let what = Some((step.operation, step.completion));
        if !self.recent.contains(&what) {
            self.recent[self.oldest] = what;
            self.oldest = (self.oldest + 1) % WINDOW;
            self.hints = 0;
            self.repeats = 0;
            return None;
        }
        if stalls(step) {
            self.hints += 1;
        } else {
            self.repeats += 1;
        }
        if self.hints >= HINTS {
            Some(DOUBLINGS)
        } else if self.repeats >= REPEATS {
            Some(DOUBLINGS_AT_WORK)
        } else {
            None
        }
    }
}

impl<S: Strategy> Fair<S> {
    /// Makes a strategy fair.
    pub fn new(inner: S) -> Self {
        Fair {
            inner,
            threads: Vec::new(),
            held: Vec::new(),
            others: Vec::new(),
            running: None,
            run: 0,
            stalls: 0,
            free: Vec::new(),
            places: Vec::new(),
        }
    }

    fn is_held(&self, thread: ThreadId, candidates: &[Candidate]) -> bool {
        self.held.iter().any(|(held, by)| {
            *held == thread
                && by.iter().any(|(other, _)| {
                    candidates
                        .iter()
                        .any(|candidate| candidate.thread == *other)
                })
        })
    }

    fn hold_back(&mut self, thread: ThreadId, doublings: u32) {
        let habit = &mut self.threads[thread.index()];
        habit.held += 1;
        let steps = 1 << habit.held.saturating_sub(PATIENCE).min(doublings);
        // No circle: nobody waits for one that waits.
        self.held.retain_mut(|(_, by)| {
            by.retain(|(other, _)| *other != thread);
            !by.is_empty()
        });
        let others = self.others.iter().filter(|other| **other != thread);
        let others = others.map(|&other| (other, steps));
        self.held.push((thread, others.collect()));
        self.inner.spinning(thread);
    }
}

impl<S: Strategy> Strategy for Fair<S> {
    fn begin(&mut self, start: &Start) -> bool {
        self.threads.clear();
        self.held.clear();
        self.others.clear();
        self.running = None;
        self.inner.begin(start)
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        self.others.clear();
        self.others
            .extend(point.candidates.iter().map(|candidate| candidate.thread));
        if self.held.is_empty() {
            return self.inner.choose_thread(point);
        }
        let (mut free, mut places) = (
            std::mem::take(&mut self.free),
            std::mem::take(&mut self.places),
        );
        free.clear();
        places.clear();
        for (place, candidate) in point.candidates.iter().enumerate() {
            if !self.is_held(candidate.thread, point.candidates) {
                free.push(*candidate);
                places.push(place);
            }
        }
        let chosen = match free.len() {
            0 => unreachable!("edges form no circle"),
            1 => Ok(0),
            _ => self.inner.choose_thread(&Point {
                candidates: &free,
                ..*point
            }),
        };
        let result = chosen.map(|index| places[index]);
        (self.free, self.places) = (free, places);
        result
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        self.inner.choose_other(choice)
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        let thread = step.thread;
        if !self.held.is_empty() {
            self.held.retain_mut(|(_, by)| {
                by.retain_mut(|(other, steps)| {
                    *steps -= u32::from(*other == thread);
                    *steps > 0
                });
                !by.is_empty()
            });
        }
        self.inner.executed(step)?;
        if self.running != Some(thread) {
            self.running = Some(thread);
            (self.run, self.stalls) = (0, 0);
        }
        if !self.others.is_empty() {
            self.run += 1;
            self.stalls += u32::from(stalls(step));
        }
        let index = thread.index();
        if index >= self.threads.len() {
            self.threads.resize(index + 1, Habit::default());
        }
        let spins = self.threads[index].spins(step);
        let too_long = self.run >= RUN || self.stalls >= STALLS;
        if let Some(doublings) = spins.or(too_long.then_some(DOUBLINGS)) {
            self.threads[index].hints = 0;
            self.threads[index].repeats = 0;
            (self.run, self.stalls) = (0, 0);
            if !self.others.is_empty() {
                self.hold_back(thread, doublings);
            }
        }
        // The next step may be one for which there is no choice.
        self.others.clear();
        Ok(())
    }

    fn end(&mut self, end: &End) {
        self.inner.end(end);
    }

    fn spinning(&mut self, thread: ThreadId) {
        self.inner.spinning(thread);
    }

    fn left_over(&self) -> Result<(), Divergence> {
        self.inner.left_over()
    }

    fn is_complete(&self) -> bool {
        self.inner.is_complete()
    }

    fn repeats(&self) -> bool {
        self.inner.repeats()
    }

    fn parameters(&self) -> String {
        self.inner.parameters()
    }

    fn log(&mut self) -> Option<&Log> {
        self.inner.log()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::pct::Pct;
    use crate::strategy::random::Random;
    use crate::testing::Op::*;
    use crate::testing::programs;

    /// Always the same thread if it can run: the worst for its fellows.
    struct Stubborn(ThreadId);

    impl Strategy for Stubborn {
        fn begin(&mut self, _: &super::Start) -> bool {
            true
        }

        fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
            let mut threads = point.candidates.iter().map(|candidate| candidate.thread);
            Ok(threads.position(|thread| thread == self.0).unwrap_or(0))
        }

        fn choose_other(&mut self, _: &Choice<'_>) -> Result<usize, Divergence> {
            Ok(0)
        }
    }

    #[test]
    fn nobody_starves_whoever_is_preferred() {
        for yields in [true, false] {
            for preferred in 1..=4 {
                let program = programs::spin(2, 20, yields);
                let mut fair = Fair::new(Stubborn(ThreadId(preferred)));
                let ran = program.explore(&mut fair, 1, 1, |run| {
                    assert_eq!(
                        run.failure, None,
                        "yields: {yields}, preferred: {preferred}"
                    );
                    true
                });
                assert_eq!(ran, 1);
            }
        }
        // Without it they do: the test shows something.
        let livelock = programs::spin(2, 20, true).first_failure(&mut Stubborn(ThreadId(2)), 1, 1);
        assert_eq!(livelock, Some(1));
    }

    #[test]
    fn threads_that_keep_timing_out_let_others_run() {
        let poll = vec![
            Enter(0),
            Read(0, 0),
            If(|r| r[0] == 1, 5),
            TimedWait(0),
            If(|_| true, 1),
            Exit(0),
        ];
        let mut worker = vec![Write(1, |_| 1); 30];
        worker.push(Write(0, |_| 1));
        let program = programs::started(vec![poll.clone(), poll, worker], vec![]);
        for preferred in 1..=4 {
            let mut fair = Fair::new(Stubborn(ThreadId(preferred)));
            assert_eq!(program.first_failure(&mut fair, 1, 1), None, "{preferred}");
        }
    }

    #[test]
    fn long_rounds_are_rounds_too() {
        // More different operations in each than are remembered.
        let mut poll = vec![Enter(0)];
        poll.extend((10..30).map(|variable| Write(variable, |_| 1)));
        poll.extend([Read(0, 0), If(|r| r[0] == 1, 25), TimedWait(0)]);
        poll.extend([If(|_| true, 1), Exit(0)]);
        let mut worker = vec![Write(1, |_| 1); 30];
        worker.push(Write(0, |_| 1));
        let program = programs::started(vec![poll, worker], vec![]);
        let mut fair = Fair::new(Stubborn(ThreadId(2)));
        program.explore(&mut fair, 1, 1, |run| {
            assert_eq!(run.failure, None);
            // Each of the worker's 31 steps costs so many rounds, and not RUN steps.
            assert!(run.steps < 31 * 24 * u64::from(STALLS + 2), "{}", run.steps);
            true
        });
    }

    #[test]
    fn whoever_comes_again_and_again_has_to_wait_longer_and_longer() {
        // The same with much more to do: the rounds do not grow with it.
        let steps = |work: usize| {
            let mut poll = vec![Enter(0), Read(0, 0), If(|r| r[0] == 1, 5)];
            poll.extend([TimedWait(0), If(|_| true, 1), Exit(0)]);
            let mut worker = vec![Write(1, |_| 1); work];
            worker.push(Write(0, |_| 1));
            let program = programs::started(vec![poll, worker], vec![]);
            let mut total = 0;
            program.explore(&mut Fair::new(Stubborn(ThreadId(2))), 1, 1, |run| {
                assert_eq!(run.failure, None);
                total = run.steps - work as u64;
                true
            });
            total
        };
        let (short, long) = (steps(200), steps(1_600));
        assert!(long < short + short / 2, "{short} steps, then {long}");
    }

    #[test]
    fn threads_at_work_in_long_loops_are_left_to_the_strategy() {
        let program = programs::started(vec![vec![Write(0, |_| 1); 9_000]; 2], vec![]);
        program.explore(&mut Fair::new(Random::new()), 1, 1, |run| {
            let switches = run.schedule.windows(2).filter(|two| two[0] != two[1]);
            let switches = switches.count();
            // All by chance would be 9,000.
            assert!(switches > 7_000, "{switches}");
            true
        });
    }

    #[test]
    fn pct_gives_spinning_threads_the_lowest_priority() {
        // 300 steps of work under 2 spinning threads: if they got their priority back each
        // time, every step of the worker would cost some of theirs.
        let program = programs::spin(2, 300, true);
        let mut fair = Fair::new(Pct::new(1));
        program.explore(&mut fair, 1, 50, |run| {
            assert!(run.steps < 400, "{}", run.steps);
            true
        });
    }

    #[test]
    fn programs_that_do_not_spin_are_left_alone() {
        let program = programs::reorder(6);
        let mut plain = Vec::new();
        program.explore(&mut Pct::new(3), 1, 100, |run| {
            plain.push(run.schedule.clone());
            true
        });
        let mut wrapped = plain.iter();
        program.explore(&mut Fair::new(Pct::new(3)), 1, 100, |run| {
            assert_eq!(wrapped.next(), Some(&run.schedule));
            true
        });
    }

    #[test]
    fn the_first_yield_is_free() {
        // A yields once and goes on before B: no schedule is lost to fairness.
        let program = programs::started(
            vec![
                vec![Yield, Write(0, |_| 1)],
                vec![Read(0, 0), Assert(|r| r[0] == 0, "overtaken")],
            ],
            vec![],
        );
        let mut fair = Fair::new(Stubborn(ThreadId(2)));
        assert_eq!(program.first_failure(&mut fair, 1, 1), Some(1));
    }
}
