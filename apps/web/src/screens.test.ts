import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { screenParts } from '../build/screen-parts.ts';

const ROOT = import.meta.dirname;
/** Areas whose messages are part of the first script. */
const FIRST = ['common', 'shell', 'login'];
const LATER = readdirSync(join(ROOT, 'i18n', 'messages', 'sr'))
  .map((file) => file.replace('.ts', ''))
  .filter((area) => !FIRST.includes(area));

const read = (path: string) => readFileSync(path, 'utf8');

/** The modules that a source imports, statically or dynamically; type imports load nothing. */
function importsOf(path: string): string[] {
  return [...read(path).matchAll(/^(?!import type).*?(?:from|import\()\s*'(\.[^']+\.tsx?)'/gm)].map(([, name = '']) =>
    join(dirname(path), name),
  );
}

function closure(start: string): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const next of importsOf(path)) visit(next);
  };
  visit(start);
  return found;
}

const KEY = new RegExp(`['"\`](${LATER.join('|')})\\.[a-zA-Z$]`, 'g');

function areasOf(start: string): Map<string, string> {
  const areas = new Map<string, string>();
  for (const path of closure(start)) {
    if (path.includes('/messages/')) continue;
    for (const [, area = ''] of read(path).matchAll(KEY)) areas.set(area, relative(ROOT, path));
  }
  return areas;
}

const { frame, screens, count } = screenParts(ROOT);

describe('messages come with the screens that say them', () => {
  test('every screen is looked at', () => {
    expect(screens.length).toBe(count);
  });

  test.each(screens)('$name', ({ areas, file }) => {
    const missing = [...areasOf(join(ROOT, file))].filter(([area]) => !areas.includes(area) && !frame.includes(area));
    expect(missing).toEqual([]);
    const needless = areas.filter((area) => frame.includes(area) || !areasOf(join(ROOT, file)).has(area));
    expect(needless).toEqual([]);
  });

  test('the frame of every screen', () => {
    const said = [...areasOf(join(ROOT, 'shell', 'Layout.tsx')).keys()];
    expect(said.filter((area) => !frame.includes(area))).toEqual([]);
  });
});
