import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Yields to the event loop; long work on user input calls it between its parts. */
export { yieldToEventLoop };

/** Runs a generator and yields to the event loop at each of its stops. */
export async function runInSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await yieldToEventLoop();
  }
}
