// The lanes: one line per thread, drawn for the rows that are on screen.
const lanesCanvas = document.getElementById('lanes');
const mapCanvas = document.getElementById('map');

// Where things are; set by layout().
const place = { gutter: 58, lane: 24, row: 26, columns: false, width: 0, height: 0 };

function laneX(thread) {
  const left = place.gutter + laneOf.get(thread) * place.lane;
  return left + (place.columns ? 12 : place.lane / 2);
}

function sizeCanvas(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

function drawLanes(scrollTop, first, last) {
  const c = sizeCanvas(lanesCanvas, place.width, place.height);
  lanesCanvas.style.width = place.width + 'px';
  // It must take no room in the list, yet show over the whole of it.
  lanesCanvas.style.height = place.height + 'px';
  lanesCanvas.style.marginBottom = -place.height + 'px';
  const y = index => index * place.row - scrollTop;
  const middle = index => y(index) + (place.columns ? 14 : place.row / 2);
  for (const thread of lanes) {
    for (let index = first; index < last; index++) drawLife(c, thread, index, y(index));
  }
  for (let index = Math.max(first, 1); index < last; index++) drawTurn(c, index, middle);
  for (let index = first; index < last; index++) {
    const row = data.rows[visible[index]];
    // A deadlock is the failure of all its threads.
    const threads = row[KIND] === FAILURE && data.doomed.length > 0 ? data.doomed : [row[THREAD]];
    for (const thread of threads) drawDot(c, row, laneX(thread), middle(index));
  }
}

// One row of one lane: does the thread live, hold, wait?
function drawLife(c, thread, index, top) {
  const row = data.rows[visible[index]];
  const position = row[POSITION];
  if (!livesAt(thread, position)) return;
  const x = laneX(thread);
  const color = threadColor(thread);
  const waits = blockAt(thread, position);
  const width = Math.min(9, place.lane - 3);
  if (holdsAt(thread, position).length > 0) {
    c.globalAlpha = .3;
    c.fillStyle = color;
    c.fillRect(x - width / 2, top, width, place.row);
    c.globalAlpha = 1;
  }
  c.lineWidth = waits ? 1.5 : 1;
  c.strokeStyle = waits ? palette.blocked : place.lane < 16 ? palette.faint : palette.line;
  c.setLineDash(waits ? [2, 3] : []);
  c.lineDashOffset = index * place.row;
  c.beginPath();
  c.moveTo(x, top);
  c.lineTo(x, top + place.row);
  c.stroke();
  c.setLineDash([]);
}

// From the step before to this one: a thick line if the thread goes on, a way across if not.
function drawTurn(c, index, middle) {
  const row = data.rows[visible[index]];
  if (row[KIND] === BLOCKED || (row[KIND] === FAILURE && data.doomed.length > 0)) return;
  let before = index - 1;
  while (before >= 0 && data.rows[visible[before]][KIND] === BLOCKED) before--;
  if (before < 0) return;
  const from = laneX(data.rows[visible[before]][THREAD]), to = laneX(row[THREAD]);
  const start = middle(before), end = middle(index);
  const preempts = arrival[index].from >= 0;
  c.beginPath();
  if (from === to && !preempts) {
    c.strokeStyle = threadColor(row[THREAD]);
    c.lineWidth = 2.5;
    c.moveTo(from, start);
    c.lineTo(to, end);
  } else {
    c.strokeStyle = preempts ? palette.preempt : palette.soft;
    c.lineWidth = preempts ? 2.5 : 1;
    const cross = Math.round(end - (place.columns ? 14 : place.row / 2)) + .5;
    const bend = Math.min(6, Math.abs(to - from) / 2, Math.abs(end - cross));
    c.moveTo(from, start);
    c.arcTo(from, cross, to, cross, bend);
    c.arcTo(to, cross, to, end, bend);
    c.lineTo(to, end);
  }
  c.stroke();
}

function drawDot(c, row, x, y) {
  const color = threadColor(row[THREAD]);
  const small = place.lane < 16 && !place.columns;
  c.beginPath();
  if (row[KIND] === FAILURE) {
    c.fillStyle = palette.fail;
    c.arc(x, y, small ? 5 : 6.5, 0, 7);
    c.fill();
    c.strokeStyle = palette.bg;
    c.lineWidth = 1.8;
    const r = small ? 2 : 2.6;
    c.beginPath();
    c.moveTo(x - r, y - r); c.lineTo(x + r, y + r);
    c.moveTo(x + r, y - r); c.lineTo(x - r, y + r);
    c.stroke();
  } else if (row[KIND] === BLOCKED) {
    c.fillStyle = palette.bg;
    c.strokeStyle = color;
    c.lineWidth = 2;
    c.arc(x, y, small ? 3 : 4, 0, 7);
    c.fill();
    c.stroke();
  } else {
    c.fillStyle = color;
    const size = row[KIND] === EFFECT ? 2 : row[FLAGS] & MATTERS ? 4.5 : 2.5;
    c.arc(x, y, small ? Math.min(size, 3.5) : size, 0, 7);
    c.fill();
  }
}

const mapPicture = document.createElement('canvas');
const MAP_WIDTH = 17;

// The whole execution beside the list: preemptions, the failure, and what is on screen.
function drawMap(scrollTop) {
  const c = sizeCanvas(mapCanvas, MAP_WIDTH, place.height);
  mapCanvas.style.height = place.height + 'px';
  c.drawImage(mapPicture, 0, 0, MAP_WIDTH, place.height);
  const rows = place.height / place.row;
  const scale = mapScale();
  if (visible.length <= rows) return;
  c.strokeStyle = palette.select;
  c.lineWidth = 1;
  c.strokeRect(.5, scrollTop / place.row * scale + .5, MAP_WIDTH - 1, Math.max(rows * scale, 8) - 1);
}

function mapScale() {
  return Math.min(place.row, place.height / Math.max(visible.length, 1));
}

// All rows: only when they change, not at each step.
function paintMap() {
  const c = sizeCanvas(mapPicture, MAP_WIDTH, place.height);
  const scale = mapScale();
  for (let index = 0; index < visible.length; index++) {
    const row = data.rows[visible[index]];
    if (row[KIND] !== STEP || arrival[index].from >= 0) continue;
    if (scale < .5 && index % Math.ceil(.5 / scale) !== 0) continue;
    c.globalAlpha = .35;
    c.fillStyle = threadColor(row[THREAD]);
    c.fillRect(4, index * scale, 5, Math.max(scale, 1));
  }
  // So many that they would run together into one bar are drawn faintly.
  const crowded = arrival.filter(({ from }) => from >= 0).length > place.height / 4;
  for (let index = 0; index < visible.length; index++) {
    const row = data.rows[visible[index]];
    if (arrival[index].from < 0 && row[KIND] !== FAILURE) continue;
    c.globalAlpha = crowded && row[KIND] !== FAILURE ? .06 : 1;
    c.fillStyle = row[KIND] === FAILURE ? palette.fail : palette.preempt;
    const y = Math.min(index * scale, place.height - 4);
    c.fillRect(2, y, 14, row[KIND] === FAILURE ? 4 : 2);
  }
}
