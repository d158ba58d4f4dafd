import type pg from 'pg';
import { expect, it } from 'vitest';
import { askingDriver } from './asked-driver.ts';

type Told = (error: Error | null, result: unknown) => void;

/** A connection that notes what its driver is asked, and answers whoever gives it a function with that. */
function connection() {
  const asked: unknown[][] = [];
  class Client {
    query(...parts: unknown[]): unknown {
      asked.push(parts);
      const told = parts.at(-1);
      if (typeof told !== 'function') return 'its own';
      const wrong = parts[0] === 'select wrong';
      queueMicrotask(() =>
        (told as Told)(wrong ? new Error('no such column') : null, wrong ? undefined : { rows: parts[0] }),
      );
      return undefined;
    }
  }
  return { asked, ask: askingDriver(new Client() as unknown as pg.PoolClient) };
}

it('the driver is given a function to call, whose answer or error the promise has', async () => {
  const { asked, ask } = connection();
  await expect(ask('select 1', [2])).resolves.toEqual({ rows: 'select 1' });
  await expect(ask({ name: 'a', text: 'select 1' }, undefined)).resolves.toEqual({
    rows: { name: 'a', text: 'select 1' },
  });
  await expect(ask('select wrong')).rejects.toThrow('no such column');
  expect(asked).toEqual([
    ['select 1', [2], expect.any(Function)],
    [{ name: 'a', text: 'select 1' }, undefined, expect.any(Function)],
    ['select wrong', undefined, expect.any(Function)],
  ]);
});

it('who brings a function, or a query of their own, asks the driver themselves', async () => {
  const { asked, ask } = connection();
  const told = await new Promise((done) => {
    expect(ask('select 1', [2], (_error: unknown, result: unknown) => done(result))).toBeUndefined();
  });
  expect(told).toEqual({ rows: 'select 1' });
  const cursor = { submit: () => undefined };
  expect(ask(cursor)).toBe('its own');
  expect(asked[1]).toEqual([cursor, undefined]);
});
