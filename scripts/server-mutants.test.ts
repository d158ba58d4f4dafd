import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER_MUTANTS } from './mutants/server-mutants.ts';
import { ROOT } from './mutants/sets.ts';

it('each mutant of the server changes one place of its file, and its tests exist', () => {
  const stale = SERVER_MUTANTS.filter(
    ({ file, from, tests }) =>
      readFileSync(join(ROOT, file), 'utf8').split(from).length !== 2 ||
      !tests.every((test) => existsSync(join(ROOT, test))),
  );
  expect(stale.map(({ file, from }) => `${file}: ${from}`)).toEqual([]);
});

it('no mutant of the server is listed twice', () => {
  const names = SERVER_MUTANTS.map(({ file, from, to }) => `${file}: ${from} -> ${to}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
