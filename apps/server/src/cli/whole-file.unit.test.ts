import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { replaceFile, writeNewFile } from './whole-file.ts';

const root = mkdtempSync(join(tmpdir(), 'pimis-whole-file-'));
afterAll(() => rmSync(root, { recursive: true }));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'one-'));
});

/** Runs one of the functions while no file may grow, as on a full disk; returns its output. */
function onFullDisk(call: string): string {
  const script = `
    import { replaceFile, writeNewFile } from ${JSON.stringify(join(import.meta.dirname, 'whole-file.ts'))};
    try { ${call} } catch (error) { console.log(error.code); }`;
  const args = ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script];
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined };
  return spawnSync('sh', args, { cwd: folder, env, encoding: 'utf8' }).stdout.trim();
}

it('a new file that does not fit leaves nothing, so that it can be written again', () => {
  expect(onFullDisk(`writeNewFile('key', 'secret', 0o600)`)).toBe('EFBIG');
  expect(readdirSync(folder)).toEqual([]);
  writeNewFile(join(folder, 'key'), 'secret', 0o600);
  expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
});

it('a new file does not replace another one', () => {
  writeFileSync(join(folder, 'key'), 'former');
  expect(() => writeNewFile(join(folder, 'key'), 'secret', 0o600)).toThrow('already');
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('former');
});

it('a file that does not fit leaves the former one', () => {
  writeFileSync(join(folder, 'settings'), 'former');
  expect(onFullDisk(`replaceFile('settings', 'new')`)).toBe('EFBIG');
  expect(readFileSync(join(folder, 'settings'), 'utf8')).toBe('former');
  expect(readdirSync(folder)).toEqual(['settings']);
});

it('a replaced file keeps its mode, its links and what is no file', () => {
  writeFileSync(join(folder, 'settings'), 'former', { mode: 0o640 });
  symlinkSync('settings', join(folder, 'link'));
  replaceFile(join(folder, 'link'), 'new');
  expect(readFileSync(join(folder, 'settings'), 'utf8')).toBe('new');
  expect(statSync(join(folder, 'settings')).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).toSorted()).toEqual(['link', 'settings']);
  replaceFile('/dev/null', 'new');
  expect(statSync('/dev/null').isFile()).toBe(false);
});
