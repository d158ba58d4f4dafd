import { resolve } from 'node:path';

/**
 * Two things that a process is told before it begins, so that it begins anew with them, as the same process
 * (docs/decisions/0090-memory.md). The allocator of Linux keeps what each thread had, unless threads share: 20 MB. And
 * code that was compiled once is found again: without that the compiler of TypeScript stays in memory, 15 MB. Whoever
 * runs it has said otherwise where the settings are there; a watching parent speaks through a channel that would break.
 */
const { env } = process;

if (process.platform === 'linux' && env.MALLOC_ARENA_MAX === undefined && process.send === undefined) {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...env,
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? resolve(env.DATA_DIR || './data', 'compile-cache'),
  });
}
