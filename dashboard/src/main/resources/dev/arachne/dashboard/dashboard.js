'use strict';
// What comes here is from the web: it becomes text nodes and attributes that hold no code, never markup.
const SVG = 'http://www.w3.org/2000/svg';
const OUTCOMES = [['fine', 'answered'], ['moved', 'redirects'], ['broken', '4xx'], ['faulty', '5xx'], ['failed', 'failed'], ['skipped', 'skipped'], ['pending', 'pending']];
// In the order of Bottleneck.Kind.
const KINDS = [['delays and limits', 'hosts must not be asked more often'], ['network', 'servers, or the way to them'], ['names', 'looking up names'], ['CPU', 'a loop of the crawl has no time'],
  ['handlers', 'page processors'], ['saved pages', 'the disk that pages are saved to'], ['memory', 'pages in flight have no more room'], ['store', 'the disk of the crawl'], ['outputs', 'files and pipes that take lines'], ['browser', 'tabs that render pages']];
const STATUS = { 200: 'OK', 204: 'No Content', 206: 'Partial Content', 301: 'Moved Permanently', 302: 'Found', 303: 'See Other', 304: 'Not Modified', 307: 'Temporary Redirect', 308: 'Permanent Redirect', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 406: 'Not Acceptable', 408: 'Request Timeout', 410: 'Gone', 414: 'URI Too Long', 429: 'Too Many Requests', 451: 'Unavailable For Legal Reasons', 500: 'Internal Server Error', 501: 'Not Implemented', 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' };

const $ = (id) => document.getElementById(id);
const count = (n) => Math.round(n).toLocaleString('en');

function bytes(n) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let i = 0;
  for (; n >= 999.5 && i < units.length - 1; i++) { n /= 1000; }
  return `${i === 0 || n >= 99.5 ? Math.round(n) : n.toFixed(1)} ${units[i]}`;
}

function span(s) {
  if (s < 1) { return `${Math.round(s * 1000)} ms`; }
  if (s < 60) { return `${s < 10 ? s.toFixed(1) : Math.round(s)} s`; }
  const m = Math.round(s / 60);
  if (m < 60) { return s < 600 ? `${Math.floor(s / 60)} min${Math.floor(s % 60) > 0 ? ` ${Math.floor(s % 60)} s` : ''}` : `${m} min`; }
  const h = Math.floor(m / 60);
  return h < 48 ? `${h} h ${m % 60} min` : `${Math.floor(h / 24)} d ${h % 24} h`;
}

const clock = (at) => new Date(at).toLocaleTimeString('en-GB');
const rate = (n) => (n >= 9.95 ? count(n) : n.toFixed(1));

// Only what has changed is touched, so that a reader and a selection keep their place.
function text(node, value) { if (node.textContent !== value) { node.textContent = value; } }
function attribute(node, name, value) { if (node.getAttribute(name) !== value) { node.setAttribute(name, value); } }
function show(node, isShown) { if (node.hidden === isShown) { node.hidden = !isShown; } }

function make(name, className, content) {
  const node = document.createElement(name);
  if (className) { node.className = className; }
  if (content !== undefined) { node.textContent = content; }
  return node;
}

// Children of a node, one for each item: those that are there are used again.
function each(parent, items, create, fill) {
  items.forEach((item, i) => {
    if (i >= parent.children.length) { parent.append(create()); }
    fill(parent.children[i], item, i);
  });
  while (parent.children.length > items.length) { parent.lastChild.remove(); }
}

function table(id, items, classes, cells, empty, mark) {
  const body = $(id).tBodies[0];
  const labels = $(id).classList.contains('cards') ? [...$(id).tHead.rows[0].cells].map((cell, i) => cell.dataset.l ?? (i > 0 ? cell.textContent : '')) : [];
  const list = items.length ? items : [null];
  each(body, list, () => {
    const row = document.createElement('tr');
    classes.forEach((name, i) => {
      const cell = make('td', name);
      if (labels[i]) { cell.dataset.l = labels[i]; }
      row.append(cell);
    });
    return row;
  }, (row, item) => {
    const values = item === null ? [empty ?? 'none'] : cells(item);
    [...row.cells].forEach((cell, i) => text(cell, values[i] ?? ''));
    if (mark) { row.className = item === null ? '' : mark(item); }
  });
}

