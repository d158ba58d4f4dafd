import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { ownKey } from '../../api/own-key.ts';
import { keep, readKept } from '../../browser/storage.ts';
import { objectIn } from '../json-in.ts';
import {
  FIRST_PAGE,
  persistentState,
  readTableState,
  type TableSearch,
  type TableState,
  writeTableState,
} from './state.ts';
import { defaultView } from './table-views.ts';

const storageKey = (path: string) => ownKey(`pimis.table.${path}`);

/**
 * The stored state: everything for this tab, only order and columns for this computer. Null if there is none or it is
 * unreadable.
 */
function savedState(path: string): TableSearch | null {
  return readSaved(path, 'sessionStorage') ?? persistentPart(readSaved(path, 'localStorage'));
}

function persistentPart(saved: TableSearch | null): TableSearch | null {
  const lasting = saved && persistentState(saved);
  return lasting && Object.keys(lasting).length > 0 ? lasting : null;
}

function readSaved(path: string, kind: 'localStorage' | 'sessionStorage'): TableSearch | null {
  const saved = objectIn(readKept(storageKey(path), kind));
  return Object.keys(saved).length > 0 ? (saved as TableSearch) : null;
}

/** Whether a state says so little that the reader's default view may stand in its place. */
export function isOpenToView(state: TableState): boolean {
  return Object.keys(state.filters).length === 0 && state.page === 1;
}

/**
 * What an address without a state shows: the reader's default view, or else what is stored; null if there is neither.
 */
function openingState(path: string, view: TableSearch | undefined): TableSearch | null {
  const saved = savedState(path);
  return view && isOpenToView(readTableState(saved ?? {})) ? view : saved;
}

/** The initial state at an address: the address, or the default view of the table, or the stored state. */
export function tableStateAt(path: string, search: TableSearch, view: TableSearch | undefined): TableState {
  return readTableState(Object.keys(search).length === 0 ? (openingState(path, view) ?? search) : search);
}

/**
 * The state of the named table of this route: in the address, for the back button and copied links, and on this
 * computer, for the way through the menu. A table that stays on the screen at the address of one of its rows passes its
 * own address as `at`.
 */
export function useTableState(table: string, at?: string): [TableState, (state: TableState) => Promise<void>] {
  const navigate = useNavigate();
  const shown = useRouterState({ select: (state) => state.location.pathname });
  const path = at ?? shown;
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  const empty = Object.keys(search).length === 0;
  // An address without a state gets the default view or the stored state before the first request; otherwise the server would get two.
  // It applies only on entering, so that cleared filters stay cleared.
  const client = useQueryClient();
  const entering = () => ({ path, saved: empty ? openingState(path, defaultView(client, table)) : null });
  const [entered, setEntered] = useState(entering);
  if (entered.path !== path) setEntered(entering());
  const { saved } = entered;

  const present = readTableState(empty && saved ? saved : search);
  // Once, when the route is entered.
  const enter = useEffectEvent((at: string) => {
    if (saved)
      void navigate({ to: shown, search: saved, replace: true }).then(() => setEntered({ path: at, saved: null }));
    // The address had a page that no list has.
    else if (search.page !== undefined && Number(search.page) !== present.page)
      void navigate({ to: shown, search: { ...search, page: undefined }, replace: true });
  });
  useEffect(() => enter(path), [path]);

  const set = (state: TableState) => {
    const next = writeTableState(state);
    // Another page is read from its top. After any other choice the table stays under the pointer.
    const pages = JSON.stringify(next) === JSON.stringify(writeTableState({ ...present, page: state.page }));
    keep(storageKey(path), JSON.stringify(next), 'sessionStorage');
    keep(storageKey(path), JSON.stringify(persistentState(next)));
    return navigate({ to: path, search: next, replace: true, resetScroll: pages });
  };
  return [present, set];
}

/** The state of a table that is not in the URL, which has the state of another table or of the screen. */
export function useOwnTableState(table: string, first: TableState = FIRST_PAGE) {
  const client = useQueryClient();
  return useState<TableState>(() => {
    const view = defaultView(client, table);
    return view ? readTableState(view) : first;
  });
}
