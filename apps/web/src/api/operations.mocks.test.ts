import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure, call, download } from './client.ts';
import {
  downloadMade,
  downloadOrWait,
  isAwaited,
  operationIn,
  POLL_MS,
  readOperation,
  whenOperationStarts,
} from './operations.ts';

vi.mock('./client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn(), download: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(download).mockResolvedValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

const started = async () => ({ payload: { operationLocation: '/api/operations/7' } });

/** The server answers with these states, then with the last one. */
function states(...answers: readonly { state: string; progress?: number; error?: string }[]): void {
  let at = 0;
  vi.mocked(call).mockImplementation((async () => {
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    return { payload: { progress: 0, error: null, ...answer } };
  }) as never);
}

/** Lets these seconds pass; resolves to the failure of the work, or null while there is none. */
async function afterSeconds(work: Promise<void>, seconds: number): Promise<unknown> {
  let failure: unknown = null;
  work.catch((found: unknown) => (failure = found));
  await vi.advanceTimersByTimeAsync(seconds * POLL_MS);
  return failure;
}

test('a file is downloaded when its operation is done', async () => {
  states({ state: 'running' }, { state: 'done' });
  const work = downloadMade(started, 'a.pdf');
  await afterSeconds(work, 1);
  expect(download).not.toHaveBeenCalled();
  expect(await afterSeconds(work, 1)).toBeNull();
  expect(vi.mocked(download).mock.calls).toEqual([['operations/7/result', 'a.pdf']]);
});

test('an operation without progress is given up after ten further answers, and then no longer awaited', async () => {
  states({ state: 'running', progress: 5 });
  const work = downloadMade(started, 'a.pdf');
  expect(await afterSeconds(work, 10)).toBeNull();
  expect(isAwaited('7')).toBe(true);
  expect(await afterSeconds(work, 1)).toMatchObject({ name: 'OperationRunning' });
  expect(isAwaited('7')).toBe(false);
});

test('one that goes on is not given up', async () => {
  states(...Array.from({ length: 30 }, (_, progress) => ({ state: 'running', progress })), { state: 'done' });
  const work = downloadMade(started, 'a.pdf');
  expect(await afterSeconds(work, 31)).toBeNull();
  expect(download).toHaveBeenCalledTimes(1);
});

test('a failed operation names its error', async () => {
  states({ state: 'failed', error: 'DatabaseDiskFull' });
  expect(await afterSeconds(downloadMade(started, 'a.pdf'), 1)).toMatchObject({ name: 'DatabaseDiskFull' });
});

test('a download that becomes an operation is awaited; listeners hear its start', async () => {
  const heard = vi.fn();
  const stop = whenOperationStarts(heard);
  states({ state: 'done' });
  const running = new ApiFailure(202, 'OperationRunning', [], { operationLocation: '/api/operations/9' });
  vi.mocked(download).mockRejectedValueOnce(running);
  expect(await afterSeconds(downloadOrWait('/api/x' as never, 'a.pdf'), 1)).toBeNull();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(vi.mocked(download).mock.lastCall).toEqual(['operations/9/result', 'a.pdf']);
  stop();
});

test('a download that is made at once is no operation, and one that is refused fails', async () => {
  expect(await afterSeconds(downloadOrWait('/api/x' as never, 'a.pdf'), 0)).toBeNull();
  expect(call).not.toHaveBeenCalled();
  vi.mocked(download).mockRejectedValueOnce(new ApiFailure(404, 'NotFound'));
  expect(await afterSeconds(downloadOrWait('/api/x' as never, 'a.pdf'), 0)).toMatchObject({ name: 'NotFound' });
});

test('a call that answers with its operation is waited for too, and its refusal fails', async () => {
  states({ state: 'done' });
  const running = new ApiFailure(202, 'OperationRunning', [], { operationLocation: '/api/operations/9' });
  expect(
    await afterSeconds(
      downloadMade(() => Promise.reject(running), 'a.pdf'),
      1,
    ),
  ).toBeNull();
  expect(vi.mocked(download).mock.lastCall).toEqual(['operations/9/result', 'a.pdf']);
  const refused = () => Promise.reject(new ApiFailure(403, 'Forbidden'));
  expect(await afterSeconds(downloadMade(refused, 'a.pdf'), 0)).toMatchObject({ name: 'Forbidden' });
});

test('a running or failed operation answers its state as a failure of the call; another failure is one', async () => {
  const state = { state: 'running', progress: 5 };
  for (const name of ['OperationRunning', 'UnOperationFailed']) {
    vi.mocked(call).mockRejectedValueOnce(new ApiFailure(202, name, [], state));
    expect(await readOperation('7')).toBe(state);
  }
  vi.mocked(call).mockRejectedValueOnce(new ApiFailure(404, 'NotFound', [], state));
  await expect(readOperation('7')).rejects.toMatchObject({ name: 'NotFound' });
  vi.mocked(call).mockResolvedValueOnce({ payload: state } as never);
  expect(await readOperation('7')).toBe(state);
  expect(vi.mocked(call).mock.lastCall).toEqual(['GET /operations/:id', { params: { id: '7' } }]);
});

test('only a call that has begun an operation names one', () => {
  const failure = (name: string) => new ApiFailure(202, name, [], { operationLocation: '/api/operations/9' });
  expect([operationIn(failure('OperationRunning')), operationIn(failure('NotFound')), operationIn('x')]).toEqual([
    '9',
    null,
    null,
  ]);
});

test('a listener that has stopped hears nothing, and a failed operation without an error has a name', async () => {
  const heard = vi.fn();
  whenOperationStarts(heard)();
  states({ state: 'failed' });
  expect(await afterSeconds(downloadMade(started, 'a.pdf'), 1)).toMatchObject({ name: 'UnOperationFailed' });
  expect(heard).not.toHaveBeenCalled();
});
