import { cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isWholeCopy } from './postgres-binaries.ts';

it('tells a copy that points elsewhere, or lacks a part, from a whole one', () => {
  const place = mkdtempSync(join(tmpdir(), 'pimis-copy-'));
  const from = join(place, 'from');
  mkdirSync(join(from, 'lib'), { recursive: true });
  writeFileSync(join(from, 'lib', 'libx.so.1.2'), 'library');
  symlinkSync('libx.so.1.2', join(from, 'lib', 'libx.so.1'));
  const copy = (name: string, options: { verbatimSymlinks?: boolean }) => {
    const to = join(place, name);
    cpSync(from, to, { recursive: true, ...options });
    return to;
  };
  const whole = copy('whole', { verbatimSymlinks: true });
  expect(readlinkSync(join(whole, 'lib', 'libx.so.1'))).toBe('libx.so.1.2');
  expect(isWholeCopy(from, whole)).toBe(true);
  // Absolute links lead back to the folder that other accounts cannot enter.
  expect(isWholeCopy(from, copy('absolute', {}))).toBe(false);
  rmSync(join(whole, 'lib', 'libx.so.1.2'));
  expect(isWholeCopy(from, whole)).toBe(false);
  writeFileSync(join(whole, 'lib', 'libx.so.1.2'), 'lib');
  expect(isWholeCopy(from, whole)).toBe(false);
  rmSync(place, { recursive: true, force: true });
});