function sum(c) {
  const parts = ['fetched', 'skipped', 'failed', 'pending'];
  each($('sum'), parts, () => make('i'), (bar, part) => {
    bar.className = `b-${part}`;
    const grow = String(c[part]);
    if (bar.style.flexGrow !== grow) { bar.style.flexGrow = grow; }
    bar.style.flexBasis = c[part] > 0 ? '2px' : '0';
  });
  const words = `${count(c.discovered)} discovered = ${parts.map((part) => `${count(c[part])} ${part}`).join(' + ')}`;
  attribute($('sum'), 'aria-label', words);
  const line = $('sumtext');
  if (!line.firstChild) {
    line.append(make('b'), make('span', '', 'discovered'));
    parts.forEach((part, i) => {
      const item = make('span');
      item.append(make('span', '', i === 0 ? '= ' : '+ '), make('span', `dot b-${part}`), make('b'), ` ${part}`);
      line.append(item);
    });
    line.append(make('span', 'soft'));
  }
  text(line.children[0], count(c.discovered));
  line.children[0].dataset.n = c.discovered;
  parts.forEach((part, i) => {
    const figure = line.children[i + 2].querySelector('b');
    text(figure, count(c[part]));
    figure.dataset.n = c[part];
    figure.id = `n-${part}`;
  });
  line.children[0].id = 'n-discovered';
  text(line.lastChild, c.setAside > 0 ? `(${count(c.setAside)} of them set aside so far by a change, until that is undone)` : '');
}

function tiles(d) {
  const isStill = d.state === 'still';
  text($('t-rate'), rate(isStill && !d.workers ? d.pages / Math.max(d.elapsed, 0.001) : d.rate));
  text($('t-ratewhat'), isStill ? 'pages/s on average' : 'pages/s');
  show($('t-rate').parentElement, !isStill || !d.workers);
  show($('t-flight').parentElement, !isStill);
  show($('t-by').parentElement, !isStill);
  text($('t-pages'), count(d.pages));
  text($('t-flight'), count(d.inFlight));
  if (d.workers) {
    text($('t-way'), count(d.underWay));
    text($('t-hosts'), count(d.busyHosts));
    text($('t-hostswhat'), `hosts with pending URLs, ${count(d.restingHosts)} wait for their turn`);
  } else {
    text($('t-bytes'), bytes(d.bytes));
    text($('t-elapsed'), span(d.elapsed));
  }
  let left = '–';
  let what = 'to finish';
  if (d.state === 'paused' || d.word === 'stopped') { what = `to finish, while it is ${d.word ?? d.state}`; } else if (d.word === 'over') { left = 'done'; what = 'the crawl is over'; } else if (d.left) {
    const [from, to] = [span(d.left.from), span(d.left.to)];
    left = from === to ? `about ${from}` : `${from} to ${to}`;
    if (d.left.host) { what = `to finish; ${d.left.host} takes longest`; }
  } else if (d.counts.pending === 0) { left = 'done'; what = 'nothing is pending'; }
  text($('t-left'), left);
  text($('t-leftwhat'), what);
  let by = '–';
  if (d.state === 'paused') { by = 'the pause'; } else if (d.waitingFor) { by = `waits for ${d.waitingFor}`; } else if (d.by) { by = `${KINDS[d.by.kind][0]}, ${d.by.percent} %`; }
  text($('t-by'), by);
}

const WIDTH = 720;
const HEIGHT = 150;

