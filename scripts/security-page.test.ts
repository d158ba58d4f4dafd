import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
/** Requirements of levels 1 and 2 in ASVS 5.0.0: 70 and 183. */
const REQUIREMENTS = 253;

it('names every requirement of ASVS 5.0.0 at level 2, once', () => {
  const named = [...PAGE.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| ([+~·–]) \| (.+) \|$/gm)].flatMap(
    ([, ids = '']) => ids.split(', '),
  );
  expect(named).toHaveLength(REQUIREMENTS);
  expect(new Set(named).size).toBe(REQUIREMENTS);
});

it('names tests and files that exist', () => {
  const known = [
    ...globSync('{apps,packages,tests,scripts,docs}/**/*.{ts,tsx,md}', { cwd: ROOT, exclude: ['**/node_modules/**'] }),
  ];
  const cited = [...PAGE.matchAll(/`([\w./-]+\.(?:test\.tsx?|spec\.ts|ts))`/g)].map(([, path = '']) => path);
  expect(cited.length).toBeGreaterThan(60);
  expect(cited.filter((path) => !known.some((file) => file === path || file.endsWith(`/${path}`)))).toEqual([]);
});
