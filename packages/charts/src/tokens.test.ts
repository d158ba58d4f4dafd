import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const SHEET = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const FAMILIES = ['entry', 'waiting', 'commission', 'request', 'paused', 'approved', 'stopped'];
const GROUNDS = ['surface', 'canvas', 'subtle'];

function tokensOf(selector: string): ReadonlyMap<string, string> {
  const from = SHEET.indexOf(`${selector} {`);
  const rule = SHEET.slice(from, SHEET.indexOf('}', from));
  return new Map(
    [...rule.matchAll(/--p-([a-z0-9-]+): (#[0-9a-f]{6})/g)].map(([, name = '', color = '']) => [name, color]),
  );
}

/** Relative luminance of a colour (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ['light', ':root'],
  ['dark', '[data-mantine-color-scheme="dark"]'],
])('the %s theme', (_, selector) => {
  const tokens = tokensOf(selector);
  const color = (name: string) => {
    const found = name.startsWith('#') ? name : tokens.get(name);
    if (!found) throw new Error(`No token ${name}`);
    return found;
  };
  const texts: [text: string, ground: string][] = [
    ...['text', 'text-2', 'text-3', 'accent', 'error', 'warning', 'good'].flatMap((text) =>
      GROUNDS.map((ground): [string, string] => [text, ground]),
    ),
    ...FAMILIES.map((family): [string, string] => [`chip-${family}-text`, `chip-${family}`]),
    // Heads of groups and counters, chosen rows and chips of filters, the button, the menu.
    ['text', 'chip-entry'],
    ['text-2', 'chip-entry'],
    ['text', 'accent-soft'],
    ['accent', 'accent-soft'],
    ['#ffffff', 'fill'],
    ['nav-text', 'nav'],
    ['nav-text', 'nav-active'],
    ['#ffffff', 'nav-active'],
  ];

  test.each(texts)('%s is read on %s: 4.5:1', (text, ground) => {
    expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['field', 'surface', 3.5],
    ['field', 'canvas', 3],
    // The ring of the focus.
    ['accent', 'surface', 3],
    ['accent', 'canvas', 3],
  ])('%s is seen on %s: %d:1', (edge, ground, least) => {
    expect(contrast(color(edge), color(ground))).toBeGreaterThanOrEqual(least);
  });
});
