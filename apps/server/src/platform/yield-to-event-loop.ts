import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Lets everything that waits go first; long work on what somebody sent asks for it between its parts. */
export { yieldToEventLoop };

/** Does work that stops now and then, and lets others go first at each stop. */
export async function runInSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await yieldToEventLoop();
  }
}