function timeline(t, isStill) {
  const drawn = OUTCOMES.slice(0, 6).map(([name]) => name);
  const n = t.fine.length;
  const totals = Array.from({ length: n }, (_, i) => drawn.reduce((all, name) => all + t[name][i], 0));
  const peak = Math.max(1, ...totals);
  const slots = Math.max(n, 60);
  const wide = WIDTH / slots;
  const paths = Object.fromEntries(drawn.map((name) => [name, '']));
  const kinds = KINDS.map(() => '');
  for (let i = 0; i < n; i++) {
    let y = HEIGHT;
    const x = ((slots - n + i) * wide).toFixed(2);
    const w = (wide * (wide > 4 ? 0.86 : 1)).toFixed(2);
    for (const name of drawn) {
      const h = (t[name][i] / peak) * (HEIGHT - 6);
      if (h > 0) {
        y -= h;
        paths[name] += `M${x} ${y.toFixed(2)}h${w}v${h.toFixed(2)}h-${w}z`;
      }
    }
    if (t.by[i] >= 0) { kinds[t.by[i]] += `M${x} ${HEIGHT + 6}h${wide.toFixed(2)}v10h-${wide.toFixed(2)}z`; }
  }
  const svg = $('time');
  if (!svg.firstChild) {
    drawn.forEach((name) => { const p = document.createElementNS(SVG, 'path'); p.setAttribute('class', `f-${name}`); svg.append(p); });
    KINDS.forEach((_, i) => { const p = document.createElementNS(SVG, 'path'); p.setAttribute('class', `k${i}`); svg.append(p); });
  }
  drawn.forEach((name, i) => attribute(svg.children[i], 'd', paths[name]));
  kinds.forEach((path, i) => attribute(svg.children[drawn.length + i], 'd', path));
  const sums = drawn.map((name) => t[name].reduce((a, b) => a + b, 0));
  each($('legend'), OUTCOMES.slice(0, 6).map((o, i) => [o, sums[i]]).filter(([, s]) => s > 0), () => { const li = make('li'); li.append(make('span'), make('span')); return li; },
    (li, [[name, word], s]) => { li.firstChild.className = `dot b-${name}`; text(li.lastChild, `${count(s)} ${word}`); });
  const seen = KINDS.map((kind, i) => [kind, i, t.by.filter((k) => k === i).length]).filter(([, , times]) => times > 0);
  each($('legendby'), seen, () => { const li = make('li'); li.append(make('span'), make('span')); return li; },
    (li, [[word, why], i]) => { li.firstChild.className = `dot k${i}`; text(li.lastChild, `limited by ${word}`); attribute(li, 'title', why); });
  text($('time-from'), n > 0 ? `${span(slots * t.width)} ${isStill ? 'earlier' : 'ago'}` : '');
  text($('time-to'), n > 0 ? (isStill ? 'the end' : 'now') : '');
  text($('time-peak'), n > 0 ? `a bar is ${t.width === 1 ? 'a second' : span(t.width)}; the highest ${rate(peak / t.width)}/s` : '');
  attribute(svg, 'aria-label', `URLs decided over ${span(n * t.width)}: ${OUTCOMES.slice(0, 6).map(([, word], i) => `${count(sums[i])} ${word}`).join(', ')}; ${rate(peak / t.width)} a second at most.`);
}

function hosts(d) {
  const isStill = d.state === 'still';
  text($('hostsum'), d.hosts.length ? `${count(d.busyHosts)} with pending URLs${isStill || d.restingHosts === 0 ? '' : `, ${count(d.restingHosts)} of them waiting for their turn`}` : '');
  table('hosts', d.hosts, ['u', 'n', 'n', 't', '', 'n', 'bad'], (h) => [
    h.host, count(h.queued), count(h.inFlight),
    h.queued === 0 || isStill ? '–' : h.next > 0 ? `in ${span(h.next)}` : h.inFlight >= h.window ? 'when one in flight ends' : 'now',
    (h.gap > 0 ? `one in ${span(h.gap)}` : 'no delay') + (isStill ? '' : `, ${h.window < 1e6 ? count(h.window) : 'any number'} at a time`),
    h.refusals > 0 ? count(h.refusals) : '',
    [h.retryAfter > 0 ? `asks for ${span(h.retryAfter)} of rest (Retry-After)` : '', h.failure ?? ''].filter(Boolean).join('; '),
  ], 'no host has pending URLs');
}

