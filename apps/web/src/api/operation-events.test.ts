import { afterEach, expect, it, vi } from 'vitest';
import { setTokenSource } from './client.ts';
import { listenToOperations } from './operation-events.ts';

afterEach(() => vi.unstubAllGlobals());

/** The server sends these pieces, then ends the stream, or breaks it. */
async function listen(pieces: readonly (string | Uint8Array)[], { status = 200, breaks = false } = {}) {
  const fetched: [string, RequestInit][] = [];
  const signal = new AbortController().signal;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    fetched.push([address, init]);
    const bytes = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
    const body = new ReadableStream({
      pull: (stream) => {
        const next = bytes.shift();
        if (next) stream.enqueue(next);
        else if (breaks) stream.error(new TypeError('network error'));
        else stream.close();
      },
    });
    return new Response(status === 204 ? null : body, { status });
  });
  const heard: unknown[] = [];
  const ended = await listenToOperations('/api/operations', (rows) => heard.push(rows), signal);
  return { ended, heard, fetched, signal };
}

it('each event is heard once, however the network parts the stream', async () => {
  const events = 'event: rows\ndata: [1]\n\n: alive\n\ndata: [2,"Ђ"]\n\ndata: [3';
  expect((await listen([events])).heard).toEqual([[1], [2, 'Ђ']]);
  const bytes = new TextEncoder().encode(events);
  const parted = Array.from(bytes, (_, at) => bytes.slice(at, at + 1));
  expect((await listen(parted)).heard).toEqual([[1], [2, 'Ђ']]);
  expect((await listen(['data: [1]\n\ndata: [2]\n\n'])).heard).toEqual([[1], [2]]);
});

it('the stream is asked for with the present token, and can be aborted', async () => {
  setTokenSource({ token: () => 'old', renew: () => expect.unreachable() });
  const { fetched, signal } = await listen([]);
  expect(fetched).toEqual([
    ['/api/operations/events', { headers: { 'x-pimis-client': 'web', authorization: 'Bearer old' }, signal }],
  ]);
});

it('says whether the stream ended by itself', async () => {
  expect((await listen(['data: []\n\n'])).ended).toBe(true);
  expect(await listen(['data: [1]\n\n'], { breaks: true })).toMatchObject({ ended: false, heard: [[1]] });
  expect(await listen(['data: [1]\n\n'], { status: 401 })).toMatchObject({ ended: false, heard: [] });
  expect((await listen([], { status: 204 })).ended).toBe(false);
});
