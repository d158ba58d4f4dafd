import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/*
 * `npm test` runs every test (docs/decisions/0275-one-suite.md). The thorough run tries more values of the same tests,
 * so no test of a behaviour may depend on it.
 */
const ROOT = join(import.meta.dirname, '..');
const TESTS = ['{apps,packages}/*/src/**/*.test.{ts,tsx}', '{scripts,bench}/**/*.test.ts', 'tests/e2e/*.ts'];
/** Files that decide which tests run. */
const RUNNERS = [
  'scripts/test.ts',
  'scripts/e2e.ts',
  'scripts/test-order.ts',
  'vitest.config.ts',
  'playwright.config.ts',
];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const tests = globSync(TESTS, { cwd: ROOT }).filter((file) => file !== 'scripts/suite.test.ts');

/** Ways to leave a test out, or to have it in one run alone. */
const LEAVES_OUT = [
  // vitest refuses a tag that its configuration does not declare, Playwright takes any.
  /\btag: *\[?['"`]@/,
  /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|only|todo|fixme)\b/,
  // A size or a count may depend on the thorough run, a condition may not.
  /\bisThorough\b(?! \? [\w.]+ : [\w.]+)/,
  /\bPIMIS_THOROUGH\b/,
  // Without a value for the usual run, it would test nothing.
  /(?<!\.\.\.)\bvariations(?:<[^(]*>)?\(\s*\[\]/,
];

const withoutImports = (text: string) => text.replaceAll(/^import .*;$/gm, '');

/** The ways in which a text leaves tests out. */
const found = (text: string) => LEAVES_OUT.filter((way) => way.test(withoutImports(text))).map(String);

it('leaves out no test', () => {
  expect(tests.length).toBeGreaterThan(500);
  expect(tests.flatMap((file) => found(read(file)).map((way) => `${file}: ${way}`))).toEqual([]);
});

it('runs the same files and tests, thorough or not', () => {
  for (const file of RUNNERS) {
    expect(read(file), file).not.toMatch(/isThorough|PIMIS_THOROUGH|tags|grep|testIgnore|--exclude/i);
  }
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(scripts['test:thorough']).toBe(`PIMIS_THOROUGH=1 ${scripts.test}`);
});

it.each([
  "test('is right', { tag: '@slow' }, () => {});",
  "it.runIf(isThorough)('is right', () => {});",
  'const runs = isThorough && hasBalancer;',
  'for (const way of variations([], WAYS)) test(way, () => {});',
  "describe.skip('all', () => {});",
])('finds a test that is left out: %s', (text) => {
  expect(found(text)).not.toEqual([]);
});

it('lets the thorough run try more of the same', () => {
  expect(
    found('const STEPS = isThorough ? 20_000 : 120;\nfor (const one of variations([1], [1, 2])) test(one);'),
  ).toEqual([]);
});
