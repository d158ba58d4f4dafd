/**
 * The cursor never falls into nothing. An element that is taken away or switched off under it (a sent comment's button,
 * a dropped notice, a field that was locked) hands it on to what stands in its place or comes next, in the same moment:
 * what is typed then is not lost. Leaving a field for an empty place of the screen stays what it is.
 */

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

/** An element with what followed it at each level above it, while it had the cursor. */
interface Held {
  element: HTMLElement;
  levels: readonly { node: Element; next: Element | null }[];
}

let held: Held | null = null;

function takesFocus(element: Element): element is HTMLElement {
  if (!(element instanceof HTMLElement) || element.tabIndex < 0 || element.matches(':disabled')) return false;
  return element.checkVisibility({ visibilityProperty: true });
}

/** What the cursor can stand on below an element, in their order. */
export function focusableIn(root: Element): HTMLElement[] {
  const inside = [...root.querySelectorAll(FOCUSABLE)].filter(takesFocus);
  return takesFocus(root) && root.matches(FOCUSABLE) ? [root, ...inside] : inside;
}

/** The first of them; the others are not looked at. */
export const firstFocusableIn = (root: Element): HTMLElement | undefined =>
  [...root.querySelectorAll(FOCUSABLE)].find(takesFocus);

/** What comes after a place among the rest of its parent, else what stood before it there. */
function nearest(parent: Element, next: Element | null): HTMLElement | undefined {
  const after = next?.parentElement === parent ? next : null;
  for (let node = after; node; node = node.nextElementSibling) {
    const [first] = focusableIn(node);
    if (first) return first;
  }
  return focusableIn(parent).findLast(
    (element) => !after || element.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

function successor({ element, levels }: Held): HTMLElement | null {
  const same = element.id === '' ? null : document.getElementById(element.id);
  if (same && takesFocus(same)) return same;
  const main = document.getElementById('main');
  for (const { node, next } of levels) {
    const parent = element === node && element.isConnected ? element.parentElement : levelAbove(levels, node);
    if (!parent?.isConnected || parent === document.body) continue;
    const found = nearest(parent, next);
    if (found) return found;
    if (parent === main) break;
  }
  return main;
}

function levelAbove(levels: Held['levels'], node: Element): Element | null {
  return levels[levels.findIndex((level) => level.node === node) + 1]?.node ?? null;
}

function hold(element: EventTarget | null): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const levels: { node: Element; next: Element | null }[] = [];
  for (let node: Element | null = element; node && node !== document.body; node = node.parentElement) {
    levels.push({ node, next: node.nextElementSibling });
  }
  held = { element, levels };
}

const isLost = ({ element }: Held) => !element.isConnected || element.matches(':disabled');

function handOn(): void {
  if (!held || !isLost(held)) return;
  const { activeElement } = document;
  // A field that was switched off keeps the name of the focused one until the next frame.
  if (activeElement && activeElement !== document.body && activeElement !== held.element) return;
  const next = successor(held);
  held = null;
  next?.focus({ preventScroll: true });
}

/** Begins to watch the page; once for its life. */
export function guardFocus(): void {
  document.addEventListener('focusin', (event) => hold(event.target), { capture: true });
  // Before anybody else hears of it: what a screen does about it may already take the element away.
  const leave = (event: FocusEvent) => {
    const left = held;
    if (event.relatedTarget) {
      // On its way to the next element; what happens to the one that was left is of no concern.
      held = null;
      return;
    }
    queueMicrotask(() => {
      // Left for nothing by somebody's own hand, unless the element is about to go.
      if (held === left && left && !isLost(left) && document.activeElement === document.body) held = null;
    });
  };
  document.addEventListener('focusout', leave, { capture: true });
  new MutationObserver(handOn).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}
