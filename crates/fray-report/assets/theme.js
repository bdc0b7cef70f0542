// Colours: of threads, and of the canvas, which cannot use those of the style sheet by itself.
// Neither red nor amber: these have a meaning of their own.
const HUES = [214, 172, 268, 132, 318, 192, 240, 292, 152, 330];
const HUE_FIRST = 115, HUE_RANGE = 220;
const probe = document.createElement('span');
probe.hidden = true;

let palette = {};

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

function readPalette() {
  if (!probe.isConnected) document.body.append(probe);
  const color = name => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  palette = {
    line: color('line-strong'), faint: color('line'), soft: color('faint'), bg: color('bg'),
    blocked: color('blocked'), fail: color('fail'), preempt: color('preempt-line'), select: color('select-line'),
  };
  const dark = isDark();
  palette.threads = data.threads.map((_, i) => {
    const turned = HUES[i % HUES.length] + 7 * Math.floor(i / HUES.length);
    const hue = HUE_FIRST + (turned - HUE_FIRST) % HUE_RANGE;
    return dark ? `hsl(${hue} 62% 68%)` : `hsl(${hue} 58% 42%)`;
  });
}

function threadColor(thread) {
  return palette.threads[thread];
}

function toggleTheme() {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  themeChanged();
}

function themeChanged() {
  readPalette();
  layout();
  showDetails();
}
