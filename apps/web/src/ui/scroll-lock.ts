import { useLayoutEffect } from 'react';

let locks = 0;

function lock(): void {
  locks += 1;
  if (locks > 1) return;
  const { documentElement: page } = document;
  // A bar that takes room keeps it: nothing behind the dialog moves.
  if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable';
  page.style.overflow = 'hidden';
}

function unlock(): void {
  locks -= 1;
  if (locks > 0) return;
  const { style } = document.documentElement;
  style.overflow = '';
  style.scrollbarGutter = '';
}

/**
 * The page behind a dialog is not scrolled. The library's way puts a style sheet into the page and takes it out again,
 * and a property that all inherit onto the body: every element is styled anew, twice for each dialog.
 */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return undefined;
    lock();
    return unlock;
  }, [locked]);
}
