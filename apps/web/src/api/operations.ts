import type { OperationStarted, OperationState } from '@pimis/contract/registries';
import { ApiFailure, call, download, type FileAddress, fileAddress } from './client.ts';

/** How often the state of a long-running operation is asked for, and how often without a step forward. */
export const POLL_MS = 1000;
const RETRIES = 10;

/** State of an operation; while it runs the answer is not a success, and its payload is what counts. */
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

/** Number of the operation that a call has begun in place of answering; null when something else went wrong. */
export function operationIn(failure: unknown): string | null {
  const begun = failure instanceof ApiFailure && failure.name === 'OperationRunning';
  return begun ? idOf(failure.payload as OperationStarted) : null;
}

/** Number of the operation that a call has started. Throws what else went wrong. */
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
 * Downloads a file that the long-running operation of this call makes (specification, "Long-running operations"): its location is
 * asked every second while it gets on, and given up after ten answers that it has not. Throws ApiFailure.
 */
export async function downloadMade(ask: () => Promise<{ payload: OperationStarted }>, fileName: string): Promise<void> {
  await saveWhenMade(await started(ask), fileName);
}

/** Downloads a file; one that takes long is made by an operation, and saved when it is done. Throws ApiFailure. */
export async function downloadOrWait(path: FileAddress, fileName: string): Promise<void> {
  try {
    await download(path, fileName);
  } catch (failure) {
    const id = operationIn(failure);
    if (id === null) throw failure;
    await saveWhenMade(id, fileName);
  }
}

/** Operations whose file somebody waits for in place. */
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
    // Nobody waits here any more: whoever watches the operations tells of its end.
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
