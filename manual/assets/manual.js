import { searchWords } from './text/search.js';

/** Search of the manual: every word of the question in a section, in either script; titles come first. */
const { root } = document.documentElement.dataset;
const lang = document.documentElement.dataset.lang;
const input = document.querySelector('#search');
const found = document.querySelector('#found');
const contents = document.querySelector('.contents');
const MOST = 20;

// Where there is little room the contents wait to be opened.
if (matchMedia('(max-width: 900px)').matches) contents.open = false;
contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

let sections = null;
async function load() {
  sections ??= fetch(`${root}assets/search-${lang}.json`).then((answer) => answer.json());
  return sections;
}

const rank = ({ title, heading }, words) => {
  const has = (text) => words.every((word) => ` ${text}`.includes(` ${word}`));
  if (has(searchWords(title).join(' '))) return 0;
  return has(searchWords(heading).join(' ')) ? 1 : 2;
};

async function show() {
  const words = searchWords(input.value);
  if (words.length === 0 || input.value.trim().length < 2) {
    found.hidden = true;
    found.replaceChildren();
    return;
  }
  const asked = input.value;
  const hits = (await load())
    .filter(({ text }) => words.every((word) => text.includes(` ${word}`)))
    .map((section) => ({ section, order: rank(section, words) }))
    .sort((one, other) => one.order - other.order)
    .slice(0, MOST);
  // Somebody has typed on meanwhile.
  if (asked !== input.value) return;
  const list = document.createElement('ul');
  for (const { section } of hits) {
    const link = document.createElement('a');
    link.href = `${root}${section.address}`;
    link.textContent = section.heading ? `${section.title} – ${section.heading}` : section.title;
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  const head = document.createElement('strong');
  head.textContent = hits.length === 0 ? found.dataset.none : `${found.dataset.some} ${hits.length}`;
  found.replaceChildren(head, list);
  found.hidden = false;
}

input.addEventListener('focus', () => void load(), { once: true });
input.addEventListener('input', () => void show());
input.form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
// Somebody may have typed before all this had come.
if (input.value !== '') void show();
