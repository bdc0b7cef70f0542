// The head of the page, the controls, the keys, and the start.
const byId = id => document.getElementById(id);

function showHead() {
  byId('label').textContent = data.label;
  byId('headline').textContent = data.headline;
  // The headline need not be said twice.
  const lines = data.explain.filter(line => line !== `${data.label}: ${data.headline}.`);
  byId('explain').replaceChildren(...lines.map(line => withNames(el('p', line.startsWith('  ') ? 'detail' : ''), line.trim())));
  byId('replay').textContent = data.replay;
  byId('replay-box').hidden = !data.replay;
  for (const [name, value] of data.facts) {
    const fact = el('div');
    fact.append(el('dt', '', name), el('dd', '', value));
    byId('facts').append(fact);
  }
  const more = byId('more');
  more.className = 'more';
  if (data.stack.length) {
    const trace = el('div');
    trace.id = 'failure-stack';
    trace.append(el('h2', '', 'Stack trace of the failure'), el('pre', '', data.stack.join('\n')));
    more.append(trace);
  }
  const lists = [['Objects', data.known.map(([name, field]) => `${name} is ${field}`)], ['Notes', data.notes], ['Not controlled by fray', data.uncontrolled]];
  for (const [title, items] of lists) {
    if (items.length === 0) continue;
    const ul = el('ul');
    ul.append(...items.map(item => el('li', '', item)));
    more.append(el('h2', '', title), ul);
  }
}

function fill(select, all, names) {
  select.append(new Option(all, -1));
  names.map((name, index) => [name, index])
    .sort((a, b) => a[0].localeCompare(b[0], 'en', { numeric: true }))
    .forEach(([name, index]) => select.append(new Option(name, index)));
}

function syncControls() {
  byId('matter').checked = filter.matter;
  byId('thread').value = filter.thread;
  byId('object').value = filter.object;
  if (byId('search').value !== filter.text) byId('search').value = filter.text;
  const steps = visible.filter(index => data.rows[index][KIND] === STEP).length;
  byId('count').textContent = `${steps} of ${data.steps.length} steps`;
  // The failure always shows; if it is alone nothing matched.
  byId('empty').hidden = visible.length > 1 || data.rows.length <= 1;
}

function clearFilter() {
  setFilter({ thread: -1, object: -1, text: '' });
}

function copyReplay() {
  const done = () => {
    byId('copy').textContent = 'Copied';
    setTimeout(() => { byId('copy').textContent = 'Copy'; }, 1500);
  };
  const byHand = () => {
    const range = document.createRange();
    range.selectNodeContents(byId('replay'));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    if (document.execCommand('copy')) done();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(data.replay).then(done, byHand);
  else byHand();
}

const page = () => Math.max(1, Math.floor(place.height / place.row) - 2);
const toEnd = () => select(visible.length - 1);
const KEYS = {
  j: () => select(selected + 1), ArrowDown: () => select(selected + 1), ArrowRight: () => select(selected + 1),
  k: () => select(selected - 1), ArrowUp: () => select(selected - 1), ArrowLeft: () => select(selected - 1),
  n: () => nextSwitch(1, false), p: () => nextSwitch(-1, false),
  N: () => nextSwitch(1, true), P: () => nextSwitch(-1, true),
  PageDown: () => select(selected + page()), PageUp: () => select(selected - page()),
  g: () => select(0), Home: () => select(0), G: toEnd, End: toEnd, f: toEnd,
  m: () => setFilter({ matter: !filter.matter }),
  t: toggleTheme, '/': () => byId('search').focus(), '?': () => byId('help').showModal(),
  Escape: () => { clearFilter(); list.focus(); },
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId('help').open) return;
  const typing = event.target.matches('input[type="search"], select');
  if (typing && event.key !== 'Escape' && event.key !== 'Enter') return;
  if (typing && event.key === 'Enter') return list.focus();
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function listen() {
  document.addEventListener('keydown', onKey);
  list.addEventListener('scroll', draw, { passive: true });
  list.addEventListener('click', event => {
    const row = event.target.closest('.row');
    if (row) select(Number(row.dataset.index), false);
  });
  const jump = event => {
    list.scrollTop = (event.clientY - mapCanvas.getBoundingClientRect().top) / mapScale() * place.row - place.height / 2;
  };
  mapCanvas.addEventListener('pointerdown', event => { mapCanvas.setPointerCapture(event.pointerId); jump(event); });
  mapCanvas.addEventListener('pointermove', event => { if (event.buttons) jump(event); });
  const click = (id, action) => byId(id).addEventListener('click', action);
  click('prev', KEYS.k);
  click('next', KEYS.j);
  click('prev-switch', KEYS.p);
  click('next-switch', KEYS.n);
  click('to-failure', toEnd);
  click('theme', toggleTheme);
  click('help-open', KEYS['?']);
  click('clear', clearFilter);
  click('copy', copyReplay);
  byId('matter').addEventListener('change', event => setFilter({ matter: event.target.checked }));
  byId('thread').addEventListener('change', event => setFilter({ thread: Number(event.target.value) }));
  byId('object').addEventListener('change', event => setFilter({ object: Number(event.target.value) }));
  byId('search').addEventListener('input', event => setFilter({ text: event.target.value }));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', themeChanged);
  new ResizeObserver(layout).observe(list);
}

// The step that the address names, else the last, where it went wrong.
function start() {
  byId('app').hidden = false;
  showHead();
  fill(byId('thread'), 'All threads', data.threads.map(thread => thread.name));
  fill(byId('object'), 'All objects', data.objects);
  readPalette();
  applyFilter();
  syncControls();
  listen();
  layout();
  const wanted = location.hash.slice(1);
  const named = visible.findIndex(index => {
    const row = data.rows[index];
    return row[KIND] === STEP && String(data.steps[row[POSITION]][0]) === wanted;
  });
  select(named >= 0 ? named : visible.length - 1);
  list.focus({ preventScroll: true });
}

start();
