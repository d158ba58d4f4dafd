import { afterEach, expect, test, vi } from 'vitest';
import {
  connectionBack,
  connectionIsLost,
  connectionIsWatched,
  connectionLost,
  onConnection,
  untilBack,
  whenBack,
} from './connection.ts';

afterEach(() => connectionBack());

test('what waits runs once, when the connection is back', () => {
  const save = vi.fn();
  connectionLost();
  whenBack('form', save);
  expect(save).not.toHaveBeenCalled();
  connectionBack();
  connectionLost();
  connectionBack();
  expect(save).toHaveBeenCalledTimes(1);
});

test('what waits under a name replaces the former; other names wait beside it', () => {
  const runs: string[] = [];
  for (const run of ['first', 'second']) whenBack('form', () => runs.push(run));
  whenBack('scenario', () => runs.push('scenario'));
  connectionBack();
  expect(runs).toEqual(['second', 'scenario']);
});

test('a canceled wait does not run, and its end does not drop a newer one of the same name', () => {
  const [older, newer] = [vi.fn(), vi.fn()];
  const cancelOlder = whenBack('form', older);
  whenBack('form', newer);
  cancelOlder();
  connectionBack();
  expect([older, newer].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  whenBack('form', older)();
  connectionBack();
  expect(older).not.toHaveBeenCalled();
});

test('what waits sees the connection as back, and may wait again', () => {
  const seen: boolean[] = [];
  const save = () => {
    seen.push(connectionIsLost());
    if (seen.length === 1) whenBack('form', save);
  };
  connectionLost();
  whenBack('form', save);
  connectionBack();
  expect(seen).toEqual([false]);
  connectionBack();
  expect(seen).toEqual([false, false]);
});

test('listeners hear each change once, until they stop', () => {
  const heard = vi.fn();
  const stop = onConnection(heard);
  expect(connectionIsWatched()).toBe(true);
  connectionLost();
  connectionLost();
  expect(heard).toHaveBeenCalledTimes(1);
  connectionBack();
  connectionBack();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  connectionLost();
  expect([heard.mock.calls.length, connectionIsWatched()]).toEqual([2, false]);
});

test('who waits for the connection goes on when it is back, and listens no longer', async () => {
  connectionLost();
  const back = untilBack();
  connectionBack();
  await back;
  expect(connectionIsWatched()).toBe(false);
});

test('a page begins with a connection, and who waits for a lost one waits until it is back', async () => {
  vi.resetModules();
  const fresh = await import('./connection.ts');
  expect(fresh.connectionIsLost()).toBe(false);
  fresh.connectionLost();
  let isBack = false;
  const waits = fresh.untilBack().then(() => {
    isBack = true;
  });
  await Promise.resolve();
  expect(isBack).toBe(false);
  fresh.connectionBack();
  await waits;
  expect(fresh.connectionIsWatched()).toBe(false);
});
