import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, memo, useState } from 'react';
import { isBlank } from '@pimis/domain/text/blank';
import { ownKey } from '../../api/own-key.ts';
import { keep } from '../../browser/storage.ts';
import { useText } from '../../i18n/use-text.ts';
import { copyText } from '../copy-text.ts';
import { Dialog } from '../Dialog.tsx';
import { jsonIn } from '../json-in.ts';
import { IconBookmark, IconLink, IconPlus, IconX } from '../icons.ts';
import { Menu, MenuItem, MenuLine } from '../Menu.tsx';
import { notifyShortly, notifyWarning } from '../notify.tsx';
import { readTableState, type TableSearch, type TableState, writeTableState } from './state.ts';
import type { SetOptimistic } from '../use-optimistic-value.ts';

const NAME_MAX = 60;
const MAX_VIEWS = 20;

interface View {
  name: string;
  search: TableSearch;
}

function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search } = value as Partial<Record<keyof View, unknown>>;
  return typeof name === 'string' && typeof search === 'object' && search !== null;
}

/** The stored views; without those that another program wrote, which have no name or no state. */
function readViews(kept?: string): View[] {
  const views = jsonIn(kept);
  return Array.isArray(views) ? views.filter(isView) : [];
}

interface ViewsProps {
  /** The table to which the views belong. */
  table: string;
  state: TableState;
  /** The columns that are shown now. */
  columns: readonly string[];
  ask: SetOptimistic<TableState>;
}

/** The views that the user has saved for a table, and the place where they are kept. */
function useSavedViews(table: string) {
  const key = ownKey(`pimis.views.${table}`);
  const [views, setViews] = useLocalStorage<View[]>({ key, defaultValue: [], deserialize: readViews });
  return { key, views, setViews };
}

/** A view that the product offers to everybody. */
export interface OfferedView {
  name: string;
  filters: Record<string, string>;
}

interface ViewTabsProps extends Pick<ViewsProps, 'table' | 'ask'> {
  offered: readonly OfferedView[];
  /** The present choice. */
  state: TableState;
}

function sameFilters(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** All rows, the offered views and the saved ones above a table; the one whose filters are set is marked. */
export const ViewTabs = memo(function ViewTabs({ table, offered, state, ask }: ViewTabsProps) {
  const { t } = useText();
  const { views } = useSavedViews(table);
  const choose = (filters: Record<string, string>) => ask((before) => ({ ...before, page: 1, at: undefined, filters }));
  const tabs = [
    { name: t('table.views.all'), filters: {}, choose: () => choose({}) },
    ...offered.map((view) => ({ ...view, choose: () => choose(view.filters) })),
    ...views.map(({ name, search }) => {
      const saved = readTableState(search);
      return { name, filters: saved.filters, choose: () => ask(() => saved) };
    }),
  ];
  const present = tabs.findIndex(({ filters }) => sameFilters(filters, state.filters));
  return (
    <nav className="view-tabs no-print" aria-label={t('table.views.tabs')}>
      {tabs.map((tab, index) => (
        <button
          // Names of saved views may repeat those of offered ones.
          key={`${String(index)} ${tab.name}`}
          type="button"
          aria-current={index === present ? 'true' : undefined}
          onClick={tab.choose}
        >
          {tab.name}
        </button>
      ))}
    </nav>
  );
});

/** Named views of a table (filters, order, columns), and an address to share one. */
export const Views = memo(function Views({ table, state, columns, ask }: ViewsProps) {
  const { t } = useText();
  const router = useRouter();
  const { key, views, setViews } = useSavedViews(table);
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
          <MenuItem key={view.name} onClick={() => ask(() => readTableState(view.search))}>
            {view.name}
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
      {naming && (
        <Naming
          views={views}
          onClose={() => setNaming(false)}
          onSave={(name) => {
            const next = [...views.filter((view) => view.name !== name), { name, search: now }];
            // A view that could not be stored would disappear with this tab.
            if (!keep(key, JSON.stringify(next))) return false;
            setViews(next);
            setNaming(false);
            return true;
          }}
          onRemove={(name) => setViews(views.filter((view) => view.name !== name))}
        />
      )}
    </>
  );
});

interface NamingProps {
  views: readonly View[];
  onClose: () => void;
  /** Returns whether the browser keeps it. */
  onSave: (name: string) => boolean;
  onRemove: (name: string) => void;
}

function Naming({ views, onClose, onSave, onRemove }: NamingProps) {
  const { t } = useText();
  const [name, setName] = useState('');
  const [isNotKept, setNotKept] = useState(false);
  const isFull = views.length >= MAX_VIEWS && !views.some((view) => view.name === name.trim());
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlank(name) && !isFull) setNotKept(!onSave(name.trim()));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('table.views.save')}
      confirm={
        <Button type="submit" form="view-name" disabled={isBlank(name) || isFull}>
          {t('common.save')}
        </Button>
      }
    >
      <form id="view-name" onSubmit={save}>
        <TextInput
          label={t('table.views.name')}
          description={t('table.views.hint')}
          error={isFull ? t('table.views.full', { max: MAX_VIEWS }) : isNotKept && t('table.views.notKept')}
          required
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
      {views.length > 0 && (
        <ul
          style={{ margin: '12px 0 0', padding: 0, listStyle: 'none', overflowWrap: 'anywhere' }}
          aria-label={t('table.views.title')}
        >
          {views.map((view) => (
            <li key={view.name} style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
              {view.name}
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => onRemove(view.name)}
                aria-label={t('table.views.remove', { name: view.name })}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
