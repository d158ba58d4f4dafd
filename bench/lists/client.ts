import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type BenchRequest, type Measured, measure } from './measure.ts';

/** The clients, in a separate thread, so that their cost is not part of the measurement. */
export interface Client {
  measure(calls: readonly BenchRequest[], together: boolean): Promise<Measured[]>;
  end(): Promise<unknown>;
}

export function startClient(): Client {
  const worker = new Worker(import.meta.filename);
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

if (!isMainThread) {
  parentPort?.on('message', ({ calls, together }: { calls: BenchRequest[]; together: boolean }) => {
    measure(calls, together).then(
      (measured) => parentPort?.postMessage({ measured }),
      (error: unknown) => parentPort?.postMessage({ error: String(error) }),
    );
  });
}
