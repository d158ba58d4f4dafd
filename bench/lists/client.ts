import { Worker } from 'node:worker_threads';
import type { BenchRequest, Measured } from './measure.ts';

/** The clients, in a separate thread, so that their cost is not part of the measurement. */
export interface Client {
  measure(calls: readonly BenchRequest[], together: boolean): Promise<Measured[]>;
  end(): Promise<unknown>;
}

export function startClient(): Client {
  const worker = new Worker(new URL('client-thread.ts', import.meta.url));
  return {
    measure: (calls, together) =>
      new Promise((done, fail) => {
        const onMessage = (answer: { measured: Measured[] } | { error: string }) => {
          worker.off('error', fail);
          if ('error' in answer) fail(new Error(answer.error));
          else done(answer.measured);
        };
        worker.once('error', fail);
        worker.once('message', onMessage);
        worker.postMessage({ calls, together });
      }),
    end: () => worker.terminate(),
  };
}
