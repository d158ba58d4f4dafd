import { ActionIcon } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { copyText } from '../copy-text.ts';
import { IconBookmark, IconLink, IconPlus, IconUsers } from '../icons.ts';
import { Menu, MenuItem, MenuLine } from '../Menu.tsx';
import { notifyShortly, notifyWarning } from '../notify.tsx';
import type { SetOptimistic } from '../use-optimistic-value.ts';
import { SaveView } from './SaveView.tsx';
import { keptSearch, type Usable, usableState, useSavedViews, useTakenOver } from './saved-views.ts';
import { type TableState, writeTableState } from './state.ts';
import { viewKey } from './ViewTabs.tsx';

interface ViewsProps {
  /** The table to which the views belong. */
  table: string;
  state: TableState;
  /** The columns that are shown now. */
  columns: readonly string[];
  usable: Usable;
  ask: SetOptimistic<TableState>;
  /** Reports the key of the chosen view among the tabs, where there are any. */
  onChosen?: (key: string) => void;
}

/** Named views of a table (filters, order, columns), and an address to share one. */
export const Views = memo(function Views({ table, state, columns, usable, ask, onChosen }: ViewsProps) {
  const { t, data } = useText();
  const router = useRouter();
  const { views } = useSavedViews(table);
  useTakenOver(table);
  const [naming, setNaming] = useState(false);
  const now = writeTableState({ ...state, page: 1, at: undefined, columns });
  const copy = async () => {
    const { pathname } = router.state.location;
    const { href } = router.buildLocation({ to: pathname, search: now } as never);
    const link = new URL(href, window.location.origin).href;
    if (await copyText(link)) notifyShortly(t('table.views.copied'));
    else notifyWarning(t('table.views.notCopied', { link }));
  };
  return (
    <>
      <Menu
        width={280}
        opener={
          <ActionIcon variant="default" size={32} aria-label={t('table.views.title')}>
            <IconBookmark size={16} />
          </ActionIcon>
        }
      >
        {views.map((view) => (
          <MenuItem
            key={view.id}
            {...(view.shared ? { icon: <IconUsers size={14} aria-label={t('table.views.sharedView')} /> } : {})}
            onClick={() => {
              onChosen?.(viewKey(view.id));
              ask(() => usableState(view.search, usable));
            }}
          >
            {data(view.name)}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuLine />}
        <MenuItem icon={<IconPlus size={14} aria-hidden />} onClick={() => setNaming(true)}>
          {t('table.views.save')}
        </MenuItem>
        <MenuItem icon={<IconLink size={14} aria-hidden />} onClick={() => void copy()}>
          {t('table.views.copy')}
        </MenuItem>
      </Menu>
      {naming && <SaveView table={table} search={keptSearch(now)} onClose={() => setNaming(false)} />}
    </>
  );
});
