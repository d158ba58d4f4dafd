import { fieldId } from './fields.tsx';

/** Brings the field of a message into view and puts the cursor into it; the nearest place that stands on the screen. */
export function jumpTo(path: string): void {
  for (let at = path; at !== ''; at = at.replace(/(\.[^.[]+|\[\d+\])$/, '')) {
    const element = document.getElementById(fieldId(at));
    if (element) {
      element.scrollIntoView({ block: 'center' });
      element.focus({ preventScroll: true });
      return;
    }
    if (!/[.[]/.test(at)) return;
  }
}
