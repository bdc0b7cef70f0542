// What is true at the selected step: who does what, holds what, waits for what; source and stack.
const CONTEXT = 7;
let chosenFrame = -1;

function currentRow() {
  return visible.length ? data.rows[visible[selected]] : null;
}

function showDetails() {
  const row = currentRow();
  if (!row) return;
  const [thread, frame, stack] = whatToShow(row);
  chosenFrame = frame;
  const failureStack = document.getElementById('failure-stack');
  if (failureStack) failureStack.hidden = row[KIND] === FAILURE;
  const more = document.getElementById('more');
  more.hidden = ![...more.children].some(child => !child.hidden);
  showNow(row);
  showStates(row);
  showStack(row, thread, stack);
  showSource(row);
}

// Whose stack, and which frame of it. A deadlock has none of its own: that of its first thread.
function whatToShow(row) {
  const stuck = row[KIND] === FAILURE && data.doomed.length > 0 ? blockAt(data.doomed[0], row[POSITION]) : null;
  return stuck ? [stuck[0], stuck[4], stuck[5]] : [row[THREAD], row[FRAME], row[STACK]];
}

function showNow(row) {
  const now = document.getElementById('now');
  now.className = row[KIND] === FAILURE ? 'now failing' : 'now';
  const title = el('div', 'title');
  const who = el('b', '', data.threads[row[THREAD]].name);
  if (row[KIND] !== FAILURE) who.style.color = threadColor(row[THREAD]);
  title.append(who, ' ');
  if (row[KIND] === FAILURE && data.kind === 'deadlock') title.replaceChildren();
  withNames(title, data.words[row[WORDS]]);
  now.replaceChildren(title);
  if (row[FRAME] >= 0) {
    const sub = el('div', 'sub');
    sub.append(el('code', '', data.frames[row[FRAME]][1]));
    now.append(sub);
  }
  const { from } = arrival[selected];
  if (from >= 0) {
    now.append(el('div', 'sub preempted', `The scheduler stopped ${data.threads[from].name} here, which could have gone on.`));
  }
  if (row[KIND] !== STEP) return;
  const [number, set] = data.steps[row[POSITION]];
  const others = data.sets[set].filter(thread => thread !== row[THREAD]).map(thread => data.threads[thread].name);
  const sub = el('div', 'sub', `Step ${number}. `);
  if (others.length > 0) {
    const shown = others.length > 6 ? others.slice(0, 6).join(', ') + ` and ${others.length - 6} more` : others.join(', ');
    sub.append('Could have run instead: ' + shown + '.');
  }
  now.append(sub);
}

function showStates(row) {
  const position = row[POSITION];
  const groups = { runs: [], waits: [], holds: [], ready: [], ended: [], unborn: [] };
  data.threads.forEach((thread, index) => {
    const holds = holdsAt(index, position), block = blockAt(index, position);
    let state = 'ready';
    if (thread.from > position) state = 'unborn';
    else if (thread.to >= 0 && thread.to <= position) state = 'ended';
    else if (block) state = 'waits';
    else if (index === row[THREAD] && row[KIND] !== BLOCKED) state = 'runs';
    else if (holds.length > 0) state = 'holds';
    groups[state].push(stateNode(index, state, holds, block, row));
  });
  const few = data.threads.length <= 8;
  const shown = [...groups.runs, ...groups.waits, ...groups.holds];
  const rest = [];
  for (const [state, word] of [['ready', 'could run'], ['ended', 'ended'], ['unborn', 'not started']]) {
    if (few) shown.push(...groups[state]);
    else if (groups[state].length > 0) rest.push(`${groups[state].length} ${word}`);
  }
  const states = document.getElementById('states');
  states.replaceChildren(...shown);
  if (rest.length > 0) states.append(el('div', 'rest', 'and ' + rest.join(', ')));
}

function stateNode(thread, state, holds, block, row) {
  const node = el('div', 'state ' + state);
  node.style.setProperty('--c', threadColor(thread));
  const name = el('span', 'name', data.threads[thread].name);
  name.title = data.threads[thread].name;
  const what = el('span', 'what');
  const failed = row[KIND] === FAILURE && data.kind !== 'livelock';
  const words = { runs: failed ? 'fails' : 'runs', holds: 'could run', ready: 'could run', ended: 'has ended', unborn: 'not started' };
  if (block) {
    withNames(what, data.words[block[1]]);
    if (block[4] >= 0) what.append(whereNode(row, block));
  } else {
    what.append(words[state]);
  }
  if (holds.length > 0) {
    const list = el('span', 'holds', 'holds ');
    for (const hold of holds) list.append(el('span', 'chip', data.objects[hold[1]]));
    what.append(list);
  }
  node.append(el('span', 'dot'), name, what);
  return node;
}

// Where a thread is stuck; a click shows its stack and its source.
function whereNode(row, block) {
  const where = el('span', 'where', data.frames[block[4]][0]);
  where.title = data.frames[block[4]][1];
  where.addEventListener('click', () => {
    chosenFrame = block[4];
    showStack(row, block[0], block[5]);
    showSource(row);
  });
  return where;
}

function showStack(row, thread, stack) {
  const section = document.getElementById('stack-section');
  document.getElementById('stack-name').textContent = 'Stack of ' + data.threads[thread].name;
  const frames = stack < 0 ? [] : data.stacks[stack];
  section.hidden = frames.length === 0;
  document.getElementById('stack').replaceChildren(...frames.map(index => {
    const [, java, application, source] = data.frames[index];
    const item = el('li', [application ? 'app' : '', index === chosenFrame ? 'chosen' : ''].join(' '), java);
    if (source >= 0) {
      item.dataset.frame = index;
      item.addEventListener('click', () => {
        chosenFrame = index;
        showStack(row, thread, stack);
        showSource(row);
      });
    }
    return item;
  }));
}

function showSource(row) {
  const box = document.getElementById('source'), name = document.getElementById('source-name');
  const section = document.getElementById('source-section');
  section.hidden = chosenFrame < 0;
  if (chosenFrame < 0) return;
  const [short, , , source, line] = data.frames[chosenFrame];
  const part = source < 0 ? undefined : data.sources[source].parts.find(([first, lines]) => line >= first && line < first + lines.length);
  name.textContent = source < 0 ? 'Source' : `${data.sources[source].name}:${line}`;
  if (!part) {
    box.replaceChildren(el('div', 'none', `The source of ${short} was not found.`));
    return;
  }
  const [first, lines] = part;
  const code = el('div', 'code');
  let here = null;
  const start = Math.max(0, line - first - CONTEXT * 4), end = Math.min(lines.length, line - first + CONTEXT * 4);
  for (let i = start; i < end; i++) {
    const isHere = first + i === line;
    const node = el('div', isHere ? (row[KIND] === FAILURE ? 'l here bad' : 'l here') : 'l');
    node.append(el('i', '', first + i), el('span', '', lines[i] || ' '));
    code.append(node);
    if (isHere) here = node;
  }
  box.replaceChildren(code);
  if (here) box.scrollTop = here.offsetTop - box.offsetTop - box.clientHeight / 2 + 10;
}
