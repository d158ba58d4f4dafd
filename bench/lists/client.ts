import { Worker } from 'node:worker_threads';
import type { BenchRequest, Measured } from './measure.ts';

/** Those who ask, in a thread of their own: what asking costs is no part of what the servers here are measured with. */
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
