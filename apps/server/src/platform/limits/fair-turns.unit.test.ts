import { expect, it } from 'vitest';
import { TurnRefused, Turns } from './turns.ts';

const LIMITS = { atOnce: 1, waiting: 6, waitingOfOne: 4, waitMs: 60_000 };

/** Queues calls and frees the place for one after the other; returns the order in which they got it. */
async function order(keys: readonly string[], limits = LIMITS): Promise<{ came: string[]; refused: string[] }> {
  const queue = new Turns(limits);
  const leave = await queue.enter('holder');
  const came: string[] = [];
  const refused: string[] = [];
  const calls = keys.map((key, index) =>
    queue.enter(key).then(
      (free) => {
        came.push(`${key}${index}`);
        free();
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(TurnRefused);
        refused.push(`${key}${index}`);
      },
    ),
  );
  leave();
  await Promise.all(calls);
  // The place is free again.
  (await queue.enter('later'))();
  return { came, refused };
}

it('lets callers come in turn, however many calls one has', async () => {
  expect(await order(['a', 'a', 'a', 'b', 'c', 'b'])).toEqual({
    came: ['a0', 'b3', 'c4', 'a1', 'b5', 'a2'],
    refused: [],
  });
});

it('refuses calls beyond the bound of their key, and beyond that of all keys', async () => {
  expect((await order(['a', 'a', 'a', 'a', 'a', 'b'])).refused).toEqual(['a4']);
  expect((await order(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).refused).toEqual(['g6']);
});

it('gives a place in a full queue to a key with few calls, instead of the last call of the key with the most', async () => {
  const { came, refused } = await order(['a', 'a', 'a', 'a', 'b', 'b', 'c']);
  expect(refused).toEqual(['a3']);
  expect(came).toContain('c6');
  // Of two keys with equally many calls, the one whose turn is next loses its last.
  expect((await order(['a', 'a', 'a', 'b', 'b', 'b', 'c'])).refused).toEqual(['a2']);
});

it('refuses a call that has waited too long, and keeps the place for the others', async () => {
  const queue = new Turns({ ...LIMITS, waitMs: 5 });
  const leave = await queue.enter('holder');
  await expect(queue.enter('a')).rejects.toBeInstanceOf(TurnRefused);
  leave();
  leave();
  (await queue.enter('a'))();
});
