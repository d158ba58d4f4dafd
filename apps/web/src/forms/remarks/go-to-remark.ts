import type { Remark } from '@pimis/contract/remarks';
import { scrollToField } from '../scroll-to-field.ts';
import { goToSection } from '../sections-in-view.ts';
import type { FormStore } from '../store.ts';

const TRIES = 30;

export const remarkId = ({ id }: Pick<Remark, 'id'>): string => `remark-${id}`;

/** Scrolls to a remark and focuses it; its part of the form may have to be rendered first, which takes some frames. */
export function goToRemark(store: FormStore, remark: Pick<Remark, 'id' | 'place'>): void {
  const { place } = remark;
  if (place?.startsWith('#')) goToSection(`section-${place.slice(1)}`);
  else if (place !== null) scrollToField(store, place, { showErrors: false });
  let tries = 0;
  const go = () => {
    const card = document.getElementById(remarkId(remark));
    tries += 1;
    if (!card && tries < TRIES) {
      requestAnimationFrame(go);
      return;
    }
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  };
  // After the frame in which a field takes the focus.
  requestAnimationFrame(() => requestAnimationFrame(go));
}
