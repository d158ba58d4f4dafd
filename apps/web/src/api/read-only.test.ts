import { expect, test, vi } from 'vitest';
import { whenBack } from './connection.ts';
import { dataCopiedAt, noteReadOnly, onReadOnly, readOnlyText } from './read-only.ts';

const answer = (status: number, text?: string) =>
  new Response(null, { status, headers: text === undefined ? {} : { 'x-pimis-read-only': encodeURIComponent(text) } });

test('the text comes with any answer, and what waits runs once it is gone', () => {
  const changed = vi.fn();
  const stop = onReadOnly(changed);
  const save = vi.fn();
  noteReadOnly(answer(200));
  expect(changed).not.toHaveBeenCalled();
  noteReadOnly(answer(503, 'Селимо базу.'));
  noteReadOnly(answer(200, 'Селимо базу.'));
  expect([readOnlyText(), changed.mock.calls.length]).toEqual(['Селимо базу.', 1]);
  whenBack('form', save);
  // The failed answer of a proxy or a server does not show whether the installation is read-only.
  noteReadOnly(answer(502));
  noteReadOnly(answer(500));
  expect([readOnlyText(), save.mock.calls.length]).toEqual(['Селимо базу.', 0]);
  noteReadOnly(answer(200));
  expect([readOnlyText(), save.mock.calls.length, changed.mock.calls.length]).toEqual([null, 1, 2]);
  stop();
});

test('a copy for trials says the moment of its data, and listeners hear of it once, until they stop', () => {
  const [changed, save] = [vi.fn(), vi.fn()];
  const stop = onReadOnly(changed);
  const copy = (at: string) => new Response(null, { headers: { 'x-pimis-copy': at } });
  noteReadOnly(answer(200));
  expect([dataCopiedAt(), changed.mock.calls.length]).toEqual([null, 0]);
  whenBack('form', save);
  for (const at of ['2026-05-01', '2026-05-01', '2026-05-02']) noteReadOnly(copy(at));
  noteReadOnly(answer(200));
  expect([dataCopiedAt(), changed.mock.calls.length, save.mock.calls.length]).toEqual(['2026-05-02', 2, 0]);
  // Another text does not end the wait.
  for (const text of ['Селимо базу.', 'Још мало.']) noteReadOnly(answer(200, text));
  expect(save).not.toHaveBeenCalled();
  stop();
  noteReadOnly(answer(200));
  expect([changed.mock.calls.length, save.mock.calls.length]).toEqual([4, 1]);
});
