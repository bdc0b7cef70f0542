'use strict';
// What the report says, and what is visible of it.
const data = JSON.parse(document.getElementById('data').textContent);

// Fields of a row.
const POSITION = 0, THREAD = 1, KIND = 2, WORDS = 3, FRAME = 4, STACK = 5, FLAGS = 6, OBJECT = 7, PREEMPTED = 8;
// Kinds of rows.
const STEP = 0, EFFECT = 1, BLOCKED = 2, FAILURE = 3;
// Flags of a row.
const MATTERS = 1, SWITCH = 2, PREEMPTION = 4;

const filter = { matter: true, thread: -1, object: -1, text: '' };

// Indices of the rows that pass the filter, and of each whether a switch or preemption leads to it:
// that of a hidden row of the same thread before it counts too.
let visible = [];
let arrival = [];

// The threads that have a lane, since a row of theirs is visible, and which lane that is.
let lanes = [];
let laneOf = new Map();

function applyFilter() {
  findRows();
  const seen = new Set(visible.map(index => data.rows[index][THREAD]));
  for (const thread of data.doomed) seen.add(thread);
  lanes = data.threads.map((_, index) => index).filter(index => seen.has(index));
  laneOf = new Map(lanes.map((thread, lane) => [thread, lane]));
}

function findRows() {
  const needle = filter.text.trim().toLowerCase();
  visible = [];
  arrival = [];
  let carried = 0, carriedThread = -1, carriedFrom = -1, last = -1;
  for (let i = 0; i < data.rows.length; i++) {
    const row = data.rows[i];
    if (row[KIND] === STEP && row[THREAD] !== carriedThread) {
      carried = 0;
      carriedThread = row[THREAD];
      carriedFrom = -1;
    }
    if (row[FLAGS] & PREEMPTION) carriedFrom = row[PREEMPTED];
    carried |= row[FLAGS] & (SWITCH | PREEMPTION);
    if (!passes(row, needle)) continue;
    visible.push(i);
    const runs = row[KIND] === STEP || row[KIND] === EFFECT;
    const turns = runs && last !== -1 && last !== row[THREAD];
    arrival.push({ turns, from: runs && carried & PREEMPTION ? carriedFrom : -1 });
    if (runs) {
      last = row[THREAD];
      carried = 0;
      carriedFrom = -1;
    }
  }
}

function passes(row, needle) {
  if (row[KIND] === FAILURE) return true;
  if (filter.matter && !(row[FLAGS] & MATTERS)) return false;
  if (filter.thread >= 0 && row[THREAD] !== filter.thread) return false;
  if (filter.object >= 0 && row[OBJECT] !== filter.object) return false;
  return !needle || textOf(row).includes(needle);
}

const texts = new Map();

function textOf(row) {
  let text = texts.get(row);
  if (text === undefined) {
    const frame = row[FRAME] < 0 ? '' : data.frames[row[FRAME]][0] + ' ' + data.frames[row[FRAME]][1];
    text = (data.threads[row[THREAD]].name + ' ' + data.words[row[WORDS]] + ' ' + frame).toLowerCase();
    texts.set(row, text);
  }
  return text;
}

// Times in which a thread holds something or is blocked, by thread, in order of their beginning.
const holdsOf = byThread(data.holds, 2);
const blocksOf = byThread(data.blocks, 2);

function byThread(list, from) {
  const lists = data.threads.map(() => []);
  for (const item of list) lists[item[0]].push(item);
  for (const items of lists) items.sort((a, b) => a[from] - b[from]);
  return lists;
}

function covers(from, until, position) {
  return from <= position && (until < 0 || position < until);
}

function holdsAt(thread, position) {
  return holdsOf[thread].filter(hold => covers(hold[2], hold[3], position));
}

// Blocks of one thread do not overlap: the last that began is the only one that can cover.
function blockAt(thread, position) {
  const list = blocksOf[thread];
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle][2] <= position) low = middle + 1;
    else high = middle;
  }
  const block = list[low - 1];
  return block && covers(block[2], block[3], position) ? block : null;
}

function livesAt(thread, position) {
  const t = data.threads[thread];
  return t.from <= position && (t.to < 0 || position <= t.to);
}

function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

// Text with the names of objects, which have a number, set off.
function withNames(node, text) {
  for (const part of text.split(/(\S*#\d+[^\s,):]*)/)) {
    if (!part) continue;
    node.append(part.includes('#') ? el('b', '', part) : part);
  }
  return node;
}
