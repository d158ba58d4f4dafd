import { setImmediate as turn } from 'node:timers/promises';
import { type Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { GrowingFile } from './growing-file.ts';

/** Enough that the writer waits for the store. */
const MUCH = 'Пројекат\n'.repeat(20_000);
const NO_ROOM = 'ENOSPC: no space left on device';
const fail = () => Promise.reject(new Error(NO_ROOM));

/** Ways in which a store fails. */
const STORES: Record<string, (content: Readable) => Promise<never>> = {
  'at once': fail,
  'before it reads': async () => {
    await turn();
    return fail();
  },
  'at its first byte': async (content) => {
    await pipeline(content, new Writable({ write: (_chunk, _encoding, done) => done(new Error(NO_ROOM)) }));
    return fail();
  },
  'at its last byte': async (content) => {
    await buffer(content);
    return fail();
  },
};

describe.each([{ gzip: true }, { gzip: false }])('a file that is stored %o', (options) => {
  it.each(Object.keys(STORES))('fails with a store that fails %s, whichever side waits', async (when) => {
    const file = new GrowingFile(STORES[when] ?? fail, options);
    const written = (async () => {
      for (let part = 0; part < 5; part += 1) await file.write(MUCH);
      await file.end();
    })();
    await expect(written).rejects.toThrow(NO_ROOM);
    file.abandon(new Error('another file has failed'));
    await expect(file.write(MUCH)).rejects.toThrow(NO_ROOM);
  });

  it('stops the storing when it is abandoned, before and after the store reads', async () => {
    for (const begins of [turn, () => Promise.resolve()]) {
      const file = new GrowingFile(async (content) => {
        await begins();
        return buffer(content);
      }, options);
      await file.write('Пројекат');
      file.abandon(new Error('another file has failed'));
      await expect(file.stored).rejects.toThrow('another file has failed');
    }
  });
});
