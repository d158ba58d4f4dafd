import { setFlagsFromString } from 'node:v8';

/**
 * How V8 uses memory. Imported before everything else: what is loaded at the start is much at once, and most of it stays.
 *
 * The part for young values grows by default with each burst of work, and remains so: after the start the process would
 * hold what it does not use (docs/performance.md, "Files"). So it does not grow until the server has started. From then
 * on it does, as calls come: where it is small, a sixth of the time of a busy server goes by collecting it
 * (docs/decisions/0136-young-values.md).
 */
const GROWTH = { atStart: 1, after: 2 };
const setGrowth = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

setGrowth(GROWTH.atStart);
/** The rest may grow by so many percent before it is looked through; by default it doubles. */
setFlagsFromString('--heap-growing-percent=35');

/** The server has started: what is young from now on are calls. */
export const letYoungGrow = (): void => setGrowth(GROWTH.after);
