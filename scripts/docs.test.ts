import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLAIMS } from '@pimis/domain/access/claims';
import { LISTS } from '@pimis/domain/workflow/lists';
import { PHASES } from '@pimis/domain/workflow/phases';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import { PAGES } from './pages.ts';
import { permissionsHelp } from './permissions-page.ts';
import { arrowsOf, mermaidOf, svgOf } from './workflow-diagram.ts';

const root = join(import.meta.dirname, '..');
const file = (path: string) => readFileSync(join(root, path), 'utf8');

describe('state diagram', () => {
  it('has an arrow for every outcome of the table, and for each way onto a list', () => {
    const arrows = PHASES.flatMap(({ id }) => arrowsOf(id));
    const outcomes = TRANSITIONS.reduce((sum, transition) => sum + transition.outcomes.length, 0);
    expect(arrows).toHaveLength(outcomes + LISTS.length + 1);
  });

  it('draws every state once and numbers every arrow that leads elsewhere', async () => {
    for (const { id } of PHASES) {
      const states = new Set(arrowsOf(id).flatMap(({ from, to }) => [from, to]));
      const svg = await svgOf(id);
      expect(svg.match(/<rect /g)).toHaveLength(states.size);
      const numbers = [...svg.matchAll(/class="n"[^>]*>(\d+)</g)].map(([, number]) => Number(number));
      const leading = arrowsOf(id).flatMap(({ from, to }, index) => (from === to ? [] : [index + 1]));
      expect(numbers.toSorted((one, other) => one - other)).toEqual(leading);
      expect(mermaidOf(id)).toContain('[*] --> s1');
    }
  });
});

describe('pages made from the rules', () => {
  it.each(Object.entries(PAGES))('%s says what the rules say now (npm run docs)', async (path, page) => {
    expect(file(path)).toBe(await page());
  });

  it.each(['sr', 'en'] as const)('claims are called as on the screens, names with their capitals: %s', (language) => {
    const page = permissionsHelp(language);
    for (const { description } of Object.values(CLAIMS)) expect(page).toContain(description[language]);
  });
});
