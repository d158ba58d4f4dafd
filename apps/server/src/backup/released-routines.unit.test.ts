import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { routinesOf } from '../testing/routines.ts';
import { requireReleased } from './released-routines.ts';

const TESTING = join(import.meta.dirname, '../testing');

it.each(globSync('installation-*.tar', { cwd: TESTING }))('knows all functions and triggers of %s', async (archive) => {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-routines-'));
  try {
    execFileSync('tar', ['-xf', join(TESTING, archive), '-C', folder]);
    const routines = await routinesOf(folder);
    expect(routines.length).toBeGreaterThan(20);
    for (const routine of routines) requireReleased(routine, '1.0.0');
    const [first] = routines;
    if (!first) throw new Error('no routine');
    const forged = { ...first, sql: `${first.sql}; select pg_read_file('/etc/passwd')` };
    expect(() => requireReleased(forged, '1.0.0')).toThrow('is of no release that this version knows');
    // Blanks and brackets are the matter of PostgreSQL's version in triggers alone.
    const trigger = routines.find(({ kind }) => kind === 'trigger');
    if (trigger) requireReleased({ ...trigger, sql: trigger.sql.replaceAll(' ', '  ') }, '1.0.0');
    expect(() => requireReleased({ ...first, sql: ` ${first.sql}` }, '1.0.0')).toThrow('is not run');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
