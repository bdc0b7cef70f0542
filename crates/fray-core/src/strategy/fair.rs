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

use super::{Candidate, Choice, Divergence, Point, Start, Strategy};
use crate::op::{Completion, Step, ThreadId};
use crate::rng::mix;
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

/// How many of [`RUN`] steps a hint or timeout counts for, if several threads run in turn while another one
/// could: they may be each other's reason to go on, and none of them makes many in a row.
const STALL: u32 = 150;

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
    /// Number of the step, of those that others could have made.
    tick: u64,
    /// Scratch space: the candidates that are not held back, and where they were.
    free: Vec<Candidate>,
    places: Vec<usize>,
}

/// What a thread has done lately.
#[derive(Clone, Default, Debug)]
struct Habit {
    /// The last different operations, by their hashes, in no particular order.
    recent: [u64; WINDOW],
    oldest: usize,
    hints: u32,
    repeats: u32,
    /// How often it has been held back.
    held: u32,
    /// The last step that it could have made and others made instead, and for how many in a row that was so.
    passed_over: u64,
    waited: u32,
}

/// Whether the thread has only let time pass.
fn stalls(step: &Step) -> bool {
    step.operation.is_hint() || step.completion != Completion::Normal
}

/// A number for what the step did, and never 0. That two have the same is as good as impossible, and would do no
/// harm.
fn fingerprint(step: &Step) -> u64 {
    let resource = step.operation.resource;
    let what = (step.operation.kind as u64) << 2 | step.completion as u64;
    let place = u64::from(resource.object.0) << 32 | u64::from(resource.member);
    mix(place ^ what.rotate_right(8)) | 1
}

impl Habit {
    /// Whether the thread spins, now that it has made this step, and then how far the time for which
    /// it is held back may double.
    fn spins(&mut self, step: &Step) -> Option<u32> {
        let what = fingerprint(step);
        // No early way out, so that several are compared at a time.
        let known = self
            .recent
            .iter()
            .fold(false, |any, &it| any | (it == what));
        if !known {
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

    /// Whether it has waited too long, now that another one was preferred in step `tick`.
    fn starves(&mut self, tick: u64, weight: u32) -> bool {
        if self.passed_over + 1 != tick {
            self.waited = 0; // it could not run, or did
        }
        self.passed_over = tick;
        self.waited += weight;
        self.waited >= RUN
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
            tick: 0,
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

    /// Whether any of the others has waited too long, now that `step` was made instead of theirs.
    fn starving(&mut self, step: &Step) -> bool {
        let weight = if stalls(step) { STALL } else { 1 };
        let (threads, tick) = (&mut self.threads, self.tick);
        let mut starve = false;
        for other in self.others.iter().filter(|other| **other != step.thread) {
            let index = other.index();
            if index >= threads.len() {
                threads.resize(index + 1, Habit::default());
            }
            starve |= threads[index].starves(tick, weight);
        }
        starve
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
        self.tick = 0;
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
            self.tick += 1;
            self.run += 1;
            self.stalls += u32::from(stalls(step));
        }
        let index = thread.index();
        if index >= self.threads.len() {
            self.threads.resize(index + 1, Habit::default());
        }
        let spins = self.threads[index].spins(step);
        let too_long = self.starving(step) || self.run >= RUN || self.stalls >= STALLS;
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

    crate::pass_on!(self => self.inner);

    fn log(&mut self) -> Option<&Log> {
        self.inner.log()
    }
}

#[cfg(test)]
mod tests;
