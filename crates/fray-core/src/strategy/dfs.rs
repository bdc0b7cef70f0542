//! Exhaustive search, depth first, without exploring equivalent schedules twice.
//!
//! Stateless: the program is executed from the start, along the choices on a stack, and
//! freely from there on; then the last choice with something left to explore is changed.
//! What is left to explore at a choice is found by dynamic partial-order reduction (Flanagan
//! and Godefroid, POPL 2005) with source sets (Abdulla, Aronis, Jonsson and Sagonas, POPL
//! 2014): after each execution, every pair of its steps that conflict and were not ordered by
//! anything else asks for an execution in which they come the other way round (see
//! [`races`]). *Sleep sets* (Godefroid 1996) keep a thread that has been explored at a
//! choice from being explored again below its siblings, until a step comes that its own
//! depends on.
//!
//! Three things are particular to us. Leaving a monitor is no step, so there are orders
//! that we do not see: [`races`] says why nothing is lost. Of a thread that is blocked we do not
//! know what it wants, so after an execution that was cut short by a failure *all*
//! alternatives along it are explored, with sleep sets only. And a strategy cannot give up an
//! execution: one that turns out to be redundant is run to its end and not looked at.
//!
//! What no step tells of is looked for by [`sample`], after the search.

mod blocking;
pub mod races;
mod sample;

use super::straight::order;
use super::{Candidate, Choice, Divergence, End, Point, Start, Strategy};
use crate::op::{OpKind, Step, ThreadId};
use blocking::Blocking;
use races::{Event, dependent};
use sample::Sample;

/// Choices on the stack, at most. What comes after them in an execution is not explored: with
/// many threads each takes some kilobytes, and no search ever comes back from so deep.
const DEEPEST: usize = 20_000;

/// A choice on the stack.
#[derive(Debug)]
enum Frame {
    Thread(Node),
    /// A choice that is not about threads: all alternatives, one after the other.
    Other {
        taken: usize,
        of: usize,
    },
}

/// A choice of a thread.
#[derive(Debug)]
struct Node {
    candidates: Vec<Candidate>,
    taken: usize,
    /// What is to be explored, and what has been.
    wanted: Vec<bool>,
    done: Vec<bool>,
    /// What turned out to depend on all that comes after it, so that it never sleeps.
    restless: Vec<bool>,
    /// Who need not be explored here, because of what was explored above.
    sleep: Vec<Candidate>,
    /// Number of the step.
    step: usize,
}

impl Node {
    fn place(&self, thread: ThreadId) -> Option<usize> {
        self.candidates
            .iter()
            .position(|candidate| candidate.thread == thread)
    }

    /// The next one to explore.
    fn next(&self) -> Option<usize> {
        (0..self.candidates.len())
            .find(|&i| self.wanted[i] && !self.done[i] && !self.sleep.contains(&self.candidates[i]))
    }
}

/// The search.
#[derive(Debug)]
pub struct Dfs {
    reduce: bool,
    spurious_bound: u32,
    stack: Vec<Frame>,
    /// Frames followed in this execution.
    depth: usize,
    /// Frames that were there when it began.
    known: usize,
    /// Steps of this execution, with the frame that chose them.
    events: Vec<Event>,
    chose: Option<usize>,
    /// First step that an earlier execution did not have.
    new_from: usize,
    /// Who sleeps now.
    sleep: Vec<Candidate>,
    blocking: Blocking,
    /// Number of steps after which this execution was redundant.
    redundant: Option<usize>,
    spurious: u32,
    /// Some execution was longer than the stack.
    cut: bool,
    begun: bool,
    /// Between `begin` and `end`.
    running: bool,
    /// Whether daemons are followed, and whether there were any to follow.
    thorough: bool,
    daemons: bool,
    /// What comes after the search, and whether that is over.
    sample: Option<Sample>,
    searched: bool,
    /// Whether it has found any.
    failures: bool,
}

impl Dfs {
    /// All behaviours, with at most so many spurious returns in an execution.
    pub fn new(spurious_bound: u32) -> Self {
        Dfs {
            reduce: true,
            spurious_bound,
            stack: Vec::new(),
            depth: 0,
            known: 0,
            events: Vec::new(),
            chose: None,
            new_from: 0,
            sleep: Vec::new(),
            blocking: Blocking::default(),
            redundant: None,
            spurious: 0,
            cut: false,
            begun: false,
            running: false,
            thorough: false,
            daemons: false,
            sample: None,
            searched: false,
            failures: false,
        }
    }

    /// With some executions at random after the search.
    pub fn sampled(self) -> Self {
        Dfs {
            sample: Some(Sample::new()),
            ..self
        }
    }

    /// What chooses, if the search is over.
    fn sampling(&mut self) -> Option<&mut Sample> {
        self.sample.as_mut().filter(|_| self.searched)
    }

