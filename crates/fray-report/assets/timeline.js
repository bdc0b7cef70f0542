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
  const count = data.threads.length;
  place.width = list.clientWidth;
  place.height = list.clientHeight;
  const wide = (place.width - place.gutter) / count;
  place.columns = wide >= WIDE_LANE;
  place.lane = place.columns ? Math.min(wide, 460) : count <= 8 ? 26 : count <= 20 ? 18 : count <= 40 ? 14 : 11;
  place.row = place.columns ? 46 : 26;
  document.documentElement.style.setProperty('--row', place.row + 'px');
  space.style.height = visible.length * place.row + 'px';
  drawHeads();
  draw();
}

function drawHeads() {
  const narrow = !place.columns;
  heads.className = narrow ? 'heads narrow' : 'heads';
  heads.style.height = narrow ? '96px' : '34px';
  heads.replaceChildren(...data.threads.map((thread, index) => {
    const name = el('span', 'name', thread.name);
    const x = laneX(index);
    name.style.left = (narrow ? x - 6 : x - 6) + 'px';
    name.style.width = narrow ? '12px' : place.lane - 12 + 'px';
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
  const left = place.columns ? laneX(row[THREAD]) + 14 : place.gutter + data.threads.length * place.lane + 10;
  cell.style.left = left + 'px';
  cell.style.width = (place.columns ? place.lane - 22 : place.width - left - 8) + 'px';
  if (!place.columns) {
    const who = el('span', 'who', data.threads[row[THREAD]].name);
    who.style.color = threadColor(row[THREAD]);
    cell.append(who);
  }
  cell.append(withNames(el('span', 'words'), data.words[row[WORDS]]));
  if (row[FRAME] >= 0) cell.append(el('span', 'place', data.frames[row[FRAME]][0]));
  if (from >= 0) node.append(...stoppedNode(cell, from));
  node.title = data.threads[row[THREAD]].name + ' ' + data.words[row[WORDS]] + (row[FRAME] >= 0 ? '\n' + data.frames[row[FRAME]][1] : '');
  node.append(cell);
  return node;
}

// Where a thread was stopped that could have gone on: in its own lane if that has room.
function stoppedNode(cell, thread) {
  if (!place.columns) {
    cell.append(el('span', 'stopped', 'preempts ' + data.threads[thread].name));
    return [];
  }
  const stopped = el('div', 'cell stopped', 'preempted here');
  stopped.style.left = laneX(thread) + 14 + 'px';
  stopped.style.width = place.lane - 22 + 'px';
  return [stopped];
}

// A thread of a deadlock that stops for good.
function isDoomed(row) {
  if (data.kind !== 'deadlock' || row[KIND] !== BLOCKED) return false;
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
