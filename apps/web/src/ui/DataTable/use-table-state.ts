import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { keptFromDayToDay, readTableState, type TableSearch, type TableState, writeTableState } from './state.ts';

function storageKey(path: string): string {
  return `pimis.table.${path}`;
}

/**
 * What is kept of a table: all of it in this tab, on this computer how it is read. Null when nothing is, or nothing that
 * can be read.
 */
function keptState(path: string): TableSearch | null {
  return readKept(sessionStorage, path) ?? keptForLong(readKept(localStorage, path));
}

function keptForLong(kept: TableSearch | null): TableSearch | null {
  const lasting = kept && keptFromDayToDay(kept);
  return lasting && Object.keys(lasting).length > 0 ? lasting : null;
}

function readKept(storage: Storage, path: string): TableSearch | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey(path)) ?? '{}');
    return typeof kept === 'object' && kept !== null && Object.keys(kept).length > 0 ? (kept as TableSearch) : null;
  } catch {
    // Something else wrote it; the table begins as it does on a new computer.
    return null;
  }
}

/** What a table shows first at an address: what that says, and where it says nothing, what is kept of the table. */
export function tableStateAt(path: string, search: TableSearch): TableState {
  return readTableState(Object.keys(search).length === 0 ? (keptState(path) ?? search) : search);
}

/**
 * The table's state of this route: in the address, so that back and a copied link give the same table, and on this
 * computer, so that coming back by the menu does too. A table that stays on the screen under the address of one of its
 * rows names its own address with `at`.
 */
export function useTableState(at?: string): [TableState, (state: TableState) => Promise<void>] {
  const navigate = useNavigate();
  const shown = useRouterState({ select: (state) => state.location.pathname });
  const path = at ?? shown;
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  const empty = Object.keys(search).length === 0;
  // An address without a state is entered with the kept one at once: asked with the first page, the server would be
  // asked twice. What is cleared later stays cleared, so that it counts at the entrance alone.
  const [entered, setEntered] = useState(() => ({ path, kept: empty ? keptState(path) : null }));
  if (entered.path !== path) setEntered({ path, kept: empty ? keptState(path) : null });
  const { kept } = entered;

  // Once, when the route is entered.
  const enter = useEffectEvent((at: string) => {
    if (kept)
      void navigate({ to: shown, search: kept, replace: true }).then(() => setEntered({ path: at, kept: null }));
  });
  useEffect(() => enter(path), [path]);

  const set = (state: TableState) => {
    const next = writeTableState(state);
    sessionStorage.setItem(storageKey(path), JSON.stringify(next));
    localStorage.setItem(storageKey(path), JSON.stringify(keptFromDayToDay(next)));
    return navigate({ to: path, search: next, replace: true });
  };
  return [readTableState(empty && kept ? kept : search), set];
}
