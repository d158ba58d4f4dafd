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
  /** The key of the tab or view chosen last: several may have the same filters. */
  chosen: string | null;
  onChosen: (key: string) => void;
}

/** The key of a saved view among the tabs. */
export const viewKey = (id: number): string => `saved ${String(id)}`;

const NO_VIEWS: readonly OfferedView[] = [];

function sameFilters(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

const isSame = (one: TableState, other: TableState): boolean =>
  JSON.stringify(writeTableState(one)) === JSON.stringify(writeTableState(other));

interface Tab {
  key: string;
  name: string;
  filters: Record<string, string>;
  shared: boolean;
  choose: () => void;
  /** The whole state of a saved view. */
  saved?: TableState;
  isDefault?: boolean;
}

/**
 * The tab to mark: of those whose filters are set, the one chosen last. After a reload that is not known: then a view
 * whose order and columns are set too, the default one before others, or else the first.
 */
function presentTab(tabs: readonly Tab[], state: TableState, chosen: string | null): Tab | undefined {
  const matching = tabs.filter(({ filters }) => sameFilters(filters, state.filters));
  const firstPage = { ...state, page: 1, at: undefined, exact: undefined };
  const whole = matching.filter(({ saved }) => saved && isSame(saved, firstPage));
  return (
    matching.find(({ key }) => key === chosen) ?? whole.find(({ isDefault }) => isDefault) ?? whole[0] ?? matching[0]
  );
}

/**
 * Opens the table with the reader's default view if its address says nothing else and the views came later than the
 * table. Only the first answer counts: a default chosen later, also in another tab, leaves the table as it is.
 */
function useDefaultView(
  read: { isRead: boolean; first: TableView | undefined },
  usable: Usable,
  { state, ask }: Pick<ViewTabsProps, 'state' | 'ask'>,
) {
  const isOpened = useRef(false);
  const open = useEffectEvent(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    if (!read.first) return;
    const { search } = read.first;
    const view = usableState(search, usable);
    const mayOpen = isOpenToView(state) || isSame(state, readTableState(search));
    if (mayOpen && !isSame(state, view)) ask(() => view);
  });
  useEffect(() => {
    if (read.isRead) open();
  }, [read.isRead]);
}

/** All rows, the offered views and the saved ones above a table; the one whose filters are set is marked. */
export const ViewTabs = memo(function ViewTabs(props: ViewTabsProps) {
  const { table, offered, columns, filters, state, ask, chosen, onChosen } = props;
  const { t, data } = useText();
  const { views, isRead } = useSavedViews(table);
  const usable = { columns, filters, offered: (offered ?? NO_VIEWS).flatMap((view) => Object.keys(view.filters)) };
  const choose = (wanted: Record<string, string>) =>
    ask((before) => ({ ...before, page: 1, at: undefined, filters: wanted }));
  const first = views.find(({ isDefault }) => isDefault);
  useDefaultView({ isRead, first }, usable, { state, ask });
  if (!offered && views.length === 0) return null;
  const tabs: Tab[] = [
    { key: 'all', name: t('table.views.all'), filters: {}, shared: false, choose: () => choose({}) },
    ...(offered ?? NO_VIEWS).map((view) => ({
      ...view,
      // Names of saved views may repeat those of offered ones.
      key: `offered ${view.name}`,
      shared: false,
      choose: () => choose(view.filters),
    })),
    ...views.map(({ id, name, search, shared, isDefault }) => {
      const saved = usableState(search, usable);
      return {
        key: viewKey(id),
        name: data(name),
        filters: saved.filters,
        shared,
        choose: () => ask(() => saved),
        saved,
        isDefault,
      };
    }),
  ];
  const present = presentTab(tabs, state, chosen);
  return (
    <nav className="view-tabs no-print" aria-label={t('table.views.tabs')}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          aria-current={tab === present ? 'true' : undefined}
          title={tab.shared ? t('table.views.sharedView') : undefined}
          onClick={() => {
            onChosen(tab.key);
            tab.choose();
          }}
        >
          {tab.shared && <IconUsers size={14} aria-hidden />} {tab.name}
        </button>
      ))}
    </nav>
  );
});
