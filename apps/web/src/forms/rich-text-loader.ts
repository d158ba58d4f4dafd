import { useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import type { WidgetProps } from './widget-props.ts';

type RichText = ComponentType<WidgetProps>;

let loaded: RichText | null = null;
let asked = false;
const waiting = new Set<() => void>();

/** Loads the large Markdown editor once, when a form has a text for it. */
function load(): void {
  if (asked) return;
  asked = true;
  import('./RichText.tsx').then(
    (module) => {
      loaded = module.RichText;
      for (const tell of waiting) tell();
    },
    () => {
      // Without the network the plain field stays; the next field tries again.
      asked = false;
    },
  );
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell);
  load();
  return () => waiting.delete(tell);
}

const nothing = () => () => undefined;

/** The Markdown editor, null while it loads; the first editable field starts it. */
export function useRichText(wanted: boolean): RichText | null {
  return useSyncExternalStore(wanted ? subscribe : nothing, () => loaded);
}
