import { useState } from 'react';
import type { ListItem } from '@pimis/contract/lists';

/** Projects of a list that are ticked to be decided on together; `open` are those whose decision is pending. */
export function useChosenItems(open: readonly ListItem[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = open.filter((item) => chosen.has(item.projectCode));
  const isAll = selected.length === open.length;
  return {
    selected,
    isAll,
    isChosen: (code: string) => chosen.has(code),
    toggle: (code: string) => {
      const next = new Set(chosen);
      if (!next.delete(code)) next.add(code);
      setChosen(next);
    },
    toggleAll: () => setChosen(new Set(isAll ? [] : open.map((item) => item.projectCode))),
    clear: () => setChosen(new Set()),
  };
}

export type ChosenItems = ReturnType<typeof useChosenItems>;
