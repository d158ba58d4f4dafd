import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { growLittleWhilePassing } from './memory-growth.ts';

/**
 * V8 does not count the buffers that sockets bring until they are 64 MB, and what a process once had the allocator keeps.
 * So whoever lets contents of files pass tells it, and young garbage is collected after each few of them: a millisecond.
 */
const COLLECTED_AFTER = 4 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
let bytes = 0;

/** Tells that so many bytes were in buffers that nobody needs any more. */
export function passed(count: number): void {
  bytes += count;
  if (bytes < COLLECTED_AFTER) return;
  bytes = 0;
  growLittleWhilePassing();
  collect({ type: 'minor' });
}
