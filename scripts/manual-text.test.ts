import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CATALOGUE } from '@pimis/contract/errors';
import { MANUAL_PAGES } from '@pimis/domain/manual/pages';
import { manualText, PAGE_NAMES } from './manual-text.ts';
import { webpSize } from './webp-size.ts';

const LANGUAGES = ['sr', 'en'] as const;
const pages = MANUAL_PAGES.flatMap((page) => LANGUAGES.map((language) => ({ ...page, language })));

it.each(pages)('$name has its text in $language, and links to pages that exist', ({ name, language, title }) => {
  const text = manualText(name, language);
  const [, head = ''] = /^# (.+)$/m.exec(text) ?? [];
  expect(head).not.toBe('');
  if (/^(phases|forms)\//.test(name)) expect(head).toBe(title[language]);
  for (const [, link = ''] of text.matchAll(/\]\(([^)]+)\)/g)) expect(PAGE_NAMES).toContain(link);
  // Generated drawings and tables are long; hand-written text must not be missing.
  expect(text.length).toBeGreaterThan(150);
});

it.each(MANUAL_PAGES.filter(({ name }) => name.startsWith('forms/')))(
  '$name says who fills in and who decides, every field, and what prevents locking',
  ({ name }) => {
    const text = manualText(name, 'sr');
    for (const part of ['## Ко попуњава, потврђује и одобрава', '## Поља', '## Шта зауставља закључавање']) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/undefined|\{label\}|\{rule\}/);
  },
);

it.each(MANUAL_PAGES.filter(({ name }) => name.startsWith('forms/')))(
  '$name says beside its form what to fill in, what has to agree and what happens afterwards',
  ({ name }) => {
    const parts = {
      sr: ['## Шта се уноси', '## Шта се мора сложити', '## Шта бива после закључавања'],
      en: ['## What to fill in', '## What has to agree', '## What happens after locking'],
    };
    for (const language of LANGUAGES)
      for (const part of parts[language]) expect(manualText(name, language)).toContain(part);
  },
);

it.each(LANGUAGES)('the page of error messages has them as they are shown, in %s', (language) => {
  const rows = manualText('errors', language)
    .split('\n')
    .slice(1)
    .join('\n')
    .matchAll(/^\| (?!---)(.+?) \|/gm);
  const [, ...messages] = [...rows].map(([, message = '']) => message);
  const said = Object.values(CATALOGUE).map((answer) => answer[language]);
  expect(messages.length).toBeGreaterThan(15);
  for (const message of messages)
    expect(
      said.some((text) => text.startsWith(`${message}.`)),
      message,
    ).toBe(true);
});

/** Pages that are about no screen. */
const WITHOUT = ['index', 'tok-projekta', 'ovlascenja', 'errors'];

it.each(MANUAL_PAGES.filter(({ name }) => !WITHOUT.includes(name)))('$name has a picture of its screen', ({ name }) => {
  for (const language of LANGUAGES) {
    const file = join(import.meta.dirname, '..', 'manual', 'pictures', language, `${name.replaceAll('/', '-')}.webp`);
    const { width, height } = webpSize(readFileSync(file));
    expect([width, height]).toEqual([1280, 800]);
  }
});