    /// All schedules, equivalent ones too: what the reduced search is measured by.
    pub fn unreduced(spurious_bound: u32) -> Self {
        Dfs {
            reduce: false,
            ..Dfs::new(spurious_bound)
        }
    }

    /// Goes on to what has not been explored. `false`: there is nothing.
    fn go_on(&mut self) -> bool {
        if self.advance() {
            return true;
        }
        // Once more from the start.
        let again = self.daemons && !self.thorough;
        self.thorough |= again;
        again
    }

    /// Changes the last choice that has something left. `false`: there is none.
    fn advance(&mut self) -> bool {
        while let Some(frame) = self.stack.last_mut() {
            match frame {
                Frame::Other { taken, of } if *taken + 1 < *of => {
                    *taken += 1;
                    // The choice belongs to a step that has been there before.
                    self.new_from = self.events.len().min(self.last_step());
                    return true;
                }
                Frame::Thread(node) => {
                    node.done[node.taken] = true;
                    if let Some(next) = node.next() {
                        node.taken = next;
                        self.new_from = node.step;
                        return true;
                    }
                }
                Frame::Other { .. } => {}
            }
            self.stack.pop();
        }
        false
    }

    fn is_too_deep(&mut self) -> bool {
        let deep = self.depth >= DEEPEST;
        self.cut |= deep;
        deep
    }

    /// Number of the last step that was chosen on the stack, or 0.
    fn last_step(&self) -> usize {
        let step = |frame: &Frame| match frame {
            Frame::Thread(node) => Some(node.step),
            Frame::Other { .. } => None,
        };
        self.stack.iter().rev().find_map(step).unwrap_or(0)
    }

    fn differs(&self, expected: String, actual: String) -> Divergence {
        Divergence {
            step: self.events.len() as u64,
            expected: format!("{expected}, as in an earlier execution"),
            actual,
        }
    }

    /// Adds what the races of this execution ask for.
    fn look_back(&mut self, failed: bool) {
        let valid = self.redundant.unwrap_or(self.events.len());
        let events = &self.events[..valid];
        for race in races::races(events, self.new_from) {
            let (first, second) = (&events[race.first], &events[race.second]);
            let Some(frame) = first.frame else { continue };
            let interrupted = || {
                let thread = Some(second.what.thread);
                events.iter().any(|event| {
                    event.what.operation.kind == OpKind::Interrupt
                        && event.what.operation.resource.as_thread() == thread
                })
            };
            let impossible = first.what.operation.kind == OpKind::End
                && self.blocking.blocks(second.place)
                && !interrupted();
            if let Frame::Thread(node) = &mut self.stack[frame]
                && !impossible
                && !(race.pending && node.place(second.what.thread).is_none())
            {
                want(node, &race.initials);
            }
        }
        if failed {
            for frame in &mut self.stack {
                if let Frame::Thread(node) = frame {
                    node.wanted.fill(true);
                }
            }
        } else if self.redundant.is_none() && self.depth < DEEPEST {
            self.outlive();
        }
    }

    /// The last step of an execution, after which no thread is left but daemons, or the program
    /// exits, depends on whatever the others were about to do: they can do it before, and never after. Without
    /// this what a daemon does is only seen as far as it happens to come.
    ///
    /// Daemons take many steps to no end, and each asks for an execution, where the last choices are
    /// changed first. So all else is explored before, without them.
    fn outlive(&mut self) {
        let last = self.events.last().and_then(|event| event.frame);
        if let Some(Frame::Thread(node)) = last.and_then(|frame| self.stack.get_mut(frame)) {
            self.daemons = true;
            if !self.thorough {
                return;
            }
            node.restless[node.taken] = true;
            for place in 0..node.candidates.len() {
                let thread = node.candidates[place].thread;
                want(node, &[thread]);
            }
        }
    }
}

/// Makes sure that one of the threads with which the reversed race can begin is explored.
fn want(node: &mut Node, initials: &[ThreadId]) {
    let is_covered =
        |place: &usize| node.wanted[*place] || node.sleep.contains(&node.candidates[*place]);
    // A thread that cannot run here cannot come first: then the race cannot be reversed.
    let places: Vec<usize> = initials
        .iter()
        .filter_map(|thread| node.place(*thread))
        .collect();
    if !places.iter().any(is_covered)
        && let Some(place) = places.first()
    {
        node.wanted[*place] = true;
    }
}

impl Strategy for Dfs {
    fn begin(&mut self, _: &Start) -> bool {
        if !self.running {
            self.new_from = 0;
            self.searched |= self.begun && !self.go_on();
            self.known = self.stack.len();
        }
        self.begun = true;
        self.running = true;
        // Begun again: what the first attempt has added is explored anew.
        self.stack.truncate(self.known);
        self.depth = 0;
        self.events.clear();
        self.chose = None;
        self.sleep.clear();
        self.blocking.begin();
        self.redundant = None;
        self.spurious = 0;
        !self.searched || self.sampling().is_some_and(Sample::begin)
    }

