import { memo, useEffect, useEffectEvent, useRef } from 'react';
import type { TableView } from '@pimis/contract/table-views';
import { useText } from '../../i18n/use-text.ts';
import { IconUsers } from '../icons.ts';
import type { SetOptimistic } from '../use-optimistic-value.ts';
import { type Usable, usableState, useSavedViews } from './saved-views.ts';
import { readTableState, type TableState, writeTableState } from './state.ts';
import { isOpenToView } from './use-table-state.ts';

/** A view that the product offers to everybody. */
export interface OfferedView {
  name: string;
  filters: Record<string, string>;
}

interface ViewTabsProps extends Pick<Usable, 'columns' | 'filters'> {
  /** The table to which the views belong. */
  table: string;
  /** Undefined for a table without own tabs: it has tabs as soon as a view is saved. */
  offered: readonly OfferedView[] | undefined;
  /** The present choice. */
  state: TableState;
  ask: SetOptimistic<TableState>;
}

const NO_VIEWS: readonly OfferedView[] = [];

function sameFilters(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

const isSame = (one: TableState, other: TableState): boolean =>
  JSON.stringify(writeTableState(one)) === JSON.stringify(writeTableState(other));

/**
 * Opens the table with the reader's default view, once, if its address says nothing else and the views came later than
 * the table. One that was opened already is left with what the table has.
 */
function useDefaultView(
  first: TableView | undefined,
  usable: Usable,
  { state, ask }: Pick<ViewTabsProps, 'state' | 'ask'>,
) {
  const isOpened = useRef(false);
  const begin = useEffectEvent(({ search }: TableView) => {
    const view = usableState(search, usable);
    const mayOpen = isOpenToView(state) || isSame(state, readTableState(search));
    if (mayOpen && !isSame(state, view)) ask(() => view);
  });
  useEffect(() => {
    if (isOpened.current || !first) return;
    isOpened.current = true;
    begin(first);
  }, [first]);
}

/** All rows, the offered views and the saved ones above a table; the one whose filters are set is marked. */
export const ViewTabs = memo(function ViewTabs({ table, offered, columns, filters, state, ask }: ViewTabsProps) {
  const { t, data } = useText();
  const { views } = useSavedViews(table);
  const usable = { columns, filters, offered: (offered ?? NO_VIEWS).flatMap((view) => Object.keys(view.filters)) };
  const choose = (wanted: Record<string, string>) =>
    ask((before) => ({ ...before, page: 1, at: undefined, filters: wanted }));
  const first = views.find(({ isDefault }) => isDefault);
  useDefaultView(first, usable, { state, ask });
  if (!offered && views.length === 0) return null;
  const tabs = [
    { name: t('table.views.all'), filters: {}, shared: false, choose: () => choose({}) },
    ...(offered ?? NO_VIEWS).map((view) => ({ ...view, shared: false, choose: () => choose(view.filters) })),
    ...views.map(({ name, search, shared }) => {
      const saved = usableState(search, usable);
      return { name: data(name), filters: saved.filters, shared, choose: () => ask(() => saved) };
    }),
  ];
  const present = tabs.findIndex((tab) => sameFilters(tab.filters, state.filters));
  return (
    <nav className="view-tabs no-print" aria-label={t('table.views.tabs')}>
      {tabs.map((tab, index) => (
        <button
          // Names of saved views may repeat those of offered ones.
          key={`${String(index)} ${tab.name}`}
          type="button"
          aria-current={index === present ? 'true' : undefined}
          title={tab.shared ? t('table.views.sharedView') : undefined}
          onClick={tab.choose}
        >
          {tab.shared && <IconUsers size={14} aria-hidden />} {tab.name}
        </button>
      ))}
    </nav>
  );
});
