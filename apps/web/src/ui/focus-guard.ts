/**
 * Keeps the focus from getting lost. When a focused element is removed or disabled (the button of a sent comment, a
 * locked field), the focus moves at once to its replacement or to what follows, so that typed text is not lost. A click
 * on an empty place still removes the focus.
 */

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

/** A focused element, with the elements that followed it at each level. */
interface Held {
  element: HTMLElement;
  levels: readonly { node: Element; next: Element | null }[];
}

let held: Held | null = null;

/** The element that had the focus at submit, and the one that holds it meanwhile. */
let sent: { from: Held; place: HTMLElement } | null = null;

const TAKES_NO_INPUT = ':disabled, [inert] *';

function takesFocus(element: Element): element is HTMLElement {
  if (!(element instanceof HTMLElement) || element.tabIndex < 0 || element.matches(TAKES_NO_INPUT)) return false;
  return element.checkVisibility({ visibilityProperty: true });
}

/** Focusable elements below an element, in order. */
function focusableIn(root: Element): HTMLElement[] {
  const inside = [...root.querySelectorAll(FOCUSABLE)].filter(takesFocus);
  return takesFocus(root) && root.matches(FOCUSABLE) ? [root, ...inside] : inside;
}

/** The next focusable element after a place within its parent, otherwise the previous one. */
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
    // A popup gives the focus back by itself.
    if (node.matches('.popup')) return null;
    // After a dialog there are only messages, which disappear.
    if (parent.matches('[data-mantine-shared-portal-node]')) break;
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

const isLost = ({ element }: Held) => !element.isConnected || element.matches(TAKES_NO_INPUT);

/**
 * The element that holds the focus while a field or a pressed button waits for the response: its dialog, so that the
 * next key does not reach Cancel, or the page's content for an inert form. Null for an element that does not wait.
 */
function placeWhileSent({ element }: Held): HTMLElement | null {
  const isInert = element.matches('[inert] *');
  if (!element.isConnected || !(isInert || element.matches('[data-loading]'))) return null;
  const dialog = element.closest<HTMLElement>('[role="dialog"][tabindex]');
  return dialog ?? (isInert ? document.getElementById('main') : null);
}

/** When the answer is there, the element gets the focus back, or what replaces it, unless the user has moved it. */
function giveBack(): void {
  // Its replacement is not focusable yet; without this guard the next key would reach Cancel.
  if (!sent || placeWhileSent(sent.from) || (!sent.from.element.isConnected && sent.place.querySelector('[inert]'))) {
    return;
  }
  const { from, place } = sent;
  sent = null;
  // A new screen begins at its content.
  if (document.activeElement !== place || (place.id === 'main' && !from.element.isConnected)) return;
  (isLost(from) ? successor(from) : from.element)?.focus({ preventScroll: true });
}

function handOn(): void {
  giveBack();
  if (!held || !isLost(held)) return;
  const { activeElement } = document;
  // A disabled or inert field remains the active element until the next frame.
  if (activeElement && activeElement !== document.body && activeElement !== held.element) return;
  const place = placeWhileSent(held);
  if (place) sent = { from: held, place };
  const next = place ?? successor(held);
  held = null;
  next?.focus({ preventScroll: true });
}

/** Starts once for the life of the page. */
export function guardFocus(): void {
  document.addEventListener('focusin', (event) => hold(event.target), { capture: true });
  // In the capture phase: a handler of the screen may already remove the element.
  const leave = (event: FocusEvent) => {
    const left = held;
    if (event.relatedTarget) {
      // The focus moves to another element, so nothing is lost.
      held = null;
      return;
    }
    queueMicrotask(() => {
      // The user removed the focus, unless the element is about to disappear.
      if (held === left && left && !isLost(left) && document.activeElement === document.body) held = null;
    });
  };
  document.addEventListener('focusout', leave, { capture: true });
  new MutationObserver(handOn).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'inert'],
  });
}
