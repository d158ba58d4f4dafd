import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readTableState, type TableSearch, type TableState, writeTableState } from './state.ts';

function storageKey(path: string): string {
  return `pimis.table.${path}`;
}

/**
 * The table's state of this route: in the address, so that back and a copied link give the same table, and on this
 * computer, so that coming back by the menu does too. A table that stays on the screen under the address of one of its
 * rows names its own address with `at`.
 */
export function useTableState(at?: string): [TableState, (state: TableState) => void] {
  const navigate = useNavigate();
  const shown = useRouterState({ select: (state) => state.location.pathname });
  const path = at ?? shown;
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  const empty = Object.keys(search).length === 0;

  useEffect(() => {
    if (!empty) return;
    const kept = localStorage.getItem(storageKey(path));
    if (kept && kept !== '{}') void navigate({ to: shown, search: JSON.parse(kept) as TableSearch, replace: true });
    // Only when the route is entered without a state of its own.
  }, [path]);

  const set = (state: TableState) => {
    const next = writeTableState(state);
    localStorage.setItem(storageKey(path), JSON.stringify(next));
    void navigate({ to: path, search: next, replace: true });
  };
  return [readTableState(search), set];
}
