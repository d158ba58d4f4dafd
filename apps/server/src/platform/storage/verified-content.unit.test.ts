import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { isRecentlyVerified, verified } from './verified-content.ts';

const content = Buffer.from('0123456789'.repeat(10));
const stored = (storageKey: string) => ({
  storageKey,
  size: content.length,
  hash: createHash('sha256').update(content).digest('hex'),
});
/** The store gives it in pieces of seven bytes. */
const given = (bytes: Buffer) =>
  Readable.from(Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7)));

it('passes on a content, or a part of it, as it was stored', async () => {
  expect(await buffer(verified(given(content), stored('a')))).toEqual(content);
  for (const [start, end] of [
    [0, 0],
    [0, 6],
    [5, 8],
    [13, 14],
    [90, 99],
    [0, 99],
  ] as const) {
    expect(await buffer(verified(given(content), stored('a'), { start, end }))).toEqual(
      content.subarray(start, end + 1),
    );
  }
});

it.each([
  ['cut', content.subarray(0, 50)],
  ['longer', Buffer.concat([content, Buffer.from('x')])],
  ['changed in its last byte', Buffer.concat([content.subarray(0, 99), Buffer.from('x')])],
  ['changed in its first byte', Buffer.concat([Buffer.from('x'), content.subarray(1)])],
  ['empty', Buffer.alloc(0)],
])('never ends well for a content that is %s', async (_, bytes) => {
  for (const range of [undefined, { start: 20, end: 30 }]) {
    const seen: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of verified(given(bytes), stored('b'), range)) seen.push(chunk as Buffer);
    })();
    await expect(reading).rejects.toMatchObject({ status: 'DocumentContentDamaged' });
    expect(Buffer.concat(seen).length).toBeLessThan(range ? 11 : content.length);
  }
  expect(isRecentlyVerified('b')).toBe(false);
});

it('remembers for a while what was whole', async () => {
  expect(isRecentlyVerified('c')).toBe(false);
  await buffer(verified(given(content), stored('c')));
  expect(isRecentlyVerified('c')).toBe(true);
});

it('lets the store go when the reader goes', async () => {
  const source = given(content);
  const reader = verified(source, stored('d'));
  await new Promise((ready) => {
    reader.once('readable', () => ready(undefined));
  });
  reader.destroy();
  await expect.poll(() => source.destroyed).toBe(true);
});

it('closes a content that its reader leaves unread', async () => {
  const unread = given(content);
  const passed = verified(unread, stored('unread'));
  passed.destroy();
  await once(passed, 'close');
  expect(unread.destroyed).toBe(true);
});
