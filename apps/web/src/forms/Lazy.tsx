import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevealed } from './place.ts';

const NEAR = '600px';
const IDLE_LIMIT_MS = 2000;

/** Parts that wait for a quiet moment; one is drawn in each. */
const waiting: (() => void)[] = [];
let running = false;

const whenIdle: (work: () => void) => void =
  'requestIdleCallback' in window
    ? (work) => window.requestIdleCallback(work, { timeout: IDLE_LIMIT_MS })
    : (work) => setTimeout(work, 1);

function run(): void {
  const next = waiting.shift();
  if (!next) {
    running = false;
    return;
  }
  next();
  whenIdle(run);
}

function enqueue(work: () => void): () => void {
  waiting.push(work);
  if (!running) {
    running = true;
    whenIdle(run);
  }
  return () => {
    const at = waiting.indexOf(work);
    if (at >= 0) waiting.splice(at, 1);
  };
}

interface LazyProps {
  /** The place whose parts it holds: a wish for one of them draws it. */
  places: string;
  height: number;
  span?: number | undefined;
  children: ReactNode;
}

/**
 * A part of a long form: drawn at once when it is near the screen or wished for, else in a quiet moment, so that the
 * form opens quickly and is all there soon after.
 */
export function Lazy({ places, height, span = 12, children }: LazyProps) {
  const [drawn, setDrawn] = useState(false);
  const holder = useRef<HTMLDivElement>(null);
  const wished = useRevealed(places) !== null;
  const shown = drawn || wished;
  useEffect(() => {
    if (shown || !holder.current) return undefined;
    const draw = () => setDrawn(true);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && draw(), { rootMargin: NEAR });
    observer.observe(holder.current);
    const leave = enqueue(draw);
    return () => {
      observer.disconnect();
      leave();
    };
  }, [shown]);
  return shown ? children : <div ref={holder} style={{ minHeight: height, gridColumn: `span ${span}` }} aria-hidden />;
}
