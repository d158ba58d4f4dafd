import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shortenOldHeads } from './old-heads.ts';

/** In these tests a line is its own seal; anything but a number is not a valid head. */
const sealOf = (line: string) => (/^\d+$/.test(line) ? BigInt(line) : null);

it('old days keep only their last head; days with a broken line, and the last thirty days, keep all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-heads-'));
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n');
  try {
    write('2026-01-01.jsonl', ['1', '2', '13']);
    write('2026-01-02.jsonl', ['20']);
    write('2026-01-03.jsonl', ['30', '29']);
    write('2026-01-04.jsonl', ['40', 'forged', '41']);
    write('2026-01-05.jsonl', []);
    write('2026-01-06.jsonl', ['60', '60']);
    write('2026-10-31.jsonl', ['70', '71']);
    write('2026-10-30.jsonl', ['62', '63']);
    write('notes.jsonl', ['1', '2']);
    for (let time = 0; time < 2; time += 1) await shortenOldHeads(folder, '2026-11-30', sealOf);
    expect(read('2026-01-01.jsonl')).toEqual(['13']);
    expect(read('2026-01-02.jsonl')).toEqual(['20']);
    expect(read('2026-01-03.jsonl')).toEqual(['30', '29']);
    expect(read('2026-01-04.jsonl')).toEqual(['40', 'forged', '41']);
    expect(read('2026-01-06.jsonl')).toEqual(['60', '60']);
    expect(read('2026-10-30.jsonl')).toEqual(['63']);
    expect(read('2026-10-31.jsonl')).toEqual(['70', '71']);
    expect(read('notes.jsonl')).toEqual(['1', '2']);
    expect(readdirSync(folder)).toHaveLength(9);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
