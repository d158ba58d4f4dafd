import { afterPaint } from './after-paint.ts';

/**
 * The pressed element stays highlighted until its screen is shown. The press in progress is known only while its
 * listeners run.
 */

const PRESSABLE = 'a, button, tr, li';
let target: Element | null = null;
let marked: Element | null = null;

function unmark(element: Element | null): void {
  element?.removeAttribute('data-pressed');
  if (marked === element) marked = null;
}

addEventListener(
  'click',
  (event) => {
    unmark(marked);
    target = event.target instanceof Element ? event.target.closest(PRESSABLE) : null;
    // All listeners have run by then.
    setTimeout(() => (target = null));
  },
  { capture: true },
);
// A key removes the mark: the question whether to leave may be open, with the screen unchanged.
addEventListener('keydown', () => unmark(marked), { capture: true, passive: true });

/** Marks the pressed element, if there is one; returns a function that removes the mark. */
export function markPressed(): () => void {
  const element = target;
  if (!element) return () => {};
  unmark(marked);
  marked = element;
  element.setAttribute('data-pressed', '');
  return () => unmark(element);
}

/** The action of a press, started after the press has been painted. */
export function afterPress(go: () => Promise<void>): Promise<void> {
  const end = markPressed();
  return new Promise((resolve, reject) => {
    afterPaint(() => void go().finally(end).then(resolve, reject));
  });
}
