/** Resident memory of a parser process, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024;
const EVERY_MS = 50;

/**
 * A thread of a parser process (parser-process.ts) that kills it when it exceeds the limit. The limit of the engine counts
 * its heap alone, and buffers that a stream unpacks lie outside of it; a parser that unpacks blocks its own timers.
 */
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
