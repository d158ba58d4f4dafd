import { useLayoutEffect } from 'react';

let locks = 0;

function lock(): void {
  locks += 1;
  if (locks > 1) return;
  const { documentElement: page } = document;
  // A scroll bar keeps its space, so that nothing behind the dialog moves.
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
 * Prevents scrolling behind a dialog. The library adds and removes a style sheet and sets an inherited property on the
 * body, which restyles every element twice for each dialog.
 */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return undefined;
    lock();
    return unlock;
  }, [locked]);
}
