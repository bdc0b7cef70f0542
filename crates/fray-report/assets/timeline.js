// The list of steps. Only the rows on screen exist: ten thousand would be too many.
const list = document.getElementById('list');
const space = document.getElementById('space');
const heads = document.getElementById('heads');

// Lanes as wide as this hold their own text.
const WIDE_LANE = 190;
const EXTRA_ROWS = 6;

let selected = 0;
let drawing = false;

function layout() {
  const count = Math.max(1, lanes.length);
  place.width = list.clientWidth;
  const wide = (place.width - place.gutter) / count;
  place.columns = wide >= WIDE_LANE;
  place.lane = place.columns ? Math.min(wide, 460) : count <= 8 ? 26 : count <= 20 ? 18 : count <= 36 ? 13 : 9.5;
  place.row = place.columns ? 46 : 26;
  document.documentElement.style.setProperty('--row', place.row + 'px');
  space.style.height = visible.length * place.row + 12 + 'px';
  drawHeads();
  // Only now, since the heads have taken their room.
  place.height = list.clientHeight;
  paintMap();
  draw();
}

function drawHeads() {
  const narrow = !place.columns;
  heads.className = narrow ? 'heads narrow' : 'heads';
  const size = Math.min(11, place.lane - .5);
  const longest = Math.max(...lanes.map(thread => data.threads[thread].name.length));
  heads.style.height = (narrow ? Math.max(40, Math.min(100, longest * size * .62 + 14)) : 34) + 'px';
  heads.replaceChildren(...lanes.map(index => {
    const thread = data.threads[index];
    const name = el('span', 'name', thread.name);
    const x = laneX(index);
    name.style.left = (narrow ? x - size / 2 : x - 6) + 'px';
    name.style.width = narrow ? size + 'px' : place.lane - 12 + 'px';
    if (narrow) name.style.fontSize = size + 'px';
    name.style.color = threadColor(index);
    name.title = thread.name + (thread.daemon ? ' (daemon)' : '');
    name.addEventListener('click', () => setFilter({ thread: filter.thread === index ? -1 : index }));
    return name;
  }));
}

function draw() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    drawNow();
  });
}

function drawNow() {
  const top = list.scrollTop;
  const first = Math.max(0, Math.floor(top / place.row) - EXTRA_ROWS);
  const last = Math.min(visible.length, Math.ceil((top + place.height) / place.row) + EXTRA_ROWS);
  const rows = [];
  for (let index = first; index < last; index++) rows.push(rowNode(index));
  space.replaceChildren(...rows);
  drawLanes(top, first, last);
  drawMap(top);
  list.setAttribute('aria-activedescendant', 'row-' + selected);
}

function rowNode(index) {
  const row = data.rows[visible[index]];
  const { from } = arrival[index];
  const node = el('div', 'row ' + (place.columns ? 'two' : 'one'));
  node.id = 'row-' + index;
  node.setAttribute('role', 'option');
  node.setAttribute('aria-selected', index === selected);
  node.style.top = index * place.row + 'px';
  node.style.height = place.row + 'px';
  node.dataset.index = index;
  const kinds = ['', 'effect', 'blocked', 'failure'];
  node.classList.add(...[kinds[row[KIND]], row[FLAGS] & MATTERS ? '' : 'quiet', from >= 0 ? 'preempt' : '',
    index === selected ? 'selected' : '', isDoomed(row) ? 'doomed' : ''].filter(Boolean));
  if (row[KIND] === STEP) node.append(el('span', 'num', data.steps[row[POSITION]][0]));
  if (row[KIND] === FAILURE) node.append(el('span', 'num', '\u2715'));
  const cell = el('div', 'cell');
  const left = place.columns ? laneX(row[THREAD]) + 14 : place.gutter + lanes.length * place.lane + 10;
  cell.style.left = left + 'px';
  // Right of the failure there is nothing that its text could hide.
  const own = place.columns && row[KIND] !== FAILURE;
  cell.style.width = (own ? place.lane - 22 : place.width - left - 8) + 'px';
  if (!place.columns) {
    const again = index > 0 && row[KIND] !== FAILURE && data.rows[visible[index - 1]][THREAD] === row[THREAD];
    const who = el('span', again ? 'who again' : 'who', data.threads[row[THREAD]].name);
    who.style.color = threadColor(row[THREAD]);
    cell.append(who, ' ');
  }
  if (from >= 0) node.append(...stoppedNode(cell, from));
  cell.append(withNames(el('span', 'words'), data.words[row[WORDS]]));
  if (row[FRAME] >= 0) cell.append(' ', el('span', 'place', data.frames[row[FRAME]][0]));
  node.title = data.threads[row[THREAD]].name + ' ' + data.words[row[WORDS]] + (row[FRAME] >= 0 ? '\n' + data.frames[row[FRAME]][1] : '');
  node.append(cell);
  return node;
}

// Where a thread was stopped that could have gone on: in its own lane if that has room.
function stoppedNode(cell, thread) {
  if (!place.columns || !laneOf.has(thread)) {
    cell.append(el('span', 'stopped', 'preempts ' + data.threads[thread].name), ' ');
    return [];
  }
  const stopped = el('div', 'cell stopped', 'preempted here');
  stopped.style.left = laneX(thread) + 14 + 'px';
  stopped.style.width = place.lane - 22 + 'px';
  return [stopped];
}

// A thread of a deadlock that stops for good.
function isDoomed(row) {
  if (row[KIND] !== BLOCKED || !data.doomed.includes(row[THREAD])) return false;
  const block = blockAt(row[THREAD], row[POSITION]);
  return Boolean(block) && block[3] < 0;
}

function select(index, reveal = true) {
  if (visible.length === 0) return;
  selected = Math.max(0, Math.min(visible.length - 1, index));
  if (reveal) show(selected);
  const row = data.rows[visible[selected]];
  const number = row[KIND] === FAILURE ? 'failure' : String(data.steps[Math.min(row[POSITION], data.steps.length - 1)]?.[0] ?? 0);
  history.replaceState(null, '', '#' + number);
  draw();
  showDetails();
}

function show(index) {
  const top = index * place.row, margin = Math.min(place.row * 3, place.height / 4);
  if (top < list.scrollTop + margin) list.scrollTop = top - margin;
  else if (top + place.row > list.scrollTop + place.height - margin) list.scrollTop = top + place.row - place.height + margin;
}

// The next row in this direction to which a switch leads, or only a preemption.
function nextSwitch(direction, preemptionsOnly) {
  for (let index = selected + direction; index >= 0 && index < visible.length; index += direction) {
    const { turns, from } = arrival[index];
    if (from >= 0 || (turns && !preemptionsOnly)) return select(index);
  }
  select(direction > 0 ? visible.length - 1 : 0);
}

function setFilter(change) {
  const row = visible.length ? visible[selected] : 0;
  Object.assign(filter, change);
  applyFilter();
  // Stay where we were, or at the next row that is left.
  let index = visible.findIndex(candidate => candidate >= row);
  if (index < 0) index = visible.length - 1;
  selected = Math.max(0, index);
  syncControls();
  layout();
  select(selected);
}