// Numbers in order, as ranges.
function ranges(numbers) {
  const parts = [];
  numbers.forEach((n, i) => {
    if (i > 0 && n === numbers[i - 1] + 1) { parts[parts.length - 1][1] = n; } else { parts.push([n, n]); }
  });
  return parts.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(', ');
}

// An idle shard has nothing to tell.
const heard = (it, work) => (work === 'idle' ? '–' : it.heard === undefined ? 'never' : it.heard < 2 ? 'now' : `${span(it.heard)} ago`);
const WORK = { working: 'at work', idle: 'idle', limited: 'at the page limit', silent: 'silent', unknown: 'no worker yet', over: 'over' };

function workOf(w, d) {
  if (d.state === 'still') { return 'ended'; }
  if (w.isSilent) { return 'silent'; }
  return w.shards.length === 0 ? 'no shards' : w.counts.pending === 0 ? 'idle' : d.state === 'paused' ? 'paused' : 'at work';
}

function cluster(d) {
  text($('standstill'), d.standstill ? `This crawl cannot end: ${d.standstill}` : '');
  const isStill = d.state === 'still';
  show($('h-time').parentElement, !isStill || d.time.fine.some((n) => n > 0));
  const figures = (it) => [isStill ? '' : rate(it.rate), count(it.counts.fetched), count(it.counts.pending), isStill ? '' : count(it.inFlight)];
  text($('workersum'), `with the figures of their shards${d.workers.length < d.allWorkers ? `; ${count(d.workers.length)} of ${count(d.allWorkers)}` : ''}`);
  table('workers', d.workers, ['u', 't', '', 'n', 'n', 'n', 'n', 'n'], (w) => [w.name, workOf(w, d), ranges(w.shards), ...figures(w), heard(w, workOf(w, d))], 'no worker yet', (w) => (w.isSilent ? 'silent' : ''));
  const word = (s) => (s.work === 'working' && d.state !== 'running' ? d.word : WORK[s.work]);
  const words = d.shards.map(word);
  text($('shardsum'), d.shards.length < d.allShards ? `${count(d.shards.length)} of ${count(d.allShards)}: those with trouble, and some others` : [...new Set(words)].map((each) => `${words.filter((w) => w === each).length} ${each}`).join(', '));
  table('shards', d.shards, ['', 't', 'u', 'n', 'n', 'n', 'n', 'n', 'n'], (s) => [s.number, word(s), s.worker, ...figures(s), isStill ? '' : count(s.busyHosts), heard(s, word(s))], 'no shards', (s) => (s.work === 'silent' || s.work === 'unknown' ? 'silent' : ''));
}

function reasons(id, items, none) {
  const box = $(id);
  if (!items.length) {
    if (!box.firstChild || box.firstChild.tagName !== 'P') { box.replaceChildren(make('p', 'none', none)); }
    return;
  }
  if (box.firstChild && box.firstChild.tagName === 'P') { box.replaceChildren(); }
  each(box, items, () => {
    const details = make('details');
    const head = make('summary');
    head.append(make('b'), make('span'));
    details.append(head, make('ul', 'list'));
    return details;
  }, (details, item) => {
    text(details.firstChild.firstChild, count(item.count));
    text(details.firstChild.lastChild, item.status ? `${item.status} ${STATUS[item.status] ?? ''}`.trim() : item.what);
    const more = item.count - item.examples.length;
    const lines = more > 0 && item.examples.length ? [...item.examples, { more }] : item.examples;
    each(details.lastChild, lines, () => { const li = make('li'); li.append(make('span'), make('span', 'soft')); return li; }, (li, e) => {
      text(li.firstChild, e.more ? `and ${count(e.more)} more` : e.url);
      text(li.lastChild, e.via ? `linked from ${e.via}` : '');
    });
  });
}

