import { setFlagsFromString } from 'node:v8';

/**
 * How V8 lets memory grow. The part for young values grows by default with each burst of work, and remains so, and the rest
 * doubles before it is looked through. That is as it should be for calls: where both are small, a fifth of the time of a busy
 * server goes by collecting. What is loaded at the start, and contents of files that pass, are much at once and leave nothing:
 * for these the young part does not grow, and the rest by a third (docs/decisions/0136-memory-grows.md).
 */
const LITTLE = { factor: 1, percent: 35 };
const WITH_CALLS = { factor: 2, percent: 100 };
/** A server that has answered so many calls works; before, it has been started and does nothing, or takes a file. */
const CALLS_OF_WORK = 1_000;
/** Files pass no more when none has for so long. */
const PASSING_MS = 10_000;

let growth: typeof LITTLE | undefined;
let passing: NodeJS.Timeout | undefined;

function grow(wanted: typeof LITTLE): void {
  if (growth === wanted) return;
  growth = wanted;
  setFlagsFromString(`--semi-space-growth-factor=${wanted.factor}`);
  setFlagsFromString(`--heap-growing-percent=${wanted.percent}`);
}

/** While the server starts. */
export const growLittle = (): void => grow(LITTLE);

/**
 * What often outlives a collection or two, as what a call makes that waits for the database, V8 makes among the old values
 * at once, and what it holds goes there too. Of a call hardly anything lasts (docs/decisions/0137-old-values.md).
 */
const ALWAYS_YOUNG = '--no-allocation-site-pretenuring';

/** What is made from now on is made for calls. */
export function growWithCalls(): void {
  setFlagsFromString(ALWAYS_YOUNG);
  grow(WITH_CALLS);
}

let answered = 0;
/** Tells that a call has been answered: of a server that works memory grows. */
export function callAnswered(): void {
  answered += 1;
  if (answered === CALLS_OF_WORK) growWithCalls();
}

/** Contents of files pass: memory grows little until none has for a while. */
export function growLittleWhilePassing(): void {
  growLittle();
  passing ??= setTimeout(() => {
    passing = undefined;
    if (answered >= CALLS_OF_WORK) growWithCalls();
  }, PASSING_MS).unref();
  passing.refresh();
}
