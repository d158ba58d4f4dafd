import { setFlagsFromString } from 'node:v8';

/**
 * What V8 gives to young values, in MB per half. By default that grows with each burst of work and stays: the process
 * would hold 100 MB that it does not use, and free the buffers of streams later (docs/performance.md, "Files").
 * Imported before everything else.
 */
const YOUNG_MB = 4;

setFlagsFromString(`--max-semi-space-size=${YOUNG_MB}`);
setFlagsFromString('--semi-space-growth-factor=1');
/** The rest may grow by so many percent before it is looked through; by default it doubles. */
setFlagsFromString('--heap-growing-percent=35');
