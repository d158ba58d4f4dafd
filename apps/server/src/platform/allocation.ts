import { resolve } from 'node:path';

/**
 * What a process is told before it begins, so that it begins anew with it, as the same process
 * (docs/decisions/0090-memory.md). The allocator of Linux keeps what each thread had, unless threads share: 20 MB. Code
 * that was compiled once is found again: without that the compiler of TypeScript stays in memory, 15 MB. And V8 gives no
 * more than so many MB per half to young values (docs/decisions/0136-memory-grows.md). Whoever runs it has said otherwise
 * where the settings are there; a watching parent speaks through a channel that would break.
 */
const YOUNG = { flag: '--max-semi-space-size', megabytes: 16 };
const { env, execArgv } = process;
const isBounded = [...execArgv, env.NODE_OPTIONS ?? ''].some((options) => options.includes(YOUNG.flag));

if (process.platform === 'linux' && !(env.MALLOC_ARENA_MAX && isBounded) && process.send === undefined) {
  const bound = isBounded ? [] : [`${YOUNG.flag}=${YOUNG.megabytes}`];
  process.execve?.(process.execPath, [process.execPath, ...execArgv, ...bound, ...process.argv.slice(1)], {
    ...env,
    MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX || '2',
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? resolve(env.DATA_DIR || './data', 'compile-cache'),
  });
}
