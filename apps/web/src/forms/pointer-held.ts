/**
 * What is pressed stays where it is until it is let go: a click counts only when the pointer comes up over the same
 * element, and a message that appears or goes above it in between would move it away.
 */

let held = false;
const waiting = new Set<() => void>();

function release(): void {
  held = false;
  // The click itself comes after the pointer is up, in the same task.
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
  // Dragging, scrolling by touch and a menu end the press, and the page may never hear that it was let go. Whoever
  // types is not held up: what is typed must be judged and kept.
  for (const end of ['pointerup', 'pointercancel', 'dragend', 'contextmenu', 'keydown']) {
    window.addEventListener(end, release, { capture: true, passive: true });
  }
  // Whoever leaves the window lets go elsewhere; fields that are left do not come up to here.
  window.addEventListener('blur', release);
}

/** Does the work at once, or, while something is pressed, when it is let go. */
export function whenReleased(work: () => void): void {
  if (held) waiting.add(work);
  else work();
}