    fn choose_thread(&mut self, point: &Point<'_>) -> Result<usize, Divergence> {
        if let Some(sample) = self.sampling() {
            return Ok(sample.thread(point));
        }
        let order = order(point);
        self.blocking.point(point.candidates);
        if self.redundant.is_some() || self.is_too_deep() {
            return Ok(order[0]);
        }
        if self.depth == self.stack.len() {
            let awake = |index: &&usize| !self.sleep.contains(&point.candidates[**index]);
            let Some(&first) = order.iter().find(awake) else {
                self.redundant = Some(self.events.len());
                return Ok(order[0]);
            };
            let n = point.candidates.len();
            let mut wanted = vec![!self.reduce; n];
            wanted[first] = true;
            self.stack.push(Frame::Thread(Node {
                candidates: point.candidates.to_vec(),
                taken: first,
                wanted,
                done: vec![false; n],
                restless: vec![false; n],
                sleep: std::mem::take(&mut self.sleep),
                step: self.events.len(),
            }));
        }
        let node = match &self.stack[self.depth] {
            Frame::Thread(node) if node.candidates == point.candidates => node,
            Frame::Thread(node) => {
                return Err(self.differs(
                    format!("{} threads that can run", node.candidates.len()),
                    format!("{}, or with other operations", point.candidates.len()),
                ));
            }
            Frame::Other { .. } => {
                return Err(self.differs("another choice".into(), "a choice of threads".into()));
            }
        };
        if self.reduce {
            self.sleep.clear();
            self.sleep.extend_from_slice(&node.sleep);
            let explored = (0..node.candidates.len())
                .filter(|&i| node.done[i] && i != node.taken && !node.restless[i]);
            self.sleep.extend(explored.map(|i| node.candidates[i]));
        }
        self.chose = Some(self.depth);
        self.depth += 1;
        Ok(node.taken)
    }

    fn choose_other(&mut self, choice: &Choice<'_>) -> Result<usize, Divergence> {
        let spurious = matches!(choice, Choice::Spurious { .. });
        let of = if spurious && self.spurious >= self.spurious_bound {
            1
        } else {
            choice.alternatives()
        };
        if let Some(sample) = self.sampling() {
            let taken = sample.other(choice, of);
            self.spurious += u32::from(spurious && taken == 1);
            return Ok(taken);
        }
        if self.redundant.is_some() || of == 1 || self.is_too_deep() {
            return Ok(0);
        }
        if self.depth == self.stack.len() {
            self.stack.push(Frame::Other { taken: 0, of });
        }
        let taken = match self.stack[self.depth] {
            Frame::Other { taken, of: before } if before == of => taken,
            _ => return Err(self.differs("another choice".into(), format!("a choice of {of}"))),
        };
        self.depth += 1;
        self.spurious += u32::from(spurious && taken == 1);
        Ok(taken)
    }

    fn executed(&mut self, step: &Step) -> Result<(), Divergence> {
        if let Some(sample) = self.sampling() {
            sample.executed();
            return Ok(());
        }
        let frame = self.chose.take();
        let place = self.blocking.executed(step);
        if self.redundant.is_some() || self.depth >= DEEPEST {
            return Ok(());
        }
        let event = Event::new(step, frame, place);
        // The only one that could run sleeps: what follows has been explored.
        if self
            .sleep
            .iter()
            .any(|asleep| Event::pending(asleep) == event.what)
        {
            self.redundant = Some(self.events.len());
            return Ok(());
        }
        self.sleep
            .retain(|asleep| !dependent(&Event::pending(asleep), &event.what));
        self.events.push(event);
        Ok(())
    }

    fn unseen(&mut self, thread: ThreadId) {
        if self.redundant.is_some() {
            return;
        }
        let Some(event) = self.events.last_mut().filter(|e| e.what.thread == thread) else {
            return;
        };
        event.unseen = true;
        self.sleep.clear();
        if let Some(frame) = event.frame
            && let Frame::Thread(node) = &mut self.stack[frame]
        {
            node.restless[node.taken] = true;
        }
    }

    fn end(&mut self, end: &End) {
        self.running = false;
        let has_failures = self.failures;
        if let Some(sample) = self.sampling() {
            sample.end(end, has_failures);
            return;
        }
        self.failures |= end.failed;
        if self.reduce {
            self.look_back(end.failed);
        }
    }

    fn spinning(&mut self, thread: ThreadId) {
        self.blocking.spinning(thread);
    }

    fn has_searched(&self) -> bool {
        self.searched
    }

    fn is_complete(&self) -> bool {
        !self.cut && !self.sample.as_ref().is_some_and(Sample::is_surprised)
    }

    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
