/**
 * Postpones changes of the layout while something is pressed: a click counts only if the pointer is released over the
 * same element, which a message above it could move.
 */

let held = false;
const waiting = new Set<() => void>();

function release(): void {
  held = false;
  // The click event follows pointerup in the same task.
  setTimeout(() => {
    if (held) return;
    const works = [...waiting];
    waiting.clear();
    for (const work of works) work();
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener(
    'pointerdown',
    ({ button }) => {
      held = button === 0;
    },
    { capture: true, passive: true },
  );
  // Dragging, touch scrolling and menus end the press, and the page may never get pointerup. Typing is not postponed:
  // input must be validated and stored.
  for (const end of ['pointerup', 'pointercancel', 'dragend', 'contextmenu', 'keydown']) {
    window.addEventListener(end, release, { capture: true, passive: true });
  }
  // A pointer released outside of the window is not reported; blur of the window is.
  window.addEventListener('blur', release);
}

/** Runs the work at once or, while something is pressed, after the release. */
export function afterPointerRelease(work: () => void): void {
  if (held) waiting.add(work);
  else work();
}
