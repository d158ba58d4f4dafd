/** Resident memory of a parser process, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024;
const EVERY_MS = 50;

/**
 * A thread of a parser process (parser-process.ts) that kills the process when it exceeds the limit. The engine's own
 * limit counts only its heap, not the buffers that a stream unpacks, and a busy parser blocks its own timers.
 */
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
