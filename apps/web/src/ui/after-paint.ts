let running = false;

/**
 * Does the work when what stands now has been painted. An input is answered first, by the pressed tab or the arrow of a
 * sorted column, and what takes longer than a frame follows. Work that is part of such work is done with it; where
 * nothing is painted, in a tab that nobody sees, nothing waits for it.
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
