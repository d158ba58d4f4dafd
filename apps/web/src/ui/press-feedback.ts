import { afterPaint } from './after-paint.ts';

/**
 * What was pressed shows it until the screen that it leads to is there. The press that is under way is known while it is
 * told to those who listen to it.
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
    // Those who listen have been told by then.
    setTimeout(() => (target = null));
  },
  { capture: true },
);
// Who goes on by keyboard may have stayed where he is, in a question whether to leave.
addEventListener('keydown', () => unmark(marked), { capture: true, passive: true });

function markPressed(): () => void {
  const element = target;
  if (!element) return () => {};
  unmark(marked);
  marked = element;
  element.setAttribute('data-pressed', '');
  return () => unmark(element);
}

/** What a press leads to, begun when the press has been seen. */
export function afterPress(go: () => Promise<void>): Promise<void> {
  const end = markPressed();
  return new Promise((resolve, reject) => {
    afterPaint(() => void go().finally(end).then(resolve, reject));
  });
}
