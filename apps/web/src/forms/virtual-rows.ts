import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { useRevealed } from './place.ts';

/** Shorter tables are drawn whole. */
const VIRTUAL_FROM = 40;
const ROW_HEIGHT = 39;
const BEYOND = 8;

interface VirtualRows {
  virtual: boolean;
  frame: RefObject<HTMLDivElement | null>;
  /** Rows to draw, each with the room of those left out before it, in pixels. */
  rows: { index: number; gap: number }[];
  /** Room of the rows left out after the last. */
  after: number;
}

/** Row that holds the cursor: it stays drawn, so that typing and tabbing go on wherever one scrolls. */
function focusedRow(frame: HTMLElement | null): number | null {
  const row = frame?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('tr[data-row]')
    : null;
  return row ? Number(row.dataset.row) : null;
}

function withFocus(range: Range, frame: HTMLElement | null): number[] {
  const first = Math.max(0, range.startIndex - range.overscan);
  const last = Math.min(range.count - 1, range.endIndex + range.overscan);
  const drawn = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const focused = focusedRow(frame);
  if (focused === null || focused >= range.count || drawn.includes(focused)) return drawn;
  return [...drawn, focused].sort((a, b) => a - b);
}

/** Which rows of a long table are drawn now: those on the screen, with some to both sides. */
export function useVirtualRows(count: number, name: string): VirtualRows {
  const frame = useRef<HTMLDivElement>(null);
  const virtual = count > VIRTUAL_FROM;
  const rows = useVirtualizer({
    count,
    enabled: virtual,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: BEYOND,
    rangeExtractor: (range) => withFocus(range, frame.current),
    initialRect: { width: 1000, height: 600 },
  });
  const revealed = useRevealed(name);
  useEffect(() => {
    const row = Number(/\[(\d+)\]/.exec(revealed?.slice(name.length) ?? '')?.[1] ?? 0);
    if (virtual && row > 0) rows.scrollToIndex(row - 1, { align: 'center' });
  }, [revealed, name, rows, virtual]);
  if (!virtual) {
    return { virtual, frame, rows: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })), after: 0 };
  }
  const items = rows.getVirtualItems();
  return {
    virtual,
    frame,
    rows: items.map(({ index, start }, at) => ({ index, gap: start - (items[at - 1]?.end ?? 0) })),
    after: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
}
