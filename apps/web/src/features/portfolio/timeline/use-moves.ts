import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { movedStart, steppedZoom, type TimelineView } from '@pimis/charts/timeline-window';
import type { Span } from '@pimis/charts/timeline-layout';

export interface Moves {
  /** Moves the view to earlier or later months; undefined where there is nothing. */
  earlier: (() => void) | undefined;
  later: (() => void) | undefined;
  /** Handlers of the drawing: Shift with an arrow key or a swipe moves the view, plus and minus zoom. */
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerDown: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
  };
}

/** Pixels that a finger moves for a swipe. */
const SWIPE = 40;

/** The ways to move through time: buttons, keys, and fingers. `bounds` are those of all rows. */
export function useMoves(
  view: TimelineView,
  bounds: Span,
  today: string,
  onChange: (view: TimelineView) => void,
): Moves {
  const touched = useRef<{ x: number; y: number } | null>(null);
  const moveBy = (steps: number) => {
    const from = movedStart(view, bounds, today, steps);
    return from === undefined ? undefined : () => onChange({ ...view, from });
  };
  const [earlier, later] = [moveBy(-1), moveBy(1)];
  const byKey: Readonly<Record<string, (() => void) | undefined>> = {
    'Shift+ArrowLeft': earlier,
    'Shift+ArrowRight': later,
    '+': () => onChange({ ...view, zoom: steppedZoom(view.zoom, 1) }),
    '-': () => onChange({ ...view, zoom: steppedZoom(view.zoom, -1) }),
  };
  return {
    earlier,
    later,
    handlers: {
      onKeyDown: (event) => {
        const isArrow = event.key.startsWith('Arrow');
        const move = byKey[event.shiftKey && isArrow ? `Shift+${event.key}` : event.key];
        if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        move();
      },
      onPointerDown: ({ pointerType, clientX, clientY }) => {
        touched.current = pointerType === 'mouse' ? null : { x: clientX, y: clientY };
      },
      onPointerUp: ({ clientX, clientY }) => {
        const start = touched.current;
        touched.current = null;
        if (!start) return;
        const [across, down] = [clientX - start.x, clientY - start.y];
        if (Math.abs(across) < SWIPE || Math.abs(across) < Math.abs(down)) return;
        if (across > 0) earlier?.();
        else later?.();
      },
    },
  };
}
