import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Eleventy from '@11ty/eleventy';
import { MANUAL_GROUPS, MANUAL_PAGES } from '@pimis/domain/manual/pages';
import { searchWords } from '@pimis/domain/text/search';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import { writeSearchModules } from './manual-modules.ts';
import { manualText, PAGE_NAMES } from './manual-text.ts';
import { webpSize } from './webp-size.ts';

/** Builds the manual (docs/decisions/0087-manual.md) from docs/help and the domain, in Cyrillic, Latin and English. */

const ROOT = join(import.meta.dirname, '..');
const INPUT = join(ROOT, 'manual');
const OUTPUT = join(INPUT, 'dist');
const PICTURES = join(INPUT, 'pictures');
const FONTS = join(
  dirname(createRequire(join(ROOT, 'apps', 'web', 'package.json')).resolve('@fontsource-variable/source-sans-3')),
  'files',
);

const SERBIAN = {
  product: 'ПИМИС',
  manual: 'Упутство за рад',
  skip: 'На садржај стране',
  search: 'Тражи у упутству',
  language: 'Писмо и језик',
  contents: 'Садржај',
  found: 'Пронађено',
  nothing: 'Ништа није пронађено.',
  some: 'Пронађено места:',
  screen: 'Слика екрана',
};
const ENGLISH: typeof SERBIAN = {
  product: 'PIMIS',
  manual: 'User manual',
  skip: 'To the text',
  search: 'Search the manual',
  language: 'Script and language',
  contents: 'Contents',
  found: 'Found',
  nothing: 'Nothing was found.',
  some: 'Places found:',
  screen: 'Picture of the screen',
};
/** `latin` is made from the finished Cyrillic pages. */
const LANGUAGES = [
  { lang: 'sr', source: 'sr', htmlLang: 'sr-Cyrl', name: 'Ћирилица', latin: false, words: SERBIAN },
  { lang: 'latin', source: 'sr', htmlLang: 'sr-Latn', name: 'Latinica', latin: true, words: SERBIAN },
  { lang: 'en', source: 'en', htmlLang: 'en', name: 'English', latin: false, words: ENGLISH },
] as const;
type Language = (typeof LANGUAGES)[number];

/** Address of a page below its language. */
const addressOf = (name: string) => (name === 'index' ? '' : `${name}/`);

/** Replaces names of pages in links by their addresses. */
function linked(markdown: string, { lang }: Language, root: string): string {
  return markdown.replaceAll(/\]\(([a-z0-9/-]+)\)/g, (_, name: string) => {
    if (!PAGE_NAMES.has(name)) throw new Error(`The manual links to ${name}, which is no page`);
    return `](${root}${lang}/${addressOf(name)})`;
  });
}

const CYRILLIC = /[\u0400-\u04ff]/;

/** The page in Latin script: texts and visible attributes, except the name of the Cyrillic script. */
function inLatin(html: string): string {
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') && !CYRILLIC.test(part) ? part : cyrillicToLatin(part)))
    .join('');
}

function pictureOf(name: string, { source }: Language) {
  const file = `${source}/${name.replaceAll('/', '-')}.webp`;
  const path = join(PICTURES, file);
  return existsSync(path) ? { file, ...webpSize(readFileSync(path)) } : null;
}

interface Section {
  address: string;
  title: string;
  heading: string;
  text: string;
}

const plain = (html: string) =>
  html
    .replaceAll(/<svg[\s\S]*?<\/svg>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&[a-z#0-9]+;/g, ' ');

/** The sections of a page for the search. */
function sectionsOf(address: string, html: string): Section[] {
  const article = /<article>([\s\S]*)<\/article>/.exec(html)?.[1] ?? '';
  const title = plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(article)?.[1] ?? '').trim();
  return article.split(/(?=<h2)/).map((part) => {
    const [, id, heading = ''] = /^<h2(?: id="([^"]+)")?[^>]*>([\s\S]*?)<\/h2>/.exec(part) ?? [];
    return {
      address: id === undefined ? address : `${address}#${id}`,
      title,
      heading: plain(heading).trim(),
      text: ` ${searchWords(`${title} ${plain(part)}`).join(' ')}`,
    };
  });
}

/** Headings get anchors, tables a scrolling frame. */
function finished(html: string): string {
  let section = 0;
  const [before = '', article = ''] = html.split('<article>');
  const parts = article
    .replaceAll('<h2>', () => `<h2 id="s${(section += 1)}">`)
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  return `${before}<article>${parts}`;
}

function contentsOf({ source }: Language) {
  return Object.entries(MANUAL_GROUPS).map(([group, title]) => ({
    title: title[source],
    items: MANUAL_PAGES.filter((page) => page.group === group).map((page) => ({
      name: page.name,
      title: page.title[source],
      address: addressOf(page.name),
    })),
  }));
}

const found = new Map<string, Section[]>();

rmSync(OUTPUT, { recursive: true, force: true });
const eleventy = new Eleventy(INPUT, OUTPUT, {
  quietMode: true,
  configPath: undefined,
  config(config) {
    // HTML comes only from tables and drawings that the domain makes.
    config.amendLibrary('md', (library) => library.set({ html: true }));
    config.setUseGitIgnore(false);
    config.addFilter('withPicture', (html, picture) =>
      picture === undefined ? html : html.replace('</h1>', () => `</h1>\n${picture}`),
    );
    for (const language of LANGUAGES) {
      const contents = contentsOf(language);
      for (const { name, title } of MANUAL_PAGES) {
        const { lang, htmlLang, source, words } = language;
        const address = addressOf(name);
        const root = '../'.repeat(`${lang}/${address}`.split('/').length - 1);
        config.addTemplate(`${lang}/${name}.md`, linked(manualText(name, source), language, root), {
          layout: 'page.njk',
          permalink: `${lang}/${address}index.html`,
          title: title[source],
          languages: LANGUAGES.map((one) => ({ lang: one.lang, htmlLang: one.htmlLang, name: one.name })),
          name,
          lang,
          htmlLang,
          words,
          contents,
          address,
          root,
          picture: pictureOf(name, language),
          // Text that looks like a template is not interpreted.
          templateEngineOverride: 'md',
        });
      }
    }
    config.addTransform('page', function finish(html) {
      const address = this.page.url.slice(1);
      const language = LANGUAGES.find(({ lang }) => address.startsWith(`${lang}/`));
      if (!language) return html;
      const page = finished(html);
      const written = language.latin ? inLatin(page).replace('Ćirilica', 'Ћирилица') : page;
      found.set(language.lang, [...(found.get(language.lang) ?? []), ...sectionsOf(address, written)]);
      return written;
    });
    config.addPassthroughCopy({ [join(INPUT, 'assets')]: 'assets' });
    if (existsSync(PICTURES)) config.addPassthroughCopy({ [PICTURES]: 'pictures' });
    for (const subset of ['cyrillic', 'latin', 'latin-ext']) {
      const file = `source-sans-3-${subset}-wght-normal.woff2`;
      config.addPassthroughCopy({ [join(FONTS, file)]: `assets/source-sans-${subset}.woff2` });
    }
  },
});
await eleventy.write();
writeSearchModules(join(OUTPUT, 'assets', 'text'));
for (const [lang, sections] of found) {
  writeFileSync(join(OUTPUT, 'assets', `search-${lang}.json`), JSON.stringify(sections));
}
if (readdirSync(join(OUTPUT, 'sr')).length === 0) throw new Error('The manual has no pages');
