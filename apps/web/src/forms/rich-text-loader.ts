import { useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import type { WidgetProps } from './widget-props.ts';

type RichText = ComponentType<WidgetProps>;

let loaded: RichText | null = null;
let requested = false;
const waiting = new Set<() => void>();

/** Loads the large Markdown editor once, when a form has a text for it. */
function load(): void {
  if (requested) return;
  requested = true;
  import('./RichText.tsx').then(
    (module) => {
      loaded = module.RichText;
      for (const listener of waiting) listener();
    },
    () => {
      // Without the network the plain field stays; the next field tries again.
      requested = false;
    },
  );
}

function subscribe(listener: () => void): () => void {
  waiting.add(listener);
  load();
  return () => waiting.delete(listener);
}

const nothing = () => () => undefined;

/** The Markdown editor, null while it loads; the first editable field starts it. */
export function useRichText(wanted: boolean): RichText | null {
  return useSyncExternalStore(wanted ? subscribe : nothing, () => loaded);
}
