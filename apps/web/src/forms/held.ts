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
    () => {
      held = true;
    },
    { capture: true, passive: true },
  );
  // Dragging and scrolling by touch end the press without letting go.
  for (const end of ['pointerup', 'pointercancel', 'dragend']) {
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