function latest(d) {
  const box = $('problems');
  reasons('problems', [...d.problems].sort((a, b) => b.count - a.count), 'nothing has failed');
  box.title = '';
}

const opened = new Map();
let canChange = false;

function folders(list, all, depth) {
  const ul = make('ul');
  for (const f of list) {
    const li = make('li');
    const node = make('span', 'node');
    const mini = make('span', 'mini');
    mini.setAttribute('aria-hidden', 'true');
    for (const [name] of OUTCOMES) {
      if (f[name] > 0) { const bar = make('i', `b-${name}`); bar.style.flexGrow = String(f[name]); bar.style.flexBasis = '1px'; mini.append(bar); }
    }
    node.append(make('span', 'name', f.name), mini, make('span', 'urls', f.urls === 1 ? '1 URL' : `${count(f.urls)} URLs`),
      make('span', 'soft', OUTCOMES.filter(([name]) => f[name] > 0).map(([name, word]) => `${count(f[name])} ${word}`).join(', ') + (f.bytes ? `; ${bytes(f.bytes)}` : '')));
    if (canChange && f.pending > 0) {
      const button = make('button', 'small', 'Exclude');
      button.type = 'button';
      button.dataset.path = f.path;
      button.setAttribute('aria-label', `Exclude ${f.path}`);
      node.append(button);
    }
    if (f.inside.length) {
      const details = make('details');
      details.open = opened.get(f.path) ?? depth < 1;
      details.addEventListener('toggle', () => opened.set(f.path, details.open));
      const head = make('summary');
      head.append(node);
      details.append(head, folders(f.inside, all, depth + 1));
      li.append(details);
    } else {
      li.className = 'leaf';
      li.append(node);
    }
    ul.append(li);
  }
  return ul;
}

let treeText = '';
let treeAt = 0;
let treeLater = 0;

// A tree that changes under the hand is of no use: it is made anew every 3 s, and not while it has the focus.
function tree(d) {
  const now = JSON.stringify(d.tree) + canChange;
  const box = $('tree');
  const early = 3000 - (Date.now() - treeAt);
  if (now === treeText || box.contains(document.activeElement)) { return; }
  if (early > 0) { // No event may come after this one.
    clearTimeout(treeLater);
    treeLater = setTimeout(draw, early);
    return;
  }
  treeText = now;
  treeAt = Date.now();
  text($('treesum'), d.isComplete ? '' : `of the first ${count(d.entries)} entries of the ledger${d.state === 'still' ? '' : '; more are being read'}`);
  if (d.tree.length) { box.replaceChildren(folders(d.tree, d, 0)); } else { box.replaceChildren(make('p', 'none', d.state === 'starting' ? 'nothing yet' : 'nothing yet; a crawl in memory keeps no ledger to read this from')); }
}

function log(d) {
  const lines = [...(d.failures ?? []).map((f) => ({ at: f.at, text: `${f.url}: ${f.why}` })), ...d.log].sort((a, b) => b.at - a.at).slice(0, 60);
  const box = $('log');
  each(box, lines.length ? lines : [{ text: d.workers ? 'no changes since this was opened' : 'no warnings yet' }], () => { const li = make('li'); li.append(make('time'), make('span')); return li; }, (li, line) => {
    text(li.firstChild, line.at ? clock(line.at) : '');
    show(li.firstChild, line.at > 0);
    text(li.lastChild, line.text);
  });
}

let data = null;
let isOver = false;

function state(word, className, who) {
  text($('state'), word);
  $('state').className = `pill ${className}`;
  text($('who'), who);
}

