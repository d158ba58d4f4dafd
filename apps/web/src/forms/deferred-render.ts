import { flushSync } from 'react-dom';
import { afterPaint } from '../ui/after-paint.ts';
import { afterPointerRelease } from './pointer-held.ts';

/**
 * Renders parts of a long form after it has opened, a few at a time: those near the screen first, the others when the
 * browser is idle, and all of them before printing.
 */

const NEAR = '600px';
/** A part is rendered after this time even if the machine is busy. */
const TIMEOUT_MS = 100;
/** The time that one task may take unnoticed. */
const GO_MS = 10;
const MOST = 64;

/** While the user types no part is rendered; all text can be found anyway. */
const PAUSE_MS = 700;

/** Parts near the screen, and all others. */
const urgent = new Set<() => void>();
const waiting = new Set<() => void>();
let hurrying = false;
let running = false;
let count = 1;
let typedAt = Number.NEGATIVE_INFINITY;

const whenIdle: (work: () => void) => void =
  'requestIdleCallback' in window
    ? (work) => window.requestIdleCallback(work, { timeout: TIMEOUT_MS })
    : (work) => setTimeout(work, 1);

function draw(parts: readonly (() => void)[]): void {
  for (const part of parts) {
    urgent.delete(part);
    waiting.delete(part);
  }
  flushSync(() => {
    for (const part of parts) part();
  });
}

/** Renders a number of parts that fits the speed of the machine, measured on earlier ones. */
function drawSome(parts: ReadonlySet<() => void>): void {
  const started = performance.now();
  draw([...parts].slice(0, count));
  const took = performance.now() - started;
  if (took < GO_MS / 2) count = Math.min(MOST, count * 2);
  else if (took > GO_MS) count = Math.max(1, Math.floor(count / 2));
}

const { port1, port2 } = new MessageChannel();
port1.onmessage = hurry;

/** Parts near the screen do not wait for an idle moment, but a key press goes first. */
function hurry(): void {
  hurrying = urgent.size > 0;
  if (!hurrying) return;
  drawSome(urgent);
  port2.postMessage(null);
}

function go(): void {
  if (waiting.size === 0) {
    running = false;
    return;
  }
  const pause = typedAt + PAUSE_MS - performance.now();
  if (pause > 0) {
    setTimeout(go, pause);
    return;
  }
  drawSome(waiting);
  whenIdle(() => afterPointerRelease(go));
}

const near = new WeakMap<Element, () => void>();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const part = isIntersecting ? near.get(target) : undefined;
      if (part) urgent.add(part);
    }
    if (urgent.size === 0 || hurrying) return;
    hurrying = true;
    port2.postMessage(null);
  },
  { rootMargin: NEAR },
);

window.addEventListener(
  'keydown',
  () => {
    typedAt = performance.now();
  },
  { capture: true, passive: true },
);
window.addEventListener('beforeprint', () => draw([...urgent, ...waiting]));

/**
 * Renders a part later; `holder` is its placeholder. A part that waits to be `seen` is not rendered in idle time: there
 * may be thousands. Returns how to cancel it.
 */
export function renderLater(holder: Element, part: () => void, seen: boolean): () => void {
  near.set(holder, part);
  observer.observe(holder);
  if (!seen) waiting.add(part);
  if (!seen && !running) {
    running = true;
    // The first parts are painted first: a busy machine may call idle callbacks before it paints.
    afterPaint(() => whenIdle(go));
  }
  return () => {
    urgent.delete(part);
    waiting.delete(part);
    observer.unobserve(holder);
  };
}
