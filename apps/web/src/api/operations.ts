import type { OperationStarted, OperationState } from '@pimis/contract/registries';
import { ApiFailure, call, download, type FileAddress, fileAddress } from './client.ts';

/** The interval between polls of an operation, and how many polls without progress are allowed. */
export const POLL_MS = 1000;
const RETRIES = 10;

/** Reads the state of an operation. While it runs the response is not a success, but has the state as its payload. */
export async function readOperation(id: string): Promise<OperationState> {
  try {
    return (await call('GET /operations/:id', { params: { id } })).payload;
  } catch (failure) {
    if (failure instanceof ApiFailure && ['OperationRunning', 'UnOperationFailed'].includes(failure.name)) {
      return failure.payload as OperationState;
    }
    throw failure;
  }
}

const idOf = ({ operationLocation }: OperationStarted) => operationLocation.split('/').at(-1) ?? '';

/** The operation that a call has started instead of returning its result; null for another failure. */
export function operationIn(failure: unknown): string | null {
  const begun = failure instanceof ApiFailure && failure.name === 'OperationRunning';
  return begun ? idOf(failure.payload as OperationStarted) : null;
}

/** The operation that a call has started. Throws any other failure. */
async function started(ask: () => Promise<{ payload: OperationStarted }>): Promise<string> {
  try {
    return idOf((await ask()).payload);
  } catch (failure) {
    const id = operationIn(failure);
    if (id === null) throw failure;
    return id;
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/**
 * Downloads a file that an operation makes (specification, "Long-running operations"): polls its location every second
 * and gives up after ten answers without progress. Throws ApiFailure.
 */
export async function downloadMade(ask: () => Promise<{ payload: OperationStarted }>, fileName: string): Promise<void> {
  await saveWhenMade(await started(ask), fileName);
}

/** Downloads a file directly, or from an operation when that is done. Throws ApiFailure. */
export async function downloadOrWait(path: FileAddress, fileName: string): Promise<void> {
  try {
    await download(path, fileName);
  } catch (failure) {
    const id = operationIn(failure);
    if (id === null) throw failure;
    await saveWhenMade(id, fileName);
  }
}

/** Operations whose file a caller waits for. */
const awaited = new Set<string>();
const listeners = new Set<() => void>();

export const isAwaited = (id: string): boolean => awaited.has(id);

/** Calls the listener when an operation starts, until the returned function is called. */
export function whenOperationStarts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

async function saveWhenMade(id: string, fileName: string): Promise<void> {
  awaited.add(id);
  for (const listener of listeners) listener();
  try {
    await waitAndSave(id, fileName);
  } catch (failure) {
    // No caller waits any more, so the list of operations reports the end of this one.
    awaited.delete(id);
    throw failure;
  }
}

async function waitAndSave(id: string, fileName: string): Promise<void> {
  let before = '';
  for (let retries = 0; retries <= RETRIES; retries++) {
    await pause();
    const { state, progress, error } = await readOperation(id);
    if (state === 'done') {
      await download(fileAddress('GET /operations/:id/result', { params: { id } }), fileName);
      return;
    }
    if (state === 'failed') throw new ApiFailure(200, error ?? 'UnOperationFailed');
    const now = `${state} ${progress}`;
    if (now !== before) retries = 0;
    before = now;
  }
  throw new ApiFailure(200, 'OperationRunning');
}
