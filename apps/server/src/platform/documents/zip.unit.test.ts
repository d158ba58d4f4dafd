import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { safeFileName, zipStream } from './zip.ts';

it('closes a part that is opened after the reader has left', async () => {
  const opening = Promise.withResolvers<Readable>();
  const failed: unknown[] = [];
  const archive = zipStream(
    [{ name: 'dugacak.txt', modified: new Date(0), open: () => opening.promise }],
    {},
    {
      failed: (_name, error) => failed.push(error),
    },
  );
  archive.destroy();
  const content = new Readable({ read: () => undefined });
  content.push('садржај');
  opening.resolve(content);
  for (let turn = 0; turn < 100 && !content.destroyed; turn += 1) await setImmediate();
  expect([content.destroyed, failed]).toEqual([true, []]);
});

it('names a file so that every file system accepts it, and as what it is', () => {
  expect(safeFileName('../a/b:c?.txt')).toBe('_a_b_c_.txt');
  expect(safeFileName(' . ')).toBe('_');
  const long = safeFileName(`${'ш'.repeat(200)}.pdf`);
  expect([long.length, long.slice(-5)]).toEqual([120, 'ш.pdf']);
  // A sign of two units stays whole.
  expect(safeFileName(`${'ш'.repeat(115)}🚧.pdf`)).toBe(`${'ш'.repeat(115)}.pdf`);
  expect(['CON.txt', 'nul', 'Com1.pdf', 'Consul.txt'].map(safeFileName)).toEqual([
    '_CON.txt',
    '_nul',
    '_Com1.pdf',
    'Consul.txt',
  ]);
});