function machine(d) {
  hosts(d);
  table('flight', d.flight, ['u', 'n', 't'], (u) => [u.url, span(u.seconds), u.doing + (u.attempt > 1 ? `, try ${u.attempt}` : '')], 'nothing is in flight');
  latest(d);
  const told = d.skips.reduce((all, skip) => all + skip.count, 0);
  const others = told < d.counts.skipped ? [{ what: 'no sitemap in the usual place', status: 0, count: d.counts.skipped - told, examples: [] }] : [];
  reasons('skips', [...d.skips, ...others], 'nothing was skipped');
  show($('flight').closest('section'), d.state !== 'still');
  show($('hosts').closest('section'), d.state !== 'still' || d.hosts.length > 0);
  table('slowest', d.slowest, ['u', 'n'], (u) => [u.url, span(u.seconds)], 'nothing yet');
  table('largest', d.largest, ['u', 'n'], (u) => [u.url, bytes(u.bytes)], 'nothing yet');
  table('statuses', d.statuses, ['', 'n'], (s) => [`${s.status} ${STATUS[s.status] ?? ''}`.trim(), count(s.count)], 'no answers yet');
  table('types', d.types, ['u', 'n', 'n'], (t) => [t.type || '(none given)', count(t.count), bytes(t.bytes)], 'nothing yet');
  tree(d);
}

function render(d) {
  document.body.dataset.of = d.workers ? 'cluster' : 'crawl';
  text($('name'), d.roots && d.roots.length ? d.roots.join(', ') : d.name);
  const title = `${d.counts ? `${count(d.counts.fetched)} of ${count(d.counts.discovered)} – ` : ''}${d.name}`;
  if (document.title !== title) { document.title = title; }
  const words = { starting: 'starting', running: 'running', paused: 'paused', still: d.counts && d.counts.pending === 0 ? 'finished' : 'not running' };
  state(d.word ?? words[d.state] ?? d.state, d.state, d.who);
  changes(d);
  if (d.counts) {
    sum(d.counts);
    tiles(d);
    if (d.workers) { cluster(d); } else { machine(d); }
  }
  timeline(d.time, d.state === 'still');
  log(d);
}

let silence = 0;

function say(words, isBad) {
  $('said').className = isBad ? 'said bad' : 'said';
  text($('said'), words);
  clearTimeout(silence);
  if (!isBad && !isOver) { silence = setTimeout(() => text($('said'), ''), 15000); }
}

function draw() {
  if (data && !$('hold').checked) { render(data); }
}

// The secret is in the part of the URL that is sent nowhere; here it is kept for this tab, and leaves the address bar.
const token = (() => {
  const given = location.hash.slice(1);
  if (given) {
    history.replaceState(null, '', location.pathname);
    sessionStorage.setItem('token', given);
  }
  return given || sessionStorage.getItem('token') || '';
})();

async function change(words) {
  say('…', false);
  try {
    const answer = await fetch('/change', { method: 'POST', headers: { 'X-Arachne-Token': token, 'Content-Type': 'text/plain' }, body: words });
    say((await answer.text()).trim(), !answer.ok);
    return answer.ok;
  } catch (e) {
    say('the dashboard does not answer', true);
    return false;
  }
}

function changes(d) {
  canChange = token !== '' && d.isControlled && d.state !== 'still';
  show($('controls'), canChange);
  show($('changes'), canChange);
  text($('readonly'), canChange ? 'This page may change the crawl.' : d.isControlled ? 'This page shows the crawl; the URL that was printed at the start can change it.' : 'This page shows the crawl and changes nothing.');
  text($('pause'), d.state === 'paused' ? 'Resume' : 'Pause');
  const made = d.changes ?? [];
  show($('made'), made.length > 0);
  show($('nochange'), made.length === 0);
  each($('made').tBodies[0], made, () => {
    const row = document.createElement('tr');
    const undo = make('button', 'small', 'Undo');
    undo.type = 'button';
    const last = make('td', 'n');
    last.append(undo);
    row.append(make('td', 'u'), make('td', 't'), last);
    return row;
  }, (row, c) => {
    text(row.cells[0], c.change);
    text(row.cells[1], clock(c.at));
    const undo = row.cells[2].firstChild;
    undo.dataset.number = c.number;
    attribute(undo, 'aria-label', `Undo ${c.change}`);
  });
}

