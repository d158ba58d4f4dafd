import { PAGE_SIZES } from '@pimis/domain/constants';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { memo, useEffect, useEffectEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { IconChevronLeft, IconChevronRight, IconChevronsRight } from '../icons.ts';
import { FIRST_PAGE, LAST_PAGE, type TableState } from './state.ts';
import { useTotal } from './total.ts';
import type { SetOptimistic } from '../use-optimistic-value.ts';

/** Data from the server in addition to the rows of a long list. */
export interface LongList {
  /** There are more rows than `totalRows`. */
  totalIsAtLeast: boolean;
  /** Keys of the first and last row shown; null without rows and where pages have only numbers. */
  keys?: { first: string; last: string } | null;
}

/** Up to this row a page has a number; further pages start at a key. */
const NUMBERED_ROWS = 1_000;

interface PagerProps extends Pick<TableState, 'page' | 'perPage'> {
  at: TableState['at'];
  /** Undefined until they are read. */
  shownRows: number | undefined;
  totalRows: number;
  long?: LongList | undefined;
  /** Names the pages where a screen has several tables. */
  label?: string | undefined;
  ask: SetOptimistic<TableState>;
}

/** Rendered again only when its contents change, not by a new order or filter. */
export const Pager = memo(function Pager({
  page: requested,
  perPage,
  at,
  shownRows,
  totalRows,
  long,
  label,
  ask,
}: PagerProps) {
  const { t, charts } = useText();
  const totalOf = useTotal();
  const more = long?.totalIsAtLeast ?? false;
  const pages = Math.max(1, Math.ceil(totalRows / perPage));
  const shown = at === LAST_PAGE && requested > 1 ? pages : requested;
  const from = totalRows === 0 ? 0 : (shown - 1) * perPage + 1;
  const to = more ? from + (shownRows ?? 0) - 1 : Math.min(totalRows, shown * perPage);
  const whole = charts.count.full;
  const isPaged = more || pages > 1 || shown > 1;
  const atEnd = more ? (shownRows ?? 0) < perPage : shown >= pages;
  const near = [shown - 1, shown, shown + 1].filter((page) => page >= 1 && (page <= shown || !atEnd));
  const go = (page: number) => {
    const key = page > shown ? long?.keys?.last : long?.keys?.first;
    const deep = key !== undefined && Math.abs(page - shown) === 1 && page * perPage > NUMBERED_ROWS;
    const place = deep ? `${page > shown ? 'after' : 'before'}:${key}` : undefined;
    ask((before) => ({ ...before, page, at: place }));
  };
  // The number of the last page is known only if all rows are counted.
  const goToLast = () =>
    long && pages > 1
      ? ask((before) => ({ ...before, page: pages, at: LAST_PAGE, exact: more || before.exact }))
      : go(pages);
  // The rows of the page have been removed meanwhile, or the URL was typed by hand.
  const isBeyond = shownRows === 0 && shown > pages;
  const leave = useEffectEvent(goToLast);
  useEffect(() => {
    if (isBeyond) leave();
  }, [isBeyond]);
  return (
    <nav className="table-foot" aria-label={label ?? t('table.paging')}>
      <span className="second">
        <span>{t('table.range', { from: whole(from), to: whole(to), total: totalOf({ totalRows, long }) })}</span>
        {more && (
          <Button
            variant="subtle"
            size="compact-xs"
            ml={8}
            onClick={() => ask((before) => ({ ...before, exact: true }))}
          >
            {t('table.countAll')}
          </Button>
        )}
      </span>
      {/* If all rows fit on the smallest page, there is no page size to choose. */}
      {(isPaged || totalRows > FIRST_PAGE.perPage) && (
        <label style={{ display: 'flex', alignItems: 'center', gap: 8 }} className="second">
          {t('table.rows')}
          <NativeSelect
            size="xs"
            value={String(perPage)}
            data={PAGE_SIZES.map(String)}
            onChange={(event) => {
              const rows = Number(event.currentTarget.value);
              ask((before) => ({ ...before, page: 1, at: undefined, perPage: rows }));
            }}
          />
        </label>
      )}
      {isPaged && (
        <div style={{ marginLeft: 'auto', display: 'flex', gap: 4 }}>
          <ActionIcon
            variant="default"
            size={28}
            disabled={shown <= 1}
            onClick={() => go(shown - 1)}
            aria-label={t('table.previous')}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          {near.map((page) => (
            <Button
              key={page}
              variant={page === shown ? 'filled' : 'default'}
              px={9}
              h={28}
              onClick={() => page !== shown && go(page)}
              aria-label={t('table.page', { n: whole(page) })}
              aria-current={page === shown ? 'page' : undefined}
            >
              {whole(page)}
            </Button>
          ))}
          <ActionIcon
            variant="default"
            size={28}
            disabled={atEnd}
            onClick={() => go(shown + 1)}
            aria-label={t('table.next')}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
          <ActionIcon variant="default" size={28} disabled={atEnd} onClick={goToLast} aria-label={t('table.last')}>
            <IconChevronsRight size={16} />
          </ActionIcon>
        </div>
      )}
    </nav>
  );
});
