/** How long after a submit its errors may still arrive. */
const WATCHED_MS = 15_000;
const WRONG = '[aria-invalid="true"]';

let stop = () => {};

/** The container of the fields that a button submits: its dialog or its form. */
function fieldsAround(target: Element): Element | null {
  const button = target.closest('button');
  if (target instanceof HTMLFormElement) return target.closest('[role="dialog"]') ?? target;
  return button?.closest('.dialog-foot') ? button.closest('[role="dialog"]') : null;
}

/**
 * After a submit, as soon as a field shows an error, the first such field gets the focus, unless the user has already
 * moved on.
 */
function watch(target: EventTarget | null): void {
  const root = target instanceof Element ? fieldsAround(target) : null;
  if (!root) return;
  stop();
  const look = () => {
    if (!root.isConnected) return stop();
    const wrong = root.querySelector(WRONG);
    // A field that is still being sent cannot take the focus, and a question shown meanwhile already has it.
    if (!wrong || wrong.closest('[inert]') || root.querySelector('[role="alert"].dialog-question')) return;
    const field = wrong.matches('input, textarea, select, button, [contenteditable]')
      ? wrong
      : (wrong.querySelector('input, textarea, select, button') ?? wrong);
    stop();
    if (field instanceof HTMLElement) {
      field.scrollIntoView({ block: 'nearest' });
      field.focus({ preventScroll: true });
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(root, {
    attributes: true,
    attributeFilter: ['aria-invalid', 'inert'],
    childList: true,
    subtree: true,
  });
  const frame = requestAnimationFrame(() => requestAnimationFrame(look));
  const timer = setTimeout(() => stop(), WATCHED_MS);
  const away = () => stop();
  const goesOn = ['keydown', 'pointerdown'] as const;
  for (const name of goesOn) window.addEventListener(name, away, true);
  stop = () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    for (const name of goesOn) window.removeEventListener(name, away, true);
    stop = () => {};
  };
}

/** A refused submit leads to its first error, in every form and dialog of the product. Called once. */
export function focusFirstErrors(): void {
  document.addEventListener('submit', ({ target }) => watch(target), true);
  document.addEventListener('click', ({ target }) => watch(target), true);
}
