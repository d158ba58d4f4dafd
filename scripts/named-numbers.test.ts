import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bareNumbers } from './named-numbers.ts';

const ROOT = join(import.meta.dirname, '..');

describe('bare numbers of statuses and phases', () => {
  it.each([
    'if (row.phaseStatus === 6) go();',
    'if (2 !== status) go();',
    'const late = project?.phase >= 7;',
    '[1, 29].includes(facts.phaseStatus);',
    "db.selectFrom('t').where('users.status', '=', 1);",
    "db.selectFrom('t').where('phase', 'in', [4, 5]);",
    'insert({ name, status: 2 });',
    'sql`select 1 from projects where phase_status in (4, 5)`;',
    "const part = 'select case phase when 0 then 1 end';",
  ])('are found in %s', (source) => {
    expect(bareNumbers('a.ts', source)).toEqual([1]);
  });

  it.each([
    'if (answer.status === 404) go();',
    'if (answer.httpStatus === 0) go();',
    'if (row.phaseStatus === PHASE_STATUS.entry) go();',
    "db.selectFrom('t').where('users.status', '=', USER_STATUS.active);",
    'const count = statuses.length > 3;',
    'sql`select 1 from projects where phase_status = ${PHASE_STATUS.entry}`;',
  ])('are not %s', (source) => {
    expect(bareNumbers('a.ts', source)).toEqual([]);
  });

  /** Tests are excluded: they repeat the specification's numbers on purpose. */
  it('are nowhere in the product', () => {
    const files = ['apps/*/src', 'packages/*/src', 'scripts'].flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file)),
    );
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      bareNumbers(file, readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });
});
