import { setFlagsFromString } from 'node:v8';

/**
 * How V8 uses memory. Imported before everything else: what is loaded at the start is much at once, and most of it stays.
 *
 * The part for young values grows by default with each burst of work, and remains so, and the rest doubles before it is
 * looked through: after the start the process would hold what it does not use (docs/performance.md, "Files"). So the one
 * does not grow, and the other by a third, until the server has started. From then on both grow as calls come: where they
 * are small, a fifth of the time of a busy server goes by collecting (docs/decisions/0136-memory-grows.md).
 */
const AT_START = { factor: 1, percent: 35 };
const STARTED = { factor: 2, percent: 100 };

function grow({ factor, percent }: typeof AT_START): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

grow(AT_START);

/** The server has started: what is made from now on is made for calls. */
export const growWithCalls = (): void => grow(STARTED);