$('made').addEventListener('click', (event) => {
  const number = event.target.dataset.number;
  if (number) {
    change(`undo=${number}`);
    $('inforce').focus(); // The button goes, and would take the focus with it.
  }
});
$('pause').addEventListener('click', () => change(data && data.state === 'paused' ? 'resume' : 'pause'));
let sure = 0;
$('stop').addEventListener('click', () => {
  if (Date.now() - sure < 5000) { change('stop'); return; }
  sure = Date.now();
  text($('stop'), 'Stop: sure?');
  say('Press Stop again within five seconds to stop the crawl.', false);
  setTimeout(() => text($('stop'), 'Stop'), 5000);
});
$('change').addEventListener('submit', async (event) => {
  event.preventDefault();
  const kind = event.submitter ? event.submitter.value : 'exclude';
  const input = $({ exclude: 'c-exclude', delay: 'c-delay', 'max-pages': 'c-pages', 'max-depth': 'c-depth' }[kind]);
  if (input.value.trim() === '') { say('type a value first', true); input.focus(); return; }
  if (await change(`${kind}=${input.value.trim()}`)) { input.value = ''; }
});
// Enter in a field is its own button, not the first of the form.
$('change').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target.tagName === 'INPUT') {
    event.preventDefault();
    event.target.parentElement.nextElementSibling.click();
  }
});
$('tree').addEventListener('click', async (event) => {
  const path = event.target.dataset.path;
  if (!path) { return; }
  event.preventDefault(); // It is inside of what opens the folder.
  if (await change(`exclude=^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)) { event.target.disabled = true; }
});

const events = new EventSource('/events');
events.addEventListener('message', (event) => {
  const seen = JSON.parse(event.data);
  data = Object.assign(seen, seen.now);
  found();
  draw();
});
// Between two events with all there are some with what changes all the time.
events.addEventListener('part', (event) => {
  if (!data) { return; }
  const part = JSON.parse(event.data);
  if (part.now) {
    ['left', 'by', 'waitingFor', 'standstill'].forEach((name) => delete data[name]); // They are not always there.
    Object.assign(data, part.now);
  }
  if (part.time && part.time.width === data.time.width && part.time.from <= data.time.fine.length) {
    [...OUTCOMES.slice(0, 6).map(([name]) => name), 'by'].forEach((name) => data.time[name].splice(part.time.from, Infinity, ...part.time[name]));
  }
  found();
  draw();
});

function found() {
  if (document.body.dataset.lost) { delete document.body.dataset.lost; say('', false); }
}
events.addEventListener('trouble', (event) => say(`The crawl cannot be looked at: ${event.data}`, true));
events.addEventListener('end', () => {
  isOver = true;
  events.close();
  say(`The process that showed this has ended. arachne ${data && data.workers ? 'cluster dashboard CRAWL' : 'dashboard DIR'} shows the crawl again.`, false);
});
events.addEventListener('error', () => {
  if (!isOver) {
    document.body.dataset.lost = 'yes';
    state('no connection', 'lost', 'what is shown is the last that came');
  }
});
$('hold').addEventListener('change', draw);

$('why').addEventListener('submit', async (event) => {
  event.preventDefault();
  const url = $('w-url').value.trim();
  const story = $('story');
  try {
    const answer = await fetch(`/why?url=${encodeURIComponent(url)}`);
    text(story, (await answer.text()).trimEnd());
  } catch (e) {
    text(story, 'the dashboard does not answer');
  }
  story.tabIndex = 0; // It may have to be scrolled.
});
