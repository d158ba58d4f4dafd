import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bareNumbersInSql } from './named-numbers-in-sql.ts';

const ROOT = join(import.meta.dirname, '..');

describe('numbers of statuses, phases, decisions and kinds in SQL', () => {
  it.each([
    'where forms.status = 4',
    'where old.status <> 4 /* FORM_STATUS.locked */',
    'where status = 4 /* approved */',
    'where 4 in (old.status, new.status)',
    'where 4 = phase',
    'where phase_status in (9 /* PHASE_STATUS.stopped */, 31)',
    'where items.decision not in (1)',
    'and lists.type in (3, 4, 5)',
    'select case phase when 0 then 1 end',
    'where status::smallint >= 2',
    'create function f() returns void language sql as $$ select from a where status = 1 $$',
    '/* PHASE.idea */ select from a where phase = 0',
  ])('are found in %s', (text) => {
    expect(bareNumbersInSql(text)).toEqual([1]);
  });

  it.each([
    'where forms.status = 4 /* FORM_STATUS.approved */',
    'where phase_status in (9 /* PHASE_STATUS.stopped */, 31 /* PHASE_STATUS.rationalizationShutdown */)',
    'select case phase when 0 /* PHASE.idea */ then 1 end',
    'where items.decision = 1 /* DECISION.yes */ and lists.type = 3 /* LIST.idea */',
    '-- status = 4',
    "where name = 'status = 4' and phase is not null limit 1",
    'where old.status is distinct from new.status and ordinal = 1',
    'values (new.status, new.phase, 1)',
  ])('are not in %s', (text) => {
    expect(bareNumbersInSql(text)).toEqual([]);
  });

  it('each line once', () => {
    expect(bareNumbersInSql('select\nwhere status in (1, 2)\nor phase = 3')).toEqual([2, 3]);
  });

  /** Numbered migrations are frozen. */
  it('are in no function and no view', () => {
    const files = globSync('apps/server/src/migrations/{functions,views}/**/*.sql', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(60);
    const found = files.flatMap((file) =>
      bareNumbersInSql(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });
});
