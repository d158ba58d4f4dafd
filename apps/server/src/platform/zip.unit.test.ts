import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { zipStream } from './zip.ts';

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
