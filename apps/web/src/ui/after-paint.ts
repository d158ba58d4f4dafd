let running = false;

/**
 * Runs work after the next paint. The pressed tab or sort arrow is painted first; work longer than a frame follows.
 * Nested calls run with the outer work. In a hidden tab, where nothing is painted, it runs without waiting.
 */
export function afterPaint(work: () => void): void {
  if (running) {
    work();
    return;
  }
  const run = () => {
    running = true;
    try {
      work();
    } finally {
      running = false;
    }
  };
  if (document.hidden) {
    setTimeout(run);
    return;
  }
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = run;
    port2.postMessage(null);
  });
}
