/**
 * Arrow keys between the marks of a chart on a page with scripts: the tab key stops once at a chart, arrows lead from
 * mark to mark, Home and End to the first and the last one (ARIA, roving tabindex). Without scripts each mark is a
 * stop.
 */

const MARK = '.chart-mark';

const marksOf = (chart: Element) => [...chart.querySelectorAll<SVGElement>(MARK)];

function setStop(marks: readonly SVGElement[], stop: SVGElement | undefined): void {
  for (const mark of marks) mark.setAttribute('tabindex', mark === stop ? '0' : '-1');
}

/** Leaves one stop of the tab key in each chart below an element; to be called after each drawing. */
export function singleTabStop(below: Element): void {
  for (const chart of below.querySelectorAll('.chart')) {
    const marks = marksOf(chart);
    setStop(marks, marks.find((mark) => mark === document.activeElement) ?? marks[0]);
  }
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Moves the focus for a key that was pressed on a mark; false for any other key or place, and with Shift, which moves a
 * timeline.
 */
export function moveByKey({ key, shiftKey, target }: { key: string; shiftKey: boolean; target: EventTarget }): boolean {
  const step = shiftKey ? undefined : STEPS[key];
  const mark = target instanceof Element ? target.closest<SVGElement>(MARK) : null;
  const chart = mark?.closest('.chart');
  if (!step || !mark || !chart) return false;
  const marks = marksOf(chart);
  const next = marks[Math.min(marks.length - 1, Math.max(0, step(marks.indexOf(mark), marks.length)))];
  if (!next) return false;
  setStop(marks, next);
  next.focus();
  return true;
}
