'use strict';
// The rows of a table stand once in the file, as lines of HTML in a noscript element, which browsers with scripts keep as
// a text. Each line was escaped when it was written, so it is put into the table as it stands.
const SHOWN = 100;
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const plain = (html) => html.replace(/<[^>]*>/g, ' ').replace(/&(lt|gt|quot|#39|amp);/g, (name) => ENTITIES[name]);

const tables = new Map();

function makeTable(box) {
  const source = box.querySelector('noscript').textContent;
  const all = source.slice(source.indexOf('<tbody>') + 7, source.lastIndexOf('</tbody>')).split('\n').filter(Boolean);
  const table = box.querySelector('table');
  const body = table.tBodies[0];
  const tools = box.querySelector('.tools');
  const [search, count, before, after] = tools.children;
  const heads = [...table.tHead.rows[0].cells];
  let texts = null;
  let found = all.map((_, index) => index);
  let start = 0;

  function show() {
    const end = Math.min(start + SHOWN, found.length);
    body.innerHTML = found.slice(start, end).map((index) => all[index]).join('');
    const rows = found.length === 0 ? 'no rows' : `${(start + 1).toLocaleString('en')}–${end.toLocaleString('en')} of ${found.length.toLocaleString('en')}`;
    count.textContent = found.length === all.length ? rows : `${rows} found`;
    before.hidden = after.hidden = all.length <= SHOWN;
    before.disabled = start === 0;
    after.disabled = end >= found.length;
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    texts ??= all.map((line) => plain(line).toLowerCase());
    found = order.filter((index) => words.every((word) => texts[index].includes(word)));
    start = 0;
    show();
  }

  let order = found.slice();

  function sort(head) {
    const ascending = head.getAttribute('aria-sort') === null ? !head.classList.contains('n') : head.getAttribute('aria-sort') !== 'ascending';
    heads.forEach((each) => each.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
    const column = heads.indexOf(head) + 1;
    const isNumber = head.classList.contains('n');
    const keys = all.map((line) => {
      const cell = line.split('<td', column + 1)[column] ?? '';
      return isNumber ? Number((/data-v="([^"]*)"/.exec(cell) ?? [0, 0])[1]) : plain('<td' + cell).trim().toLowerCase();
    });
    const sign = ascending ? 1 : -1;
    order.sort((a, b) => (keys[a] < keys[b] ? -sign : keys[a] > keys[b] ? sign : a - b));
    filter();
  }

  heads.forEach((head) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.textContent = '';
    head.append(button);
    button.addEventListener('click', () => sort(head));
  });
  let waiting = 0;
  search.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, all.length > 5000 ? 200 : 0);
  });
  before.addEventListener('click', () => { start = Math.max(0, start - SHOWN); show(); });
  after.addEventListener('click', () => { start += SHOWN; show(); });
  tools.hidden = all.length < 2;
  table.parentElement.hidden = false;
  show();
  tables.set(box.id, (text) => { search.value = text; filter(); });
}

// A table is made when it is first seen: a report can have many.
for (const box of document.querySelectorAll('.table')) {
  const details = box.closest('details');
  if (details && !details.open) {
    details.addEventListener('toggle', () => { if (!tables.has(box.id)) { makeTable(box); } });
  } else {
    makeTable(box);
  }
}
for (const link of document.querySelectorAll('a[data-q]')) {
  link.addEventListener('click', () => tables.get('t-urls')?.(link.dataset.q));
}
function open() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) { target.open = true; target.scrollIntoView(); }
}
addEventListener('hashchange', open);
open();
