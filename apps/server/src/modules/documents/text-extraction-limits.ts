/** What the process that reads a stranger's file may take in all. */
const MAX_BYTES = 512 * 1024 * 1024;
const EVERY_MS = 50;

/**
 * A thread beside the reader (text-process.ts) that ends the process when it takes too much. The engine's own bound
 * counts its heap, and what a stream unpacks to lies outside of it; a parser that unpacks lets no timer of its own come.
 */
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
