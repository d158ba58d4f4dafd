import { parentPort } from 'node:worker_threads';
import { type BenchRequest, measure } from './measure.ts';

parentPort?.on('message', ({ calls, together }: { calls: BenchRequest[]; together: boolean }) => {
  measure(calls, together).then(
    (measured) => parentPort?.postMessage({ measured }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
