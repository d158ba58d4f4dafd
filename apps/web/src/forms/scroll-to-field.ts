import { fieldId } from './field-place.ts';
import type { FormStore } from './store.ts';

const TRIES = 20;

function placeOf(path: string): HTMLElement | null {
  for (let at = path; at !== ''; at = at.replace(/(\.[^.[]+|\[\d+\])$/, '')) {
    const element = document.getElementById(fieldId(at));
    if (element || !/[.[]/.test(at)) return element;
  }
  return null;
}

/**
 * Scrolls to the field of a message, or the nearest rendered place, and focuses it. Parts that are not rendered are
 * rendered first, which takes some frames.
 */
export function scrollToField(store: FormStore, path: string, { showErrors = true } = {}): void {
  // The field shows its error once the user was sent to it.
  if (showErrors) store.leave(path);
  store.reveals.request(path);
  let tries = 0;
  const go = () => {
    const exact = document.getElementById(fieldId(path));
    const element = exact ?? placeOf(path);
    if (!exact && tries < TRIES) {
      tries += 1;
      requestAnimationFrame(go);
      return;
    }
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  };
  requestAnimationFrame(go);
}

/** Moves to the next or previous error; wraps around. */
export function scrollToError(store: FormStore, direction: 1 | -1): void {
  const paths = [...new Set(store.validation.errors.map(({ path }) => path))];
  if (paths.length === 0) return;
  const here = document.activeElement?.id.replace(/^f-/, '') ?? '';
  const at = paths.findIndex((path) => path === here || here.startsWith(`${path}.`) || path.startsWith(`${here}.`));
  const next = at < 0 ? (direction === 1 ? 0 : paths.length - 1) : (at + direction + paths.length) % paths.length;
  scrollToField(store, paths[next] ?? '');
}
